//! Command lines.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::PathBuf;

/// A program with its arguments and working folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The working folder.
    pub folder: PathBuf,
}

impl Invocation {
    /// A program with its arguments, in the current folder.
    pub fn new<A: Into<OsString>>(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = A>,
    ) -> Invocation {
        Invocation {
            program: program.into(),
            arguments: arguments.into_iter().map(Into::into).collect(),
            folder: PathBuf::from("."),
        }
    }

    /// The same in another folder.
    pub fn within(self, folder: impl Into<PathBuf>) -> Invocation {
        Invocation { folder: folder.into(), ..self }
    }
}

/// For pasting into a shell.
impl fmt::Display for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_elsewhere = self.folder != *".";
        if is_elsewhere {
            write!(f, "(cd {} && ", quoted(self.folder.as_os_str()))?;
        }
        f.write_str(&quoted(self.program.as_os_str()))?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(argument))?;
        }
        if is_elsewhere { f.write_str(")") } else { Ok(()) }
    }
}

/// Quotes a word for a POSIX shell. Bytes that are not UTF-8 are shown as replacement characters.
pub fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    // Only a NUL byte cannot be quoted, and no argument has one.
    shlex::try_quote(&word).map_or_else(|_| word.to_string(), |quoted| quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        let here = Invocation::new("yosys", ["-p", "read_verilog a.sv; stat"]);
        assert_eq!(here.to_string(), "yosys -p 'read_verilog a.sv; stat'");
        let there = Invocation::new("quartus_pgm", ["-o", "p;task5.sof@2", ""]).within("my build");
        assert_eq!(there.to_string(), "(cd 'my build' && quartus_pgm -o 'p;task5.sof@2' '')");
        assert_eq!(quoted(OsStr::new("it's")), "\"it's\"");
    }
}

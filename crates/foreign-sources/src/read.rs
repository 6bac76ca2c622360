//! Runs Yosys on foreign sources.

use std::time::Duration;

use super::cells::RUNNING;
use super::messages::{
    AFTER_SYNTAX, OTHER_REMEDY, PARAMETER, SYNTAX_ERROR, UNKNOWN_MODULE, UNKNOWN_TO_SLANG,
    rejection,
};
use super::script::{
    NETLIST, Undefined, WORDS, before_mapping, elaboration, read, read_with_slang, slang_options,
};
use super::sources::{Frontend, SourceSet};
use super::warnings::{RELEASE, undefined_release, warnings};
use super::{ForeignError, connections, remedies};
use fpga_tools::synthesis::{Module, Yosys, mapping};

/// The default time limit for Yosys.
pub const READ_TIMEOUT: Duration = Duration::from_secs(120);

/// The largest amount of memory for Yosys, in bytes.
const MEMORY: u64 = 4 << 30;

/// Reads foreign sources with Yosys.
#[derive(Clone, Debug)]
pub struct Reader {
    yosys: Yosys,
}

/// A foreign design, as Yosys writes it.
#[derive(Clone, Debug)]
pub struct Netlists {
    /// Simple gates, flip-flops, latches, memories and divisions.
    pub gates: String,
    /// The design before it was mapped to gates.
    pub words: Option<String>,
}

/// A design that was read.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    pub content: T,
    /// Yosys's warnings, without repetitions.
    pub warnings: Vec<String>,
    /// What has read the text: `slang in Yosys 0.70`.
    pub reader: String,
}

impl<T> Reading<T> {
    fn map<U>(self, convert: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { content: convert(self.content), warnings: self.warnings, reader: self.reader }
    }
}

impl Reader {
    /// A reader that ends Yosys after `timeout`, or when it needs more than 4 GiB.
    pub fn new(yosys: Yosys, timeout: Duration) -> Reader {
        Reader { yosys: yosys.with_timeout(timeout).with_memory(MEMORY) }
    }

    /// The version of Yosys.
    pub fn version(&self) -> &str {
        self.yosys.version()
    }

    /// Elaborates a design. Returns the netlists that Yosys writes, and its warnings.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Rejected`] with Yosys's message and a remedy; those of Yosys.
    pub fn netlists(&self, sources: &SourceSet) -> Result<Reading<Netlists>, ForeignError> {
        let read = self.run(
            sources,
            &elaboration(Undefined::Any, self.yosys.has_slang(), sources),
            &[NETLIST, WORDS],
        )?;
        Ok(read.map(|files| {
            let mut files = files.into_iter();
            let gates = files.next().unwrap_or_default();
            Netlists { gates, words: files.next() }
        }))
    }

    /// Elaborates a design with one of the frontends, to compare it with the other one: where the
    /// language leaves a value undefined, it is 0. There is no netlist of words.
    ///
    /// # Errors
    ///
    /// As [`netlists`](Self::netlists); [`ForeignError::NoSlang`].
    pub fn netlist_by(
        &self,
        frontend: Frontend,
        sources: &SourceSet,
    ) -> Result<Reading<Netlists>, ForeignError> {
        if frontend == Frontend::Slang && !self.yosys.has_slang() {
            return Err(ForeignError::NoSlang { version: self.version().into() });
        }
        let read = self.run_frontend(
            frontend,
            sources,
            &elaboration(Undefined::Zero, self.yosys.has_slang(), sources),
            &[NETLIST],
        )?;
        Ok(read.map(|files| Netlists { gates: files.concat(), words: None }))
    }

    /// Maps a design to the cells of a Cyclone V, as [`Yosys::synthesise`] does with ours.
    ///
    /// # Errors
    ///
    /// As [`netlists`](Self::netlists); those of the netlist.
    pub fn synthesise(&self, sources: &SourceSet) -> Result<Reading<Module>, ForeignError> {
        // A flip-flop begins with the value to which it is reset.
        let any_start = format!("proc -norom\nsetattr -unset init w:*{RUNNING}\n");
        let any_start = any_start + &before_mapping(sources);
        let script = any_start + &mapping(sources.top.as_deref(), NETLIST);
        let read = self.run(sources, &script, &[NETLIST])?;
        let netlist = read.content.concat();
        let module = Module::read(&netlist, &Module::top(&netlist)?)?;
        Ok(read.map(|_| module))
    }

    /// Reads the sources and runs a script that writes some files. slang reads them, if there is
    /// one. Yosys's own reader reads what slang rejects; the first warning says so.
    fn run(
        &self,
        sources: &SourceSet,
        script: &str,
        written: &[&str],
    ) -> Result<Reading<Vec<String>>, ForeignError> {
        if !self.yosys.has_slang() {
            let read = self.run_frontend(Frontend::Yosys, sources, script, written);
            let mut read = read.map_err(|error| match error {
                ForeignError::Rejected { message, remedy } => {
                    ForeignError::Rejected { message: format!("Yosys: {message}"), remedy }
                }
                error => error,
            })?;
            let version = self.version();
            let warning = format!(
                "Yosys {version} has no slang, which reads more of SystemVerilog{}",
                remedies::SLANG
            );
            read.warnings.insert(0, warning);
            return Ok(read);
        }
        let slang = match self.run_frontend(Frontend::Slang, sources, script, written) {
            Err(ForeignError::Rejected { message, remedy }) => (message, remedy),
            other => return other,
        };
        match self.run_frontend(Frontend::Yosys, sources, script, written) {
            Ok(mut read) => {
                let why = slang.0.lines().next().unwrap_or_default();
                let warning =
                    format!("slang rejected the sources, so Yosys's own reader read them: {why}");
                read.warnings.insert(0, warning);
                Ok(read)
            }
            Err(ForeignError::Rejected { message, remedy }) => Err(both(slang, (message, remedy))),
            Err(mut error @ ForeignError::Misread { .. }) => {
                if let ForeignError::Misread { is_tried_by_slang, .. } = &mut error {
                    *is_tried_by_slang = true;
                }
                let (message, remedy) = (slang.0, format!("{}\n{error}", slang.1));
                Err(ForeignError::Rejected { message: format!("slang: {message}"), remedy })
            }
            Err(ForeignError::Yosys(_)) => {
                let (message, remedy) = slang;
                Err(ForeignError::Rejected { message: format!("slang: {message}"), remedy })
            }
            Err(error) => Err(error),
        }
    }

    /// As [`run`](Self::run), with one of the frontends.
    fn run_frontend(
        &self,
        frontend: Frontend,
        sources: &SourceSet,
        script: &str,
        written: &[&str],
    ) -> Result<Reading<Vec<String>>, ForeignError> {
        let reader = frontend.of_version(self.version());
        // slang ignores it.
        if let (Frontend::Slang, Some(name)) = (frontend, sources.undeclared_parameter()) {
            let message = format!("no module has a parameter `{name}`");
            return Err(ForeignError::Rejected { message, remedy: PARAMETER.into() });
        }
        let mut files = sources.repaired(frontend)?;
        let read = match frontend {
            Frontend::Slang => {
                files.push(slang_options(sources));
                read_with_slang(sources)
            }
            Frontend::Yosys => read(sources),
        };
        let ran = self.yosys.run(&files, &(read + script), written);
        let ran = ran.map_err(|error| rejection(error, sources, &self.yosys))?;
        if frontend == Frontend::Yosys {
            connections::check(&ran.warnings, sources)?;
            self.check_priorities(&ran.warnings, sources)?;
        }
        if let (Frontend::Slang, Some(line)) = (frontend, undefined_release(&ran.warnings)) {
            let message = sources.with_given_names(&line.replace("Warning: ", ""));
            return Err(ForeignError::Rejected { message, remedy: RELEASE.into() });
        }
        let warnings = warnings(&ran.warnings, sources)?;
        Ok(Reading { content: ran.files, warnings, reader })
    }
}

impl Reader {
    /// Checks that an old Yosys has not read a register with several asynchronous resets: the wrong
    /// one may have priority. `printed` are Yosys's warnings.
    fn check_priorities(&self, printed: &str, sources: &SourceSet) -> Result<(), ForeignError> {
        if self.yosys.has_slang() || !printed.contains("Complex async reset for dff") {
            return Ok(());
        }
        Err(ForeignError::Misread {
            place: sources.several_resets().unwrap_or_else(|| "the sources".into()),
            construct: "register with several asynchronous resets",
            reader: "an old Yosys",
            why: "the wrong one may have priority",
            remedy: "keep only one asynchronous reset in the sensitivity list",
            is_tried_by_slang: false,
        })
    }
}

/// The error for sources that both frontends reject, each with a message and a remedy. That of
/// slang counts alone if it has read all syntax, or if Yosys crashes with its own reader.
fn both(slang: (String, String), yosys: (String, String)) -> ForeignError {
    let is_crash = |(_, remedy): &(String, String)| {
        [remedies::CRASH, remedies::STACK].contains(&remedy.as_str())
    };
    let is_late = AFTER_SYNTAX.iter().any(|part| slang.0.contains(part));
    if is_crash(&yosys)
        || is_late && yosys.0.contains(SYNTAX_ERROR)
        || slang.0.contains(UNKNOWN_TO_SLANG) && !yosys.0.contains(UNKNOWN_MODULE)
    {
        let reader = if is_crash(&slang) { "Yosys" } else { "slang" };
        let message = format!("{reader}: {}", slang.0);
        return ForeignError::Rejected { message, remedy: slang.1 };
    }
    ForeignError::Rejected {
        message: format!("Yosys: {}\nslang: {}", yosys.0, slang.0),
        remedy: if yosys.1 == OTHER_REMEDY { slang.1 } else { yosys.1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remedy_is_that_of_the_reader_with_the_better_message() {
        let rejected = |message: &str, remedy: &str| (message.to_string(), remedy.to_string());
        for (slang, yosys, expected) in [
            (rejected("a", "fix a"), rejected("b", "fix b"), "Yosys: b\nslang: a\nfix b"),
            (rejected("a", "fix a"), rejected("b", OTHER_REMEDY), "Yosys: b\nslang: a\nfix a"),
            (rejected("a", "fix a"), rejected("b", remedies::CRASH), "slang: a\nfix a"),
            (
                rejected("unknown module 'c'", "add c"),
                rejected("b", "fix b"),
                "slang: unknown module 'c'\nadd c",
            ),
            (rejected("a", "fix a"), rejected("b", remedies::STACK), "slang: a\nfix a"),
            (
                rejected("simple if-else pattern expected", "fix a"),
                rejected("syntax error, unexpected '['", "fix b"),
                "slang: simple if-else pattern expected\nfix a",
            ),
        ] {
            assert_eq!(both(slang, yosys).to_string(), expected);
        }
        let crash = || rejected("b", remedies::STACK);
        assert!(both(crash(), crash()).to_string().starts_with("Yosys: b\nyowasp-yosys has"));
    }
}

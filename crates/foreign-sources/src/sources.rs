//! The files of a foreign design, as copies that Yosys may read.
//!
//! Sources are not trusted. Yosys gets copies in a folder of its own, at the same places relative
//! to each other. What they include or read has to be named as a plain string and to lie below the
//! folder of a source or an include folder, and what a project names below its folder.
//!
//! | module | contents |
//! |---|---|
//! | `folder` | the project or the sources in a folder |
//! | `assignments` | what a project assigns to the ports of its top module |
//! | `project`, `tcl` | Quartus projects with the files that they name, and the scripts of which they are made |
//! | `unit` | a file to read, and what is left of it |
//! | `modules`, `reach` | the modules of a text, and which of them the top module reaches |
//! | `order` | the order of the files |
//! | `comments` | comments that are text of the design |
//! | `copies` | the copies |
//! | `initial`, `drivers` | values of declarations that do not count, and what drives variables |
//! | `initialised` | memories with the attribute `ram_init_file` |
//! | `kinds` | what files are that are not Verilog |
//! | `instances` | names for instances without one |
//! | `numbers` | numbers whose digits begin with an underscore |
//! | `remarks` | modules without contents, and blocking assignments in clocked processes |
//! | `places` | places in the sources |
//! | `pulls` | models for nets with a pull-up or a pull-down |
//! | `repairs` | what a reader would read wrongly |
//! | `released` | assignments of `z` behind several conditions |
//! | `tokens` | the tokens of a text |
//! | `words` | words of Yosys's script |

mod assignments;
mod comments;
mod copies;
mod drivers;
mod expand;
mod folder;
mod initial;
mod initialised;
mod instances;
mod kinds;
mod machine;
mod modules;
mod numbers;
mod order;
mod places;
mod project;
mod pulls;
mod reach;
mod released;
mod remarks;
mod repairs;
mod tcl;
mod tokens;
mod unit;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::ForeignError;
use super::error::{first_lines, list};
use super::intel::{self, ContentFiles};
pub use assignments::{Assignments, PinAssignment, PullUp};
use copies::Collector;
pub(super) use copies::FOLDER;
pub use kinds::file_kind;
use kinds::unreadable;
pub(super) use places::line_number;
use project::Project;
use reach::{Library, Search};
pub use repairs::Frontend;
use rust_hdl_systemverilog::SourceFile;
pub(crate) use tokens::Tokens;
use unit::Unit;
pub use words::{macro_definition, module_name, parameter_value};

/// The largest size of all files together, in bytes.
const MAXIMUM_SIZE: usize = 32 << 20;

/// What to read, as the user names it.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Sources, folders and Quartus projects.
    pub files: Vec<PathBuf>,
    /// Files that list further files, folders and macros.
    pub lists: Vec<PathBuf>,
    /// Folders of included files.
    pub includes: Vec<PathBuf>,
    /// Macros: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Values for parameters of the top module: `NAME=VALUE`.
    pub parameters: Vec<String>,
    /// The top module.
    pub top: Option<String>,
    /// The top module if none is named and a file declares it.
    pub preferred_top: Option<&'static str>,
    /// The modules that the top module of a submission contains. They tell it from others of its
    /// name, and from the top modules of other labs.
    pub parts: &'static [&'static str],
    /// Whether the preferred top module is that of a folder even if a project in it has another
    /// one, and projects name no files outside the folders that are named.
    pub is_submission: bool,
}

/// The files of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSet {
    /// All files, with names relative to a common folder.
    pub files: Vec<SourceFile>,
    /// The names of the files to read, in order.
    pub units: Vec<String>,
    /// The names of models of Intel's blocks, to be read after them.
    pub models: Vec<String>,
    /// Why memories in these models have no contents.
    pub missing_contents: Vec<String>,
    /// The include folders, relative to the same folder.
    pub includes: Vec<String>,
    pub defines: Vec<String>,
    pub parameters: Vec<String>,
    /// The top module. If it is not known, Yosys finds the one that no other contains.
    pub top: Option<String>,
    /// What a project assigns to the ports of the top module.
    pub assignments: Assignments,
    /// What the files of a project do not do as in Quartus.
    pub warnings: Vec<String>,
    /// The files that a project names and that do not exist.
    pub(super) missing_files: Vec<String>,
    /// The modules that the top module does not need.
    pub left_out: Vec<String>,
    /// Whether a port of the top module belongs to the board, as far as that is known.
    pub has_board_ports: bool,
    /// Whether parameters name files: the defaults of parameters may name files that do not exist.
    pub(super) has_named_by_parameters: bool,
    /// The name of each file, and how the user named it.
    given: BTreeMap<String, PathBuf>,
}

/// The top module and what it needs.
struct Needed {
    top: Option<String>,
    units: Vec<(Unit, String)>,
    left_out: Vec<String>,
    has_board_ports: bool,
    warnings: Vec<String>,
}

impl SourceSet {
    /// Checks that the top module has a port of the board, as far as it is known.
    ///
    /// # Errors
    ///
    /// [`ForeignError::NoBoardPorts`]
    pub fn check_board_ports(&self) -> Result<(), ForeignError> {
        match &self.top {
            Some(top) if !self.has_board_ports => {
                Err(ForeignError::NoBoardPorts { top: top.clone() })
            }
            _ => Ok(()),
        }
    }
}

impl Sources {
    /// Reads all files that the top module needs, and the files that they include or read.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for files that cannot be read, have unsuitable names or reach outside their
    /// folders, and if the top module is not declared.
    pub fn collect(&self) -> Result<SourceSet, ForeignError> {
        let mut all = self.clone();
        for list in &self.lists {
            all.add_list(list)?;
        }
        if all.files.is_empty() {
            return Err(ForeignError::NoSources);
        }
        let project = all.expand()?;
        // They and the top module become words of Yosys's script, which could do anything.
        all.defines.iter().try_for_each(|define| macro_definition(define).map(drop))?;
        all.parameters.iter().try_for_each(|value| parameter_value(value).map(drop))?;
        let includes = all.includes.iter().map(|folder| canonical(folder));
        let includes: Vec<PathBuf> = includes.collect::<Result<_, _>>()?;
        let needed = all.needed(&project, &includes)?;
        all.copies(project, needed, &includes)
    }

    /// Finds the top module and what it needs.
    fn needed(&self, project: &Project, includes: &[PathBuf]) -> Result<Needed, ForeignError> {
        let units = self.units()?;
        // It may be a file in the project's folder.
        let unread = project.revision.clone().filter(|_| units.is_empty());
        let library = Library {
            files: reach::library_files(&project.folders),
            includes: includes.to_owned(),
            roots: roots(units.iter(), includes, project),
            others: project.others.clone(),
        };
        let mut search = Search::new(units, &library);
        let preferred = project.revision.iter().map(String::as_str).chain(self.preferred_top);
        let preferred = preferred.filter(|name| search.declares(name)).map(str::to_owned).next();
        let (top, others) = match self.top.clone().or(preferred).or(unread) {
            Some(top) => (Some(top), vec![]),
            None => search.top()?,
        };
        top.iter().try_for_each(|top| module_name(top).map(drop))?;
        // Yosys sets parameters only of a top module that is named.
        if !self.parameters.is_empty() && top.is_none() {
            return Err(ForeignError::ParameterWithoutTop);
        }
        let assigned: Vec<&str> =
            project.assignments.pins.iter().map(|pin| pin.port.as_str()).collect();
        let is_found = top.as_ref().map_or(Ok(false), |top| search.reach(top));
        let is_found = is_found.map_err(|error| match error {
            ForeignError::NoTop { top, choice } => {
                ForeignError::NoTop { top, choice: choice + &first_lines(&project.missing) }
            }
            other => other,
        })?;
        let has_board_ports = top.as_ref().is_none_or(|top| search.is_on_board(top, &assigned));
        let choices = std::mem::take(&mut search.warnings);
        let (units, left_out) = if is_found { search.finish() } else { search.all() };
        let units = order::packages_first(units);
        let choice = top.iter().filter(|_| !others.is_empty()).map(|top| {
            let names = list(others.iter());
            format!("`{top}` is the top module, with most ports of the board; {} chooses another one: {names}", crate::remedies::TOP)
        });
        let warnings = choice.chain(choices).collect();
        Ok(Needed { top, units, left_out, has_board_ports, warnings })
    }

    /// Copies what is needed, and what that reads.
    fn copies(
        self,
        project: Project,
        needed: Needed,
        includes: &[PathBuf],
    ) -> Result<SourceSet, ForeignError> {
        let roots = roots(needed.units.iter().map(|(unit, _)| unit), includes, &project);
        let mut collector = Collector::new(roots, includes.to_owned());
        let (mut units, mut contents) = (vec![], ContentFiles::new());
        for (unit, text) in needed.units {
            collector.find_contents(&unit.path, &text, &unit.given, &mut contents);
            units.push(collector.add(&unit.path, &text, &unit.given)?);
        }
        let has_named_by_parameters = collector.add_named_by_parameters()?;
        let zeros = collector.initialise(&mut contents)?;
        collector.complete_modules();
        let relative = includes.iter().map(|folder| collector.relative(folder));
        let includes: Vec<String> = relative.collect::<Result<_, _>>()?;
        let includes = collector.without_spaces(includes)?;
        let models = intel::models(&collector.files, contents);
        Ok(SourceSet {
            files: [collector.files, models.files].concat(),
            units,
            models: models.units,
            missing_contents: models.missing,
            includes,
            defines: self.defines,
            parameters: self.parameters,
            top: needed.top,
            assignments: project.assignments,
            warnings: [needed.warnings, project.warnings, zeros, models.warnings].concat(),
            missing_files: project.missing,
            left_out: needed.left_out,
            has_board_ports: needed.has_board_ports,
            has_named_by_parameters,
            given: collector.given,
        })
    }

    /// Reads the files.
    fn units(&self) -> Result<Vec<Unit>, ForeignError> {
        let (mut units, mut size): (Vec<Unit>, usize) = (vec![], 0);
        let mut known = BTreeSet::new();
        for file in &self.files {
            let path = canonical(file)?;
            if !path.is_file() {
                return Err(ForeignError::NotAFile(file.clone()));
            }
            if let Some(kind) = file_kind(&path) {
                return Err(ForeignError::OtherKind { path: file.clone(), kind });
            }
            if !known.insert(path.clone()) {
                continue;
            }
            units.push(Unit::read(path, file.clone())?);
            size += units.last().map_or(0, |unit| unit.text.len());
            if size > MAXIMUM_SIZE {
                return Err(ForeignError::TooMuchText { limit: MAXIMUM_SIZE as u64 });
            }
        }
        Ok(units)
    }

    /// Adds what a file list names: a file, `+incdir+FOLDER`, `+define+NAME=VALUE` or `-f LIST` on
    /// each line, relative to the current folder.
    fn add_list(&mut self, list: &Path) -> Result<(), ForeignError> {
        let mut lists = vec![list.to_owned()];
        let mut next = 0;
        while let Some(list) = lists.get(next).cloned() {
            next += 1;
            let text = read_text(&list)?;
            for line in text.lines() {
                let line = line.split("//").next().unwrap_or_default().trim();
                if let Some(folders) = line.strip_prefix("+incdir+") {
                    self.includes.extend(folders.split('+').map(PathBuf::from));
                } else if let Some(defines) = line.strip_prefix("+define+") {
                    self.defines.extend(defines.split('+').map(str::to_owned));
                } else if let Some(other) =
                    line.strip_prefix("-f ").map(|other| other.trim().into())
                {
                    // A list that names itself is read once.
                    if !lists.contains(&other) {
                        lists.push(other);
                    }
                } else if !line.is_empty() && !line.starts_with('#') {
                    self.files.push(line.into());
                }
            }
        }
        Ok(())
    }
}

/// The folders whose files may be read: those of sources, of included files, and of a project.
fn roots<'u>(
    units: impl Iterator<Item = &'u Unit>,
    includes: &[PathBuf],
    project: &Project,
) -> Vec<PathBuf> {
    let folders = units.filter_map(|unit| unit.path.parent()).map(Path::to_owned);
    folders.chain(includes.iter().cloned()).chain(project.root.clone()).collect()
}

fn canonical(path: &Path) -> Result<PathBuf, ForeignError> {
    path.canonicalize().map_err(|source| unreadable(path, source))
}

/// Reads a text, if it is not too large. Bytes that are not UTF-8, such as those of old editors in
/// comments, are replaced, and so are the control characters that such bytes have become. The text
/// is without the byte order mark that editors of Windows put before it.
///
/// # Errors
///
/// [`ForeignError::Read`], [`ForeignError::NotAFile`], [`ForeignError::TooMuchText`]
pub fn read_text(path: &Path) -> Result<String, ForeignError> {
    let failed = |source| unreadable(path, source);
    let metadata = fs::metadata(path).map_err(failed)?;
    // Reading a device or a pipe may not end.
    if !metadata.is_file() {
        return Err(ForeignError::NotAFile(path.to_owned()));
    }
    if metadata.len() > MAXIMUM_SIZE as u64 {
        return Err(ForeignError::TooMuchText { limit: MAXIMUM_SIZE as u64 });
    }
    let bytes = fs::read(path).map_err(failed)?;
    let is_old = |character: char| matches!(character, '\u{80}'..='\u{9f}');
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).replace(is_old, "\u{fffd}"))
}

#[cfg(test)]
pub(crate) mod sample;
#[cfg(all(test, unix))]
mod tests;

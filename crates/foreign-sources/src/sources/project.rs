//! Quartus projects: `.qpf` and `.qsf` files, and the `.qip` and Tcl files that they name.
//!
//! The project of a submission is not trusted. It names only files below the folder that the user
//! has named, or below that of the project file that the user has named, or below an include
//! folder.

mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::folder::{self, extension, is_verilog};
use super::reach::library_files;
use super::tcl::{self, Command};
use super::{
    Assignments, ForeignError, PinAssignment, PullUp, canonical, macro_definition, parameter_value,
    read_text,
};
use de1_soc::device::DEVICE;

/// The part of the name of the device that does not depend on its package and speed.
const CHIP_LENGTH: usize = "5CSEMA5F31".len();

/// Options of a command that have no value.
const FLAGS: [&str; 5] = ["-disable", "-remove", "-fall", "-rise", "-no_forward_annotation"];

/// Assignments that name sources.
const SOURCES: [&str; 11] = [
    "VERILOG_FILE",
    "SYSTEMVERILOG_FILE",
    "SOURCE_FILE",
    "QIP_FILE",
    "VHDL_FILE",
    "BDF_FILE",
    "AHDL_FILE",
    "QSYS_FILE",
    "VQM_FILE",
    "EDIF_FILE",
    "QXP_FILE",
];

/// What a Quartus project says about its sources.
#[derive(Debug, Default)]
pub(super) struct Project {
    pub top: Option<String>,
    /// The name of its settings, which is that of the top module if no other is named.
    pub revision: Option<String>,
    /// The folder below which its files are.
    pub root: Option<PathBuf>,
    pub files: Vec<PathBuf>,
    /// The folder of the project and its search paths. They hold included files, and modules that
    /// no other file declares, each in a file of its name.
    pub folders: Vec<PathBuf>,
    pub defines: Vec<String>,
    pub parameters: Vec<String>,
    pub assignments: Assignments,
    /// Whether it names sources, even if they are missing.
    pub names_sources: bool,
    /// The modules that are not written in Verilog, in lower case, and their files.
    pub others: BTreeMap<String, PathBuf>,
    pub warnings: Vec<String>,
    /// The files that do not exist, with the places that name them.
    pub missing: Vec<String>,
}

impl Project {
    /// Reads a project in a folder that the user has named. If it `is_confined`, all of its files
    /// are below one of the `roots`.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for files that cannot be read or lie elsewhere.
    pub fn of(
        file: &Path,
        named: &Path,
        roots: &[PathBuf],
        is_confined: bool,
    ) -> Result<Project, ForeignError> {
        let settings = settings(file)?;
        let folder = folder_of(&settings);
        let mut reader = Reader {
            project: Project { folders: vec![folder.clone()], ..Project::default() },
            folder,
            named,
            roots,
            is_confined,
            device: None,
            read: BTreeSet::new(),
        };
        let is_inside =
            |path: PathBuf| !is_confined || roots.iter().any(|root| path.starts_with(root));
        if settings != file && !settings.is_file() {
            let (file, settings) = (file.display(), settings.display());
            let warning =
                format!("{file}: there is no `{settings}`: ports are connected by their names");
            reader.project.warnings.push(warning);
        } else if settings != file && !is_inside(canonical(&settings)?) {
            let (place, name) = (file.display().to_string(), settings.display().to_string());
            return Err(ForeignError::OutsideProject { place, name });
        } else {
            reader.script(&settings, &settings)?;
        }
        let Reader { mut project, device, .. } = reader;
        project.revision = settings.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        project.root = roots.first().cloned();
        if let Some(device) = device.filter(|device| is_other(device)) {
            project.assignments.pins.clear();
            project.warnings.push(format!(
                "{}: the device is {device}, not {DEVICE} as on the DE1-SoC: ports are connected by their names",
                settings.display()
            ));
        }
        if !project.names_sources {
            project.add_folder(named, &settings)?;
        }
        Ok(project)
    }

    /// Adds all sources in a folder of which the settings name none, unless there is a file of the
    /// name of the top module.
    fn add_folder(&mut self, folder: &Path, settings: &Path) -> Result<(), ForeignError> {
        if self.top.as_ref().is_some_and(|top| library_files(&self.folders).contains_key(top)) {
            return Ok(());
        }
        self.files = folder::sources(folder)?;
        // It may be that of another design, whose pins these are.
        self.revision = self.top.take().or(self.revision.take());
        self.warnings.push(format!(
            "{}: no sources are named: all in `{}` and below it are read",
            settings.display(),
            folder.display()
        ));
        Ok(())
    }
}

/// The `.qsf` file of a project: a `.qpf` file names its revisions.
fn settings(file: &Path) -> Result<PathBuf, ForeignError> {
    if extension(file) != "qpf" {
        return Ok(file.to_owned());
    }
    let text = read_text(file)?;
    let revisions = text.lines().filter_map(|line| line.trim().strip_prefix("PROJECT_REVISION"));
    let revisions = revisions.map(|rest| rest.trim_matches([' ', '\t', '=', '"']));
    // A name, not a path.
    let plain = revisions.filter(|name| !name.contains(['/', '\\']));
    let mut files =
        plain.map(|name| folder_of(file).join(format!("{name}.qsf"))).filter(|file| file.is_file());
    Ok(files.next().unwrap_or_else(|| file.with_extension("qsf")))
}

/// The names and values of the global assignments of a project.
fn assignments(file: &Path) -> Vec<(String, String)> {
    let text = settings(file).and_then(|settings| read_text(&settings)).unwrap_or_default();
    let commands = tcl::commands(&text, ".");
    let options = commands.iter().map(Options::of).filter(|options| !options.is_removed);
    let named = options.map(|one| {
        (one.named("-name").unwrap_or_default().to_uppercase(), one.value(0).to_owned())
    });
    named.collect()
}

/// Whether a project is not for another FPGA than that of the DE1-SoC.
pub(super) fn is_for_board(file: &Path) -> bool {
    !assignments(file).iter().any(|(name, value)| name == "DEVICE" && is_other(value))
}

/// Whether a project names sources.
pub(super) fn names_sources(file: &Path) -> bool {
    assignments(file).iter().any(|(name, _)| SOURCES.contains(&name.as_str()))
}

/// Whether a module is the top module of a project.
pub(super) fn has_top(file: &Path, top: &str) -> bool {
    let named = assignments(file).into_iter().find(|(name, _)| name == "TOP_LEVEL_ENTITY");
    let revision = || settings(file).ok()?.file_stem()?.to_str().map(str::to_owned);
    let named = named.map(|(_, value)| value.trim_start_matches('|').to_owned()).or_else(revision);
    named.is_some_and(|named| named == top)
}

/// Whether a device is another one than that of the board.
fn is_other(device: &str) -> bool {
    device != "AUTO" && !device.to_uppercase().starts_with(&DEVICE[..CHIP_LENGTH])
}

/// The folder of a file, as the user names it.
pub(super) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

struct Reader<'r> {
    project: Project,
    /// The folder to which names are relative.
    folder: PathBuf,
    /// The folder that the user has named, or that of the project.
    named: &'r Path,
    roots: &'r [PathBuf],
    /// Whether its files are below the roots.
    is_confined: bool,
    device: Option<String>,
    /// The scripts that are read.
    read: BTreeSet<PathBuf>,
}

impl Reader<'_> {
    /// Follows the commands of a file. `given` is its name for messages.
    fn script(&mut self, file: &Path, given: &Path) -> Result<(), ForeignError> {
        if !self.read.insert(canonical(file)?) {
            return Ok(());
        }
        // Names in a `.qip` file are relative to the project, but for those with its own folder.
        let folder = folder_of(file);
        let inner = folder.strip_prefix(&self.folder).unwrap_or(&folder).display().to_string();
        let inner = if inner.is_empty() { "." } else { &inner };
        for command in tcl::commands(&read_text(file)?, inner) {
            let place = format!("{}:{}", given.display(), command.line);
            let options = Options::of(&command);
            match command.words[0].as_str() {
                "set_global_assignment" => self.global(&options, &place)?,
                "set_location_assignment" => self.location(&options),
                "set_instance_assignment" => self.instance(&options),
                "set_parameter" => self.parameter(&options, &place),
                "source" => {
                    if let Some(file) = self.find_file(options.value(0), &place)? {
                        self.script(&file, &file)?;
                    }
                }
                command @ ("if" | "foreach" | "while" | "for" | "proc" | "set") => {
                    let warning = format!("{place}: `{command}` of Tcl is not followed");
                    self.project.warnings.push(warning);
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn global(&mut self, options: &Options, place: &str) -> Result<(), ForeignError> {
        let value = options.value(0);
        let name = options.named("-name").unwrap_or_default().to_uppercase();
        self.project.names_sources |= SOURCES.contains(&name.as_str()) && !options.is_removed;
        match name.as_str() {
            _ if options.is_removed || value.is_empty() => {}
            "TOP_LEVEL_ENTITY" => self.project.top = Some(value.trim_start_matches('|').into()),
            "DEVICE" => self.device = Some(value.into()),
            "VERILOG_FILE" | "SYSTEMVERILOG_FILE" => {
                let file = self.find_file(value, place)?;
                self.project.files.extend(file);
            }
            "SOURCE_FILE" if is_verilog(Path::new(value)) => {
                let file = self.find_file(value, place)?;
                self.project.files.extend(file);
            }
            "QIP_FILE" => {
                if let Some(file) = self.find_file(value, place)? {
                    self.script(&file, &file)?;
                }
            }
            "VHDL_FILE" | "BDF_FILE" | "AHDL_FILE" | "QSYS_FILE" | "VQM_FILE" | "EDIF_FILE"
            | "QXP_FILE" => {
                if let Some(file) = self.find_file(value, place)? {
                    let modules = other_modules(&file);
                    self.project.others.extend(modules.map(|name| (name, file.clone())));
                }
            }
            "SEARCH_PATH" => match self.find(value, place)? {
                Some(folder) => self.project.folders.push(folder),
                None => self.project.warnings.push(format!("{place}: there is no `{value}`")),
            },
            // Quartus writes `<None>` where there is no value.
            "VERILOG_MACRO" => match macro_definition(value.trim_end_matches("=<None>")) {
                Ok(define) => self.project.defines.push(define),
                Err(error) => self.project.warnings.push(format!("{place}: {error}")),
            },
            _ => {}
        }
        Ok(())
    }

    fn location(&mut self, options: &Options) {
        let (Some(port), false) = (options.named("-to"), options.is_removed) else { return };
        let pin = options.value(0).to_uppercase();
        let pin = if pin.starts_with("PIN_") { pin } else { format!("PIN_{pin}") };
        let indexed = port.strip_suffix(']').and_then(|port| port.rsplit_once('['));
        let indexed = indexed.and_then(|(name, index)| Some((name, index.parse().ok()?)));
        let (name, index) = indexed.map_or((port, None), |(name, index)| (name, Some(index)));
        self.project.assignments.pins.push(PinAssignment { port: name.into(), index, pin });
    }

    /// An assignment to a port. Only pull-ups have an effect on the board.
    fn instance(&mut self, options: &Options) {
        let name = options.named("-name").unwrap_or_default();
        let (Some(to), true) =
            (options.named("-to"), name.eq_ignore_ascii_case("WEAK_PULL_UP_RESISTOR"))
        else {
            return;
        };
        let is_on = options.value(0).eq_ignore_ascii_case("ON") && !options.is_removed;
        self.project.assignments.pull_ups.push(PullUp { to: to.into(), is_on });
    }

    /// A parameter of the top module.
    fn parameter(&mut self, options: &Options, place: &str) {
        let is_inner = options.named("-to").is_some() || options.named("-entity").is_some();
        let (Some(name), false) = (options.named("-name"), is_inner || options.is_removed) else {
            return;
        };
        let text = format!("{name}={}", options.value(0));
        match parameter_value(&text) {
            Ok(parameter) => self.project.parameters.push(parameter),
            Err(_) => self.project.warnings.push(format!(
                "{place}: the parameter `{name}` is left out: only numbers are supported"
            )),
        }
    }
}

/// The words of a command.
struct Options<'c> {
    named: Vec<(&'c str, &'c str)>,
    values: Vec<&'c str>,
    /// Whether the command does not count.
    is_removed: bool,
}

impl<'c> Options<'c> {
    fn of(command: &'c Command) -> Options<'c> {
        let mut options = Options { named: vec![], values: vec![], is_removed: false };
        let mut words = command.words[1..].iter().map(String::as_str);
        while let Some(word) = words.next() {
            let is_option = word.starts_with('-') && !word[1..].starts_with(char::is_numeric);
            match word {
                flag if FLAGS.contains(&flag) => {
                    options.is_removed |= flag == "-disable" || flag == "-remove";
                }
                option if is_option => {
                    options.named.push((option, words.next().unwrap_or_default()));
                }
                value => options.values.push(value),
            }
        }
        options
    }

    fn named(&self, name: &str) -> Option<&'c str> {
        self.named.iter().find(|option| option.0 == name).map(|option| option.1)
    }

    fn value(&self, index: usize) -> &'c str {
        self.values.get(index).copied().unwrap_or_default()
    }
}

/// The modules of a file in another language: the entities of VHDL, or else the name of the file.
fn other_modules(file: &Path) -> impl Iterator<Item = String> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_vhdl = ["vhd", "vhdl"].contains(&extension(file).as_str());
    let text = if is_vhdl { read_text(file).unwrap_or_default() } else { String::new() };
    let text = text.to_lowercase();
    let code = text.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words: Vec<String> =
        code.flat_map(str::split_whitespace).map(ToString::to_string).collect();
    let entities = words.windows(3).filter(|words| words[0] == "entity" && words[2] == "is");
    let entities: Vec<String> = entities.map(|words| words[1].clone()).collect();
    entities.into_iter().chain((!is_vhdl).then_some(stem))
}

#[cfg(all(test, unix))]
mod tests;

//! The files of a foreign design, as copies that Yosys may read.
//!
//! Sources are not trusted. Yosys gets copies in a folder of its own, at the same places relative
//! to each other. What they include or read has to be named as a plain string and to lie below the
//! folder of a source or an include folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::ForeignError;
use super::includes::{self, Directive};
use rust_hdl_systemverilog::SourceFile;

/// The folder of the copies. Yosys looks for included files in its working folder first, which has
/// nothing else.
const FOLDER: &str = "sources";

/// The largest size of all files together, in bytes.
const MAXIMUM_SIZE: u64 = 32 << 20;

/// What to read, as the user names it.
#[derive(Clone, Debug, Default)]
pub struct Sources {
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
}

/// The files of a design.
#[derive(Clone, Debug)]
pub struct SourceSet {
    /// All files, with names relative to a common folder.
    pub files: Vec<SourceFile>,
    /// The names of the files to read, in order.
    pub units: Vec<String>,
    /// The include folders, relative to the same folder.
    pub includes: Vec<String>,
    pub defines: Vec<String>,
    pub parameters: Vec<String>,
    /// The top module. If it is not known, Yosys finds the one that no other contains.
    pub top: Option<String>,
    /// The name of each file, and how the user named it.
    given: Vec<(String, PathBuf)>,
}

impl Sources {
    /// Reads all files, and the files that they include or read.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for files that cannot be read, have unsuitable names or reach outside their
    /// folders.
    pub fn collect(&self) -> Result<SourceSet, ForeignError> {
        let mut all = self.clone();
        for list in &self.lists {
            all.add_list(list)?;
        }
        if all.files.is_empty() {
            return Err(ForeignError::NoSources);
        }
        // They become words of Yosys's script, which could do anything.
        all.top.iter().try_for_each(|top| module_name(top).map(drop))?;
        all.defines.iter().try_for_each(|define| macro_definition(define).map(drop))?;
        all.parameters.iter().try_for_each(|value| parameter_value(value).map(drop))?;
        let mut units: Vec<(PathBuf, &PathBuf)> = Vec::new();
        for file in &all.files {
            let path = canonical(file)?;
            if !path.is_file() {
                return Err(ForeignError::NotAFile(file.clone()));
            }
            if units.iter().all(|(known, _)| *known != path) {
                units.push((path, file));
            }
        }
        let includes = all.includes.iter().map(|folder| canonical(folder));
        let includes: Vec<PathBuf> = includes.collect::<Result<_, _>>()?;
        let folders = units.iter().filter_map(|(path, _)| path.parent().map(Path::to_owned));
        let roots: Vec<PathBuf> = folders.chain(includes.iter().cloned()).collect();
        let mut collector = Collector {
            base: common_folder(&roots),
            roots,
            includes: includes.clone(),
            files: vec![],
            given: vec![],
            paths: vec![],
            size: 0,
        };
        let mut set = SourceSet {
            files: vec![],
            units: vec![],
            includes: vec![],
            defines: all.defines,
            parameters: all.parameters,
            top: None,
            given: vec![],
        };
        for (path, given) in units {
            set.units.push(collector.add(&path, true, given)?);
        }
        let relative = includes.iter().map(|folder| collector.relative(folder));
        set.includes = relative.collect::<Result<_, _>>()?;
        (set.files, set.given) = (collector.files, collector.given);
        let is_declared =
            |name: &&str| set.files.iter().any(|file| includes::declares_module(&file.text, name));
        set.top = all.top.or(all.preferred_top.filter(is_declared).map(str::to_owned));
        // Yosys sets parameters only of a top module that is named.
        if !set.parameters.is_empty() && set.top.is_none() {
            return Err(ForeignError::ParameterWithoutTop);
        }
        Ok(set)
    }

    /// Adds what a file list names: a file, `+incdir+FOLDER`, `+define+NAME=VALUE` or `-f LIST` on
    /// each line, relative to the current folder.
    fn add_list(&mut self, list: &Path) -> Result<(), ForeignError> {
        let mut lists = vec![list.to_owned()];
        let mut next = 0;
        while let Some(list) = lists.get(next).cloned() {
            next += 1;
            let text = read(&list)?;
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

impl SourceSet {
    /// Replaces names of copies in a message of Yosys with the names that the user gave.
    pub fn with_given_names(&self, message: &str) -> String {
        self.given.iter().fold(message.to_string(), |message, (name, given)| {
            message.replace(&format!("{name}:"), &format!("{}:", given.display()))
        })
    }
}

/// Copies files and what they read.
struct Collector {
    /// The folder that contains all others.
    base: PathBuf,
    /// The folders whose files may be read.
    roots: Vec<PathBuf>,
    includes: Vec<PathBuf>,
    files: Vec<SourceFile>,
    /// The name of each file, and how the user named it.
    given: Vec<(String, PathBuf)>,
    paths: Vec<PathBuf>,
    size: u64,
}

impl Collector {
    /// Adds a file, and if it `is_source` what it reads. Returns the name of the copy. `given` is
    /// its name for messages.
    fn add(&mut self, path: &Path, is_source: bool, given: &Path) -> Result<String, ForeignError> {
        let name = self.relative(path)?;
        if self.paths.iter().any(|known| known == path) {
            return Ok(name);
        }
        let length = fs::metadata(path).map_or(0, |metadata| metadata.len());
        self.size += length;
        if self.size > MAXIMUM_SIZE {
            return Err(ForeignError::TooMuchText { limit: MAXIMUM_SIZE });
        }
        let mut text = read(path)?;
        self.paths.push(path.to_owned());
        if is_source {
            let (copy, directives) = includes::copy(&text, &given.display().to_string())?;
            text = copy;
            for directive in directives {
                let found = self.find(path, &directive)?;
                // As the user would name it: beside the file that reads it.
                let beside = given.with_file_name(&directive.file);
                let is_beside = beside.canonicalize().is_ok_and(|path| path == found);
                let given = if is_beside { &beside } else { &found };
                self.add(&found, directive.is_source, given)?;
            }
        }
        self.given.push((name.clone(), given.to_owned()));
        self.files.push(SourceFile { name: name.clone(), text });
        Ok(name)
    }

    fn find(&self, reader: &Path, directive: &Directive) -> Result<PathBuf, ForeignError> {
        let folders = reader.parent().into_iter().chain(self.includes.iter().map(PathBuf::as_path));
        let mut found =
            folders.filter_map(|folder| folder.join(&directive.file).canonicalize().ok());
        let (place, name) = (directive.place.clone(), directive.file.clone());
        match found.find(|path| path.is_file()) {
            None => Err(ForeignError::Missing { place, name }),
            Some(path) if self.roots.iter().any(|root| path.starts_with(root)) => Ok(path),
            Some(_) => Err(ForeignError::Outside { place, name }),
        }
    }

    /// The name of the copy of a file or folder, as a word of Yosys's scripts.
    fn relative(&self, path: &Path) -> Result<String, ForeignError> {
        let unusable = || ForeignError::Name(path.to_owned());
        let inside = path.strip_prefix(&self.base).map_err(|_| unusable())?;
        let parts = inside.iter().map(|part| part.to_str().ok_or_else(unusable));
        let parts: Vec<&str> = parts.collect::<Result<_, _>>()?;
        let name = [&[FOLDER], parts.as_slice()].concat().join("/");
        let is_usable =
            |character: char| character.is_alphanumeric() || "-_./+ ".contains(character);
        match name.chars().all(is_usable) {
            true => Ok(name),
            false => Err(unusable()),
        }
    }
}

/// Checks the name of a module.
///
/// # Errors
///
/// [`ForeignError::ModuleName`]
pub fn module_name(text: &str) -> Result<String, ForeignError> {
    let is_name = |character: char| character.is_ascii_alphanumeric() || "_$".contains(character);
    let is_valid =
        text.chars().all(is_name) && text.starts_with(|first: char| !first.is_ascii_digit());
    if is_valid { Ok(text.into()) } else { Err(ForeignError::ModuleName(text.into())) }
}

/// Checks a macro: `NAME` or `NAME=VALUE`.
///
/// # Errors
///
/// [`ForeignError::Definition`]
pub fn macro_definition(text: &str) -> Result<String, ForeignError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let is_value =
        |character: char| character.is_ascii_alphanumeric() || "_'.+-*".contains(character);
    match module_name(name) {
        Ok(_) if value.chars().all(is_value) => Ok(text.into()),
        _ => Err(ForeignError::Definition(text.into())),
    }
}

/// Checks a value of a parameter: `NAME=VALUE`, where the value is a number such as `1000` or
/// `8'hfb`.
///
/// # Errors
///
/// [`ForeignError::Parameter`]
pub fn parameter_value(text: &str) -> Result<String, ForeignError> {
    let is_digits = |digits: &str, extra: &str| {
        let is_digit = |digit: char| digit.is_ascii_digit() || extra.contains(digit);
        !digits.is_empty() && digits.chars().all(is_digit)
    };
    let is_number = |value: &str| match value.split_once('\'') {
        None => is_digits(value, "_"),
        Some((width, value)) => {
            let value = value.trim_start_matches(['s', 'S']);
            let is_base = value.starts_with(['b', 'o', 'd', 'h', 'B', 'O', 'D', 'H']);
            is_digits(width, "") && is_base && is_digits(&value[1..], "abcdefABCDEF_")
        }
    };
    match text.split_once('=') {
        Some((name, value)) if module_name(name).is_ok() && is_number(value) => Ok(text.into()),
        _ => Err(ForeignError::Parameter(text.into())),
    }
}

/// The deepest folder that contains all of these.
fn common_folder(folders: &[PathBuf]) -> PathBuf {
    let mut common = folders.first().cloned().unwrap_or_default();
    while !folders.iter().all(|folder| folder.starts_with(&common)) && common.pop() {}
    common
}

fn canonical(path: &Path) -> Result<PathBuf, ForeignError> {
    path.canonicalize().map_err(|source| ForeignError::Read { path: path.to_owned(), source })
}

/// Reads a text. Bytes that are not UTF-8, such as those of old editors in comments, are replaced.
fn read(path: &Path) -> Result<String, ForeignError> {
    let bytes = fs::read(path);
    let bytes = bytes.map_err(|source| ForeignError::Read { path: path.to_owned(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(all(test, unix))]
mod tests;

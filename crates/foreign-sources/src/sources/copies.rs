//! Copies of files, at the same places relative to each other, and of what they read.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::comments::read_source;
use super::initial::take_ignored_values;
use super::initialised::initialised;
use super::instances::name_instances;
use super::numbers::without_leading_underscores;
use super::pulls::with_models;
use super::released::with_one_condition;
use super::{ForeignError, MAXIMUM_SIZE, read_text};
use crate::includes::{self, Directive};
use crate::intel::ContentFiles;
use crate::memory_file;
use rust_hdl_systemverilog::SourceFile;

/// The folder of the copies. Yosys looks for included files in its working folder first, which has
/// nothing else.
pub(crate) const FOLDER: &str = "sources";

/// Copies files and what they read.
pub(super) struct Collector {
    /// The folder that contains all others.
    base: PathBuf,
    /// The folders whose files may be read.
    roots: Vec<PathBuf>,
    includes: Vec<PathBuf>,
    /// The copies.
    pub files: Vec<SourceFile>,
    /// The name of each copy, and how the user named the file.
    pub given: BTreeMap<String, PathBuf>,
    paths: BTreeSet<PathBuf>,
    /// The sources in which a parameter names a file, and where.
    parameters: Vec<(PathBuf, String)>,
    size: usize,
}

impl Collector {
    /// A collector without files. The folders are those of sources and of included files.
    pub fn new(mut roots: Vec<PathBuf>, includes: Vec<PathBuf>) -> Collector {
        let mut known = BTreeSet::new();
        roots.retain(|root| known.insert(root.clone()));
        let (files, parameters) = (vec![], vec![]);
        let (base, given, paths) = (common_folder(&roots), BTreeMap::new(), BTreeSet::new());
        Collector { base, roots, includes, files, given, paths, parameters, size: 0 }
    }

    /// Adds the text of a source, and what it reads. Returns the name of the copy. `given` is its
    /// name for messages.
    pub fn add(&mut self, path: &Path, text: &str, given: &Path) -> Result<String, ForeignError> {
        let name = self.relative(path)?;
        if !self.paths.insert(path.to_owned()) {
            return Ok(name);
        }
        let copy = includes::copy(text, &given.display().to_string())?;
        self.parameters.extend(copy.parameter.map(|place| (path.to_owned(), place)));
        for directive in copy.directives {
            let found = self.find(path, &directive, &[])?;
            if !directive.is_source {
                self.add_data(path, &found, &directive.file)?;
                continue;
            }
            // As the user would name it: beside the file that reads it.
            let beside = given.with_file_name(&directive.file);
            let is_beside = beside.canonicalize().is_ok_and(|path| path == found);
            self.add(&found, &read_source(&found)?, if is_beside { &beside } else { &found })?;
        }
        self.given.insert(name.clone(), given.to_owned());
        let text = with_one_condition(&copy.text);
        let text = with_models(&without_leading_underscores(&text));
        self.push(SourceFile { name: name.clone(), text })?;
        Ok(name)
    }

    /// Adds the files whose names parameters may have: those that the strings of all sources name.
    /// Returns whether a parameter names a file.
    ///
    /// # Errors
    ///
    /// [`ForeignError::MacroWithArguments`]: a macro could replace the parameter.
    pub fn add_named_by_parameters(&mut self) -> Result<bool, ForeignError> {
        let readers = std::mem::take(&mut self.parameters);
        let Some((_, reader)) = readers.first() else { return Ok(false) };
        let mut names = BTreeSet::new();
        for file in &self.files {
            let Some(given) = self.given.get(&file.name) else { continue };
            if let Some(line) = includes::macro_with_arguments(&file.text) {
                let place = format!("{}:{}", given.display(), line + 1);
                return Err(ForeignError::MacroWithArguments { place, reader: reader.clone() });
            }
            names.extend(includes::strings(&file.text).map(|(string, _)| string.to_owned()));
        }
        // Those of a folder read the same files.
        let mut folders = BTreeSet::new();
        for (reader, place) in readers.iter().filter(|(path, _)| folders.insert(path.parent())) {
            for file in &names {
                if !self.is_below_base(reader, file) {
                    continue;
                }
                let directive =
                    Directive { file: file.clone(), place: place.clone(), is_source: false };
                let Ok(found) = self.find(reader, &directive, &[]) else { continue };
                let beside = reader.with_file_name(file.clone() + includes::SUFFIX);
                let Ok(name) = self.relative(&beside) else { continue };
                if self.files.iter().all(|file| file.name != name) {
                    self.push(SourceFile { name, text: read_text(&found)? })?;
                }
            }
        }
        Ok(true)
    }

    /// Gives the memories with the attribute `ram_init_file` their contents. Returns a warning for
    /// each file that does not exist: as in Quartus, the memory has zeros.
    ///
    /// # Errors
    ///
    /// [`ForeignError::Read`], [`ForeignError::Contents`] and others of a file that cannot be read.
    pub fn initialise(&mut self, contents: &mut ContentFiles) -> Result<Vec<String>, ForeignError> {
        let (mut warnings, mut copies) = (BTreeSet::new(), BTreeMap::new());
        for file in self.files.iter_mut().filter(|file| self.given.contains_key(&file.name)) {
            let text = file.text.clone();
            // From the end, so that the places before stay where they are.
            for memory in initialised(&text).iter().rev() {
                let path = match contents.get(memory.file) {
                    Some(Ok(path)) => path.clone(),
                    Some(Err(ForeignError::Missing { place, name })) => {
                        warnings.insert(memory_file::missing(place, name));
                        continue;
                    }
                    _ => match contents.remove(memory.file) {
                        Some(Err(error)) => return Err(error),
                        _ => continue,
                    },
                };
                let number = copies.len();
                let copy = match copies.entry(path) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => {
                        let path = new.key().clone();
                        let words = memory_file::for_readmemh(memory.file, path)?;
                        let text = words.map_or_else(|| read_text(new.key()), Ok)?;
                        new.insert(SourceFile { name: format!("contents/{number}.hex"), text })
                    }
                };
                let task = format!(" initial $readmemh(\"{}\", {});", copy.name, memory.memory);
                file.text.insert_str(memory.end, &task);
            }
        }
        copies.into_values().try_for_each(|copy| self.push(copy))?;
        Ok(warnings.into_iter().collect())
    }

    /// Gives names to the instances that have none, and takes off values that do not count: what
    /// depends on the modules of all files.
    pub fn complete_modules(&mut self) {
        let copies = self.files.iter_mut().filter(|file| self.given.contains_key(&file.name));
        let mut texts: Vec<&mut String> = copies.map(|file| &mut file.text).collect();
        name_instances(&mut texts);
        take_ignored_values(&mut texts);
    }

    /// Gives the files of include folders whose names have spaces second copies in folders without:
    /// `-I` of Yosys takes no such name. Returns the names of the folders.
    pub fn without_spaces(&mut self, folders: Vec<String>) -> Result<Vec<String>, ForeignError> {
        let mut names = vec![];
        for (number, folder) in folders.into_iter().enumerate() {
            if !folder.contains(' ') {
                names.push(folder);
                continue;
            }
            let name = format!("{FOLDER}/include-{number}");
            for file in self.files.clone() {
                let Some(rest) = file.name.strip_prefix(&format!("{folder}/")) else { continue };
                let copy = format!("{name}/{rest}");
                if let Some(given) = self.given.get(&file.name).cloned() {
                    self.given.insert(copy.clone(), given);
                }
                self.push(SourceFile { name: copy, text: file.text })?;
            }
            names.push(name);
        }
        Ok(names)
    }

    /// Whether a name relative to the folder of a source stays below the folder of all copies.
    fn is_below_base(&self, reader: &Path, file: &str) -> bool {
        let inside = reader.strip_prefix(&self.base).unwrap_or(reader);
        let mut depth = inside.components().count();
        !file.is_empty()
            && Path::new(file).components().all(|one| {
                // The name of the source itself counts, too: below the base, the depth is 1.
                depth = match one {
                    Component::Normal(_) => depth + 1,
                    Component::CurDir => depth,
                    Component::ParentDir => depth - 1,
                    _ => 0,
                };
                depth > 0
            })
    }

    /// Adds a file that a source reads as data. Yosys looks for it beside the source only, so there
    /// it has a copy.
    fn add_data(&mut self, reader: &Path, found: &Path, given: &str) -> Result<(), ForeignError> {
        let beside = reader.with_file_name(given);
        let is_there = beside.canonicalize().is_ok_and(|beside| beside == *found);
        let is_below = Path::new(given).components().all(|one| matches!(one, Component::Normal(_)));
        let name = self.relative(if is_there || !is_below { found } else { &beside })?;
        match self.files.iter().any(|file| file.name == name) {
            true => Ok(()),
            false => self.push(SourceFile { name, text: read_text(found)? }),
        }
    }

    fn push(&mut self, file: SourceFile) -> Result<(), ForeignError> {
        self.size += file.text.len();
        self.files.push(file);
        match self.size > MAXIMUM_SIZE {
            true => Err(ForeignError::TooMuchText { limit: MAXIMUM_SIZE as u64 }),
            false => Ok(()),
        }
    }

    /// Finds a file beside its reader, in an include folder or in one of the others.
    fn find(
        &self,
        reader: &Path,
        directive: &Directive,
        others: &[PathBuf],
    ) -> Result<PathBuf, ForeignError> {
        let folders = self.includes.iter().chain(others);
        let (place, name) = (directive.place.clone(), directive.file.clone());
        match found(reader, folders, &directive.file).next() {
            None => Err(ForeignError::Missing { place, name }),
            Some(path) if self.roots.iter().any(|root| path.starts_with(root)) => Ok(path),
            Some(_) => Err(ForeignError::Outside { place, name }),
        }
    }

    /// Finds the files with contents of memories that a source names. Quartus looks for them in the
    /// project's folder, too. `given` is the source's name for messages.
    pub fn find_contents(&self, reader: &Path, text: &str, given: &Path, found: &mut ContentFiles) {
        let names = includes::strings(text).filter(|(name, _)| memory_file::is_name(name));
        let memories = initialised(text);
        let attributes = memories.iter().map(|memory| (memory.file, memory.line(text)));
        for (name, line) in names.chain(attributes) {
            let (name, place) = (name.to_owned(), format!("{}:{line}", given.display()));
            let file = Directive { file: name.clone(), place: place.clone(), is_source: false };
            let mut path = self.find(reader, &file, &self.roots);
            // A path that was right in another folder: Quartus has found it from there.
            let plain = name.replace('\\', "/");
            for (end, _) in plain.match_indices('/') {
                if matches!(path, Err(ForeignError::Missing { .. })) {
                    let end = plain[end + 1..].to_owned();
                    let found =
                        self.find(reader, &Directive { file: end, ..file.clone() }, &self.roots);
                    path = found.or(path);
                }
            }
            match (found.get(&name), &path) {
                (Some(Ok(known)), Ok(path)) if known == path => {}
                (Some(Ok(_)), Ok(_)) => {
                    let error = ForeignError::AmbiguousContents { place, name: name.clone() };
                    found.insert(name, Err(error));
                }
                (None, _) | (Some(Err(ForeignError::Missing { .. })), Ok(_)) => {
                    found.insert(name, path);
                }
                _ => {}
            }
        }
    }

    /// The name of the copy of a file or folder, as a word of Yosys's scripts.
    pub fn relative(&self, path: &Path) -> Result<String, ForeignError> {
        let unusable = || ForeignError::Name(path.to_owned());
        let inside = path.strip_prefix(&self.base).map_err(|_| unusable())?;
        let parts = inside.iter().map(|part| part.to_str().ok_or_else(unusable));
        let parts: Vec<&str> = parts.collect::<Result<_, _>>()?;
        let name = [&[FOLDER], parts.as_slice()].concat().join("/");
        let is_usable =
            |character: char| character.is_alphanumeric() || "-_./+()&@= ".contains(character);
        match name.chars().all(is_usable) {
            true => Ok(name),
            false => Err(unusable()),
        }
    }
}

/// The files of a name, first beside the file that reads it, then in these folders.
pub(super) fn found<'f>(
    reader: &'f Path,
    folders: impl Iterator<Item = &'f PathBuf>,
    name: &str,
) -> impl Iterator<Item = PathBuf> {
    let folders = reader.parent().into_iter().chain(folders.map(PathBuf::as_path));
    let paths = folders.filter_map(move |folder| folder.join(name).canonicalize().ok());
    paths.filter(|path| path.is_file())
}

/// The deepest folder that contains all of these.
fn common_folder(folders: &[PathBuf]) -> PathBuf {
    let mut common = folders.first().cloned().unwrap_or_default();
    while !folders.iter().all(|folder| folder.starts_with(&common)) && common.pop() {}
    common
}

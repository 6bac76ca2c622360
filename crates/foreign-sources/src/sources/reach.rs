//! Leaves out what the top module does not reach.
//!
//! Testbenches, second copies and unfinished files do not have to be read. In doubt, something is
//! kept: a name counts wherever it could be that of an instance.

mod choice;
mod top;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::comments::read_source;
use super::copies::found;
use super::modules::{Item, Scan, Words};
use super::unit::Unit;
use super::{ForeignError, canonical};
use crate::error::list;

/// What else may hold modules.
#[derive(Debug, Default)]
pub(super) struct Library {
    /// Files with the names of their modules.
    pub files: BTreeMap<String, PathBuf>,
    /// The folders of included files.
    pub includes: Vec<PathBuf>,
    /// The folders whose files may be read.
    pub roots: Vec<PathBuf>,
    /// Modules in other languages, in lower case.
    pub others: BTreeMap<String, PathBuf>,
}

/// An item of a unit, both by their numbers.
type Place = (usize, usize);

/// Finds what a top module reaches.
pub(super) struct Search<'l> {
    units: Vec<Unit>,
    paths: BTreeSet<PathBuf>,
    /// For each unit, what it includes, as far as that is found.
    texts: Vec<Rc<[PathBuf]>>,
    /// All included files that can be read.
    scans: BTreeMap<PathBuf, Rc<Scan>>,
    /// The number of units that the user or the project names.
    named: usize,
    library: &'l Library,
    declared: BTreeMap<String, Vec<Place>>,
    /// The declared names that are followed, each with what refers to it, and whether as a module.
    followed: BTreeSet<(String, usize, bool)>,
    reached: BTreeSet<Place>,
    /// The reached items whose words do not count yet.
    waiting: Vec<Place>,
    kept: BTreeSet<usize>,
    /// The units to keep that are not kept yet, and those that define each macro.
    needed: BTreeSet<usize>,
    definers: BTreeMap<String, Vec<usize>>,
    /// What the kept units include: files, their modules, and macros.
    included: BTreeSet<PathBuf>,
    provided: BTreeSet<String>,
    macros: BTreeSet<String>,
    /// Which of several modules of a name was chosen.
    pub warnings: BTreeSet<String>,
}

impl<'l> Search<'l> {
    pub fn new(units: Vec<Unit>, library: &'l Library) -> Search<'l> {
        let mut search = Search {
            units: vec![],
            paths: BTreeSet::new(),
            texts: vec![],
            scans: BTreeMap::new(),
            named: units.len(),
            library,
            declared: BTreeMap::new(),
            followed: BTreeSet::new(),
            reached: BTreeSet::new(),
            waiting: vec![],
            kept: BTreeSet::new(),
            needed: BTreeSet::new(),
            definers: BTreeMap::new(),
            included: BTreeSet::new(),
            provided: BTreeSet::new(),
            macros: BTreeSet::new(),
            warnings: BTreeSet::new(),
        };
        units.into_iter().for_each(|unit| search.add(unit));
        search
    }

    fn add(&mut self, unit: Unit) {
        for (number, item) in unit.scan.items.iter().enumerate() {
            for name in &item.names {
                self.declared.entry(name.clone()).or_default().push((self.units.len(), number));
            }
        }
        let number = self.units.len();
        let defines_needed = !unit.scan.defines.is_disjoint(&self.macros);
        if defines_needed || unit.scan.has_code && number < self.named {
            self.needed.insert(number);
        }
        for name in &unit.scan.defines {
            self.definers.entry(name.clone()).or_default().push(number);
        }
        let texts = self.texts_in(&unit).into();
        self.texts.push(texts);
        self.paths.insert(unit.path.clone());
        self.units.push(unit);
    }

    fn modules(&self) -> impl Iterator<Item = &Item> {
        let items = self.units.iter().flat_map(|unit| &unit.scan.items);
        items.filter(|item| item.is_module)
    }

    /// Whether a file declares a module.
    pub fn declares(&self, name: &str) -> bool {
        let included = self.scans.values().flat_map(|scan| &scan.items);
        let mut items = self.modules().chain(included);
        items.any(|item| item.names.iter().any(|other| other == name))
    }

    /// Finds all that a module needs. Returns false if only an included file declares it.
    ///
    /// # Errors
    ///
    /// [`ForeignError::NoTop`], [`ForeignError::DeclaredTwice`], [`ForeignError::OtherLanguage`],
    /// and for files that cannot be read.
    pub fn reach(&mut self, top: &str) -> Result<bool, ForeignError> {
        if !self.refer(top, None, true)? {
            if self.declares(top) {
                return Ok(false);
            }
            let names = self.modules().flat_map(|item| &item.names).collect::<BTreeSet<_>>();
            let choice = match names.is_empty() {
                true => String::new(),
                false => format!(
                    "; choose one with {}: {}",
                    crate::remedies::TOP,
                    list(names.into_iter())
                ),
            };
            return Err(ForeignError::NoTop { top: top.into(), choice });
        }
        loop {
            while let Some((unit, item)) = self.waiting.pop() {
                let words = std::mem::take(&mut self.units[unit].scan.items[item].words);
                self.keep(unit)?;
                self.follow(&words, unit)?;
            }
            match self.needed.pop_first() {
                Some(unit) => self.keep(unit)?,
                None => return Ok(true),
            }
        }
    }

    /// Follows what is outside the items of a unit, and in the files that it includes.
    fn keep(&mut self, unit: usize) -> Result<(), ForeignError> {
        if !self.kept.insert(unit) {
            return Ok(());
        }
        let outside = std::mem::take(&mut self.units[unit].scan.outside);
        let texts = Rc::clone(&self.texts[unit]);
        for path in texts.iter() {
            self.included.insert(path.clone());
            let items = self.scans[path].items.iter();
            self.provided.extend(items.flat_map(|item| item.names.clone()));
        }
        self.follow(&outside, unit)?;
        for path in texts.iter() {
            let scan = Rc::clone(&self.scans[path]);
            self.follow(&scan.outside, unit)?;
            scan.items.iter().try_for_each(|item| self.follow(&item.words, unit))?;
        }
        Ok(())
    }

    /// Reads the texts that a unit includes, as far as they are found.
    fn texts_in(&mut self, unit: &Unit) -> Vec<PathBuf> {
        let (mut texts, mut known) = (Vec::new(), BTreeSet::new());
        let mut names: Vec<(PathBuf, String)> =
            unit.scan.includes.iter().map(|name| (unit.path.clone(), name.clone())).collect();
        while let Some((reader, name)) = names.pop() {
            let is_allowed =
                |path: &PathBuf| self.library.roots.iter().any(|root| path.starts_with(root));
            let mut found = found(&reader, self.library.includes.iter(), &name);
            let Some(path) = found.find(is_allowed) else { continue };
            if !known.insert(path.clone()) {
                continue;
            }
            if !self.scans.contains_key(&path) {
                // What cannot be read is an error later, when it is copied.
                let Ok(text) = read_source(&path) else { continue };
                self.scans.insert(path.clone(), Rc::new(Scan::of(&text)));
            }
            let includes = self.scans[&path].includes.iter();
            names.extend(includes.map(|name| (path.clone(), name.clone())));
            texts.push(path);
        }
        texts
    }

    fn follow(&mut self, words: &Words, from: usize) -> Result<(), ForeignError> {
        for name in &words.macros {
            if !self.defines(from, name) && self.macros.insert(name.clone()) {
                let definers = self.definers.get(name).into_iter().flatten().copied();
                let definers: Vec<usize> = definers.collect();
                // A definition inside of a module is meant for its own file.
                let is_outer =
                    |unit: &usize| self.units[*unit].scan.outer_defines.contains(name.as_str());
                let is_any_outer = definers.iter().any(is_outer);
                self.needed.extend(definers.iter().filter(|unit| !is_any_outer || is_outer(unit)));
            }
        }
        for name in &words.all {
            self.refer(name, Some(from), words.modules.contains(name))?;
        }
        Ok(())
    }

    /// Whether a unit or what it includes defines a macro.
    fn defines(&self, unit: usize, name: &str) -> bool {
        let included = self.texts[unit].iter().map(|path| &self.scans[path].defines);
        let mut all = [&self.units[unit].scan.defines].into_iter().chain(included);
        all.any(|defines| defines.contains(name))
    }

    /// Reaches what has this name, if anything has.
    fn refer(
        &mut self,
        name: &str,
        from: Option<usize>,
        is_module: bool,
    ) -> Result<bool, ForeignError> {
        if self.provided.contains(name) {
            return Ok(true);
        }
        if is_module && !self.declared.contains_key(name) {
            if let Some(file) = self.library.others.get(&name.to_lowercase()) {
                return Err(ForeignError::OtherLanguage {
                    module: name.into(),
                    file: file.clone(),
                });
            }
            if let Some(file) = self.library.files.get(name) {
                let path = canonical(file)?;
                if !self.paths.contains(&path) {
                    self.add(Unit::read(path, file.clone())?);
                }
            }
        }
        if !self.declared.contains_key(name) {
            return Ok(false);
        }
        if from.is_some_and(|from| !self.followed.insert((name.into(), from, is_module))) {
            return Ok(true);
        }
        let all = self.declared.get(name).into_iter().flatten().copied();
        let places: Vec<Place> = all
            .filter(|(unit, item)| is_module || !self.units[*unit].scan.items[*item].is_module)
            .collect();
        let (chosen, warning) = self.choose(name, &places, from)?;
        self.warnings.extend(warning);
        for place in chosen {
            if self.reached.insert(place) {
                self.waiting.push(place);
            }
        }
        Ok(!places.is_empty())
    }

    /// All units.
    pub fn all(self) -> (Vec<(Unit, String)>, Vec<String>) {
        let units = self.units.into_iter().map(|unit| (unit.text.clone(), unit));
        (units.map(|(text, unit)| (unit, text)).collect(), vec![])
    }

    /// The units that are needed, with what is needed of them, and the names that are left out.
    pub fn finish(self) -> (Vec<(Unit, String)>, Vec<String>) {
        let mut left_out = Vec::new();
        let mut needed = Vec::new();
        for (number, unit) in self.units.into_iter().enumerate() {
            let is_left_out = |item: usize| {
                !self.reached.contains(&(number, item)) && unit.scan.items[item].is_removable
            };
            let is_needed = self.kept.contains(&number) && !self.included.contains(&unit.path);
            for (index, item) in unit.scan.items.iter().enumerate() {
                if !is_needed && !self.included.contains(&unit.path) || is_left_out(index) {
                    left_out.extend(item.names.clone());
                }
            }
            if is_needed {
                let text = unit.without(is_left_out);
                needed.push((unit, text));
            }
        }
        (needed, left_out)
    }
}

/// The Verilog files of some folders, by the names that their modules have.
pub(super) fn library_files(folders: &[PathBuf]) -> BTreeMap<String, PathBuf> {
    let mut files = BTreeMap::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths =
            entries.map(|entry| entry.path()).filter(|path| super::folder::is_verilog(path));
        let mut paths: Vec<PathBuf> = paths.filter(|path| is_inside(path, folder)).collect();
        paths.sort();
        for path in paths {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            files.entry(stem).or_insert(path);
        }
    }
    files
}

/// Whether a file is not a link to somewhere else.
fn is_inside(file: &Path, folder: &Path) -> bool {
    match (file.canonicalize(), folder.canonicalize()) {
        (Ok(file), Ok(folder)) => file.starts_with(folder),
        _ => false,
    }
}

#[cfg(all(test, unix))]
mod tests;

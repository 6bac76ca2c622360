//! The order in which the files are read: packages before what refers to them.

use std::collections::BTreeMap;

use super::modules::{Item, Scan, Words};
use super::unit::Unit;

/// Moves files with packages before the first file that refers to one of them, with the files of
/// the macros that they need. Yosys takes a name in a later package for one of an undriven wire.
pub(super) fn packages_first(units: Vec<(Unit, String)>) -> Vec<(Unit, String)> {
    let is_package = |item: &Item| !item.is_module;
    if !units.iter().any(|(unit, _)| unit.scan.items.iter().any(is_package)) {
        return units;
    }
    let scans: Vec<Scan> = units.iter().map(|(_, text)| Scan::of(text)).collect();
    let mut order = Order { packages: BTreeMap::new(), macros: BTreeMap::new(), order: vec![] };
    for (number, scan) in scans.iter().enumerate() {
        for item in scan.items.iter().filter(|item| is_package(item)) {
            order.packages.extend(item.names.iter().map(|name| (name.as_str(), number)));
        }
        for name in &scan.defines {
            order.macros.entry(name).or_insert(number);
        }
    }
    let mut waiting = vec![true; scans.len()];
    (0..scans.len()).for_each(|number| order.add(number, &scans, &mut waiting));
    let mut units: Vec<Option<(Unit, String)>> = units.into_iter().map(Some).collect();
    order.order.iter().filter_map(|number| units[*number].take()).collect()
}

struct Order<'s> {
    /// The files of packages and of macros, by their numbers.
    packages: BTreeMap<&'s str, usize>,
    macros: BTreeMap<&'s str, usize>,
    order: Vec<usize>,
}

impl Order<'_> {
    fn add(&mut self, number: usize, scans: &[Scan], waiting: &mut [bool]) {
        if !std::mem::replace(&mut waiting[number], false) {
            return;
        }
        let scan = &scans[number];
        let words: Vec<&Words> =
            scan.items.iter().map(|item| &item.words).chain([&scan.outside]).collect();
        let all = words.iter().flat_map(|words| &words.all);
        let packages = all.filter_map(|name| self.packages.get(name.as_str()));
        // Macros of files that were before this one.
        let macros = words.iter().flat_map(|words| &words.macros);
        let macros = macros.filter_map(|name| self.macros.get(name.as_str()));
        let before: Vec<usize> =
            packages.chain(macros.filter(|definer| **definer < number)).copied().collect();
        before.into_iter().for_each(|number| self.add(number, scans, waiting));
        self.order.push(number);
    }
}

//! Which module is the top module, if none is named.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Item, Search};
use crate::ForeignError;
use crate::error::list;
use de1_soc::is_on_board;

impl Search<'_> {
    /// The module with ports of the board that no module with ports contains: testbenches have
    /// none. Of several, the one with most of the board's ports. Without any, the module that no
    /// other contains, preferably with ports. Also returns the names of the modules that it was
    /// preferred to.
    ///
    /// # Errors
    ///
    /// [`ForeignError::SeveralTops`]
    pub fn top(&self) -> Result<(Option<String>, Vec<String>), ForeignError> {
        let mut tops = self.unused_by(Item::has_ports);
        tops.retain(|item| item.has_ports() && has_board_port(item, &[]));
        if tops.is_empty() {
            tops = self.unused_by(|_| true);
            if tops.iter().any(|item| item.has_ports()) {
                tops.retain(|item| item.has_ports());
            }
        }
        let names = |items: &[&Item]| -> BTreeSet<String> {
            items.iter().flat_map(|item| item.names.clone()).collect()
        };
        let all = names(&tops);
        // Macros may be ports.
        let are_known = tops.iter().all(|item| item.header.is_some());
        if let (Some(most), true) = (tops.iter().map(|item| board_ports(item)).max(), are_known) {
            tops.retain(|item| board_ports(item) == most);
        }
        let names = names(&tops);
        match names.len() {
            0 | 1 => {
                let others = all.difference(&names).cloned().collect();
                Ok((names.first().cloned(), others))
            }
            _ => Err(ForeignError::SeveralTops { names: list(names.into_iter()) }),
        }
    }

    /// The modules that none of these modules contains.
    fn unused_by(&self, is_user: impl Fn(&Item) -> bool) -> Vec<&Item> {
        let included = self.scans.values().map(Rc::as_ref);
        let mut used: BTreeSet<&String> = BTreeSet::new();
        for scan in self.units.iter().map(|unit| &unit.scan).chain(included) {
            used.extend(&scan.outside.modules);
            for item in scan.items.iter().filter(|item| is_user(item)) {
                let own: BTreeSet<&String> = item.names.iter().collect();
                used.extend(item.words.modules.iter().filter(|name| !own.contains(name)));
            }
        }
        let is_used = |name: &String| used.contains(name);
        self.modules().filter(|item| !item.names.iter().any(is_used)).collect()
    }

    /// Whether the board may have a port of a module, or a project assigns a pin to one.
    pub fn is_on_board(&self, top: &str, assigned: &[&str]) -> bool {
        let items: Vec<&Item> =
            self.modules().filter(|item| item.names.iter().any(|name| name == top)).collect();
        items.is_empty() || items.iter().any(|item| has_board_port(item, assigned))
    }
}

fn has_board_port(item: &Item, assigned: &[&str]) -> bool {
    let is_port = |word: &String| is_on_board(word) || assigned.contains(&word.as_str());
    item.header.as_ref().is_none_or(|words| words.iter().any(is_port))
}

/// The number of the board's ports that a module has.
fn board_ports(item: &Item) -> usize {
    let words: BTreeSet<&String> = item.header.iter().flatten().collect();
    words.into_iter().filter(|word| is_on_board(word)).count()
}

//! What drives the variables of a module besides processes: continuous assignments, and the output
//! ports of instances.

use std::collections::BTreeMap;
use std::ops::Range;

use super::modules::name;
use super::tokens::Tokens;
use rust_hdl_rtl::VerilogTokenKind;

/// The ports of each module, in their order: the name, and whether it is an output.
pub(super) type Ports<'t> = BTreeMap<&'t str, Vec<(&'t str, bool)>>;

/// The ports of the modules of some texts.
pub(super) fn ports<'t>(texts: &[Tokens<'t>]) -> Ports<'t> {
    let modules = |text: &Tokens<'t>| {
        let places = (0..text.tokens.len()).filter(|place| text.text(*place) == "module");
        places.filter_map(|place| text.ports(place)).collect::<Vec<_>>()
    };
    texts.iter().flat_map(modules).collect()
}

impl<'t> Tokens<'t> {
    /// The name and the ports of the module that begins here.
    fn ports(&self, module: usize) -> Option<(&'t str, Vec<(&'t str, bool)>)> {
        let name = name(self.tokens.get(module + 1)?);
        let mut place = module + 2;
        while self.text(place) == "import" {
            place = self.find(";", place) + 1;
        }
        if self.text(place) == "#" {
            place = self.after(place + 1);
        }
        if self.text(place) != "(" {
            return Some((name, vec![]));
        }
        let list = self.items(place + 1..self.closing[place]);
        let direction = |item: &Range<usize>| {
            let mut words = item.clone().map(|place| self.text(place));
            words.find(|word| ["input", "output", "inout"].contains(word))
        };
        let mut ports = Vec::new();
        if list.iter().any(|item| direction(item).is_some()) {
            // A port without a direction has that of the one before it.
            let mut is_output = false;
            for item in list {
                is_output = direction(&item).map_or(is_output, |word| word == "output");
                ports.extend(self.declared(item).map(|name| (name, is_output)));
            }
        } else {
            // The directions are declared in the module.
            let body = place..self.find("endmodule", place);
            let outputs = body.filter(|place| self.text(*place) == "output");
            let outputs: Vec<&str> = outputs
                .flat_map(|place| self.items(place..self.find(";", place)))
                .filter_map(|item| self.declared(item))
                .collect();
            let names = list.into_iter().filter_map(|item| self.declared(item));
            ports.extend(names.map(|name| (name, outputs.contains(&name))));
        }
        Some((name, ports))
    }

    /// The name that a part of a declaration declares: the last one before a value, and outside of
    /// ranges.
    fn declared(&self, item: Range<usize>) -> Option<&'t str> {
        let (mut place, mut declared) = (item.start, None);
        while place < item.end && self.text(place) != "=" {
            declared = self.word(place).or(declared);
            place = self.after(place);
        }
        declared
    }

    /// The variables that the continuous assignment or the instance at this place drives.
    pub fn driven(&self, place: usize, ports: &Ports) -> Vec<&'t str> {
        if self.text(place) == "assign" {
            let mut start = place + 1;
            while ["#", "("].contains(&self.text(start)) {
                start = self.after(start + usize::from(self.text(start) == "#"));
            }
            let assignments = self.items(start..self.find(";", start));
            return assignments.into_iter().flat_map(|item| self.targets(item)).collect();
        }
        let is_after_keyword = place > 0 && self.text(place - 1) == "module";
        match self.word(place).and_then(|_| ports.get(name(&self.tokens[place]))) {
            Some(ports) if !is_after_keyword => self.driven_by_instances(place, ports),
            _ => vec![],
        }
    }

    /// What the outputs of the instances at this place drive: `sub #(2) first (…), second (…);`.
    fn driven_by_instances(&self, module: usize, ports: &[(&str, bool)]) -> Vec<&'t str> {
        let (mut place, mut driven) = (module + 1, Vec::new());
        if self.text(place) == "#" {
            place = self.after(place + 1);
        }
        while self.word(place).is_some() {
            place += 1;
            while self.text(place) == "[" {
                place = self.after(place);
            }
            if self.text(place) != "(" {
                break;
            }
            let connections = self.items(place + 1..self.closing[place]);
            for (number, item) in connections.into_iter().enumerate() {
                let (port, net) = self.connection(item, number, ports);
                if port.is_some_and(|(_, is_output)| is_output) {
                    driven.extend(self.targets(net));
                }
            }
            let end = self.after(place);
            if self.text(end) != "," {
                break;
            }
            place = end + 1;
        }
        driven
    }

    /// The port and the expression of a connection: `.y (z)`, `.y` or `z`.
    fn connection<'p>(
        &self,
        item: Range<usize>,
        number: usize,
        ports: &[(&'p str, bool)],
    ) -> (Option<(&'p str, bool)>, Range<usize>) {
        if self.text(item.start) != "." {
            return (ports.get(number).copied(), item);
        }
        let port = ports.iter().find(|port| port.0 == self.text(item.start + 1)).copied();
        match self.text(item.start + 2) {
            "(" => (port, item.start + 3..self.closing[item.start + 2]),
            _ => (port, item.start + 1..item.end),
        }
    }

    /// The variables that the target of an assignment, or of an output, names.
    fn targets(&self, target: Range<usize>) -> Vec<&'t str> {
        let is_concatenation = self.text(target.start) == "{";
        let end = if is_concatenation { self.after(target.start) } else { target.start + 1 };
        let (mut place, mut targets) = (target.start, Vec::new());
        while place < end.min(target.end) {
            targets.extend(self.word(place));
            place = if self.text(place) == "{" { place + 1 } else { self.after(place) };
        }
        targets
    }

    /// The parts between commas.
    fn items(&self, places: Range<usize>) -> Vec<Range<usize>> {
        let (mut items, mut start, mut place) = (Vec::new(), places.start, places.start);
        while place < places.end {
            if self.text(place) == "," {
                items.push(start..place);
                start = place + 1;
            }
            place = self.after(place);
        }
        items.push(start..places.end);
        items
    }

    /// The variable that a statement at this place assigns, or a part of it.
    pub fn assigned_in_process(&self, place: usize) -> Option<&'t str> {
        let is_start = |before: &str| [";", "begin", "else", ")", ":"].contains(&before);
        let name = self.word(place).filter(|_| place > 0 && is_start(self.text(place - 1)))?;
        let mut end = place + 1;
        while self.text(end) == "[" {
            end = self.after(end);
        }
        ["=", "<="].contains(&self.text(end)).then_some(name)
    }

    fn word(&self, place: usize) -> Option<&'t str> {
        let token = self.tokens.get(place)?;
        let is_name = [VerilogTokenKind::Word, VerilogTokenKind::EscapedName].contains(&token.kind);
        is_name.then_some(token.text)
    }
}

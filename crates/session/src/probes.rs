//! The internal signals of a machine.

use std::collections::BTreeSet;

use crate::protocol::{Internals, Signal};
use baccarat_hdl::top::Top;
use baccarat_hdl::{casino::Casino, field_path};
use baccarat_sim::SimulatedBoard;
use rust_hdl_rtl::{Scope, ScopedSignal, SignalId};

/// The signals of a machine that the page shows: the registers, and the nets of the top module.
/// Clocks and pins are left out because the page shows them elsewhere; so are counters, which
/// change too fast to read, and what only repeats other signals.
#[derive(Clone, Debug)]
pub struct Probes {
    state: Option<ScopedSignal>,
    /// Each signal with its shortest path: the first one found from the top.
    signals: Vec<(String, ScopedSignal)>,
}

/// How the paths of such signals begin in `casino`: synchronisers, the conversion to decimal,
/// outputs that a register has, too, and the position in the shoe.
const HIDDEN: [&str; 10] = [
    field_path!(Casino, key, "_"),
    field_path!(Casino, switch, "_"),
    field_path!(Casino, display, "_"),
    field_path!(Casino, decimal, "."),
    field_path!(Casino, digits),
    field_path!(Casino, game, "_pcard"),
    field_path!(Casino, game, "_dcard"),
    field_path!(Casino, game.dealing_shoe.position),
    field_path!(Casino, game.dealing_shoe.shown),
    field_path!(Casino, game.dealing_shoe.cards),
];

impl Probes {
    pub fn new(machine: &SimulatedBoard) -> Probes {
        let hierarchy = machine.hierarchy();
        let mut found = Vec::new();
        collect(hierarchy, "", &mut found);
        let mut registers = BTreeSet::new();
        let mut hidden: BTreeSet<SignalId> = machine.shoe().into_iter().collect();
        hidden.extend(machine.pins());
        let is_casino = machine.top() == Top::Casino;
        for (path, signal) in &found {
            if is_casino && HIDDEN.iter().any(|start| path.starts_with(start)) {
                hidden.insert(signal.id);
            }
            if signal.is_register {
                registers.insert(signal.id);
            }
            if signal.is_clock {
                hidden.insert(signal.id);
            }
        }
        let state = machine.state().cloned();
        hidden.extend(state.as_ref().map(|state| state.id));
        found.retain(|(path, signal)| {
            let is_net = !path.contains('.') && !path.starts_with("unused_");
            (is_net || registers.contains(&signal.id)) && hidden.insert(signal.id)
        });
        Probes { state, signals: found }
    }

    pub fn read(&self, machine: &SimulatedBoard) -> Internals {
        let text = |signal: &ScopedSignal| signal.format(&machine.value(signal.id));
        let signal = |(name, signal): &(String, ScopedSignal)| Signal {
            name: name.clone(),
            value: text(signal),
        };
        Internals {
            state: self.state.as_ref().map(text).unwrap_or_default(),
            signals: self.signals.iter().map(signal).collect(),
        }
    }
}

/// Collects all signals, those of a module before those of its submodules.
fn collect(scope: &Scope, path: &str, found: &mut Vec<(String, ScopedSignal)>) {
    for signal in &scope.signals {
        found.push((format!("{path}{}", signal.name), signal.clone()));
    }
    for inner in &scope.scopes {
        collect(inner, &format!("{path}{}.", inner.name), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat_hdl::top::Clocking;
    use baccarat_sim::casino::{SETTLING, WRITING};
    use punto_banco::Rank;

    #[test]
    fn each_register_and_net_is_listed_once_with_its_short_name() {
        for clocking in Clocking::ALL {
            let mut machine = SimulatedBoard::new(clocking).expect("a machine");
            let probes = Probes::new(&machine);
            for rank in [Rank::Nine, Rank::King, Rank::Ace] {
                machine.deal(rank).expect("a card");
            }
            let internals = probes.read(&machine);
            assert_eq!(internals.state, "DealerSecond", "{clocking}");
            let value = |name: &str| {
                let mut all = internals.signals.iter().filter(|signal| signal.name == name);
                let value = all.next().map(|signal| signal.value.as_str());
                assert_eq!(all.next(), None, "{clocking}: {name} twice");
                value
            };
            let cases = [
                ("pscore", Some("0")),
                ("dp.pcard1", Some("9")),
                ("dp.pcard2", Some("1")),
                ("dp.dcard1", Some("13")),
                ("load_dcard2", Some("1")),
                ("dp.pcard1_reg.card_out", None),
                ("dp.new_card", None),
                ("CLOCK_50", None),
                ("HEX0", None),
                ("LEDR", None),
            ];
            for (name, expected) in cases {
                assert_eq!(value(name), expected, "{clocking}: {name}");
            }
        }
    }

    #[test]
    fn the_signals_of_an_idle_casino_do_not_change() {
        let mut machine = SimulatedBoard::new(Top::Casino).expect("a machine");
        machine.run(WRITING).expect("no oscillation");
        let probes = Probes::new(&machine);
        let before = probes.read(&machine);
        for cycles in 1..2 * SETTLING {
            machine.run(cycles).expect("no oscillation");
            assert_eq!(probes.read(&machine), before, "after {cycles} more cycles");
        }
        let credits = before.signals.iter().find(|signal| signal.name == "game_credits");
        assert_eq!(credits.map(|signal| signal.value.as_str()), Some("10000"));
    }
}

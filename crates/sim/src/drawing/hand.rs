//! The timing diagram of a hand: keys, shoe, state, cards, scores, money and win lights over time.

use crate::{RESET_KEY, STEP_KEY, SimulatedBoard, card_of, rank_of};
use baccarat_hdl::top::Top;
use baccarat_hdl::{casino::Casino, field_path, task5::Task5};
use de1_soc::KEYS;
use rust_hdl_diagram::timing::{Caption, Row, Timing, Wave};
use rust_hdl_rtl::{ScopedSignal, Value};
use waveform::Trace;

/// What differs between the machines.
struct Layout {
    /// The signals between KEY and the cards.
    before: &'static [(&'static str, Format)],
    /// The card registers in the order of their rows, with their names in captions.
    cards: &'static [(&'static str, &'static str)],
    card: Format,
    /// The signals between the cards and the win lights.
    after: &'static [(&'static str, Format)],
}

/// Formats a value.
type Format = fn(&ScopedSignal, &Value) -> String;

const TASK5: Layout = Layout {
    before: &[
        (field_path!(Task5, dp.new_card), rank),
        (field_path!(Task5, sm.state), ScopedSignal::format),
    ],
    cards: &CARDS,
    card: rank,
    after: &[
        (field_path!(Task5, pscore), ScopedSignal::format),
        (field_path!(Task5, dscore), ScopedSignal::format),
    ],
};

const CASINO: Layout = Layout {
    before: &[
        ("SW", switches),
        (field_path!(Casino, game.dealing_shoe.card), card),
        (field_path!(Casino, game.cards_before_cut), ScopedSignal::format),
        (field_path!(Casino, game.hand.sm.state), ScopedSignal::format),
    ],
    cards: &CASINO_CARDS,
    card,
    after: &[
        (field_path!(Casino, game.pscore_out), ScopedSignal::format),
        (field_path!(Casino, game.dscore_out), ScopedSignal::format),
        (field_path!(Casino, game.stakes), ScopedSignal::format),
        (field_path!(Casino, game.credits), ScopedSignal::format),
    ],
};

const CASINO_CARDS: [(&str, &str); 7] = [
    (field_path!(Casino, game.burn_card), "burn card"),
    (field_path!(Casino, game.hand.pcard1), "player's first card"),
    (field_path!(Casino, game.hand.dcard1), "banker's first card"),
    (field_path!(Casino, game.hand.pcard2), "player's second card"),
    (field_path!(Casino, game.hand.dcard2), "banker's second card"),
    (field_path!(Casino, game.hand.pcard3), "player's third card"),
    (field_path!(Casino, game.hand.dcard3), "banker's third card"),
];

const CARDS: [(&str, &str); 6] = [
    (field_path!(Task5, dp.pcard1), "player's first card"),
    (field_path!(Task5, dp.dcard1), "banker's first card"),
    (field_path!(Task5, dp.pcard2), "player's second card"),
    (field_path!(Task5, dp.dcard2), "banker's second card"),
    (field_path!(Task5, dp.pcard3), "player's third card"),
    (field_path!(Task5, dp.dcard3), "banker's third card"),
];

/// Draws a trace of this machine. Signals that the design does not have are left out.
pub fn timing_diagram(machine: &SimulatedBoard, trace: &Trace) -> Timing {
    let (layout, title) = match machine.top() {
        Top::Task5(clocking) => (TASK5, format!("task5, {clocking} clocking")),
        Top::Casino => (CASINO, "casino".to_string()),
    };
    let drawing = Drawing { machine, trace, layout };
    Timing {
        title,
        rows: drawing.rows(),
        captions: drawing.captions(),
        breaks: trace.gaps.clone(),
        end: trace.end,
    }
}

struct Drawing<'m> {
    machine: &'m SimulatedBoard,
    trace: &'m Trace,
    layout: Layout,
}

impl Drawing<'_> {
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut row = |name: &str, wave: Option<Wave>| {
            rows.extend(wave.map(|wave| Row { name: name.to_string(), wave }));
        };
        row("CLOCK_50", self.bit("CLOCK_50", 0).map(Wave::Clock));
        row("KEY[3]", self.bit("KEY", RESET_KEY as u32).map(Wave::Bit));
        row("KEY[0]", self.bit("KEY", STEP_KEY as u32).map(Wave::Bit));
        let Layout { before, cards, card, after } = &self.layout;
        let cards = cards.iter().map(|(path, _)| (*path, *card));
        for (path, format) in before.iter().copied().chain(cards).chain(after.iter().copied()) {
            row(path, self.bus(path, format));
        }
        row("LEDR[8]", self.bit("LEDR", 8).map(Wave::Bit));
        row("LEDR[9]", self.bit("LEDR", 9).map(Wave::Bit));
        rows
    }

    fn find(&self, path: &str) -> Option<&ScopedSignal> {
        self.machine.hierarchy().find(path)
    }

    fn bit(&self, path: &str, bit: u32) -> Option<Vec<(u64, bool)>> {
        let signal = self.find(path)?;
        Some(self.trace.changes(|values| values[signal.id.0].bit(bit)))
    }

    fn bus(&self, path: &str, text: Format) -> Option<Wave> {
        let signal = self.find(path)?;
        Some(Wave::Bus(self.trace.changes(|values| text(signal, &values[signal.id.0]))))
    }

    /// A caption for each release of KEY\[0\] with its effect.
    fn captions(&self) -> Vec<Caption> {
        let Some(keys) = self.find("KEY") else { return vec![] };
        let down = |values: &[Value]| -> [bool; KEYS] {
            std::array::from_fn(|key| !values[keys.id.0].bit(key as u32))
        };
        let key_changes = self.trace.changes(down);
        let releases =
            key_changes.windows(2).filter(|pair| pair[0].1[STEP_KEY] && !pair[1].1[STEP_KEY]);
        let releases: Vec<(u64, bool)> =
            releases.map(|pair| (pair[1].0, pair[1].1[RESET_KEY])).collect();
        let until = |index: usize| releases.get(index + 1).map_or(u64::MAX, |(time, _)| *time);
        let caption = |(index, (time, resets)): (usize, &(u64, bool))| Caption {
            time: *time,
            text: match self.dealt(*time, until(index)) {
                _ if *resets => "KEY0 released while KEY3 is held: new hand".to_string(),
                Some(card) => format!("KEY0 released: {card}"),
                None => "KEY0 released: no card is due".to_string(),
            },
        };
        releases.iter().enumerate().map(caption).collect()
    }

    /// The card dealt in `from..until`, in words.
    fn dealt(&self, from: u64, until: u64) -> Option<String> {
        self.layout.cards.iter().find_map(|(path, name)| {
            let signal = self.find(path)?;
            let changes = self.trace.changes(|values| values[signal.id.0].clone());
            let (_, value) =
                changes.iter().skip(1).find(|(time, _)| (from..until).contains(time))?;
            Some(format!("{name} {}", (self.layout.card)(signal, value)))
        })
    }
}

/// A card code as text: the rank, empty for no card, the number for an invalid code.
fn rank(signal: &ScopedSignal, value: &Value) -> String {
    match value.to_u128().and_then(rank_of) {
        Some(rank) => rank.to_string(),
        None if value.is_zero() => String::new(),
        None => signal.format(value),
    }
}

/// A card with its suit as text, empty for no card.
fn card(_: &ScopedSignal, value: &Value) -> String {
    value.to_u128().and_then(card_of).map(|card| card.with_symbol()).unwrap_or_default()
}

/// The positions of SW\[9:0\], SW9 first.
fn switches(_: &ScopedSignal, value: &Value) -> String {
    format!("{:010b}", value.to_u128().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat_hdl::top::Clocking;
    use punto_banco::Rank;
    use waveform::Recording;

    #[test]
    fn captions_name_the_card_that_each_press_deals() {
        for clocking in Clocking::ALL {
            let mut machine = SimulatedBoard::new(clocking).expect("a machine");
            machine.record(Recording::WHOLE);
            machine.new_hand().expect("a new hand");
            for rank in [Rank::Nine, Rank::Ten, Rank::King, Rank::Ace, Rank::Two] {
                machine.deal(rank).expect("a card");
            }
            let timing = timing_diagram(&machine, machine.trace().expect("a trace"));
            let captions: Vec<&str> =
                timing.captions.iter().map(|caption| caption.text.as_str()).collect();
            let expected = [
                "KEY0 released while KEY3 is held: new hand",
                "KEY0 released: player's first card 9",
                "KEY0 released: banker's first card 10",
                "KEY0 released: player's second card K",
                "KEY0 released: banker's second card A",
                "KEY0 released: no card is due",
            ];
            assert_eq!(captions, expected, "{clocking}");
            let names: Vec<&str> = timing.rows.iter().map(|row| row.name.as_str()).collect();
            assert_eq!(names.len(), 15, "{clocking}: {names:?}");
            let svg = timing.svg();
            for text in ["DealerSecond", "CLOCK_50", "LEDR[9]"] {
                assert!(svg.contains(text), "{clocking}: no {text}");
            }
        }
    }
}

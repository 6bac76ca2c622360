use super::*;
use crate::{Glyph, HandOutputs, RANKS, STEP_KEY};
use de1_soc::PERIOD;
use punto_banco::{Rank, Round, Step, play};

fn new(clocking: Clocking) -> SimulatedBoard {
    SimulatedBoard::new(clocking).unwrap_or_else(|error| panic!("{clocking}: {error}"))
}

#[test]
fn every_rank_can_be_dealt_in_every_cycle_and_position() {
    for clocking in Clocking::ALL {
        let mut machine = new(clocking);
        for cycle in 0..RANKS as u64 {
            for rank in Rank::ALL {
                machine.new_hand().unwrap();
                let cards = [rank; 6];
                let round = play(cards);
                for presses in 1..=6 {
                    machine.run(cycle).unwrap();
                    machine.deal(rank).unwrap();
                    let expected = BoardOutputs::of(&round, presses);
                    assert_eq!(machine.outputs(), expected, "{clocking}, {rank}, {presses}");
                }
            }
        }
    }
}

#[test]
fn the_first_hand_needs_no_reset() {
    for clocking in Clocking::ALL {
        let mut machine = new(clocking);
        let cards = [Rank::King, Rank::Two, Rank::Queen, Rank::Three, Rank::Nine, Rank::Ten];
        for card in cards {
            machine.deal(card).unwrap();
        }
        assert_eq!(machine.outputs(), BoardOutputs::of(&play(cards), 6), "{clocking}");
    }
}

#[test]
fn skipped_periods_have_the_same_effect_as_simulated_ones() {
    for clocking in Clocking::ALL {
        for cycles in [0, 1, 12, 13, 14, 63, 64, 65, 1_000, 9_999] {
            let mut skipping = new(clocking);
            let mut stepping = skipping.clone();
            stepping.record(Recording::WHOLE);
            for machine in [&mut skipping, &mut stepping] {
                machine.set_key(STEP_KEY, true).unwrap();
                machine.run(cycles).unwrap();
                machine.set_key(STEP_KEY, false).unwrap();
                machine.run(cycles).unwrap();
                assert_eq!(machine.cycle(), 2 * cycles);
            }
            let values = [&skipping, &stepping].map(|machine| machine.evaluator.values());
            assert_eq!(values[0], values[1], "{clocking}, {cycles} cycles");
        }
    }
}

#[test]
fn a_century_of_cycles_takes_no_time() {
    for clocking in Clocking::ALL {
        let mut machine = new(clocking);
        let cycles = 50_000_000 * 60 * 60 * 24 * 36_525;
        machine.run(cycles).unwrap();
        assert_eq!(machine.cycle(), cycles);
        machine.deal(Rank::Seven).unwrap();
        assert_eq!(machine.outputs().glyph(0), Glyph::Card(Rank::Seven));
    }
}

#[test]
fn a_machine_that_does_not_repeat_stops_at_the_deadline() {
    let mut machine = new(Clocking::Synchronised);
    machine.record(Recording::WHOLE);
    let done = machine.run_until(1_000_000_000, Instant::now()).unwrap();
    assert_eq!((done, machine.cycle()), (CYCLES_PER_CHECK, CYCLES_PER_CHECK));
}

#[test]
fn keys_stay_pressed_until_released() {
    let mut machine = new(Clocking::Synchronised);
    for key in 0..KEYS {
        machine.set_key(key, true).unwrap();
        machine.run(1_000_000).unwrap();
        assert!(machine.is_pressed(key));
        assert_eq!(machine.outputs(), new(Clocking::Synchronised).outputs(), "KEY{key} is down");
        machine.set_key(key, false).unwrap();
        machine.run(10).unwrap();
        let dealt = machine.outputs() != new(Clocking::Synchronised).outputs();
        assert_eq!(dealt, key == STEP_KEY, "KEY{key} goes up");
        machine.new_hand().unwrap();
    }
    machine.set_key(KEYS, true).unwrap();
    assert!(!machine.is_pressed(KEYS));
}

#[test]
fn signals_are_found_by_name() {
    let mut machine = new(Clocking::Synchronised);
    let dealt = [Rank::Ace, Rank::Two, Rank::Three, Rank::Four];
    for card in dealt {
        machine.deal(card).unwrap();
    }
    assert_eq!(Step::after(&dealt).next_card(), Some(punto_banco::Side::Player));
    assert_eq!(Round::of(&dealt), None);
    let text = |path: &str| {
        let signal = machine.hierarchy().find(path).unwrap_or_else(|| panic!("no {path}"));
        signal.format(&machine.value(signal.id))
    };
    let cases = [
        ("sm.state", "ThirdCard"),
        ("dp.pcard1", "1"),
        ("dp.dcard2", "4"),
        ("pscore", "4"),
        ("sm.load_pcard3", "1"),
        ("load_dcard3", "0"),
    ];
    for (path, value) in cases {
        assert_eq!(text(path), value, "{path}");
    }
    assert!(machine.hierarchy().find("dp.nothing").is_none());
}

#[test]
fn a_recording_has_its_limits_and_marks_gaps() {
    let mut machine = new(Clocking::Synchronised);
    machine.record(Recording { cycles: 6, samples: 50 });
    for _ in 0..2 {
        machine.run(50_000_000).unwrap();
        machine.set_key(STEP_KEY, true).unwrap();
    }
    machine.set_key(STEP_KEY, false).unwrap();
    machine.run(50_000_000).unwrap();
    let trace = machine.trace().unwrap();
    assert_eq!(trace.gaps, [7 * PERIOD - PERIOD / 2, 13 * PERIOD - PERIOD / 2]);
    assert!(trace.samples.is_sorted_by(|before, after| before.0 < after.0));
    assert_eq!(trace.samples.len(), 1 + 3 * 12 + 2);
    for _ in 0..100 {
        machine.press().unwrap();
    }
    assert_eq!(machine.trace().unwrap().samples.len(), 50);
}

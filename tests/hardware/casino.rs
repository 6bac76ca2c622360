//! The casino at its pins, compared with the rules after every change of a key or switch.

use baccarat_hdl::casino::Casino;
use baccarat_sim::casino::NUMBER_LATENCY;
use punto_banco::casino::{Casino as Reference, Release};
use rust_hdl::prelude::Block;

use crate::casino_table::{KEYS_UP, Pins, Table, machines, number};

/// Presses, moves of switches and held keys at random, until `shoes` shoes are played.
fn play_shoes<P: Pins>(table: &mut Table<P>, shoes: u32, random: &mut fastrand::Rng) {
    let mut played = 0;
    while played < shoes {
        match random.u32(..8) {
            0 | 1 => table.set_switches(random.u16(..1024)),
            2 => table.set_switches(random.u16(..8) << 7 | random.u16(..8)),
            3 => {
                table.set_keys(KEYS_UP & !(random.u64(..4) << 1));
                table.check("while keys are held");
                table.set_keys(KEYS_UP);
            }
            _ => {
                let key3_held = match table.reference.outcome() {
                    Some(_) => random.u32(..8) > 0,
                    None => random.u32(..8) == 0,
                };
                let release = table.press(random.usize(1..60), key3_held);
                played += u32::from(release == (Release::Cleared { new_shoe: true }));
            }
        }
    }
}

#[test]
fn the_bankroll_is_shown_at_power_up() {
    let mut table = Table::of_gates::<8>();
    assert_eq!(table.pins.read().hex, number(10_000));
}

#[test]
fn shoes_are_played_to_the_cut_card_with_random_bets_and_releases() {
    let mut random = fastrand::Rng::with_seed(1);
    play_shoes(&mut Table::of_gates::<1>(), 10, &mut random);
    play_shoes(&mut Table::of_gates::<2>(), 2, &mut random);
    play_shoes(&mut Table::of_gates::<8>(), 1, &mut random);
}

#[test]
fn a_hand_is_the_same_on_the_simulation_of_rust_hdl() {
    let mut board = Casino::<1>::default();
    board.connect_all();
    let mut table = Table::at_power_up(board, Reference::new(1));
    table.set_switches(0b11_1000_0101);
    table.play();
    table.play();
}

#[test]
fn a_bettor_without_credits_gets_a_new_bankroll() {
    // Ties are rare: a bet of everything on a tie is soon lost.
    let mut table = Table::with_bankroll(machines(&Casino::<1>::default(), 1), 39);
    table.set_switches(1 << 7 | 1);
    let mut bankrolls = vec![39];
    while bankrolls.last() != Some(&10_000) && bankrolls.len() < 100 {
        table.play();
        bankrolls.push(table.reference.credits());
    }
    // The last chip is lost, 19 credits are less than one: a new bankroll.
    assert_eq!(bankrolls[bankrolls.len() - 2..], [39, 10_000]);
}

#[test]
fn stakes_above_the_bankroll_are_refused_before_the_burn_card_and_before_a_hand() {
    let mut pins = machines(&Casino::<1>::default(), 1);
    for (credits, chips, bets) in
        [(0, 1, 1), (19, 1, 1), (59, 1, 3), (2539, 127, 1), (7619, 127, 3)]
    {
        let mut table = Table::with_bankroll(pins, credits);
        let all = [0, 1, 0b101, 0b111][bets] << 7;
        for expected in [Release::Burned, Release::Dealt] {
            table.set_switches(all | chips);
            assert_eq!(table.press(3, false), Release::Refused, "{bets} x {chips} of {credits}");
            // One chip less on each bet is not too much.
            table.set_switches(all | (chips - 1));
            let release = table.press(3, false);
            let card = match release {
                Release::Burned(card) | Release::Dealt(card) => card,
                release => panic!("{release:?}"),
            };
            assert_eq!(release, expected(card));
        }
        // Once a card is dealt, the switches have no effect.
        table.set_switches(all | chips);
        table.play();
        pins = table.pins;
    }
}

#[test]
fn the_bet_is_that_of_the_switches_in_the_cycle_of_the_release() {
    let (early, late) = (0b01_0000_0111, 0b10_0001_0000);
    let mut pins = machines(&Casino::<1>::default(), 1);
    for cycles in 0..8 {
        pins.power_up();
        let mut table = Table::at_power_up(pins, Reference::new(1));
        table.press(3, false);
        table.set_switches(early);
        // The key is released after four cycles, the switches move after `cycles`.
        table.keys = KEYS_UP & !1;
        for cycle in 0..8 {
            if cycle == 4 {
                table.keys = KEYS_UP;
            }
            if cycle == cycles {
                table.switches = late;
            }
            table.apply();
            table.cycles(1);
        }
        table.cycles(NUMBER_LATENCY);
        let now = table.switches;
        table.switches = if cycles <= 4 { late } else { early };
        table.follow(false);
        table.switches = now;
        table.set_keys(KEYS_UP & !0b10);
        table.check(&format!("switches moved in cycle {cycles}"));
        pins = table.pins;
    }
}

#[test]
fn every_release_of_a_bouncing_key_deals_a_card() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut pins = machines(&Casino::<1>::default(), 1);
    for _ in 0..20 {
        pins.power_up();
        let mut table = Table::at_power_up(pins, Reference::new(1));
        table.press(3, false);
        let releases = random.usize(1..8);
        for _ in 0..releases {
            for keys in [KEYS_UP & !1, KEYS_UP] {
                table.keys = keys;
                table.apply();
                table.cycles(random.usize(1..4));
            }
        }
        table.cycles(NUMBER_LATENCY);
        for _ in 0..releases {
            table.follow(false);
        }
        table.check(&format!("{releases} releases"));
        pins = table.pins;
    }
}

#[test]
fn releases_while_a_shoe_is_written_have_no_effect() {
    let mut table = Table::of_gates::<8>();
    table.pins.power_up();
    table.set_keys(KEYS_UP);
    for _ in 0..3 {
        table.set_keys(KEYS_UP & !1);
        table.set_keys(KEYS_UP);
    }
    table.check("while the shoe is written");
    table.wait_for_the_shoe();
    table.check("after the shoe was written");
    assert!(matches!(table.press(3, false), Release::Burned(_)));
}

#[test]
fn key_3_alone_and_a_release_of_it_before_key_0_have_no_effect() {
    let mut table = Table::of_gates::<1>();
    while table.reference.outcome().is_none() {
        table.press(3, false);
    }
    for keys in [0b0111, 0b1111, 0b0110, 0b1110, 0b1111] {
        table.set_keys(keys);
        table.check(&format!("KEY {keys:04b}"));
    }
    // Released in the same cycle, KEY3 is not held.
    table.set_keys(0b0110);
    table.set_keys(0b1111);
    table.check("both keys released");
    table.set_keys(0b0110);
    table.set_keys(0b0111);
    assert_ne!(table.follow(true), Release::Ignored);
    table.check("KEY0 released while KEY3 is held");
}

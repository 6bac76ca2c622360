use super::*;
use crate::game::Rank;
use crate::game::casino::{Casino as Reference, Release, SwitchBet};
use crate::machine::Recording;

fn new() -> Casino {
    let mut casino = Casino::new().expect("a machine");
    casino.settle().expect("a shoe");
    casino
}

/// The state that the hardware has if it follows the reference.
fn assert_follows(casino: &Casino, reference: &Reference, switches: u64) {
    let state = casino.state();
    let bet = SwitchBet::from_switches(switches as u16);
    let mut dealt = state.player.clone();
    for (place, card) in state.banker.iter().enumerate() {
        dealt.insert((2 * place + 1).min(dealt.len()), *card);
    }
    assert_eq!(dealt, reference.dealt());
    assert_eq!(state.credits, reference.credits());
    assert_eq!(state.stakes, reference.stakes(bet));
    assert_eq!(state.refused, reference.refuses(bet));
    assert_eq!(state.outcome, reference.outcome());
    assert_eq!(state.burn_card, reference.burn_card());
    assert_eq!(state.cards_left as usize, reference.shoe().len());
    assert_eq!(state.cards_before_cut as usize, reference.cards_before_cut());
    assert_eq!(state.last_hand, reference.is_last_hand());
    assert_eq!(state.hands, reference.hands());
    assert!(state.shoe_ready);
}

#[test]
fn skipped_cycles_have_the_same_effect_as_simulated_ones() {
    for cycles in [1, 20, 21, 37, 38, 60, 417, 500, 2_000, 9_000] {
        let mut skipping = new();
        let mut stepping = skipping.clone();
        stepping.machine.record(Recording::WHOLE);
        let values = [&mut skipping, &mut stepping].map(|casino| {
            casino.press(cycles).expect("a burn card");
            casino.machine.run(cycles).expect("idle cycles");
            casino.press(1).expect("the first card");
            casino.machine.run(cycles).expect("idle cycles");
            casino.machine.evaluator.values().to_vec()
        });
        assert_eq!(skipping.machine.cycle(), stepping.machine.cycle(), "{cycles} cycles");
        assert_eq!(values[0], values[1], "{cycles} cycles");
    }
}

#[test]
fn a_year_of_cycles_takes_no_time() {
    let mut casino = new();
    casino.machine.run(50_000_000 * 60 * 60 * 24 * 365).expect("idle cycles");
    casino.press(25_000_000).expect("a burn card");
    assert!(casino.state().burn_card.is_some());
}

#[test]
fn chosen_cards_are_dealt_and_paid_as_in_the_reference() {
    let mut casino = new();
    let mut reference = Reference::new(8);
    let mut switches = 0b10_1000_0101;
    casino.set_switches(switches).expect("a bet");
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let over = reference.outcome().is_some();
        if over {
            casino.clear_table().expect("a new hand");
            switches = random.u64(..1024);
            casino.set_switches(switches).expect("a bet");
        } else {
            let card = reference.shoe()[random.usize(..reference.shoe().len())];
            casino.deal(card.into()).expect("the card");
        }
        let bet = SwitchBet::from_switches(switches as u16);
        let card = reference.clone().release(0, over, bet);
        // Which of several equal cards is drawn does not matter to the rules, but to the positions of the others.
        let drawn = match card {
            Release::Burned(_) => casino.state().burn_card,
            Release::Dealt(_) => last_card(&casino.state()),
            _ => None,
        };
        let position = drawn.map_or(0, |drawn| {
            reference.shoe().iter().position(|card| *card == drawn).expect("in the shoe")
        });
        reference.release(position, over, bet);
        assert_follows(&casino, &reference, switches);
    }
    assert!(reference.hands() > 5);
}

fn last_card(state: &CasinoState) -> Option<crate::game::casino::Card> {
    match state.player.len() > state.banker.len() {
        true => state.player.last().copied(),
        false => state.banker.last().copied(),
    }
}

#[test]
fn a_card_that_is_not_in_the_shoe_is_an_error() {
    let mut casino = new();
    let ace = CardChoice { rank: Rank::Ace, suit: Some(3) };
    let mut aces = 0;
    let error = loop {
        if casino.state().outcome.is_some() {
            casino.clear_table().expect("a new hand");
        }
        match casino.deal(ace) {
            Ok(()) => aces += 1,
            Err(error) => break error,
        }
    };
    assert_eq!((aces, error.to_string().as_str()), (8, "the shoe has no AS left"));
}

#[test]
fn the_waveform_has_money_in_decimal_and_names_of_cards() {
    let mut casino = new();
    casino.machine.record(Recording { cycles: SETTLING, ..Recording::WHOLE });
    casino.set_switches(0b01_0000_0001).expect("a bet");
    for card in ["4D", "KS", "10H"] {
        casino.deal(card.parse().expect("a card")).expect("a card");
    }
    let mut file = Vec::new();
    let trace = casino.machine.trace().expect("a trace");
    casino.waveform().write(trace, &mut file).expect("a waveform");
    let mut parser = vcd::Parser::new(file.as_slice());
    let header = parser.parse_header().expect("a header");
    let code = |name| header.find_var(&["casino", "table", name]).expect(name).code;
    let names = ["bankroll", "stakes", "burn_card", "player_card1", "banker_card1", "player_card2"];
    let codes = names.map(code);
    let mut texts = [const { vec![] }; 6];
    for command in parser {
        if let vcd::Command::ChangeString(changed, text) = command.expect("a command")
            && let Some(index) = codes.iter().position(|code| *code == changed)
        {
            texts[index].push(text);
        }
    }
    let expected: [&[&str]; 6] =
        [&["10000", "9980"], &["0", "20"], &["-", "4D"], &["-", "KS"], &["-", "10H"], &["-"]];
    assert_eq!(texts, expected);
}

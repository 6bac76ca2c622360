use super::*;
use punto_banco::Rank;
use punto_banco::casino::Release;
use waveform::Recording;

fn new() -> Casino {
    let mut casino = Casino::new().expect("a machine");
    casino.settle().expect("a shoe");
    casino
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
fn chosen_cards_are_dealt_and_paid_by_the_rules() {
    let mut table = CheckedCasino::new().expect("a machine");
    let mut random = fastrand::Rng::with_seed(1);
    while table.state().hands < 12 {
        if table.state().outcome.is_some() {
            assert_eq!(
                table.clear_table().expect("by the rules"),
                Release::Cleared { new_shoe: false }
            );
            table.set_switches(random.u64(..1024)).expect("by the rules");
        }
        let rank = Rank::ALL[random.usize(..13)];
        let wanted = CardChoice { rank, suit: random.bool().then(|| random.u8(..4)) };
        match table.deal(wanted).expect("by the rules") {
            Release::Burned(card) | Release::Dealt(card) => assert!(wanted.matches(card), "{card}"),
            Release::Refused => table.set_switches(0).expect("by the rules"),
            release => panic!("{release:?}"),
        }
    }
}

#[test]
fn a_difference_from_the_rules_is_an_error_that_names_it() {
    // The bankroll powers up as 0 with the bits of 10,000 toggled.
    let cases = [
        ("game.settlement.account.toggled", 31, "the bankroll: 9999", "10000"),
        ("game.progress.hands", 1, "the number of hands: 1", "0"),
        ("game.progress.turned_up", 1, "the burn card: AC", "none"),
    ];
    for (path, value, hardware, rules) in cases {
        let mut casino = new();
        let register = casino.machine.signal(path).expect(path);
        casino.machine.evaluator.set(register, value);
        casino.machine.evaluator.settle_without_edges();
        let error = CheckedCasino::of(casino).err().expect(path).to_string();
        let expected = format!("{hardware} in the simulated hardware (hdl/), {rules} by the rules");
        assert!(error.starts_with(&expected), "{error}");
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

#[test]
fn a_hand_is_paid_once_however_soon_after_its_last_card_the_table_is_cleared() {
    let mut table = new();
    table.press(20).expect("a burn card");
    // Bets on everything, one chip each.
    table.set_switches(0b11_1000_0001).expect("switches");
    for card in ["9", "2", "K"] {
        table.deal(card.parse().expect("a card")).expect("a card");
    }
    // A natural: the next card is the last one.
    table.machine.set_key(STEP_KEY, true).expect("a key");
    table.machine.run(20).expect("cycles");
    table.machine.set_key(STEP_KEY, false).expect("a key");
    let mut undisturbed = table.clone();
    undisturbed.settle().expect("the end");
    let paid = undisturbed.state();
    assert!(paid.outcome.is_some() && paid.stakes > 0, "{paid:?}");
    for cycles in 1..2 * SETTLING {
        let mut early = table.clone();
        early.machine.run(1).expect("a cycle");
        early.machine.set_key(RESET_KEY, true).expect("a key");
        early.machine.set_key(STEP_KEY, true).expect("a key");
        early.machine.run(cycles).expect("cycles");
        early.machine.set_key(STEP_KEY, false).expect("a key");
        early.settle().expect("the end");
        let state = early.state();
        assert_eq!(state.credits, paid.credits, "{cycles} cycles");
        // Before the payment the table stays.
        let is_cleared = state.is_betting();
        assert!(is_cleared || cycles < SETTLING && state.outcome == paid.outcome, "{state:?}");
    }
}

//! `wager`: stakes and payments.

use baccarat::game::Outcome;
use baccarat::game::casino::SwitchBet;
use baccarat_hdl::wager::Wager;

use crate::copies::Copies;

/// No result, or one of three: 8 sets of bets and 128 stakes for each.
const CASES: usize = 4 * 8 * 128;

/// The bet and the result of a case.
fn case(number: usize) -> (SwitchBet, Option<Outcome>) {
    let bet = SwitchBet::from_switches((number % 1024) as u16);
    let outcomes = [None, Some(Outcome::Player), Some(Outcome::Banker), Some(Outcome::Tie)];
    (bet, outcomes[number / 1024])
}

#[test]
fn every_bet_has_its_stakes_and_every_result_its_payment() {
    let mut wager = Copies::of("wager", &Wager::default(), CASES);
    assert_eq!(wager.count(), CASES);
    let wins = |copy, outcome| matches!(case(copy).1, Some(other) if other == outcome || other == Outcome::Tie);
    wager.set_each("chips", |copy| case(copy).0.chips.into());
    wager.set_each("on_player", |copy| case(copy).0.player.into());
    wager.set_each("on_banker", |copy| case(copy).0.banker.into());
    wager.set_each("on_tie", |copy| case(copy).0.tie.into());
    wager.set_each("player_wins", |copy| wins(copy, Outcome::Player).into());
    wager.set_each("banker_wins", |copy| wins(copy, Outcome::Banker).into());
    let (stakes, payments) = (wager.output("stakes"), wager.output("payment"));
    for number in 0..CASES {
        let (bet, outcome) = case(number);
        let payment = outcome.map_or(0, |outcome| bet.payment(outcome));
        let expected = (u64::from(bet.stakes()), u64::from(payment));
        assert_eq!((stakes[number], payments[number]), expected, "{bet:?}, {outcome:?}");
    }
}

//! `stakes` and `payout`: every bet and result.

use baccarat_hdl::payout::Payout;
use baccarat_hdl::stakes::Stakes;
use punto_banco::Outcome;
use punto_banco::casino::SwitchBet;

use specifications::copies::Copies;

/// No result, or one of three: 8 sets of bets and 128 stakes for each.
const CASES: usize = 4 * 8 * 128;

/// The bet and the result of a case.
fn case(number: usize) -> (SwitchBet, Option<Outcome>) {
    let bet = SwitchBet::from_switches((number % 1024) as u16);
    let outcomes = [None, Some(Outcome::Player), Some(Outcome::Banker), Some(Outcome::Tie)];
    (bet, outcomes[number / 1024])
}

/// Sets the bet of each case.
fn set_bets(copies: &mut Copies) {
    copies.set_each("chips", |copy| case(copy).0.chips.into());
    copies.set_each("on_player", |copy| case(copy).0.player.into());
    copies.set_each("on_banker", |copy| case(copy).0.banker.into());
    copies.set_each("on_tie", |copy| case(copy).0.tie.into());
}

#[test]
fn every_bet_has_its_stakes() {
    let mut stakes = Copies::of("stakes", &Stakes::default(), CASES);
    assert_eq!(stakes.count(), CASES);
    set_bets(&mut stakes);
    for (number, total) in stakes.output("total").into_iter().enumerate() {
        let (bet, _) = case(number);
        assert_eq!(total, u64::from(bet.stakes()), "{bet:?}");
    }
}

#[test]
fn every_result_has_its_payment() {
    let mut wager = Copies::of("payout", &Payout::default(), CASES);
    assert_eq!(wager.count(), CASES);
    set_bets(&mut wager);
    wager.set_each("stakes", |copy| case(copy).0.stakes().into());
    // The codes of the outcomes in the hardware are in the order of the cases.
    wager.set_each("outcome", |copy| (copy / 1024) as u64);
    let (payments, pays) = (wager.output("payment"), wager.output("pays"));
    for number in 0..CASES {
        let (bet, outcome) = case(number);
        let payment = outcome.map_or(0, |outcome| bet.payment(outcome));
        assert_eq!(payments[number], u64::from(payment), "{bet:?}, {outcome:?}");
        let won = match outcome {
            None => false,
            Some(Outcome::Player) => bet.player,
            Some(Outcome::Banker) => bet.banker,
            Some(Outcome::Tie) => true,
        };
        assert_eq!(pays[number] == 1, won, "{bet:?}, {outcome:?}");
    }
}

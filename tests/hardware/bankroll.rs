//! `bankroll`: stakes, payments, limits and the new bankroll.

use baccarat_hdl::bankroll::Bankroll;

use specifications::copies::Copies;

/// The credits at power-up, which the register holds as 0.
const NEW: u64 = 10_000;

const MAXIMUM: u64 = 999_999;

/// The largest stakes and payment: 127 chips on all three bets.
const STAKES: u64 = 7_620;
const PAYMENT: u64 = 27_940;

/// Legal credits at and around every limit, and illegal ones.
fn credits() -> Vec<u64> {
    let limits = [0, 20, STAKES, NEW, MAXIMUM - PAYMENT, MAXIMUM - STAKES, MAXIMUM, (1 << 20) - 1];
    let around = limits.into_iter().flat_map(|limit| limit.saturating_sub(41)..=limit + 41);
    around.filter(|credits| *credits < 1 << 20).collect()
}

/// A bankroll for each of these credits.
fn bankrolls(credits: &[u64]) -> Copies {
    Copies::of("bankroll", &Bankroll::default(), credits.len())
}

/// Sets the credits of each bankroll.
fn set(bankroll: &mut Copies, credits: &[u64]) {
    bankroll.force_each("toggled", |copy| credits.get(copy).unwrap_or(&0) ^ NEW);
}

/// Lets the bankrolls take in stakes and payments.
fn prepare(bankroll: &mut Copies) {
    for command in ["bet", "pay", "renew"] {
        bankroll.set(command, 0);
    }
    bankroll.clock("clock", 1);
}

/// Clocks the bankrolls once and returns the credits of each.
fn after(bankroll: &mut Copies, credits: &[u64]) -> Vec<u64> {
    bankroll.clock("clock", 1);
    let mut after = bankroll.output("credits");
    after.truncate(credits.len());
    after
}

#[test]
fn it_powers_up_with_10_000_credits() {
    let mut bankroll = Copies::of("bankroll", &Bankroll::default(), 1);
    assert_eq!(bankroll.output("credits")[0], NEW);
}

#[test]
fn every_amount_of_stakes_is_subtracted_unless_it_exceeds_the_credits() {
    let credits = credits();
    let mut bankroll = bankrolls(&credits);
    for stakes in (0..=STAKES).step_by(20) {
        set(&mut bankroll, &credits);
        bankroll.set("stakes", stakes);
        prepare(&mut bankroll);
        let exceeded = bankroll.output("exceeded");
        bankroll.set_each("bet", |copy| u64::from(copy < credits.len() && exceeded[copy] == 0));
        for (copy, after) in after(&mut bankroll, &credits).into_iter().enumerate() {
            let before = credits[copy];
            assert_eq!(exceeded[copy] == 1, stakes > before, "{stakes} of {before}");
            assert_eq!(after, before.checked_sub(stakes).unwrap_or(before), "{before} - {stakes}");
        }
    }
}

#[test]
fn every_payment_is_added_up_to_the_maximum() {
    let credits = credits();
    let mut bankroll = bankrolls(&credits);
    for payment in (0..=PAYMENT).step_by(13).chain([PAYMENT, (1 << 15) - 1]) {
        set(&mut bankroll, &credits);
        bankroll.set("payment", payment);
        prepare(&mut bankroll);
        bankroll.set("pay", 1);
        for (before, after) in credits.iter().zip(after(&mut bankroll, &credits)) {
            assert_eq!(after, (before + payment).min(MAXIMUM), "{before} + {payment}");
        }
    }
}

#[test]
fn less_than_a_chip_becomes_a_new_bankroll_and_anything_else_stays() {
    let credits = credits();
    let mut bankroll = bankrolls(&credits);
    for renew in 0..2 {
        set(&mut bankroll, &credits);
        bankroll.set("renew", renew);
        for (before, after) in credits.iter().zip(after(&mut bankroll, &credits)) {
            let expected = if renew == 1 && *before < 20 { NEW } else { *before };
            assert_eq!(after, expected, "{before}, renew {renew}");
        }
    }
}

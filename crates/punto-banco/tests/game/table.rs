//! A table with one bettor: bets, cards, payouts and shoes.

use fastrand::Rng;
use punto_banco::{
    Bet, BetError, CardSource, Cents, Decks, Entry, MIN_STAKE, Outcome, Payout, Phase, Rank,
    ScoreCard, Settlement, Shoe, ShoeSize, ShoeStage, Side, Stakes, Step, Table, TableError, play,
    tally,
};

fn cents(cents: u64) -> Cents {
    Cents::new(cents).expect("a sum")
}

fn shoe_of(decks: u32) -> CardSource {
    CardSource::Shoe(ShoeSize::new(decks).expect("a shoe"))
}

fn table(source: CardSource) -> Table {
    Table::new(cents(100_000), source, Rng::with_seed(1))
}

/// Deals as many cards as given, from the shoe if there is one.
fn deal(table: &mut Table, cards: &[Rank]) {
    for card in cards {
        let side = table.step().next_card().expect("a card is due");
        table.deal(side, table.next_rank().unwrap_or(*card)).expect("the right card");
    }
}

fn random_cards(random: &mut Rng) -> [Rank; 6] {
    std::array::from_fn(|_| Rank::ALL[random.usize(0..13)])
}

/// Plays a round to its end.
fn play_round(table: &mut Table, random: &mut Rng) -> Outcome {
    let mut others = random_cards(random).into_iter();
    while table.step().next_card().is_some() {
        deal(table, &[others.next().expect("no round has more than six cards")]);
    }
    let mut cards = [Rank::Ace; 6];
    cards[..table.dealt().len()].copy_from_slice(table.dealt());
    let outcome = play(cards).outcome();
    table.settle(outcome).expect("the outcome by the rules");
    outcome
}

const NATURAL: [Rank; 4] = [Rank::King, Rank::Nine, Rank::Two, Rank::King];

#[test]
fn a_round_goes_from_bets_to_payouts() {
    let mut table = table(CardSource::Infinite);
    assert_eq!(table.phase(), Phase::Betting);
    table.bet(Bet::Banker, cents(1_000)).unwrap();
    table.bet(Bet::Tie, cents(100)).unwrap();
    deal(&mut table, &NATURAL);
    assert_eq!((table.phase(), table.outcome()), (Phase::Dealing, None));
    assert_eq!(table.cards(Side::Player), [Rank::King, Rank::Two]);
    assert_eq!(table.cards(Side::Banker), [Rank::Nine, Rank::King]);

    let payouts = table.settle(Outcome::Banker).unwrap().to_vec();
    let returned: Vec<_> = payouts.iter().map(|payout| (payout.on, payout.result)).collect();
    assert_eq!(returned, [(Bet::Banker, Settlement::Win), (Bet::Tie, Settlement::Lose)]);
    assert_eq!((table.phase(), table.outcome()), (Phase::Over, Some(Outcome::Banker)));
    assert_eq!(table.payouts(), payouts);
    assert_eq!(table.purse().bankroll(), cents(100_850));
    assert_eq!(table.tally().banker, 1);
    assert_eq!(table.score_card().entries(), [Entry { outcome: Outcome::Banker, natural: true }]);

    // Bets for the next hand are open while the cards are on the table, and stay when they are
    // cleared.
    table.repeat_bets().unwrap();
    table.new_hand();
    assert_eq!((table.phase(), table.dealt(), table.payouts()), (Phase::Betting, &[][..], &[][..]));
    let stakes = Stakes { banker: cents(1_000), tie: cents(100), ..Stakes::NONE };
    assert_eq!(*table.purse().stakes(), stakes);
}

#[test]
fn cards_go_to_the_side_that_was_due_one() {
    use Rank::{Ace, Four, King, Two};
    // The player stands, so that the fifth card is the banker's.
    let mut stands = table(CardSource::Infinite);
    deal(&mut stands, &[King, King, Rank::Six, Two, Ace]);
    assert_eq!(stands.cards(Side::Player), [King, Rank::Six]);
    assert_eq!(stands.cards(Side::Banker), [King, Two, Ace]);
    let mut both_draw = table(CardSource::Infinite);
    deal(&mut both_draw, &[Ace, Two, Two, King, Four, Ace]);
    assert_eq!(both_draw.cards(Side::Player), [Ace, Two, Four]);
    assert_eq!(both_draw.cards(Side::Banker), [Two, King, Ace]);
}

#[test]
fn an_abandoned_hand_loses_its_stakes_and_a_cancelled_one_returns_them() {
    let mut random = Rng::with_seed(2);
    type End = fn(&mut Table) -> bool;
    let cases =
        [("abandoned", Table::new_hand as End, 95_000), ("cancelled", Table::cancel_hand, 100_000)];
    for (what, end, bankroll) in cases {
        for cards in 1..=4 {
            let mut table = table(shoe_of(8));
            let left = table.shoe().map(Shoe::left).expect("a shoe");
            table.bet(Bet::Player, cents(5_000)).unwrap();
            // Before the first card there is no hand to end.
            end(&mut table);
            assert_eq!(table.purse().stakes().player, cents(5_000), "{what}");
            deal(&mut table, &NATURAL[..cards]);
            end(&mut table);
            assert_eq!(table.purse().bankroll(), cents(bankroll), "{what} after {cards} cards");
            assert!(table.purse().stakes().is_empty(), "{what} after {cards} cards");
            assert_eq!((table.phase(), table.tally().total()), (Phase::Betting, 0));
            assert!(table.score_card().entries().is_empty());
            assert_eq!(table.shoe().map(Shoe::left), Some(left - cards), "cards do not go back");
            play_round(&mut table, &mut random);
        }
    }
}

#[test]
fn invalid_actions_are_refused_and_change_nothing() {
    type Act = fn(&mut Table) -> Result<(), TableError>;
    let other = |rank: Rank| Rank::ALL[usize::from(rank.number()) % 13];
    let mut dealing = table(shoe_of(6));
    let wrong = other(dealing.next_rank().expect("a card"));
    let first = dealing.clone();
    deal(&mut dealing, &[Rank::Ace]);
    let mut over = table(CardSource::Infinite);
    deal(&mut over, &NATURAL);
    let unsettled = over.clone();
    over.settle(Outcome::Banker).unwrap();
    let step = dealing.step();
    let (player, banker) = (Side::Player, Side::Banker);
    let cases: [(&str, &Table, Act, TableError); 12] = [
        ("bet", &dealing, |table| table.bet(Bet::Tie, MIN_STAKE), TableError::BetsClosed),
        ("clear", &dealing, Table::clear_bets, TableError::BetsClosed),
        ("repeat", &dealing, Table::repeat_bets, TableError::BetsClosed),
        ("repeat nothing", &first, Table::repeat_bets, BetError::NothingToRepeat.into()),
        ("shoe", &dealing, |table| table.change_shoe(CardSource::Infinite), TableError::HandInPlay),
        ("buy in", &first, |table| table.buy_in(MIN_STAKE), TableError::NotBroke),
        (
            "side",
            &dealing,
            |table| table.deal(Side::Player, Rank::Ace),
            TableError::WrongSide { dealt: player, due: banker },
        ),
        ("card", &over, |table| table.deal(Side::Player, Rank::Ace), TableError::NoCardDue),
        ("too early", &dealing, |table| settle(table, Outcome::Tie), TableError::NotOver { step }),
        (
            "no cards",
            &first,
            |table| settle(table, Outcome::Tie),
            TableError::NotOver { step: Step::after(&[]) },
        ),
        ("twice", &over, |table| settle(table, Outcome::Banker), TableError::NoCardDue),
        (
            "outcome",
            &unsettled,
            |table| settle(table, Outcome::Tie),
            TableError::WrongOutcome { given: Outcome::Tie, right: Outcome::Banker },
        ),
    ];
    for (what, before, act, error) in cases {
        let mut table = before.clone();
        assert_eq!(act(&mut table), Err(error), "{what}");
        assert_eq!(format!("{table:?}"), format!("{before:?}"), "{what}");
    }

    let mut table = first.clone();
    let due = table.next_rank().expect("a card");
    let error = TableError::NotFromTheShoe { dealt: wrong, due };
    assert_eq!(table.deal(Side::Player, wrong), Err(error));
    assert_eq!(format!("{table:?}"), format!("{first:?}"));
}

fn settle(table: &mut Table, outcome: Outcome) -> Result<(), TableError> {
    table.settle(outcome).map(|_| ())
}

#[test]
fn a_shoe_that_is_over_is_replaced_and_starts_a_new_score_card() {
    let mut random = Rng::with_seed(3);
    let mut table = table(shoe_of(6));
    for _ in 0..20 {
        let mut rounds = 0;
        let mut last_hands = 0;
        while !table.shoe().is_some_and(Shoe::is_over) {
            assert!(!table.new_hand(), "no fresh card before the shoe is over");
            last_hands += usize::from(stage(&table) == ShoeStage::LastHand);
            play_round(&mut table, &mut random);
            rounds += 1;
            assert_eq!(table.score_card().entries().len(), rounds);
        }
        assert!(last_hands <= 1);
        assert!(rounds > 40, "{rounds} rounds from six decks");
        assert_eq!(table.next_rank(), None);
        assert!(table.new_hand());
        assert!(table.score_card().entries().is_empty());
        let shoe = table.shoe().expect("a shoe");
        assert_eq!((shoe.left() + shoe.burned(), shoe.stage()), (312, ShoeStage::Dealing));
    }
}

fn stage(table: &Table) -> ShoeStage {
    table.shoe().expect("a shoe").stage()
}

#[test]
fn with_an_infinite_deck_a_full_score_card_is_followed_by_a_new_one() {
    let mut random = Rng::with_seed(4);
    let mut table = table(CardSource::Infinite);
    for round in 1..=300 {
        let is_fresh = table.new_hand();
        assert_eq!(is_fresh, round % ScoreCard::CAPACITY == 1 && round > 1, "{round}");
        play_round(&mut table, &mut random);
    }
    assert_eq!(table.tally().total(), 300);
}

#[test]
fn changing_the_shoe_clears_the_cards_but_keeps_the_money() {
    let mut random = Rng::with_seed(5);
    let mut table = table(CardSource::Infinite);
    table.bet(Bet::Tie, MIN_STAKE).unwrap();
    play_round(&mut table, &mut random);
    table.bet(Bet::Player, MIN_STAKE).unwrap();
    let purse = table.purse().clone();
    table.change_shoe(shoe_of(4)).unwrap();
    assert_eq!((table.phase(), table.dealt().len()), (Phase::Betting, 0));
    assert!(table.score_card().entries().is_empty());
    assert_eq!(table.shoe().map(|shoe| shoe.size().cards()), Some(208));
    assert_eq!((table.purse(), table.tally().total()), (&purse, 1));
    table.change_shoe(CardSource::Infinite).unwrap();
    assert_eq!((table.shoe().is_none(), table.next_rank()), (true, None));
}

#[test]
fn a_bettor_who_is_broke_can_buy_in_again() {
    let mut table = Table::new(MIN_STAKE, CardSource::Infinite, Rng::with_seed(6));
    table.bet(Bet::Player, MIN_STAKE).unwrap();
    assert_eq!(table.buy_in(cents(100_000)), Err(TableError::NotBroke));
    deal(&mut table, &NATURAL);
    table.settle(Outcome::Banker).unwrap();
    table.buy_in(cents(50_000)).unwrap();
    assert_eq!((table.purse().bankroll(), table.last_buy_in()), (cents(50_000), cents(50_000)));
}

/// Random actions, valid or not, over many hands with every kind of shoe.
#[test]
fn the_total_of_all_money_is_constant_over_thousands_of_rounds() {
    let mut random = Rng::with_seed(7);
    for decks in [0, 1, 4, 6, 8] {
        let source = if decks == 0 { CardSource::Infinite } else { shoe_of(decks) };
        let mut table = table(source);
        let (mut owned, mut rounds) = (100_000i128, 0u128);
        for _ in 0..5_000 {
            for _ in 0..random.usize(0..4) {
                let bankroll = table.purse().bankroll();
                let stake = cents(random.u64(0..=bankroll.get() / 2 + 200));
                let taken = table.bet(Bet::ALL[random.usize(0..3)], stake);
                let is_possible = (MIN_STAKE..=bankroll).contains(&stake);
                assert_eq!(taken.is_ok(), is_possible, "{stake} of {bankroll}");
            }
            // Some of these are refused: the sums below check whether that was right.
            match random.u32(0..15) {
                0 => table.clear_bets().unwrap(),
                1 => drop(table.repeat_bets()),
                2 => drop(table.double_bets()),
                3 | 4 => drop(table.undo_bet()),
                _ => {}
            }
            table.new_hand();
            if random.u32(0..10) == 0 {
                deal(&mut table, &NATURAL[..random.usize(0..4)]);
                let in_play = table.phase() == Phase::Dealing;
                let staked = table.purse().stakes().total();
                if random.bool() {
                    table.cancel_hand();
                } else {
                    table.new_hand();
                    owned -= if in_play { i128::from(staked.get()) } else { 0 };
                }
            } else {
                play_round(&mut table, &mut random);
                rounds += 1;
            }
            let gain = |payout: &Payout| {
                i128::from(payout.returned.get()) - i128::from(payout.stake.get())
            };
            owned += table.payouts().iter().map(gain).sum::<i128>();
            let staked = table.purse().stakes().total();
            assert_eq!(i128::from(table.purse().bankroll().get() + staked.get()), owned);
            if table.buy_in(cents(100_000)).is_ok() {
                owned = 100_000;
            }
        }
        assert_eq!(table.tally().total(), rounds, "{decks} decks");
    }
}

/// Eight decks, dealt by the rules: the share of each outcome is within 5 sigma of the exact one.
#[test]
fn outcomes_have_the_exact_frequencies() {
    let mut random = Rng::with_seed(8);
    let mut table = table(shoe_of(8));
    const ROUNDS: u32 = 100_000;
    for _ in 0..ROUNDS {
        table.new_hand();
        play_round(&mut table, &mut random);
    }
    let exact = tally(Decks::new(8).expect("a shoe"));
    for outcome in Outcome::ALL {
        let share = exact.of(outcome) as f64 / exact.total() as f64;
        let expected = f64::from(ROUNDS) * share;
        let limit = 5.0 * (expected * (1.0 - share)).sqrt();
        let count = table.tally().of(outcome) as f64;
        assert!((count - expected).abs() < limit, "{outcome}: {count} instead of {expected}");
    }
}

//! `shoe`: every card once, every position, and recovery.

use std::collections::BTreeSet;

use baccarat_hdl::shoe::Shoe;

use specifications::copies::Copies;

/// Cycles until a shoe is written and shows a card.
const READY: usize = 4;

/// A card of the port `card`: the suit above the rank.
fn card(suit: u64, rank: u64) -> u64 {
    suit << 4 | rank
}

/// All cards of a deck in factory order.
fn deck() -> Vec<u64> {
    (0..4).flat_map(|suit| (1..=13).map(move |rank| card(suit, rank))).collect()
}

/// Copies of a shoe that is ready.
fn shoes<const DECKS: usize>(count: usize) -> Copies {
    let mut shoes = Copies::of("shoe", &Shoe::<DECKS>::default(), count);
    shoes.clock("clock", 52 * DECKS + READY);
    shoes
}

/// Draws in those copies that `draws`, and returns the cards of all.
fn draw(shoes: &mut Copies, draws: impl Fn(usize) -> bool) -> Vec<u64> {
    let (cards, ready) = (shoes.output("card"), shoes.output("ready"));
    let is_ready = ready.iter().enumerate().all(|(copy, ready)| *ready == 1 || !draws(copy));
    assert!(is_ready, "a shoe is not ready");
    shoes.set_each("draw", |copy| draws(copy).into());
    shoes.clock("clock", 1);
    shoes.set("draw", 0);
    cards
}

/// Draws `count` cards from all copies, some cycles apart.
fn draw_all(shoes: &mut Copies, count: usize, random: &mut fastrand::Rng) -> Vec<u64> {
    let mut draw_one = |_| {
        shoes.clock("clock", random.usize(1..60));
        draw(shoes, |_| true)[0]
    };
    (0..count).map(&mut draw_one).collect()
}

/// Lets copy `i` draw at the next instant `i` modulo the number of cards, and returns these cards.
fn draw_at_each_position(shoes: &mut Copies, cards_left: usize) -> Vec<u64> {
    // A draw takes one cycle, in which the counter of the others goes on.
    (0..cards_left).map(|position| draw(shoes, |copy| copy == position)[position]).collect()
}

#[test]
fn each_of_n_positions_gives_another_of_the_n_cards_for_every_n() {
    for left in (1..=52).rev() {
        let mut random = fastrand::Rng::with_seed(left);
        let left = left as usize;
        let mut shoes = shoes::<1>(left);
        let gone = draw_all(&mut shoes, 52 - left, &mut random);
        shoes.clock("clock", 52);
        let mut drawn = draw_at_each_position(&mut shoes, left);
        drawn.extend(gone);
        drawn.sort();
        let mut all = deck();
        all.sort();
        assert_eq!(drawn, all, "with {left} cards");
    }
}

#[test]
fn each_position_of_eight_decks_gives_another_card() {
    let mut shoes = shoes::<8>(416);
    assert_eq!(shoes.output("cards_left")[0], 416);
    let mut drawn = draw_at_each_position(&mut shoes, 416);
    drawn.sort();
    let mut all = deck().repeat(8);
    all.sort();
    assert_eq!(drawn, all);
}

#[test]
fn a_shoe_is_dealt_to_the_end_with_each_card_once_and_then_written_anew() {
    let mut shoes = shoes::<2>(1);
    let mut all = deck().repeat(2);
    all.sort();
    for seed in 0..4 {
        let mut drawn = draw_all(&mut shoes, 104, &mut fastrand::Rng::with_seed(seed));
        drawn.sort();
        assert_eq!(drawn, all);
        assert_eq!((shoes.output("ready")[0], shoes.output("cards_left")[0]), (0, 0));
        shoes.clock("clock", 104 + READY);
    }
}

#[test]
fn two_cycles_after_a_draw_there_is_another_card() {
    // Copy `i` draws in cycle `i`, and again two cycles later.
    for gone in 0..48 {
        let left = 52 - gone;
        let mut shoes = shoes::<1>(left);
        draw_all(&mut shoes, gone, &mut fastrand::Rng::with_seed(7));
        shoes.clock("clock", 52);
        let mut drawn = vec![vec![]; left];
        for cycle in 0..left + 2 {
            let draws = |copy: usize| copy < left && (cycle == copy || cycle == copy + 2);
            let cards = draw(&mut shoes, draws);
            (0..left).filter(|copy| draws(*copy)).for_each(|copy| drawn[copy].push(cards[copy]));
        }
        let differ = drawn.iter().all(|cards| cards.len() == 2 && cards[0] != cards[1]);
        assert!(differ, "{left} cards: {drawn:?}");
        // The rest of the shoe is complete.
        shoes.clock("clock", 52);
        let mut rests: Vec<BTreeSet<u64>> = drawn.into_iter().map(BTreeSet::from_iter).collect();
        for _ in 0..left - 2 {
            let cards = draw(&mut shoes, |_| true);
            shoes.clock("clock", 7);
            for (rest, card) in rests.iter_mut().zip(cards) {
                rest.insert(card);
            }
        }
        assert!(rests.iter().all(|rest| rest.len() == left), "{left} cards");
    }
}

#[test]
fn no_card_is_drawn_while_a_shoe_is_written_or_right_after_a_draw() {
    let mut shoes = Copies::of("shoe", &Shoe::<1>::default(), 1);
    shoes.set("draw", 1);
    for cycle in 0..52 {
        assert_eq!(shoes.output("ready")[0], 0, "in cycle {cycle}");
        shoes.clock("clock", 1);
    }
    shoes.clock("clock", 20);
    // With `draw` always high, every other cycle draws a card.
    let before = shoes.output("cards_left")[0];
    shoes.clock("clock", 20);
    assert_eq!(shoes.output("cards_left")[0], before - 10);
}

#[test]
fn renew_writes_a_full_shoe_from_any_number_of_cards() {
    for drawn in [0, 1, 20, 51] {
        let mut shoes = shoes::<1>(52);
        draw_all(&mut shoes, drawn, &mut fastrand::Rng::with_seed(3));
        shoes.set("renew", 1);
        shoes.clock("clock", 1);
        shoes.set("renew", 0);
        assert_eq!(shoes.output("ready")[0], 0);
        shoes.clock("clock", 52 + READY);
        let found: BTreeSet<u64> = draw_at_each_position(&mut shoes, 52).into_iter().collect();
        assert_eq!(found, deck().into_iter().collect(), "after {drawn} cards");
    }
}

#[test]
fn every_number_of_cards_and_every_position_recovers() {
    // Copy `i` is forced to the number `i`, or the counter to the address `i`.
    for register in ["cards_left", "position", "shown"] {
        let mut shoes = shoes::<1>(512);
        shoes.force_each(register, |copy| copy as u64);
        // A person cannot press within the 10 microseconds that a wrong counter takes to come down.
        shoes.clock("clock", 512);
        for _ in 0..6 {
            draw(&mut shoes, |_| true);
            shoes.clock("clock", 600);
        }
        let (left, cards) = (shoes.output("cards_left"), shoes.output("card"));
        for copy in 0..512 {
            assert!((1..=52).contains(&left[copy]), "{register} {copy}: {} cards", left[copy]);
            assert!((1..=13).contains(&(cards[copy] & 15)), "{register} {copy}: no card");
        }
    }
}

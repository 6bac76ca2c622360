//! `shoe_progress`: the burn card, the cut card and the last hand.

use baccarat_hdl::shoe_progress::ShoeProgress;

use specifications::copies::Copies;

/// How many cards a burn card counts. Illegal ranks count like a ten.
fn burned(rank: u64) -> u64 {
    rank.min(10)
}

#[test]
fn the_cards_before_the_cut_are_those_that_are_neither_burned_nor_behind_it() {
    let case = |copy: usize| (copy as u64 % 16, copy as u64 / 16);
    let mut progress = Copies::of("shoe_progress", &ShoeProgress::default(), 16 * 512);
    progress.set_each("card", |copy| case(copy).0);
    progress.set("burn", 1);
    progress.clock("clock", 1);
    progress.set("burn", 0);
    progress.set_each("cards_left", |copy| case(copy).1);
    let found = progress.output("cards_before_cut").into_iter().zip(progress.output("burned"));
    for (copy, found) in found.enumerate() {
        let (rank, left) = case(copy);
        let expected = (left.saturating_sub(burned(rank) + 14), burned(rank));
        assert_eq!(found, expected, "rank {rank}, {left} cards");
    }
}

/// A progress with a burned eight, so that the cut card comes out with 22 cards left.
fn with_a_burned_eight() -> Copies {
    let mut progress = Copies::of("shoe_progress", &ShoeProgress::default(), 1);
    progress.set("card", 8);
    progress.set("burn", 1);
    progress.clock("clock", 1);
    progress.set("burn", 0);
    progress
}

/// Deals a card and returns whether the cut card is out, whether this is the last hand, and the
/// number of hands.
fn deal(progress: &mut Copies, cards_left: u64, first_of_hand: bool) -> (u64, u64, u64) {
    progress.set("cards_left", cards_left);
    progress.set("first_of_hand", first_of_hand.into());
    progress.set("deal", 1);
    progress.clock("clock", 1);
    progress.set("deal", 0);
    let mut output = |port| progress.output(port)[0];
    (output("cut_card_out"), output("last_hand"), output("hands"))
}

#[test]
fn a_cut_card_within_a_hand_leaves_one_more_hand() {
    let mut progress = with_a_burned_eight();
    assert_eq!(deal(&mut progress, 24, true), (0, 0, 1));
    assert_eq!(deal(&mut progress, 23, false), (0, 0, 1));
    assert_eq!(deal(&mut progress, 22, false), (1, 0, 1));
    assert_eq!(deal(&mut progress, 21, false), (1, 0, 1));
    assert_eq!(deal(&mut progress, 20, true), (1, 1, 2));
    assert_eq!(deal(&mut progress, 19, false), (1, 1, 2));
}

#[test]
fn a_cut_card_before_a_hand_makes_it_the_last() {
    let mut progress = with_a_burned_eight();
    assert_eq!(deal(&mut progress, 23, true), (0, 0, 1));
    assert_eq!(deal(&mut progress, 22, true), (1, 1, 2));
}

#[test]
fn a_new_shoe_has_neither_burn_card_nor_cut_card_nor_hands() {
    let mut progress = with_a_burned_eight();
    deal(&mut progress, 22, true);
    let new = Copies::of("shoe_progress", &ShoeProgress::default(), 1).outputs();
    progress.set("cards_left", 0);
    assert_ne!(progress.outputs(), new);
    progress.set("renew", 1);
    progress.clock("clock", 1);
    assert_eq!(progress.outputs(), new);
}

//! The top at its pins, in both clockings, compared with the rules after every press.

use baccarat_hdl::task5::Task5;
use baccarat_hdl::task5_direct::Task5Direct;
use punto_banco::{Rank, Round, Step, play};

use crate::display::Display;
use crate::test_driver::{BoardBlock, PRESS, RESET, SETTLE, STEP, TestDriver};

/// The banker draws (D) or stands (S): a row for each banker score, 0 to 7, a column for each rank
/// of the player's third card.
const TABLEAU: [&str; 8] = [
    // A 2 3 4 5 6 7 8 9 10J Q K
    "D D D D D D D D D D D D D",
    "D D D D D D D D D D D D D",
    "D D D D D D D D D D D D D",
    "D D D D D D D S D D D D D",
    "S D D D D D D S S S S S S",
    "S S S D D D D S S S S S S",
    "S S S S S D D S S S S S S",
    "S S S S S S S S S S S S S",
];

/// Runs each of these tests with both clockings.
macro_rules! in_both_clockings {
    ($($test:ident,)*) => {
        mod synchronised {
            $(#[test] fn $test() { super::$test::<super::Task5>(); })*
        }
        mod direct {
            $(#[test] fn $test() { super::$test::<super::Task5Direct>(); })*
        }
    };
}

in_both_clockings! {
    the_first_hand_needs_no_reset,
    the_dealer_draws_by_the_tableau_after_the_players_third_card,
    random_hands_follow_the_rules,
    nothing_changes_while_the_step_key_is_down,
    a_card_appears_within_a_few_cycles_of_the_release,
    reset_clears_the_table_at_every_step_of_a_hand,
    the_table_stays_clear_for_as_long_as_the_reset_key_is_down,
    the_reset_key_without_the_step_key_changes_nothing,
    the_reset_key_is_sampled_when_the_step_key_goes_up,
    keys_1_and_2_change_nothing_at_any_time,
    presses_after_the_end_change_nothing,
}

/// Deals these cards until the hand is over and compares the board with the rules after each.
fn play_out<B: BoardBlock>(driver: &mut TestDriver<B>, cards: &[Rank]) {
    assert_eq!(driver.display(), Display::of(&[]), "before the first card");
    for (count, card) in cards.iter().enumerate() {
        if Round::of(&cards[..count]).is_some() {
            break;
        }
        driver.deal(*card);
        let dealt = &cards[..=count];
        assert_eq!(driver.display(), Display::of(dealt), "after {dealt:?}");
    }
}

/// Plays each hand after a reset.
fn play_all<B: BoardBlock>(hands: impl IntoIterator<Item = [Rank; 6]>) {
    let mut driver: TestDriver<B> = TestDriver::ready();
    for cards in hands {
        play_out(&mut driver, &cards);
        driver.new_hand();
    }
}

/// Returns two cards with this score.
fn pair(score: u8) -> [Rank; 2] {
    [Rank::Jack, Rank::new(score).unwrap_or(Rank::Ten)]
}

/// Returns six cards whose first four give these scores.
fn hand(player: u8, banker: u8, fifth: Rank, sixth: Rank) -> [Rank; 6] {
    let ([p1, p2], [b1, b2]) = (pair(player), pair(banker));
    [p1, b1, p2, b2, fifth, sixth]
}

/// A hand in which both sides draw, whatever the last two cards are. These make a tie.
const SIX_CARDS: [Rank; 6] =
    [Rank::Two, Rank::Queen, Rank::Three, Rank::Two, Rank::Four, Rank::Seven];

fn the_first_hand_needs_no_reset<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::at_power_up();
    assert_eq!(driver.display(), Display::of(&[]), "before the first clock edge");
    for _ in 0..100 {
        driver.cycles(1);
        assert_eq!(driver.display(), Display::of(&[]), "before the step key goes up");
    }
    let mut dealt = vec![driver.release_any()];
    assert_eq!(driver.display(), Display::of(&dealt));
    for card in [Rank::Queen, Rank::Five, Rank::Two, Rank::Ace, Rank::Nine] {
        if Round::of(&dealt).is_none() {
            driver.deal(card);
            dealt.push(card);
            assert_eq!(driver.display(), Display::of(&dealt), "after {dealt:?}");
        }
    }
    assert!(Round::of(&dealt).is_some());
}

fn the_dealer_draws_by_the_tableau_after_the_players_third_card<B: BoardBlock>() {
    let rows = (0..=7).flat_map(|banker| Rank::ALL.map(|third| (banker, third)));
    play_all::<B>(rows.map(|(banker, third)| {
        // Any player score from 0 to 5 draws.
        let cards = hand(third.number() % 6, banker, third, Rank::Three);
        let column = 2 * (usize::from(third.number()) - 1);
        let draws = TABLEAU[usize::from(banker)].as_bytes()[column] == b'D';
        assert_eq!(play(cards).cards_dealt(), if draws { 6 } else { 5 });
        cards
    }));
}

fn random_hands_follow_the_rules<B: BoardBlock>() {
    let mut random = fastrand::Rng::with_seed(5);
    let hands: Vec<[Rank; 6]> =
        (0..300).map(|_| [(); 6].map(|()| Rank::ALL[random.usize(..13)])).collect();
    play_all::<B>(hands);
}

fn nothing_changes_while_the_step_key_is_down<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    let mut dealt = vec![];
    for _ in 0..4 {
        driver.press(STEP);
        for _ in 0..300 {
            driver.cycles(1);
            assert_eq!(driver.display(), Display::of(&dealt), "after {dealt:?}");
        }
        dealt.push(driver.next_card());
        driver.release(STEP);
        // One card, however long the key was down, and none while it is up.
        driver.cycles(SETTLE);
        for _ in 0..300 {
            driver.cycles(1);
            assert_eq!(driver.display(), Display::of(&dealt), "after {dealt:?}");
        }
    }
}

fn a_card_appears_within_a_few_cycles_of_the_release<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    let mut dealt = vec![];
    for card in SIX_CARDS {
        driver.press(STEP);
        driver.cycles(PRESS);
        while driver.next_card() != card {
            driver.cycles(1);
        }
        let before = Display::of(&dealt);
        dealt.push(card);
        let after = Display::of(&dealt);

        // Everything appears at once: the card, the score and, with the last card, the lights.
        driver.release(STEP);
        let mut cycles = 0;
        while driver.display() == before {
            driver.cycles(1);
            cycles += 1;
            assert!(cycles <= 4, "{card} has not appeared after {cycles} cycles");
        }
        assert_eq!(driver.display(), after);
        driver.cycles(SETTLE);
    }
}

fn reset_clears_the_table_at_every_step_of_a_hand<B: BoardBlock>() {
    let other = hand(3, 6, Rank::Seven, Rank::Ace);
    let mut driver: TestDriver<B> = TestDriver::ready();
    for count in 0..=6 {
        for card in &SIX_CARDS[..count] {
            driver.deal(*card);
        }
        assert_eq!(driver.display(), Display::of(&SIX_CARDS[..count]));
        driver.new_hand();
        assert_eq!(driver.display(), Display::of(&[]), "reset after {count} cards");
        // The previous cards do not affect the new hand.
        play_out(&mut driver, &other);
        driver.new_hand();
    }
}

fn the_table_stays_clear_for_as_long_as_the_reset_key_is_down<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    driver.deal(Rank::Seven);
    driver.press(RESET);
    driver.cycles(PRESS);
    for _ in 0..8 {
        driver.step(PRESS);
        assert_eq!(driver.display(), Display::of(&[]));
    }
    driver.release(RESET);
    driver.cycles(SETTLE);
    assert_eq!(driver.display(), Display::of(&[]));
    let first = driver.deal_any();
    assert_eq!(driver.display(), Display::of(&[first]));
}

fn the_reset_key_without_the_step_key_changes_nothing<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    let mut dealt: Vec<Rank> = vec![];
    loop {
        driver.press(RESET);
        for _ in 0..30 {
            driver.cycles(1);
            assert_eq!(driver.display(), Display::of(&dealt), "key down after {dealt:?}");
        }
        driver.release(RESET);
        for _ in 0..30 {
            driver.cycles(1);
            assert_eq!(driver.display(), Display::of(&dealt), "key up after {dealt:?}");
        }
        if Step::after(&dealt).next_card().is_none() {
            break;
        }
        dealt.push(driver.deal_any());
        assert_eq!(driver.display(), Display::of(&dealt));
    }
}

fn the_reset_key_is_sampled_when_the_step_key_goes_up<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    driver.deal(Rank::Four);
    let mut dealt = vec![Rank::Four];

    // Down only while the step key is down: a card is dealt.
    driver.press(STEP);
    driver.cycles(PRESS);
    driver.press(RESET);
    driver.cycles(PRESS);
    driver.release(RESET);
    driver.cycles(1);
    dealt.push(driver.release_any());
    assert_eq!(driver.display(), Display::of(&dealt));

    // Down only from just before the step key goes up: a new hand.
    driver.press(STEP);
    driver.cycles(PRESS);
    driver.press(RESET);
    driver.cycles(1);
    driver.release(STEP);
    driver.cycles(1);
    driver.release(RESET);
    driver.cycles(SETTLE);
    assert_eq!(driver.display(), Display::of(&[]));
}

fn keys_1_and_2_change_nothing_at_any_time<B: BoardBlock>() {
    let mut driver: TestDriver<B> = TestDriver::ready();
    let toggle_unused_keys = |driver: &mut TestDriver<B>, dealt: &[Rank]| {
        for change in [TestDriver::press, TestDriver::release] {
            for key in [1, 2] {
                change(driver, key);
                driver.cycles(SETTLE);
                assert_eq!(driver.display(), Display::of(dealt), "after {dealt:?}");
            }
        }
    };
    let cards = SIX_CARDS;
    for count in 0..=6 {
        let dealt = &cards[..count];
        toggle_unused_keys(&mut driver, dealt);
        if count == 6 {
            break;
        }
        driver.press(STEP);
        toggle_unused_keys(&mut driver, dealt);
        // Both are down when the step key goes up.
        driver.press(1);
        driver.press(2);
        driver.deal(cards[count]);
        assert_eq!(driver.display(), Display::of(&cards[..=count]));
        driver.release(1);
        driver.release(2);
    }
    driver.press(1);
    driver.press(2);
    driver.new_hand();
    play_out(&mut driver, &cards);
}

fn presses_after_the_end_change_nothing<B: BoardBlock>() {
    let hands = [
        hand(9, 2, Rank::Ace, Rank::Ace),
        hand(1, 8, Rank::Ace, Rank::Ace),
        hand(7, 7, Rank::Ace, Rank::Ace),
        hand(6, 5, Rank::Four, Rank::Ace),
        hand(4, 7, Rank::Five, Rank::Ace),
        SIX_CARDS,
    ];
    let mut driver: TestDriver<B> = TestDriver::ready();
    for cards in hands {
        play_out(&mut driver, &cards);
        for _ in 0..7 {
            driver.step(PRESS);
            assert_eq!(driver.display(), Display::of(&cards), "after {cards:?}");
        }
        driver.new_hand();
    }
}

#[test]
fn synchronised_clocking_deals_nothing_before_the_first_press() {
    let mut driver: TestDriver<Task5> = TestDriver::with_keys_up();
    for _ in 0..100 {
        driver.cycles(1);
        assert_eq!(driver.display(), Display::of(&[]));
    }
    let first = driver.deal_any();
    assert_eq!(driver.display(), Display::of(&[first]));
}

#[test]
fn synchronised_clocking_detects_presses_of_two_cycles_two_cycles_apart() {
    for (down, up) in (2..=4).flat_map(|down| (2..=4).map(move |up| (down, up))) {
        let mut driver: TestDriver<Task5> = TestDriver::ready();
        let mut dealt = vec![];
        for _ in 0..4 {
            driver.press(STEP);
            driver.cycles(down);
            dealt.push(driver.next_card());
            driver.release(STEP);
            driver.cycles(up);
        }
        driver.cycles(SETTLE);
        assert_eq!(driver.display(), Display::of(&dealt), "{down} cycles down, {up} up");
    }
}

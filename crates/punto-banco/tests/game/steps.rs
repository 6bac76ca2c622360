//! Who gets the next card, and why.

use crate::*;

#[test]
fn print_who_gets_the_next_card_and_why() {
    use Side::{Banker, Player};
    #[rustfmt::skip]
    let cases = [
        ("",            Some(Player), "opening deal: player's first card"),
        ("9",           Some(Banker), "opening deal: banker's first card"),
        ("9 9",         Some(Player), "opening deal: player's second card"),
        ("9 9 K",       Some(Banker), "opening deal: banker's second card"),
        ("9 2 K 3",     None,         "player's natural 9: nobody draws"),
        ("A 4 2 4",     None,         "banker's natural 8: nobody draws"),
        ("8 9 J Q",     None,         "naturals 8 and 9: nobody draws"),
        ("K 6 7 Q",     None,         "player 7 stands, banker 6 stands"),
        ("K 2 7 3",     Some(Banker), "player 7 stands, banker 5 draws"),
        ("K 2 7 3 4",   None,         "banker has drawn: no more cards"),
        ("A 7 3 K",     Some(Player), "player 4 draws"),
        ("A 2 3 3 6",   Some(Banker), "banker 5 draws: player's third card is 6"),
        ("A 2 3 3 3",   None,         "banker 5 stands: player's third card is 3"),
        ("A 2 3 3 Q",   None,         "banker 5 stands: player's third card is Q, which counts 0"),
        ("A 2 3 A 10",  Some(Banker), "banker 3 draws: player's third card is 10, which counts 0"),
        ("A 2 3 A A",   Some(Banker), "banker 3 draws: player's third card is A, which counts 1"),
        ("A 2 3 K 8",   Some(Banker), "banker 2 draws: always on 0 to 2"),
        ("A 7 3 K 6",   None,         "banker 7 stands: always on 7"),
        ("A 2 3 3 6 K", None,         "banker has drawn: no more cards"),
    ];
    for (dealt, next, reason) in cases {
        let step = Step::after(&cards(dealt));
        assert_eq!(step.next_card(), next, "{dealt:?}");
        assert_eq!(step.to_string(), reason, "{dealt:?}");
    }
}

/// The cards on the table: all in deal order, and those of each side.
#[derive(Default)]
struct Table {
    dealt: Vec<Rank>,
    player: Vec<Rank>,
    banker: Vec<Rank>,
}

impl Table {
    fn hand(&mut self, side: Side) -> &mut Vec<Rank> {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }
}

/// Deals every possible card to the side that is due one. Checks that every way to fill up a
/// finished round to six cards plays to the same round. Returns the number of sequences played.
fn deal_on(table: &mut Table) -> u128 {
    let Some(side) = Step::after(&table.dealt).next_card() else {
        return finish(table);
    };
    assert_eq!(Round::of(&table.dealt), None, "{:?}", table.dealt);
    let mut sequences = 0;
    for card in Rank::ALL {
        table.dealt.push(card);
        table.hand(side).push(card);
        sequences += deal_on(table);
        table.hand(side).pop();
        table.dealt.pop();
    }
    sequences
}

fn finish(table: &Table) -> u128 {
    let dealt = &table.dealt;
    let step = Step::after(dealt);
    let round = Round::of(dealt).unwrap();
    assert!(round.player.cards().eq(table.player.iter().copied()));
    assert!(round.banker.cards().eq(table.banker.iter().copied()));
    assert_eq!(round.cards_dealt(), dealt.len(), "{dealt:?}");

    let choices = |reached| if reached { 1 } else { Rank::ALL.len() };
    let mut sequences = 0;
    for &fifth in &Rank::ALL[..choices(dealt.len() > 4)] {
        for &sixth in &Rank::ALL[..choices(dealt.len() > 5)] {
            let mut cards = [Rank::Ace, Rank::Ace, Rank::Ace, Rank::Ace, fifth, sixth];
            cards[..dealt.len()].copy_from_slice(dealt);
            assert_eq!(play(cards), round, "{cards:?}");
            assert_eq!(Step::after(&cards), step, "{cards:?}");
            sequences += 1;
        }
    }
    sequences
}

#[test]
fn agree_with_play_on_every_sequence() {
    assert_eq!(deal_on(&mut Table::default()), SEQUENCES);
}

#[test]
fn ignore_cards_after_the_end_of_the_round() {
    let dealt = cards("A 2 3 3 6 K 9 9");
    assert_eq!(Step::after(&dealt), Step::BankerDrew);
    assert_eq!(Round::of(&dealt), Round::of(&dealt[..6]));
}

//! The hands that were played.

use std::collections::VecDeque;

use crate::protocol::{PlayedHand, Reply};

/// How many hands are kept. The page keeps as many.
const MAX_HANDS: usize = 200;

/// The last hands of a session.
#[derive(Default)]
pub struct History {
    hands: VecDeque<PlayedHand>,
    /// The number of hands so far.
    count: u64,
    /// What they have won.
    net: i64,
    /// The number of the last hand that the page has.
    sent: u64,
}

impl History {
    /// Adds a hand, with its number and the net result so far. The oldest is dropped if there are
    /// too many.
    pub fn record(&mut self, hand: PlayedHand) {
        self.count += 1;
        self.net += hand.paid.cast_signed() - hand.stakes.total().cast_signed();
        if self.hands.len() == MAX_HANDS {
            self.hands.pop_front();
        }
        self.hands.push_back(PlayedHand { number: self.count, net: self.net, ..hand });
    }

    /// Sends everything again, to a page that has just connected.
    pub fn forget_sent(&mut self) {
        self.sent = 0;
    }

    /// Adds a message with the hands that the page does not have.
    pub fn push_new(&mut self, replies: &mut Vec<Reply>) {
        let new = self.hands.iter().filter(|hand| hand.number > self.sent);
        let hands: Vec<PlayedHand> = new.cloned().collect();
        if !hands.is_empty() {
            self.sent = self.count;
            replies.push(Reply::History { hands });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::HandStakes;

    fn hand() -> PlayedHand {
        PlayedHand {
            number: 0,
            player: vec![],
            banker: vec![],
            player_score: 0,
            banker_score: 0,
            outcome: None,
            stakes: HandStakes::default(),
            paid: 0,
            bankroll: 0,
            chosen: false,
            net: 0,
        }
    }

    /// Returns the numbers of the hands that are sent.
    fn sent(history: &mut History) -> Vec<u64> {
        let mut replies = Vec::new();
        history.push_new(&mut replies);
        match replies.as_slice() {
            [] => vec![],
            [Reply::History { hands }] => hands.iter().map(|hand| hand.number).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_net_result_counts_all_hands_also_those_that_are_dropped() {
        let mut history = History::default();
        for _ in 0..150 {
            let stakes = HandStakes { player: 40, banker: 0, tie: 20 };
            history.record(PlayedHand { stakes, paid: 80, ..hand() });
            history.record(PlayedHand { stakes, paid: 0, ..hand() });
        }
        assert_eq!(history.hands.back().map(|hand| hand.net), Some(150 * (20 - 60)));
    }

    #[test]
    fn hands_are_sent_once_and_the_last_200_again_after_a_reconnection() {
        let mut history = History::default();
        assert_eq!(sent(&mut history), [0; 0]);
        history.record(hand());
        history.record(hand());
        assert_eq!(sent(&mut history), [1, 2]);
        assert_eq!(sent(&mut history), [0; 0]);
        for _ in 0..300 {
            history.record(hand());
        }
        history.forget_sent();
        assert_eq!(sent(&mut history), (103..=302).collect::<Vec<u64>>());
    }
}

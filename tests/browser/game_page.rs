//! Somebody at the page: what they do, and what they see.

use std::ops::{Deref, DerefMut};

use baccarat::game::{Outcome, Rank, Round, Side, Step};
use baccarat::machine::BoardOutputs;
use serde_json::Value;

use crate::chromium::{Chromium, Tab};

/// A tab with the page in it.
pub struct GamePage {
    tab: Tab,
}

impl Deref for GamePage {
    type Target = Tab;

    fn deref(&self) -> &Tab {
        &self.tab
    }
}

impl DerefMut for GamePage {
    fn deref_mut(&mut self) -> &mut Tab {
        &mut self.tab
    }
}

/// What is on the hands: the cards of both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hands {
    pub player: Vec<Rank>,
    pub banker: Vec<Rank>,
}

impl GamePage {
    pub async fn open(chromium: &Chromium, url: &str) -> GamePage {
        let mut page = GamePage { tab: chromium.blank().await };
        page.visit(url).await;
        page
    }

    /// Somebody at a tab that shows the page already.
    pub async fn attach(tab: Tab) -> GamePage {
        let mut page = GamePage { tab };
        page.wait_until_connected().await;
        page
    }

    pub async fn visit(&mut self, url: &str) {
        self.navigate(url).await;
        self.wait_until_connected().await;
    }

    pub async fn wait_until_connected(&mut self) {
        self.wait_until(
            "document.readyState === 'complete' && document.querySelector('#link-state').dataset.state === 'connected' \
             && document.querySelector('#bankroll').textContent.trim() !== ''",
        )
        .await;
    }

    /// The tab as it was found, closed.
    pub async fn close(self) {
        self.tab.close().await;
    }

    /// The lights and displays as they are drawn.
    pub async fn board(&mut self) -> BoardOutputs {
        let lit = self
            .evaluate(
                "(() => { \
                 const lit = (selector) => Boolean(document.querySelector(selector).classList.contains('lit')); \
                 return { \
                   lights: Array.from({ length: 10 }, (_, n) => lit(`[data-light=LEDR${n}]`)), \
                   displays: Array.from({ length: 6 }, (_, n) => \
                     [...'abcdefg'].map((s) => lit(`[data-display=HEX${n}] [data-segment=${s}]`))), \
                 }; })()",
            )
            .await;
        let lights = bits(&lit["lights"]);
        let displays = (0..6).map(|number: usize| {
            let segments = !bits(&lit["displays"][number]) & 0x7f;
            segments << (10 + 7 * (5 - number))
        });
        BoardOutputs(lights | displays.sum::<u64>())
    }

    /// The cards as they lie on the table.
    pub async fn hands(&mut self) -> Hands {
        let cards = self
            .evaluate(
                "['player', 'banker'].map((side) => \
                 [...document.querySelectorAll(`#cards-${side} .card`)].map((card) => card.dataset.rank))",
            )
            .await;
        let hand = |cards: &Value| -> Vec<Rank> {
            let ranks = cards.as_array().expect("cards").iter();
            ranks.map(|rank| rank.as_str().expect("text").parse().expect("a rank")).collect()
        };
        Hands { player: hand(&cards[0]), banker: hand(&cards[1]) }
    }

    pub async fn status(&mut self) -> String {
        self.evaluate_text("document.querySelector('#turn').textContent").await
    }

    pub async fn reason(&mut self) -> String {
        self.evaluate_text("document.querySelector('#reason').textContent").await
    }

    /// In cents.
    pub async fn bankroll(&mut self) -> u64 {
        let text = self.evaluate_text("document.querySelector('#bankroll').textContent").await;
        cents(&text)
    }

    /// Whether a key is down, as the page shows it.
    pub async fn is_pressed(&mut self, key: usize) -> bool {
        self.evaluate_bool(&format!("{} === 'true'", pressed(key))).await
    }

    pub async fn wait_for_key(&mut self, key: usize, down: bool) {
        self.wait_until(&format!("{} === '{down}'", pressed(key))).await;
    }

    /// Waits until so many cards lie on the table and the board shows them.
    pub async fn wait_for_cards(&mut self, cards: usize) {
        self.wait_until(&format!(
            "document.querySelectorAll('.card').length === {cards} && \
             [...document.querySelectorAll('.display')].filter((display) => display.querySelector('.lit')).length === {cards}"
        ))
        .await;
    }

    /// A hand from its first card on, each dealt by `press`. Every step of it is what the rules say, on the board and on the
    /// hands.
    pub async fn play(&mut self, mut press: impl AsyncFnMut(&mut GamePage)) -> Round {
        let mut dealt = Vec::new();
        let mut before = self.hands().await;
        assert_eq!(before, Hands::default(), "a hand begins with an empty table");
        while let Some(due) = Step::after(&dealt).next_card() {
            press(self).await;
            self.wait_for_cards(dealt.len() + 1).await;
            let hands = self.hands().await;
            let (now, then) = match due {
                Side::Player => (&hands.player, &before.player),
                Side::Banker => (&hands.banker, &before.banker),
            };
            assert_eq!(now.len(), then.len() + 1, "{due:?} is due after {dealt:?}: {hands:?}");
            dealt.push(now[then.len()]);
            let step = Step::after(&dealt);
            let reason = self.reason().await.to_lowercase();
            assert!(reason.contains(&step.to_string().to_lowercase()), "{dealt:?}: {reason}");
            before = hands;
        }
        let round = Round::of(&dealt).expect("the rules say that it is over");
        assert_eq!(self.board().await, BoardOutputs::of(&round, dealt.len()), "after {dealt:?}");
        round
    }

    /// A new hand by the keyboard: R held while Space is struck.
    pub async fn new_hand(&mut self) {
        self.key_event("keyDown", "KeyR").await;
        self.wait_for_key(3, true).await;
        self.type_key("Space").await;
        self.key_event("keyUp", "KeyR").await;
        self.wait_for_cards(0).await;
    }

    /// Nothing was amiss on the page so far.
    pub async fn assert_no_console_errors(&mut self) {
        // Whatever is still to be said comes before the answer to this.
        self.evaluate("0").await;
        assert_eq!(self.console_errors, Vec::<String>::new(), "in the console");
    }
}

fn pressed(key: usize) -> String {
    format!("document.querySelector('[data-key=KEY{key}]').getAttribute('aria-pressed')")
}

/// As the page names it in ids and classes.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "player",
        Outcome::Banker => "banker",
        Outcome::Tie => "tie",
    }
}

/// A list of true and false, the first the lowest bit.
fn bits(list: &Value) -> u64 {
    let list = list.as_array().expect("a list");
    list.iter()
        .enumerate()
        .map(|(place, bit)| u64::from(bit.as_bool().expect("true or false")) << place)
        .sum()
}

/// `1,234.50` as cents.
pub fn cents(text: &str) -> u64 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{text:?} is no money"))
}

//! The page of the game: what a player does and sees.

use baccarat_sim::HandOutputs;
use std::ops::{Deref, DerefMut};

use de1_soc::BoardOutputs;
use punto_banco::{Outcome, Rank, Round, Side, Step};
use serde_json::{Value, json};

use crate::board_process::BoardProcess;
use crate::chromium::{Session, Tab};

/// The expression that imports a script of the page, by its name without the ending.
fn import(script: &str) -> String {
    format!("import(document.querySelector('script').src.replace('start', '{script}'))")
}

/// A tab that shows the page.
pub struct GamePage {
    tab: Tab,
    /// Ends with the page, unless other pages use it.
    _session: Option<Session>,
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

/// The cards of both sides on the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hands {
    pub player: Vec<Rank>,
    pub banker: Vec<Rank>,
}

impl GamePage {
    /// Opens the page of a machine on a board that other tests may use as well.
    pub async fn of(machine: &str) -> GamePage {
        GamePage::at(&BoardProcess::shared(&["--machine", machine]).url()).await
    }

    /// Calls a function with what a script of the page exports.
    pub async fn run(&mut self, script: &str, function: &str) -> Value {
        self.evaluate(&format!("{}.then({function})", import(script))).await
    }

    /// Opens a page in a session of its own.
    pub async fn at(url: &str) -> GamePage {
        let mut page = GamePage::blank().await;
        page.visit(url).await;
        page
    }

    /// Opens an empty tab, for settings that have to be made before the page is loaded.
    pub async fn blank() -> GamePage {
        let mut session = Session::start().await;
        GamePage { tab: session.blank().await, _session: Some(session) }
    }

    /// Opens a page in a session.
    pub async fn open(session: &mut Session, url: &str) -> GamePage {
        GamePage::attach(session.tab(url).await).await
    }

    /// Wraps a tab that already shows the page.
    pub async fn attach(tab: Tab) -> GamePage {
        let mut page = GamePage { tab, _session: None };
        page.wait_until_connected().await;
        page
    }

    pub async fn visit(&mut self, url: &str) {
        self.navigate(url).await;
        self.wait_until_connected().await;
    }

    pub async fn wait_until_connected(&mut self) {
        self.wait_until(
            "document.readyState === 'complete' && document.querySelector('#connection-state').dataset.state === 'connected' \
             && document.querySelector('#bankroll')?.textContent.trim() !== '' && !document.querySelector('[data-loading]')",
        )
        .await;
    }

    /// Makes the page believe that it is hidden or seen.
    pub async fn set_hidden(&mut self, hidden: bool) {
        self.evaluate(&format!(
            "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange', {{ bubbles: true }}))"
        ))
        .await;
    }

    /// Closes the tab.
    pub async fn close(self) {
        self.tab.close().await;
    }

    /// Reads the lights and displays from the drawing of the board.
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

    /// Waits until the displays show these digits, the last one on HEX0.
    pub async fn wait_for_digits(&mut self, digits: &str) {
        let shown = digits.chars().rev().enumerate().map(|(display, digit)| {
            format!("document.querySelector('[data-display=HEX{display}]').ariaLabel === 'HEX{display}: {digit}'")
        });
        self.wait_until(&shown.collect::<Vec<_>>().join(" && ")).await;
    }

    /// Reads the cards on the table.
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

    /// Returns the bankroll in cents.
    pub async fn bankroll(&mut self) -> u64 {
        cents(&self.text("#bankroll").await)
    }

    /// Returns whether the page shows a key as pressed.
    pub async fn is_pressed(&mut self, key: usize) -> bool {
        self.evaluate_bool(&format!("{} === 'true'", aria_pressed(key))).await
    }

    pub async fn wait_for_key(&mut self, key: usize, is_pressed: bool) {
        self.wait_until(&format!("{} === '{is_pressed}'", aria_pressed(key))).await;
    }

    /// Waits until the table and the displays show this number of cards.
    pub async fn wait_for_cards(&mut self, cards: usize) {
        self.wait_until(&format!(
            "document.querySelectorAll('.card').length === {cards} && \
             [...document.querySelectorAll('.display')].filter((display) => display.querySelector('.lit')).length === {cards}"
        ))
        .await;
    }

    /// Plays a hand with the space bar. See [`play_hand`](Self::play_hand).
    pub async fn play(&mut self) -> Round {
        self.play_hand(async |page: &mut GamePage| page.type_key("Space").await).await
    }

    /// Plays a hand, dealing each card with `press`. Checks every step on the table, and finally
    /// the board, against the rules.
    pub async fn play_hand(&mut self, mut press: impl AsyncFnMut(&mut GamePage)) -> Round {
        let mut dealt = Vec::new();
        let mut before = self.hands().await;
        assert_eq!(before, Hands::default(), "a hand starts with an empty table");
        while let Some(side) = Step::after(&dealt).next_card() {
            press(self).await;
            self.wait_for_cards(dealt.len() + 1).await;
            let hands = self.hands().await;
            let (now, then) = match side {
                Side::Player => (&hands.player, &before.player),
                Side::Banker => (&hands.banker, &before.banker),
            };
            assert_eq!(
                now.len(),
                then.len() + 1,
                "the next card after {dealt:?} is for the {side:?}: {hands:?}"
            );
            dealt.push(now[then.len()]);
            let step = Step::after(&dealt);
            let reason = self.text("#reason").await.to_lowercase();
            assert!(reason.contains(&step.to_string().to_lowercase()), "{dealt:?}: {reason}");
            before = hands;
        }
        let round = Round::of(&dealt).expect("the hand is over by the rules");
        assert_eq!(self.board().await, BoardOutputs::of(&round, dealt.len()), "after {dealt:?}");
        round
    }

    /// Starts a new hand with the keyboard: holds R and presses Space.
    pub async fn new_hand(&mut self) {
        self.key_event("keyDown", "KeyR").await;
        self.wait_for_key(3, true).await;
        self.type_key("Space").await;
        self.key_event("keyUp", "KeyR").await;
        self.wait_for_cards(0).await;
    }

    /// Waits until a box of `task5` shows this stake.
    pub async fn wait_for_stake(&mut self, on: &str, stake: &str) {
        self.wait_for_text(&format!("[data-bet={on}] .spot-stake"), stake).await;
    }

    /// Checks that all controls, images and groups that screen readers find have names, and that
    /// these roles and names are among them.
    pub async fn assert_accessible_names(&mut self, expected: &[&str]) {
        let names = self.accessible_names().await;
        for expected in expected {
            assert!(names.iter().any(|name| name == expected), "{expected} is not in {names:#?}");
        }
    }

    /// Returns the roles and names of all controls, images and groups that screen readers find.
    /// Checks that none lacks a name.
    pub async fn accessible_names(&mut self) -> Vec<String> {
        let tree = self.command("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().expect("a tree");
        let mut names = Vec::new();
        for node in nodes.iter().filter(|node| node["ignored"] != true) {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            // Some versions of Chromium keep a space at the end.
            let name = node["name"]["value"].as_str().unwrap_or_default().trim();
            if [
                "button", "link", "radio", "switch", "textbox", "slider", "image", "img", "region",
                "group",
            ]
            .contains(&role)
            {
                assert_ne!(name, "", "a {role} without a name: {node}");
                names.push(format!("{role} {name}"));
            }
        }
        names
    }

    /// Checks that the console has shown no errors or warnings so far.
    pub async fn assert_no_console_errors(&mut self) {
        // Pending events arrive before the response to this.
        self.evaluate("0").await;
        assert_eq!(self.console_errors, Vec::<String>::new(), "in the console");
    }
}

fn aria_pressed(key: usize) -> String {
    format!("document.querySelector('[data-key=KEY{key}]').getAttribute('aria-pressed')")
}

/// Returns the name that the page uses in ids and classes.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player => "player",
        Outcome::Banker => "banker",
        Outcome::Tie => "tie",
    }
}

/// Packs a list of booleans, the first as bit 0.
fn bits(list: &Value) -> u64 {
    let list = list.as_array().expect("a list");
    list.iter()
        .enumerate()
        .map(|(place, bit)| u64::from(bit.as_bool().expect("true or false")) << place)
        .sum()
}

/// Parses an amount such as `1,234.50` as cents.
pub fn cents(text: &str) -> u64 {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("{text:?} is not an amount"))
}

//! The page of `casino`: bets with the switches, cards and money from the machine.

use baccarat_sim::{Glyph, HandOutputs};
use punto_banco::casino::SwitchBet;
use punto_banco::{Outcome, Rank};

use crate::game_page::GamePage;

/// What the next release of KEY0 does, as the page has it.
const RELEASE: &str = "document.querySelector('#table').dataset.release";

impl GamePage {
    /// Moves switches by mouse.
    pub async fn click_switches(&mut self, switches: &[usize]) {
        for switch in switches {
            let selector = format!("[data-switch=SW{switch}]");
            let checked = format!(
                "document.querySelector('{selector}').getAttribute('aria-checked') === 'true'"
            );
            let before = self.evaluate_bool(&checked).await;
            self.click(&format!("{selector} .switch-body")).await;
            self.wait_until(&format!("({checked}) === {}", !before)).await;
        }
    }

    /// Waits until an amount is on the page.
    async fn wait_for_amount(&mut self, id: &str, credits: u32) {
        let text = format!("document.getElementById('{id}').textContent.replace(/,/g, '')");
        self.wait_until(&format!("{text} === '{credits}'")).await;
    }

    /// Reads an amount on the page.
    async fn amount(&mut self, id: &str) -> u32 {
        let text =
            self.evaluate_text(&format!("document.getElementById('{id}').textContent")).await;
        text.replace(',', "").parse().unwrap_or_else(|_| panic!("{id}: {text}"))
    }

    /// Waits until the displays show a number.
    async fn wait_for_number(&mut self, expected: u32) {
        for _ in 0..200 {
            if self.number().await == Some(expected) {
                return;
            }
        }
        panic!("the displays do not show {expected} but {}", self.board().await.characters());
    }

    /// Reads the displays as a decimal number, if they show one.
    async fn number(&mut self) -> Option<u32> {
        let outputs = self.board().await;
        let mut number = 0;
        for display in (0..6).rev() {
            number = 10 * number
                + match outputs.glyph(display) {
                    Glyph::Blank if number == 0 => 0,
                    Glyph::Card(Rank::Ten) => 0,
                    Glyph::Card(rank) if rank.number() < 10 => u32::from(rank.number()),
                    Glyph::Unrecognised(0b111_1001) => 1,
                    _ => return None,
                };
        }
        Some(number)
    }

    /// Deals with the space bar until the hand is over. Returns its outcome by the lights.
    pub async fn finish_hand(&mut self) -> Outcome {
        let state = "JSON.stringify([document.querySelectorAll('.card').length, \
                     document.querySelector('#burn-card').textContent])";
        for _ in 0..7 {
            let before = self.evaluate_text(state).await;
            self.type_key("Space").await;
            self.wait_until(&format!("{state} !== {before:?}")).await;
            if self.evaluate_text(RELEASE).await == "clear" {
                return self.board().await.outcome().expect("a light is on");
            }
        }
        panic!("the hand does not end");
    }

    /// Clears the table: holds R and presses Space.
    pub async fn clear_table(&mut self) {
        self.key_event("keyDown", "KeyR").await;
        self.wait_for_key(3, true).await;
        self.type_key("Space").await;
        self.key_event("keyUp", "KeyR").await;
        self.wait_until("document.querySelectorAll('.card').length === 0").await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bets_of_the_switches_are_taken_and_paid_on_page_and_displays() {
    let mut page = GamePage::of("casino").await;
    page.wait_for_number(10_000).await;
    // Five chips on the banker and on a tie.
    let bet = SwitchBet { banker: true, tie: true, player: false, chips: 5 };
    page.click_switches(&[9, 7, 2, 0]).await;
    page.wait_for_amount("stakes", 200).await;
    let mut bankroll = 10_000;
    for hand in 1..=3 {
        // The burn card of a new shoe, and the first card, which takes the stakes.
        for _ in 0..if hand == 1 { 2 } else { 1 } {
            let before = page.evaluate_text(RELEASE).await;
            page.type_key("Space").await;
            page.wait_until(&format!("{RELEASE} !== {before:?}")).await;
        }
        page.wait_for_amount("bankroll", bankroll - 200).await;
        let outcome = page.finish_hand().await;
        bankroll = bankroll - 200 + bet.payment(outcome);
        page.wait_for_amount("bankroll", bankroll).await;
        page.wait_for_amount("paid", bet.payment(outcome)).await;
        page.wait_for_amount("shoe-hands", hand).await;
        page.clear_table().await;
        page.wait_for_number(bankroll).await;
    }
    page.wait_until("document.querySelectorAll('#road-bead .solid').length === 3").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_tap_on_a_box_moves_its_switch_and_the_boxes_show_what_they_win() {
    let mut page = GamePage::of("casino").await;
    let text = |bet: &str, part: &str| {
        format!("document.querySelector('[data-bet={bet}] .spot-{part}').textContent")
    };
    // A bet without chips stakes nothing, which the page explains.
    page.click("[data-bet=banker]").await;
    page.wait_until("document.querySelector('[data-switch=SW9]').ariaChecked === 'true'").await;
    page.wait_until(
        "document.querySelector('#reason').textContent.includes('No chips are on your bet')",
    )
    .await;
    assert_eq!(page.evaluate_text(&text("banker", "stake")).await, "");
    page.click("[data-bet=tie]").await;
    page.click_switches(&[2, 0]).await;
    for bet in ["banker", "tie"] {
        page.wait_until(&format!("{} === '100'", text(bet, "stake"))).await;
    }
    let mut net = 0;
    for _ in 0..3 {
        let outcome = page.finish_hand().await;
        let (banker, tie) = match outcome {
            Outcome::Player => ("−100", "−100"),
            Outcome::Banker => ("+95", "−100"),
            Outcome::Tie => ("push", "+800"),
        };
        for (bet, result) in [("banker", banker), ("tie", tie), ("player", "")] {
            page.wait_until(&format!("{} === '{result}'", text(bet, "result"))).await;
        }
        net += match outcome {
            Outcome::Player => -200,
            Outcome::Banker => -5,
            Outcome::Tie => 800,
        };
        let shown = if net > 0 { format!("+{net}") } else { format!("−{}", -net) };
        page.wait_until(&format!(
            "document.querySelector('#net').textContent.replace(',', '') === '{shown}'"
        ))
        .await;
        page.clear_table().await;
    }
    // A second tap takes the bet back.
    page.click("[data-bet=tie]").await;
    page.wait_until(&format!("{} === ''", text("tie", "stake"))).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn shift_and_a_click_hold_two_keys_with_one_mouse() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[8, 1]).await;
    for _ in 0..2 {
        let before = page.evaluate_text(RELEASE).await;
        page.click("[data-key=KEY0] svg").await;
        page.wait_until(&format!("{RELEASE} !== {before:?}")).await;
    }
    page.shift_click("[data-key=KEY1] svg").await;
    page.wait_for_number(40).await;
    page.shift_click("[data-key=KEY2] svg").await;
    let before_cut = page.amount("shoe-before-cut").await;
    page.wait_for_number(before_cut).await;
    page.click("[data-key=KEY1] svg").await;
    page.wait_for_number(9_960).await;
    page.click("[data-key=KEY2] svg").await;
    page.wait_for_key(2, false).await;
    assert!(!page.is_pressed(1).await);
    page.finish_hand().await;
    page.shift_click("[data-key=KEY3] svg").await;
    page.wait_for_key(3, true).await;
    page.click("[data-key=KEY0] svg").await;
    page.wait_until("document.querySelectorAll('.card').length === 0").await;
    page.click("[data-key=KEY3] svg").await;
    page.wait_for_key(3, false).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn refused_stakes_are_explained_and_deal_no_card() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]).await;
    // Unless it is a tie, a hand with all bets loses.
    while page.evaluate_text(RELEASE).await != "refused" {
        page.finish_hand().await;
        page.clear_table().await;
    }
    assert_eq!(page.board().await.ledr(), 0x3ff);
    assert!(page.text("#status").await.contains("refused"), "{}", page.text("#status").await);
    for button in ["deal-card", "deal-hand"] {
        let disabled = format!("document.getElementById('{button}').ariaDisabled");
        assert_eq!(page.evaluate_text(&disabled).await, "true", "{button}");
    }
    page.type_key("Space").await;
    page.click_switches(&[7]).await;
    page.wait_until(&format!("{RELEASE} === 'player'")).await;
    assert_eq!(page.board().await.ledr(), 0);
    assert_eq!(page.hands().await, Default::default());
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hand_with_a_bet_can_be_played_with_the_keyboard() {
    let mut page = GamePage::of("casino").await;
    let focus = "document.activeElement.dataset.switch ?? ''";
    for _ in 0..40 {
        if page.evaluate_text(focus).await == "SW9" {
            break;
        }
        page.type_key("Tab").await;
    }
    assert_eq!(page.evaluate_text(focus).await, "SW9");
    let outline = "getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(page.evaluate_text(outline).await, "solid");
    page.type_key("Space").await;
    page.type_key("ArrowRight").await;
    page.type_key("ArrowRight").await;
    assert_eq!(page.evaluate_text(focus).await, "SW7");
    let stops = "[...document.querySelectorAll('.switch[tabindex=\"0\"]')].map((slider) => slider.dataset.switch).join()";
    assert_eq!(page.evaluate_text(stops).await, "SW7", "the switches are one tab stop");
    page.type_key("Enter").await;
    for _ in 0..7 {
        page.type_key("ArrowRight").await;
    }
    page.type_key("Space").await;
    page.wait_for_amount("stakes", 40).await;
    // The space bar moves the focused switch: the hand is dealt by the button.
    page.evaluate("document.querySelector('#deal-hand').focus()").await;
    page.type_key("Enter").await;
    page.wait_until(&format!("{RELEASE} === 'clear'")).await;
    let announcement = "document.querySelector('#announcer').textContent";
    page.wait_until(&format!("/Paid back .* of 40\\. Bankroll/.test({announcement})")).await;
    page.evaluate("document.activeElement.blur()").await;
    for (code, key) in [("Digit1", 1), ("Digit2", 2)] {
        page.key_event("keyDown", code).await;
        page.wait_for_key(key, true).await;
        page.key_event("keyUp", code).await;
        page.wait_for_key(key, false).await;
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn actions_of_the_casino_without_effect_are_explained() {
    let mut page = GamePage::of("casino").await;
    let hint = "document.querySelector('#hint').textContent";
    page.wait_until(&format!("{RELEASE} === 'burn'")).await;
    for release in ["player", "banker"] {
        page.type_key("Space").await;
        page.wait_until(&format!("{RELEASE} === '{release}'")).await;
    }
    page.click_switches(&[9]).await;
    page.wait_until(&format!("{hint}.startsWith('The bets of this hand are closed')")).await;
    page.click("#new-hand").await;
    page.wait_until(&format!("{hint}.startsWith('While KEY3 is held')")).await;
    page.wait_for_key(3, false).await;
    page.finish_hand().await;
    page.type_key("Space").await;
    page.wait_until(&format!(
        "{hint}.startsWith('The hand is over. For a new hand, hold KEY3 and release KEY0')"
    ))
    .await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_control_of_the_casino_has_an_accessible_name() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[9]).await;
    page.assert_accessible_names(&[
        "switch SW9, bet on banker",
        "switch SW8, bet on player",
        "switch SW7, bet on tie",
        "switch SW6, 64 chips",
        "switch SW0, 1 chip",
        "button KEY0, deal",
        "button KEY1, stakes",
        "button KEY2, bankroll",
        "button KEY3, new hand",
        "image HEX4, bankroll: 1",
        "image HEX0, bankroll: 0",
        "image Lights: all off, bets are taken",
        "region Table",
    ])
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_reloaded_page_resumes_the_game_and_its_switches() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[8, 3]).await;
    page.finish_hand().await;
    let bankroll = page.amount("bankroll").await;
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_for_amount("bankroll", bankroll).await;
    for (switch, on) in [(8, true), (3, true), (9, false)] {
        let checked = format!("document.querySelector('[data-switch=SW{switch}]').ariaChecked");
        assert_eq!(page.evaluate_text(&checked).await, on.to_string(), "SW{switch}");
    }
    assert_eq!(page.evaluate_text(RELEASE).await, "clear");
    page.assert_no_console_errors().await;
}

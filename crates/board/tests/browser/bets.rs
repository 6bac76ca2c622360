//! Bets, shoe and score card on the page.

use punto_banco::{Bet, Outcome};

use crate::game_page::{GamePage, cents, name};

/// Returns what a bet pays back, in cents.
fn returned(on: Bet, stake: u64, outcome: Outcome) -> u64 {
    let odds = on.odds();
    match (on, outcome) {
        (Bet::Player, Outcome::Player)
        | (Bet::Banker, Outcome::Banker)
        | (Bet::Tie, Outcome::Tie) => stake + stake * u64::from(odds.pays) / u64::from(odds.per),
        (Bet::Player | Bet::Banker, Outcome::Tie) => stake,
        _ => 0,
    }
}

/// Writes an amount below 1,000.00.
fn money(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

async fn stake(page: &mut GamePage, on: Bet) -> String {
    page.evaluate_text(&format!(
        "document.querySelector('[data-bet={on}] .spot-stake').textContent"
    ))
    .await
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bets_are_paid_to_the_cent() {
    let mut page = GamePage::of("task5").await;
    let mut bankroll = page.bankroll().await;
    // One chip of 25 on the player, two of 25 on the banker, one of 1 on the tie.
    let bets = [(Bet::Player, 2, 1), (Bet::Banker, 2, 2), (Bet::Tie, 0, 1)];
    for hand in 0..3 {
        let mut stakes = Vec::new();
        if hand == 0 {
            for (on, chip, times) in bets {
                page.click(&format!("#chips label:nth-child({}) span", chip + 1)).await;
                for _ in 0..times {
                    page.click(&format!("[data-bet={on}]")).await;
                }
            }
        } else {
            page.click("#repeat-bets").await;
        }
        for (on, expected) in [(Bet::Player, "25.00"), (Bet::Banker, "50.00"), (Bet::Tie, "1.00")] {
            page.wait_until(&format!(
                "document.querySelector('[data-bet={on}] .spot-stake').textContent === '{expected}'"
            ))
            .await;
            stakes.push((on, cents(expected)));
        }
        let total: u64 = stakes.iter().map(|(_, stake)| stake).sum();
        assert_eq!(page.bankroll().await, bankroll - total, "stakes are taken from the bankroll");

        let round = page.play().await;
        let back: u64 =
            stakes.iter().map(|(on, stake)| returned(*on, *stake, round.outcome())).sum();
        bankroll = bankroll - total + back;
        assert_eq!(page.bankroll().await, bankroll, "after {round:?}");
        let reason = page.text("#reason").await;
        for (on, stake) in stakes {
            let (result, box_text) = match (returned(on, stake, round.outcome()), money(stake)) {
                (0, stake) => (format!("{on} loses {stake}"), format!("−{stake}")),
                (back, text) if back == stake => {
                    (format!("{on} pushes, {text} returned"), "push".into())
                }
                (back, _) => {
                    let won = money(back - stake);
                    (format!("{on} wins {won}"), format!("+{won}"))
                }
            };
            assert!(reason.to_lowercase().contains(&result), "{result}: {reason}");
            assert_eq!(page.text(&format!("[data-bet={on}] .spot-result")).await, box_text);
        }
        page.new_hand().await;
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bets_can_be_taken_back_until_the_first_card() {
    let mut page = GamePage::of("task5").await;
    let bankroll = page.bankroll().await;
    page.click("[data-bet=tie]").await;
    page.wait_for_stake("tie", "5.00").await;
    page.click("#clear-bets").await;
    page.wait_for_stake("tie", "").await;
    assert_eq!(page.bankroll().await, bankroll);

    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    page.click("[data-bet=tie]").await;
    page.click("#clear-bets").await;
    page.type_key("Space").await;
    page.wait_for_cards(2).await;
    assert_eq!(stake(&mut page, Bet::Tie).await, "");
    assert_eq!(page.bankroll().await, bankroll);
    page.assert_no_console_errors().await;
}

/// The text below the deal buttons.
const HINT: &str = "document.querySelector('#hint').textContent";

/// The bankroll that the browser stores, in cents.
const SAVED: &str = "JSON.parse(localStorage.getItem('baccarat.purse')).bankroll";

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn an_abandoned_hand_loses_its_stakes_after_a_warning() {
    let mut page = GamePage::of("task5").await;
    let bankroll = page.bankroll().await;
    page.click("[data-bet=tie]").await;
    page.wait_until(&format!("{SAVED} === {bankroll}")).await;
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    page.wait_until(&format!("{HINT}.startsWith('5.00 at stake')")).await;
    page.wait_until(&format!("{SAVED} === {}", bankroll - 500)).await;

    page.click("#new-hand").await;
    let button = "document.querySelector('#new-hand').textContent";
    page.wait_until(&format!("{button} === 'Lose 5.00?'")).await;
    page.wait_until(&format!("{HINT}.includes('a new one loses its stakes of 5.00')")).await;
    // The next card keeps the hand.
    page.type_key("Space").await;
    page.wait_for_cards(2).await;
    page.wait_until(&format!("{button} === 'New hand'")).await;

    page.key_event("keyDown", "KeyR").await;
    page.wait_until(&format!("{HINT}.includes('releasing KEY0 now abandons the hand')")).await;
    page.key_event("keyUp", "KeyR").await;
    page.click("#new-hand").await;
    page.click("#new-hand").await;
    page.wait_for_cards(0).await;
    page.wait_until(&format!("{HINT}.includes('its stakes of 5.00 are lost')")).await;
    assert_eq!(page.bankroll().await, bankroll - 500);

    // Without stakes there is nothing to confirm.
    page.wait_for_key(3, false).await;
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    page.click("#new-hand").await;
    page.wait_for_cards(0).await;
    assert_eq!(page.bankroll().await, bankroll - 500);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn actions_without_effect_are_explained() {
    let mut page = GamePage::of("task5").await;
    for (button, reason) in [
        ("#clear-bets", "There are no bets to clear."),
        ("#repeat-bets", "There are no bets to repeat yet."),
    ] {
        page.click(button).await;
        assert_eq!(page.evaluate_text(HINT).await, reason, "{button}");
    }
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    for button in ["[data-bet=tie]", "#clear-bets", "#repeat-bets"] {
        page.click(button).await;
        assert_eq!(page.evaluate_text(HINT).await, "Bets are closed until the hand is over.");
        page.evaluate("void document.querySelector('#hint').replaceChildren()").await;
    }
    page.click("#new-hand").await;
    page.wait_for_cards(0).await;
    page.wait_for_key(3, false).await;
    page.play().await;
    for press in ["Space", "click"] {
        match press {
            "Space" => page.type_key("Space").await,
            _ => page.click("#deal-card").await,
        }
        page.wait_until(&format!(
            "{HINT}.startsWith('The hand is over. For a new hand, hold KEY3 and release KEY0')"
        ))
        .await;
        page.evaluate("void document.querySelector('#hint').replaceChildren()").await;
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn an_error_is_shown_and_can_be_dismissed() {
    let mut page = GamePage::of("task5").await;
    page.click("#chips label:last-child span").await;
    // Chips of 500, one more than the bankroll pays for.
    for _ in 0..=page.bankroll().await / 50_000 {
        page.click("[data-bet=player]").await;
    }
    page.wait_until("!document.querySelector('#error').hidden").await;
    assert_ne!(page.text("#error-text").await, "");
    page.click("#error-dismiss").await;
    page.wait_until("document.querySelector('#error').hidden").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_shoe_shows_how_many_cards_are_left() {
    let mut page = GamePage::of("task5").await;
    page.click("#decks label:nth-child(2)").await;
    page.wait_until(
        "document.querySelector('#shoe-text').textContent.includes('of 208 cards left')",
    )
    .await;
    let left = async |page: &mut GamePage| {
        let text = page.text("#shoe-text").await;
        let number = text.split(' ').next().and_then(|number| number.parse::<usize>().ok());
        number.unwrap_or_else(|| panic!("{text}"))
    };
    let before = left(&mut page).await;
    let round = page.play().await;
    assert_eq!(left(&mut page).await, before - round.cards_dealt());
    for id in ["tally-rounds", &format!("tally-{}", name(round.outcome()))] {
        assert_eq!(
            page.evaluate_text(&format!("document.getElementById('{id}').textContent")).await,
            "1"
        );
    }
    page.assert_no_console_errors().await;
}

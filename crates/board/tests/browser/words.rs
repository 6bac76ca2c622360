//! What the page says in words, for screen readers and below the table.

use punto_banco::casino::burned_in_words;
use serde_json::{Value, json};

use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_and_results_of_task5_are_announced_as_they_come() {
    let mut page = GamePage::of("task5").await;
    let announced = "({ Announcer }) => { \
        const announcer = new Announcer(); \
        const hand = (score, ...cards) => ({ score, cards }); \
        const payouts = [ \
            { on: 'player', stake: 500, result: 'push', returned: 500 }, \
            { on: 'tie', stake: 500, result: 'win', returned: 4500 }, \
            { on: 'banker', stake: 1000, result: 'lose', returned: 0 }, \
        ]; \
        const over = { outcome: 'tie', reason: 'both stand', payouts, bankroll: 123456 }; \
        const region = document.querySelector('#announcer'); \
        return [ \
            [hand(0), hand(0)], [hand(1, 'A'), hand(0)], [hand(1, 'A'), hand(0, 'K')], \
            [hand(6, 'A', '5'), hand(0, 'K')], [hand(6, 'A', '5'), hand(6, 'K', '6'), over], [hand(0), hand(0)], \
        ].map(([player, banker, end]) => { \
            region.textContent = ''; \
            announcer.update({ player, banker, outcome: null, reason: 'a rule', payouts: [], bankroll: 0, ...end }); \
            return region.textContent; \
        }); }";
    let expected = json!([
        "",
        "Player's first card: ace. Player has 1.",
        "Banker's first card: king. Banker has 0.",
        "Player's second card: 5. Player has 6.",
        "Banker's second card: 6. Banker has 6. Both stand. Tie, 6 all. \
         Player pushes, 5.00 returned; tie wins 40.00; banker loses 10.00. Bankroll 1,234.56.",
        "New hand.",
    ]);
    assert_eq!(page.run("announcer", announced).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_and_results_of_the_casino_are_announced_as_they_come() {
    let mut page = GamePage::of("casino").await;
    let announced = "({ CasinoAnnouncer }) => { \
        const announcer = new CasinoAnnouncer(); \
        const hand = (score, ...cards) => ({ score, cards }); \
        const state = { shoe: { burn_card: null, burned: 0 }, player: hand(0), banker: hand(0), release: 'burn', \
            outcome: null, reason: 'a rule', stakes: { total: 0 }, paid: null, bankroll: 10000 }; \
        const region = document.querySelector('#announcer'); \
        return [ \
            {}, { shoe: { burn_card: '3H', burned: 3 } }, { stakes: { total: 40 } }, \
            { release: 'refused', stakes: { total: 90 } }, { release: 'player', stakes: { total: 40 } }, \
            { player: hand(0, '10S') }, { banker: hand(9, '9D') }, \
            { player: hand(1, '10S', 'AC'), outcome: 'banker', reason: 'a natural', paid: 39 }, \
            { player: hand(0), banker: hand(0), outcome: null, paid: null }, \
        ].map((change) => { \
            region.textContent = ''; \
            announcer.update({ ...Object.assign(state, change) }); \
            return region.textContent; \
        }); }";
    let expected = json!([
        "",
        "Burn card: 3 of hearts. 3 more cards are burned.",
        "Stakes 40.",
        "Stakes refused: more than the bankroll. Stakes 90.",
        "Stakes 40.",
        "Player's first card: 10 of spades. Player has 0.",
        "Banker's first card: 9 of diamonds. Banker has 9.",
        "Player's second card: ace of clubs. Player has 1. A natural. Banker wins, 9 to 1. \
         Paid back 39 of 40. Bankroll 10,000.",
        "New hand.",
    ]);
    assert_eq!(page.run("casino_announcer", announced).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_tally_counts_rounds_and_the_last_streak() {
    let mut page = GamePage::of("task5").await;
    let tally = "({ showTally }) => ['', 'pbbt', 'tpp'].map((rounds) => { \
        const names = { p: 'player', b: 'banker', t: 'tie' }; \
        const outcomes = [...rounds].map((letter) => names[letter]); \
        showTally({ \
            bead_plate: outcomes.map((outcome) => ({ mark: { outcome } })), \
            big_road: outcomes.filter((side) => side !== 'tie').map((side) => ({ mark: { side } })), \
        }); \
        return ['tally-rounds', 'tally-player', 'share-player', 'tally-banker', 'share-banker', 'tally-tie', 'share-tie', 'tally-streak'] \
            .map((id) => document.getElementById(id).textContent.trim()); })";
    let expected = json!([
        ["0", "0", "", "0", "", "0", "", "no streak"],
        ["4", "1", "25 %", "2", "50 %", "1", "25 %", "banker 2 in a row"],
        ["3", "2", "67 %", "0", "0 %", "1", "33 %", "player 2 in a row"],
    ]);
    assert_eq!(page.run("tally", tally).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_reason_for_a_third_card_stays_until_the_next_hand() {
    let mut page = GamePage::of("task5").await;
    let reasons = "({ Table }) => { \
        const table = new Table({}, {}); \
        return [[4, 'player draws'], [5, 'banker draws'], [6, 'nobody draws'], [0, 'no cards'], [4, 'both stand']].map(([number, reason]) => { \
            const cards = Array(number).fill('2'); \
            table.show({ player: { cards: cards.slice(0, 3), score: 0 }, banker: { cards: cards.slice(3), score: 0 }, \
                outcome: null, next: null, phase: 'dealing', reason, payouts: [], bets: { player: 0, banker: 0, tie: 0 } }); \
            return document.querySelector('#reason').textContent; \
        }); }";
    let expected = json!([
        "Player draws.",
        "Player draws. Banker draws.",
        "Banker draws. Nobody draws.",
        "No cards.",
        "Both stand.",
    ]);
    assert_eq!(page.run("task5_table", reasons).await, expected);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_lights_of_the_casino_say_how_many_more_cards_are_burned() {
    let mut page = GamePage::of("casino").await;
    page.type_key("Space").await;
    page.wait_until("document.querySelector('#table').dataset.release === 'player'").await;
    let number = page.board().await.ledr();
    let label = page.evaluate("document.querySelector('#lights').getAttribute('aria-label')").await;
    assert_eq!(label, Value::from(format!("Lights: {}", burned_in_words(number as u32))));
}

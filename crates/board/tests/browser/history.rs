//! The history of hands, chosen cards, and changes of the bets on the page.

use serde_json::Value;

use crate::game_page::GamePage;

/// Keeps the last CSV file that the page has made.
const KEEP_CSV: &str = "(() => { const create = URL.createObjectURL; \
     URL.createObjectURL = (blob) => { if (blob.type === 'text/csv') window.csv = blob; return create.call(URL, blob); }; })()";

impl GamePage {
    /// Waits until the history has this number of hands, and returns the cells of the last one.
    async fn last_row(&mut self, hands: usize) -> Vec<String> {
        let rows = "document.querySelectorAll('#history-hands tbody tr')";
        self.wait_until(&format!("{rows}.length === {hands}")).await;
        let cells = self
            .evaluate(&format!("[...{rows}[0].children].map((cell) => cell.textContent)"))
            .await;
        let cells = cells.as_array().expect("cells").iter();
        cells.map(|cell| cell.as_str().expect("text").to_string()).collect()
    }

    async fn csv(&mut self) -> String {
        self.evaluate_text("window.csv.text()").await
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn played_hands_are_listed_and_can_be_downloaded() {
    let mut page = GamePage::of("task5").await;
    page.evaluate(KEEP_CSV).await;
    let is_hidden = "document.querySelector('#history-csv').hidden";
    assert!(page.evaluate_bool(is_hidden).await);
    let empty = page.text("#history-hands").await;
    assert_eq!(empty, "No hand has ended yet.");

    page.type_into("#chosen-cards", "9, 9 k K").await;
    let expected = ["1", "9 K: 9", "9 K: 9", "tie, chosen cards", "–", "–", "1,000.00"];
    assert_eq!(page.last_row(1).await, expected);
    // The next chosen cards start a new hand.
    page.evaluate("void (document.querySelector('#chosen-cards').value = '5 K 9 2 7 A')").await;
    page.click("#deal-chosen").await;
    let expected = ["2", "5 9 7: 1", "K 2 A: 3", "banker, chosen cards", "–", "–", "1,000.00"];
    assert_eq!(page.last_row(2).await, expected);
    page.new_hand().await;
    for bet in ["tie", "banker", "banker", "player", "player", "player"] {
        page.click(&format!("[data-bet={bet}]")).await;
    }
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    let card = page.hands().await.player[0];
    page.new_hand().await;
    let score = card.value();
    let player = format!("{card}: {score}");
    let stakes = "player 15.00, banker 10.00, tie 5.00";
    let expected = ["3", &player, "–", "abandoned", stakes, "0.00", "970.00"];
    assert_eq!(page.last_row(3).await, expected);
    assert_eq!(page.text("#net").await, "−30.00");
    assert!(!page.evaluate_bool(is_hidden).await);
    assert_eq!(
        page.csv().await.lines().collect::<Vec<_>>(),
        [
            "hand,player_cards,banker_cards,player_score,banker_score,result,stake_player,stake_banker,stake_tie,paid_back,bankroll,chosen_cards",
            "1,9 K,9 K,9,9,tie,0.00,0.00,0.00,0.00,1000.00,yes",
            "2,5 9 7,K 2 A,1,3,banker,0.00,0.00,0.00,0.00,1000.00,yes",
            &format!("3,{card},,{score},0,abandoned,15.00,10.00,5.00,0.00,970.00,no"),
        ]
    );
    // A reload keeps the hands.
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.last_row(3).await, expected);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_last_200_hands_are_listed_the_newest_first() {
    let mut page = GamePage::of("task5").await;
    let add = "({ History }) => { \
         const history = new History({ text: String, number: String }); \
         const hand = (number) => ({ number, player: [], banker: [], player_score: 0, banker_score: 0, outcome: null, \
           stakes: { player: 0, banker: 0, tie: 0 }, paid: 0, bankroll: 0, chosen: false }); \
         for (const numbers of [[1, 2, 3], Array.from({ length: 200 }, (_, index) => index + 4)]) history.add(numbers.map(hand)); }";
    page.run("history", add).await;
    assert_eq!(page.last_row(200).await[0], "203");
    assert_eq!(page.text("#history-hands tbody tr:last-child th").await, "4");
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_casino_deals_chosen_cards_and_says_when_the_shoe_has_none() {
    let mut page = GamePage::of("casino").await;
    page.evaluate(KEEP_CSV).await;
    // A new shoe: the burn card is turned up first.
    page.type_into("#chosen-cards", "9H KS QD 9c").await;
    let expected = ["1", "9♥ Q♦: 9", "K♠ 9♣: 9", "tie, chosen cards", "–", "–", "10,000"];
    assert_eq!(page.last_row(1).await, expected);
    assert!(page.csv().await.ends_with("\r\n1,9H QD,KS 9C,9,9,tie,0,0,0,0,10000,yes\r\n"));
    // Six or seven of eight kings of spades are left, as one may be the burn card.
    page.type_into("#chosen-cards", "KS KS KS KS KS KS").await;
    page.last_row(2).await;
    page.type_into("#chosen-cards", "KS KS").await;
    page.wait_until("!document.querySelector('#error').hidden").await;
    let error = page.text("#error-text").await;
    assert!(
        ["The shoe has no KS left.", "The shoe has only 1 KS left."].contains(&error.as_str()),
        "{error}"
    );
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn chosen_cards_that_cannot_be_dealt_leave_the_table_as_it_is() {
    const ERROR: &str = "document.querySelector('#error-text').textContent";
    const TABLE: &str = "JSON.stringify([document.querySelector('#table').dataset.release, \
        document.querySelector('#burn-card').textContent, document.querySelectorAll('.card').length])";
    let mut page = GamePage::of("casino").await;
    let refuse = async |page: &mut GamePage, cards: &str, error: &str| {
        let before = page.evaluate_text(TABLE).await;
        page.type_into("#chosen-cards", cards).await;
        page.wait_until(&format!("{ERROR}.includes({error:?})")).await;
        // Longer than a key is held.
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert_eq!(page.evaluate_text(TABLE).await, before, "{cards}");
        page.click("#error-dismiss").await;
    };
    page.wait_until("document.querySelector('#table').dataset.release === 'burn'").await;
    page.click_switches(&[9, 0]).await;
    refuse(&mut page, "9 K", "without bets").await;
    page.click_switches(&[9]).await;
    refuse(&mut page, "2 3 XX 4", "\"XX\" is not a card").await;
    refuse(&mut page, "KS KS KS KS KS KS KS KS KS", "only 8 KS left").await;
    page.type_into("#chosen-cards", "9H KS QD 9c").await;
    page.wait_until("document.querySelector('#table').dataset.release === 'clear'").await;
    refuse(&mut page, "2 3 XX 4", "\"XX\" is not a card").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bets_are_doubled_and_undone_with_buttons() {
    let mut page = GamePage::of("task5").await;
    let is_disabled = async |page: &mut GamePage| -> Value {
        page.evaluate(
            "['undo', 'double'].map((name) => \
             document.querySelector(`[id^=${name}-bet]`).getAttribute('aria-disabled') === 'true')",
        )
        .await
    };
    assert_eq!(is_disabled(&mut page).await, serde_json::json!([true, true]));
    for (button, stake) in [
        ("[data-bet=tie]", "5.00"),
        ("#double-bets", "10.00"),
        ("#double-bets", "20.00"),
        ("#undo-bet", "10.00"),
        ("#clear-bets", ""),
        ("#undo-bet", "10.00"),
    ] {
        page.click(button).await;
        let shown = "document.querySelector('[data-bet=tie] .spot-stake').textContent";
        page.wait_until(&format!("{shown} === '{stake}'")).await;
    }
    assert_eq!(is_disabled(&mut page).await, serde_json::json!([false, false]));
    page.assert_no_console_errors().await;
}

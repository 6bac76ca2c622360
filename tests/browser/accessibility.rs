//! Screen readers and keyboard operation.

use crate::board_process::BoardProcess;
use crate::chromium::Chromium;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_control_and_image_has_an_accessible_name() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    let names = page.accessible_names().await;
    for expected in [
        "button KEY0, deal",
        "button KEY3, new hand",
        "image HEX0, player's first card: blank",
        "image HEX5, banker's third card: blank",
        "image Lights: player's score 0, banker's score 0, no winner yet",
        "button Bet on banker, pays 19 to 20, staked 0.00",
        "switch SW9",
        "textbox Name",
        "region Board",
        "region Table",
    ] {
        assert!(names.iter().any(|name| name == expected), "{expected} is not among {names:#?}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_and_results_are_announced() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    assert_eq!(page.evaluate_text("document.querySelector('#announcer').ariaLive").await, "polite");
    let announcement = "document.querySelector('#announcer').textContent";
    page.click("[data-bet=player]").await;
    page.play_hand(async |page: &mut GamePage| {
        page.type_key("Space").await;
        page.wait_until(&format!("/card: |wins|Tie/.test({announcement})")).await;
    })
    .await;
    page.wait_until(&format!("/(Player|Banker) wins, |Tie, /.test({announcement})")).await;
    let result = page.evaluate_text(announcement).await;
    assert!(result.contains("card: ") && result.contains("Bankroll"), "{result}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_bet_and_a_hand_can_be_played_with_the_keyboard() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    let tab_to = async |page: &mut GamePage, selector: &str| {
        for _ in 0..60 {
            page.type_key("Tab").await;
            if page.evaluate_bool(&format!("document.activeElement.matches({selector:?})")).await {
                let outline = "getComputedStyle(document.activeElement).outlineStyle";
                assert_eq!(
                    page.evaluate_text(outline).await,
                    "solid",
                    "the focus on {selector} is not visible"
                );
                return;
            }
        }
        panic!("Tab does not reach {selector}");
    };
    tab_to(&mut page, "[data-bet=tie]").await;
    page.type_key("Space").await;
    page.wait_until("document.querySelector('[data-bet=tie] .spot-stake').textContent === '5.00'")
        .await;
    page.wait_for_cards(0).await;
    tab_to(&mut page, "[data-key=KEY0]").await;
    // Enter and Space each press a focused key once.
    let mut codes = ["Enter", "Space"].into_iter().cycle();
    page.play_hand(async |page: &mut GamePage| {
        page.type_key(codes.next().expect("endless")).await;
    })
    .await;
    tab_to(&mut page, "#new-hand").await;
    page.type_key("Enter").await;
    page.wait_for_cards(0).await;
    page.assert_no_console_errors().await;
}

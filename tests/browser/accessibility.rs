//! The page for who cannot see it, or has no mouse.

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::chromium::Chromium;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn everything_that_can_be_used_has_a_name() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    let tree = page.command("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("a tree");
    let mut names = Vec::new();
    for node in nodes.iter().filter(|node| node["ignored"] != true) {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let name = node["name"]["value"].as_str().unwrap_or_default();
        if ["button", "link", "radio", "switch", "textbox", "image", "img", "region", "group"]
            .contains(&role)
        {
            assert_ne!(name.trim(), "", "a {role} without a name: {node}");
            names.push(format!("{role} {name}"));
        }
    }
    for expected in [
        "button KEY0, deal",
        "button KEY3, new hand",
        "image HEX0, player's first card: blank",
        "image HEX5, banker's third card: blank",
        "image Lights: player's score 0, banker's score 0, nobody has won",
        "button Bet on banker, pays 19 to 20, staked 0.00",
        "switch SW9",
        "textbox Name",
        "region The board",
        "region The table",
    ] {
        assert!(names.iter().any(|name| name == expected), "no {expected} among {names:#?}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_and_results_are_announced() {
    let (board, chromium) = (BoardProcess::start(), Chromium::start());
    let mut page = GamePage::open(&chromium, &board.url()).await;
    assert_eq!(page.evaluate_text("document.querySelector('#announcer').ariaLive").await, "polite");
    let said = "document.querySelector('#announcer').textContent";
    page.click("[data-bet=player]").await;
    page.play(async |page: &mut GamePage| {
        page.type_key("Space").await;
        page.wait_until(&format!("/card: |wins|Tie/.test({said})")).await;
    })
    .await;
    page.wait_until(&format!("/(Player|Banker) wins, |Tie, /.test({said})")).await;
    let result = page.evaluate_text(said).await;
    assert!(result.contains("card: ") && result.contains("Bankroll"), "{result}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_bet_and_a_hand_take_no_mouse() {
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
                    "the focus on {selector} is not seen"
                );
                return;
            }
        }
        panic!("the Tab key never comes to {selector}");
    };
    tab_to(&mut page, "[data-bet=tie]").await;
    page.type_key("Space").await;
    page.wait_until("document.querySelector('[data-bet=tie] .spot-stake').textContent === '5.00'")
        .await;
    page.wait_for_cards(0).await;
    tab_to(&mut page, "[data-key=KEY0]").await;
    // A focused key takes Enter and Space, once each.
    let mut codes = ["Enter", "Space"].into_iter().cycle();
    page.play(async |page: &mut GamePage| {
        page.type_key(codes.next().expect("it goes on")).await;
    })
    .await;
    tab_to(&mut page, "#new-hand").await;
    page.type_key("Enter").await;
    page.wait_for_cards(0).await;
    page.assert_no_console_errors().await;
}

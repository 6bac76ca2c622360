//! The page for who cannot see it, or has no mouse.

use serde_json::json;

use crate::board::Board;
use crate::chromium::Chromium;
use crate::player::Player;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn everything_that_can_be_used_has_a_name() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let tree = player.command("Accessibility.getFullAXTree", json!({})).await;
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
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    assert_eq!(player.text("document.querySelector('#announcer').ariaLive").await, "polite");
    let said = "document.querySelector('#announcer').textContent";
    player.click("[data-bet=player]").await;
    player
        .play(async |player: &mut Player| {
            player.strike("Space").await;
            player.until(&format!("/card: |wins|Tie/.test({said})")).await;
        })
        .await;
    player.until(&format!("/(Player|Banker) wins, |Tie, /.test({said})")).await;
    let result = player.text(said).await;
    assert!(result.contains("card: ") && result.contains("Bankroll"), "{result}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_bet_and_a_hand_take_no_mouse() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let tab_to = async |player: &mut Player, selector: &str| {
        for _ in 0..60 {
            player.strike("Tab").await;
            if player.is(&format!("document.activeElement.matches({selector:?})")).await {
                let outline = "getComputedStyle(document.activeElement).outlineStyle";
                assert_eq!(
                    player.text(outline).await,
                    "solid",
                    "the focus on {selector} is not seen"
                );
                return;
            }
        }
        panic!("the Tab key never comes to {selector}");
    };
    tab_to(&mut player, "[data-bet=tie]").await;
    player.strike("Space").await;
    player
        .until("document.querySelector('[data-bet=tie] .spot-stake').textContent === '5.00'")
        .await;
    player.until_dealt(0).await;
    tab_to(&mut player, "[data-key=KEY0]").await;
    // A focused key takes Enter and Space, once each.
    let mut codes = ["Enter", "Space"].into_iter().cycle();
    player
        .play(async |player: &mut Player| {
            player.strike(codes.next().expect("it goes on")).await;
        })
        .await;
    tab_to(&mut player, "#new-hand").await;
    player.strike("Enter").await;
    player.until_dealt(0).await;
    player.is_content().await;
}

//! Hands played on the page, and keys held.

use std::time::Duration;

use baccarat::game::Outcome;
use tokio::time::sleep;

use crate::board::Board;
use crate::chromium::Chromium;
use crate::player::Player;

const KEY0: &str = "[data-key=KEY0] svg";

async fn verdict_is(player: &mut Player, outcome: Outcome) {
    let verdict = player.turn().await;
    let expected = match outcome {
        Outcome::Player => "Player wins",
        Outcome::Banker => "Banker wins",
        Outcome::Tie => "Tie",
    };
    assert!(verdict.starts_with(expected), "{verdict}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hand_played_by_mouse_is_what_the_rules_say() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let round = player
        .play(async |player: &mut Player| {
            let key = player.middle(KEY0).await;
            player.mouse("mousePressed", key).await;
            player.until_down(0, true).await;
            player.mouse("mouseReleased", key).await;
        })
        .await;
    verdict_is(&mut player, round.outcome()).await;
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn hands_played_by_keyboard_are_what_the_rules_say_in_either_clocking() {
    let chromium = Chromium::start();
    for clocking in ["synchronised", "direct"] {
        let board = Board::start_with(&["--clocking", clocking]);
        let mut player = Player::sit_down(&chromium, &board.url()).await;
        for _ in 0..3 {
            let round = player.play(async |player: &mut Player| player.strike("Space").await).await;
            verdict_is(&mut player, round.outcome()).await;
            player.new_hand().await;
        }
        player.is_content().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hand_played_by_a_finger_is_what_the_rules_say() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.look(390, 844, "light").await;
    let round = player
        .play(async |player: &mut Player| {
            let (x, y) = player.middle(KEY0).await;
            let touch =
                |kind: &str, points| serde_json::json!({"type": kind, "touchPoints": points});
            let point = serde_json::json!([{"x": x, "y": y}]);
            player.command("Input.dispatchTouchEvent", touch("touchStart", point)).await;
            player.until_down(0, true).await;
            let nothing = serde_json::json!([]);
            player.command("Input.dispatchTouchEvent", touch("touchEnd", nothing)).await;
        })
        .await;
    verdict_is(&mut player, round.outcome()).await;
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_croupier_deals_a_hand_to_its_end() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.click("#deal-card").await;
    player.until_dealt(1).await;
    player.click("#deal-hand").await;
    player.until("document.querySelector('#table').dataset.outcome !== ''").await;
    player.click("#new-hand").await;
    player.until_dealt(0).await;
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_key_is_down_for_as_long_as_it_is_held() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;

    let key = player.middle(KEY0).await;
    player.mouse("mousePressed", key).await;
    sleep(Duration::from_millis(600)).await;
    assert!(player.is_down(0).await);
    player.until_dealt(0).await;
    // Let go elsewhere.
    player.mouse("mouseMoved", (5.0, 5.0)).await;
    assert!(player.is_down(0).await);
    player.mouse("mouseReleased", (5.0, 5.0)).await;
    player.until_dealt(1).await;
    assert!(!player.is_down(0).await);

    // The keyboard's own repetition is no other press.
    player.keyboard("keyDown", "Space").await;
    for _ in 0..5 {
        player.command(
            "Input.dispatchKeyEvent",
            serde_json::json!({"type": "keyDown", "key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " ", "autoRepeat": true}),
        )
        .await;
    }
    assert!(player.is_down(0).await);
    player.until_dealt(1).await;
    player.keyboard("keyUp", "Space").await;
    player.until_dealt(2).await;

    // Who looks elsewhere holds nothing.
    player.keyboard("keyDown", "KeyR").await;
    player.until_down(3, true).await;
    player.run("window.dispatchEvent(new Event('blur'))").await;
    player.until_down(3, false).await;
    player.keyboard("keyUp", "KeyR").await;
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn space_and_r_are_letters_while_a_name_is_typed() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.run("document.querySelector('#name').select()").await;
    for code in ["KeyR", "Space", "KeyR"] {
        player.strike(code).await;
    }
    assert_eq!(player.text("document.querySelector('#name').value").await, "r r");
    assert_eq!(player.felt().await, Default::default());
    player.strike("Enter").await;
    // A bet placed by mouse keeps nothing of the keyboard: Space is KEY0 again, and the bet is placed once.
    player.click("[data-bet=banker]").await;
    player.strike("Space").await;
    player.until_dealt(1).await;
    let stake =
        player.text("document.querySelector('[data-bet=banker] .spot-stake').textContent").await;
    assert_eq!(stake, "5.00");
    player.is_content().await;
}

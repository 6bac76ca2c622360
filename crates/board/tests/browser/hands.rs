//! Hands played by mouse, keyboard, touch and autoplay.

use std::time::Duration;

use punto_banco::Outcome;
use tokio::time::sleep;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;

const KEY0: &str = "[data-key=KEY0] svg";

async fn assert_outcome(page: &mut GamePage, outcome: Outcome) {
    let status = page.text("#status").await;
    let expected = match outcome {
        Outcome::Player => "Player wins",
        Outcome::Banker => "Banker wins",
        Outcome::Tie => "Tie",
    };
    assert!(status.starts_with(expected), "{status}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hand_played_by_mouse_follows_the_rules() {
    let mut page = GamePage::of("task5").await;
    let round = page
        .play_hand(async |page: &mut GamePage| {
            let key = page.centre_of(KEY0).await;
            page.mouse_event("mousePressed", key).await;
            page.wait_for_key(0, true).await;
            page.mouse_event("mouseReleased", key).await;
        })
        .await;
    assert_outcome(&mut page, round.outcome()).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn hands_played_by_keyboard_follow_the_rules_with_either_clocking() {
    for clocking in ["synchronised", "direct"] {
        let board = BoardProcess::shared(&["--clocking", clocking]);
        let mut page = GamePage::at(&board.url()).await;
        for _ in 0..3 {
            let round = page.play().await;
            assert_outcome(&mut page, round.outcome()).await;
            page.new_hand().await;
        }
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_hand_played_by_touch_follows_the_rules() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(390, 844, "light").await;
    let round = page
        .play_hand(async |page: &mut GamePage| {
            let (x, y) = page.centre_of(KEY0).await;
            let touch =
                |kind: &str, points| serde_json::json!({"type": kind, "touchPoints": points});
            let point = serde_json::json!([{"x": x, "y": y}]);
            page.command("Input.dispatchTouchEvent", touch("touchStart", point)).await;
            page.wait_for_key(0, true).await;
            let nothing = serde_json::json!([]);
            page.command("Input.dispatchTouchEvent", touch("touchEnd", nothing)).await;
        })
        .await;
    assert_outcome(&mut page, round.outcome()).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn autoplay_deals_a_hand_to_its_end() {
    let mut page = GamePage::of("task5").await;
    page.click("#deal-card").await;
    page.wait_for_cards(1).await;
    page.click("#deal-hand").await;
    page.wait_for_text("#deal-hand", "Stop dealing").await;
    page.wait_until("document.querySelector('#table').dataset.outcome !== ''").await;
    page.wait_for_text("#deal-hand", "Deal the hand").await;
    page.click("#new-hand").await;
    page.wait_for_cards(0).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_key_stays_pressed_while_it_is_held() {
    let mut page = GamePage::of("task5").await;

    let key = page.centre_of(KEY0).await;
    page.mouse_event("mousePressed", key).await;
    sleep(Duration::from_millis(600)).await;
    assert!(page.is_pressed(0).await);
    page.wait_for_cards(0).await;
    // Release outside the key.
    page.mouse_event("mouseMoved", (5.0, 5.0)).await;
    assert!(page.is_pressed(0).await);
    page.mouse_event("mouseReleased", (5.0, 5.0)).await;
    page.wait_for_cards(1).await;
    assert!(!page.is_pressed(0).await);

    // Key repeat does not press again.
    page.key_event("keyDown", "Space").await;
    for _ in 0..5 {
        page.command(
            "Input.dispatchKeyEvent",
            serde_json::json!({"type": "keyDown", "key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " ", "autoRepeat": true}),
        )
        .await;
    }
    assert!(page.is_pressed(0).await);
    page.wait_for_cards(1).await;
    page.key_event("keyUp", "Space").await;
    page.wait_for_cards(2).await;

    // A page that loses the focus or is hidden releases all keys.
    for is_hidden in [false, true] {
        page.key_event("keyDown", "KeyR").await;
        page.wait_for_key(3, true).await;
        if is_hidden {
            page.set_hidden(true).await;
        } else {
            page.evaluate("window.dispatchEvent(new Event('blur'))").await;
        }
        page.wait_for_key(3, false).await;
        page.key_event("keyUp", "KeyR").await;
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn space_and_r_are_text_while_a_name_is_typed() {
    let mut page = GamePage::of("task5").await;
    page.evaluate("document.querySelector('#name').select()").await;
    for code in ["KeyR", "Space", "KeyR"] {
        page.type_key(code).await;
    }
    assert_eq!(page.evaluate_text("document.querySelector('#name').value").await, "r r");
    assert_eq!(page.hands().await, Default::default());
    page.type_key("Enter").await;
    // A bet placed by mouse does not keep the focus: Space presses KEY0, and the bet is placed
    // once.
    page.click("[data-bet=banker]").await;
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    let stake = page.text("[data-bet=banker] .spot-stake").await;
    assert_eq!(stake, "5.00");
    page.assert_no_console_errors().await;
}

//! The clock's buttons, and keys that are held.

use serde_json::json;

use crate::game_page::GamePage;

const RATE: &str = "document.querySelector('#rate').textContent";

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_clock_is_paused_stepped_and_resumed() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        page.wait_until(&format!("{RATE}.includes('MHz')")).await;
        let cycles = "Number(document.querySelector('#clock').textContent.split(' ')[0].replaceAll(',', ''))";
        // The page counts on without messages.
        page.evaluate("document.querySelector('#clock').scrollIntoView()").await;
        let growth = page
            .evaluate_number(&format!(
                "(async () => {{ const now = () => [performance.now(), {cycles}]; const [start, before] = now(); \
                 await new Promise((done) => setTimeout(done, 2000)); const [end, after] = now(); \
                 return (after - before) / (end - start); }})()"
            ))
            .await;
        assert!((25e3..100e3).contains(&growth), "{machine}: {growth} cycles per millisecond");
        page.click("#clock-pause").await;
        page.wait_until(&format!("{RATE} === 'CLOCK_50: 0 Hz, paused'")).await;
        let before = page.evaluate_number(cycles).await;
        page.click("#clock-cycle").await;
        page.wait_until(&format!("{cycles} === {}", before + 1.0)).await;
        page.click("#clock-press").await;
        page.wait_until(&format!("{cycles} > {}", before + 1.0)).await;
        page.click("#clock-pause").await;
        page.wait_until(&format!("{RATE}.includes('MHz')")).await;
        let disabled = "document.querySelector('#clock-cycle').ariaDisabled";
        assert_eq!(page.evaluate_text(disabled).await, "true");
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn while_the_clock_is_paused_the_page_says_why_it_deals_no_hand_and_takes_no_bets() {
    const ERROR: &str = "document.querySelector('#error-text').textContent";
    const HINT: &str = "document.querySelector('#hint').textContent";
    let mut page = GamePage::of("task5").await;
    page.click("[data-bet=tie]").await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{ERROR}.includes('only without bets')")).await;
    page.click("#clear-bets").await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    for button in ["#deal-card", "#deal-hand", "#new-hand"] {
        page.evaluate("document.querySelector('#hint').textContent = ''").await;
        page.click(button).await;
        page.wait_until(&format!("{HINT}.includes('The clock is paused')")).await;
    }
    page.click("[data-bet=tie]").await;
    page.wait_until(&format!("{ERROR}.includes('No bets are taken')")).await;
    page.click("#clock-press").await;
    page.wait_for_cards(1).await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('MHz')")).await;
    page.click("#deal-card").await;
    page.wait_for_cards(2).await;
    page.assert_no_console_errors().await;

    // A switch of the casino that would bet goes back.
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[9]).await;
    page.click("#clock-pause").await;
    page.wait_until(&format!("{RATE}.includes('paused')")).await;
    page.click("[data-switch=SW0] .switch-body").await;
    page.wait_until(&format!("{ERROR}.includes('No bets are taken')")).await;
    page.wait_until("document.querySelector('[data-switch=SW0]').ariaChecked === 'false'").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn key3_is_held_by_a_double_click_or_shift_and_enter_while_key0_is_pressed() {
    let mut page = GamePage::of("task5").await;
    for by_keyboard in [false, true] {
        page.type_key("Space").await;
        page.wait_for_cards(1).await;
        if by_keyboard {
            page.evaluate("document.querySelector('[data-key=KEY3]').focus()").await;
            page.shift_enter().await;
        } else {
            page.click("[data-key=KEY3] svg").await;
            page.click("[data-key=KEY3] svg").await;
        }
        page.wait_for_key(3, true).await;
        if by_keyboard {
            page.evaluate("document.querySelector('[data-key=KEY0]').focus()").await;
            page.type_key("Enter").await;
        } else {
            page.click("[data-key=KEY0] svg").await;
        }
        page.wait_for_cards(0).await;
        assert!(page.is_pressed(3).await);
        if by_keyboard {
            page.evaluate("document.querySelector('[data-key=KEY3]').focus()").await;
            page.type_key("Enter").await;
        } else {
            page.click("[data-key=KEY3] svg").await;
        }
        page.wait_for_key(3, false).await;
        page.evaluate("document.activeElement.blur()").await;
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn shortcuts_of_the_browser_press_no_keys() {
    let mut page = GamePage::of("task5").await;
    let press = |modifiers: &str| {
        format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', \
             {{ key: 'r', code: 'KeyR', bubbles: true, cancelable: true, {modifiers} }}))"
        )
    };
    for modifier in ["ctrlKey", "altKey", "metaKey"] {
        assert!(page.evaluate_bool(&press(&format!("{modifier}: true"))).await, "{modifier}");
        assert!(!page.is_pressed(3).await, "{modifier}");
    }
    assert!(!page.evaluate_bool(&press("")).await, "the browser does not see R");
    assert!(page.is_pressed(3).await);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn an_error_ends_with_the_next_action() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[9, 0]).await;
    page.click("#clock-pause").await;
    page.wait_until("!document.querySelector('#error').hidden").await;
    let error = page.text("#error-text").await;
    assert_eq!(
        error,
        "The clock can be paused only without bets: take them back, or play the hand to its end."
    );
    page.click_switches(&[9]).await;
    page.wait_until("document.querySelector('#error').hidden").await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn keys_without_an_effect_say_why() {
    const HINT: &str = "document.querySelector('#hint').textContent";
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        page.click("#clock-pause").await;
        page.wait_until(&format!("{RATE}.includes('paused')")).await;
        page.type_key("Space").await;
        page.wait_until(&format!("{HINT}.includes('The clock is paused')")).await;
        page.click("#clock-pause").await;
        page.wait_until(&format!("{RATE}.includes('MHz')")).await;
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn space_deals_after_a_click_on_anything_but_a_text() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        // Clicks on links must not leave the page.
        page.evaluate("addEventListener('click', (event) => event.target.closest('a') && event.preventDefault())")
            .await;
        page.evaluate("document.querySelector('#history-csv').hidden = false").await;
        for clicked in
            ["#guide summary", "#history-csv", "#legend-link", ".masthead a[href='#board']"]
        {
            page.click(clicked).await;
            let focused = "document.activeElement?.closest('a, button, summary')";
            page.wait_until(&format!("!{focused}")).await;
        }
        let cards = "document.querySelectorAll('.card').length + document.querySelector('#burn-card, #name').textContent";
        let before = page.evaluate_text(cards).await;
        page.type_key("Space").await;
        page.wait_until(&format!("{cards} !== {before:?}")).await;
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn two_fingers_that_leave_key3_and_key0_at_once_start_a_new_hand() {
    let mut page = GamePage::of("task5").await;
    page.play().await;
    let mut touches = vec![];
    for (id, key) in ["[data-key=KEY3] svg", "[data-key=KEY0] svg"].into_iter().enumerate() {
        let (x, y) = page.centre_of(key).await;
        touches.push(json!({"x": x, "y": y, "id": id}));
        let touch = json!({"type": "touchStart", "touchPoints": touches});
        page.command("Input.dispatchTouchEvent", touch).await;
    }
    page.wait_for_key(0, true).await;
    page.command("Input.dispatchTouchEvent", json!({"type": "touchEnd", "touchPoints": []})).await;
    page.wait_for_cards(0).await;
    page.wait_for_key(3, false).await;
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_digits_press_the_keys_on_both_pages() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        for (key, code) in ["Digit0", "Digit1", "Digit2", "Digit3"].into_iter().enumerate() {
            page.key_event("keyDown", code).await;
            page.wait_for_key(key, true).await;
            page.key_event("keyUp", code).await;
            page.wait_for_key(key, false).await;
        }
        page.assert_no_console_errors().await;
    }
}

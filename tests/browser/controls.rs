//! The clock's buttons, and keys that are held.

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
    page.wait_until(&format!("{ERROR}.includes('no bets are taken')")).await;
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
    page.wait_until(&format!("{ERROR}.includes('no bets are taken')")).await;
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

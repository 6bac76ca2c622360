//! Phones, the narrowest windows, and paper.

use serde_json::json;

use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn no_part_of_a_page_is_wider_than_a_window_of_320_pixels() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        page.set_viewport(320, 640, "light").await;
        page.assert_fits(320.0).await;
    }
}

impl GamePage {
    /// Checks that nothing makes the page wider than its window.
    pub async fn assert_fits(&mut self, width: f64) {
        let wide = self.evaluate_number("document.documentElement.scrollWidth").await;
        let list = format!(
            "[...document.querySelectorAll('body *')].filter((part) => part.getBoundingClientRect().right > {width}) \
             .map((part) => part.id || part.className.baseVal || part.className || part.localName).join(', ')"
        );
        let parts = self.evaluate_text(&list).await;
        assert!(wide <= width, "{wide} pixels in a window of {width}: {parts}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_page_is_printed_on_light_paper_without_what_only_a_screen_has() {
    let mut page = GamePage::of("casino").await;
    page.set_viewport(390, 844, "dark").await;
    let dark = json!({"name": "prefers-color-scheme", "value": "dark"});
    let media = json!({"media": "print", "features": [dark]});
    page.command("Emulation.setEmulatedMedia", media).await;
    let style = |selector: &str, property: &str| {
        format!("getComputedStyle(document.querySelector('{selector}')).{property}")
    };
    for (selector, property, expected) in [
        ("body", "color", "rgb(29, 34, 40)"),
        (".masthead nav", "display", "none"),
        ("#deal-card", "display", "none"),
        ("#keys", "position", "static"),
    ] {
        assert_eq!(page.evaluate_text(&style(selector, property)).await, expected, "{selector}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_instruction_below_the_monitor_is_never_cut() {
    let mut page = GamePage::of("casino").await;
    for (width, height) in [(320, 568), (360, 640), (390, 844), (568, 320), (844, 390)] {
        page.set_viewport(width, height, "light").await;
        for hand in 0..2 {
            page.finish_hand().await;
            let prompt = page.text("#prompt").await;
            assert!(prompt.ends_with("hold KEY3 and release KEY0"), "{prompt}");
            let cut = page
                .evaluate(
                    "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => \
                     [scrollWidth - clientWidth, scrollHeight - clientHeight])(document.querySelector('#prompt'))",
                )
                .await;
            assert_eq!(cut, json!([0, 0]), "{width} by {height}, hand {hand}: {prompt}");
            page.clear_table().await;
        }
    }
}

/// Checks that the bar with the keys covers none of these parts.
async fn assert_above_the_keys(page: &mut GamePage, parts: &[&str], when: &str) {
    let free = "((part) => { const box = (name) => document.querySelector(name).getBoundingClientRect(); \
                return box('#keys').top - box(part).bottom; })";
    for part in parts {
        let free = page.evaluate_number(&format!("{free}('{part}')")).await;
        assert!(free >= 0.0, "{when}: the keys cover {} pixels of {part}", -free);
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_help_the_result_and_the_bets_are_on_the_first_screen() {
    for (machine, parts) in [
        ("task5", &[".how-to", "#displays", "#lights", "#reason", "#spots", "#chips"][..]),
        // Its bets are on the switches.
        ("casino", &[".how-to", "#displays", "#monitor", "#switches"]),
    ] {
        let mut page = GamePage::of(machine).await;
        page.set_viewport(390, 844, "light").await;
        assert_above_the_keys(&mut page, parts, machine).await;
        for hand in 0..3 {
            if machine == "task5" {
                page.play().await;
            } else {
                page.finish_hand().await;
            }
            assert_above_the_keys(&mut page, parts, &format!("{machine}, hand {hand}")).await;
            if machine == "task5" {
                page.new_hand().await;
            } else {
                page.clear_table().await;
            }
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_the_roads_of_task5_follow_the_table() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(390, 844, "light").await;
    let order = "[...document.querySelectorAll('main > *')] \
                 .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top) \
                 .slice(0, 3).map(({ id }) => id).join()";
    assert_eq!(page.evaluate_text(order).await, "board,table,roads");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_a_phone_held_sideways_the_result_of_task5_is_beside_the_board() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(844, 390, "light").await;
    page.play().await;
    let parts = [".how-to", "#displays", "#lights", "#hand-player", "#reason", "#deal-hand"];
    assert_above_the_keys(&mut page, &parts, "844 by 390").await;
}

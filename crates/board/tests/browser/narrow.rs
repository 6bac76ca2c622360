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

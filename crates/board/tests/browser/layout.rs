//! The layout of both pages: what is where, at which window size, and that it stays there.

use serde_json::json;

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;

const MACHINES: [&str; 2] = ["task5", "casino"];

/// Adds up the layout shifts of a page from its start, but not those that follow an input, and
/// lists what moved.
const OBSERVE_SHIFTS: &str = "window.shifts = 0; window.moved = []; \
    new PerformanceObserver((list) => { \
    for (const entry of list.getEntries().filter((entry) => !entry.hadRecentInput)) { \
      window.shifts += entry.value; \
      for (const { node, previousRect, currentRect } of entry.sources) \
        window.moved.push([node?.id || node?.textContent, previousRect, currentRect]); \
    } }).observe({ type: 'layout-shift', buffered: true })";

/// The sizes of a phone, a tablet upright and not, and desktops.
const SIZES: [(u32, u32); 5] = [(360, 740), (768, 1024), (1024, 768), (1280, 900), (2560, 1440)];

/// Loads a page in windows of several sizes, and checks that nothing moves until the condition
/// holds.
pub async fn assert_nothing_moves(url: &str, theme: &str, is_loaded: &str) {
    for (width, height) in SIZES {
        let mut page = GamePage::blank().await;
        let source = json!({"source": OBSERVE_SHIFTS});
        page.command("Page.addScriptToEvaluateOnNewDocument", source).await;
        page.set_viewport(width, height, theme).await;
        page.visit(url).await;
        page.wait_until(is_loaded).await;
        // Two frames, so that the last shift has been reported.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))").await;
        let shifts = page.evaluate_number("window.shifts").await;
        let moved = page.evaluate_text("JSON.stringify(window.moved)").await;
        assert!(shifts <= 0.1, "{url}, {width} by {height}, {theme}: {shifts}, {moved}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn nothing_moves_while_a_page_loads() {
    for machine in MACHINES {
        let board = BoardProcess::shared(&["--machine", machine]);
        for theme in ["light", "dark"] {
            assert_nothing_moves(&board.url(), theme, "true").await;
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_rules_keep_their_width_while_the_rest_of_the_page_arrives() {
    for machine in MACHINES {
        let mut page = GamePage::of(machine).await;
        for (width, height) in SIZES {
            page.set_viewport(width, height, "light").await;
            let widths = page
                .evaluate(
                    "(() => { const [rules, ...rest] = document.querySelector('.guide-parts').children; \
                     const before = rules.offsetWidth; \
                     for (const part of rest) part.hidden = true; \
                     const alone = rules.offsetWidth; \
                     for (const part of rest) part.hidden = false; \
                     return [before, alone]; })()",
                )
                .await;
            assert_eq!(widths[0], widths[1], "{machine}, {width} by {height}");
        }
    }
}

/// Where the lowest of some elements ends.
async fn bottom(page: &mut GamePage, selectors: &[&str]) -> f64 {
    let bottoms = "document.querySelector(selector).getBoundingClientRect().bottom";
    page.evaluate_number(&format!("Math.max(...{selectors:?}.map((selector) => {bottoms}))")).await
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn monitor_displays_switches_and_keys_of_the_casino_are_on_the_first_screen() {
    let mut page = GamePage::of("casino").await;
    for (width, height) in [
        (360, 640),
        (390, 844),
        (844, 390),
        (768, 1024),
        (800, 600),
        (1024, 768),
        (1280, 900),
        (1920, 1080),
        (2560, 1440),
        (3840, 2160),
    ] {
        page.set_viewport(width, height, "light").await;
        let keys = "document.querySelector('#keys').getBoundingClientRect()";
        let has_bar = "getComputedStyle(document.querySelector('#keys')).position === 'fixed'";
        let end = match page.evaluate_bool(has_bar).await {
            // They are above the bar with the keys, and so is the prompt.
            true => {
                assert!(
                    page.evaluate_bool("document.querySelector('#prompt').offsetHeight > 0").await
                );
                page.evaluate_number(&format!("{keys}.top")).await
            }
            false => f64::from(height),
        };
        let seen = ["#monitor", "#displays", "#lights", "#switches", "#prompt"];
        let lowest = bottom(&mut page, &seen).await;
        assert!(lowest <= end, "{width} by {height}: {lowest} of {end}");
        let lowest = bottom(&mut page, &["#keys"]).await;
        assert!(lowest <= f64::from(height), "{width} by {height}: {lowest}");
        let wide = page.evaluate_number("document.documentElement.scrollWidth").await;
        assert!(wide <= f64::from(width), "{width} by {height}: {wide}");
    }
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn on_large_monitors_the_casino_has_its_bets_beside_the_monitor() {
    let mut page = GamePage::of("casino").await;
    for (width, height) in [(1920, 1080), (2560, 1440), (3840, 2160)] {
        page.set_viewport(width, height, "light").await;
        let left = "(selector) => document.querySelector(selector).getBoundingClientRect().left";
        let lefts = page.evaluate(&format!("['#board', '#vga', '#table'].map({left})")).await;
        let lefts: Vec<f64> = serde_json::from_value(lefts).expect("numbers");
        assert!(lefts.is_sorted(), "{width} by {height}: {lefts:?}");
        let lowest = bottom(&mut page, &["#hand-player", "#spots", "#bankroll"]).await;
        assert!(lowest <= f64::from(height), "{width} by {height}: {lowest}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_chips_of_task5_are_on_the_first_screen_and_in_one_row() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(1280, 800, "light").await;
    let lowest = bottom(&mut page, &["#spots", "#chips"]).await;
    assert!(lowest <= 800.0, "{lowest}");
    page.set_viewport(360, 740, "light").await;
    let tops =
        "new Set([...document.querySelectorAll('.chip')].map((chip) => chip.offsetTop)).size";
    assert_eq!(page.evaluate_number(tops).await, 1.0);
    // A link leads to the roads that are cut off.
    page.click("#derived-link").await;
    page.wait_until(
        "document.querySelector('#road-big-eye').getBoundingClientRect().right < innerWidth",
    )
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn buttons_stay_where_they_are_while_hands_are_dealt() {
    let mut page = GamePage::of("casino").await;
    for width in [360, 390, 1280] {
        page.set_viewport(width, 844, "light").await;
        let tops = "JSON.stringify(['#deal-card', '#spots', '#bankroll'].map((selector) => \
                    document.querySelector(selector).getBoundingClientRect().top + scrollY))";
        let before = page.evaluate_text(tops).await;
        for hand in 0..2 {
            page.finish_hand().await;
            assert_eq!(page.evaluate_text(tops).await, before, "{width}, hand {hand}");
            page.clear_table().await;
            assert_eq!(page.evaluate_text(tops).await, before, "{width}, after hand {hand}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_monitor_shows_whole_pixels_where_the_window_has_room() {
    let mut page = GamePage::of("casino").await;
    for (width, height, expected) in [
        (1000, 800, 640.0),
        (1280, 900, 640.0),
        (1920, 1000, 640.0),
        (2560, 1440, 1280.0),
        (3840, 2160, 1920.0),
    ] {
        page.set_viewport(width, height, "light").await;
        let monitor = "document.querySelector('#monitor').getBoundingClientRect()";
        let size = page.evaluate(&format!("[{monitor}.width, {monitor}.height]")).await;
        assert_eq!(size[0], expected, "in a window of {width} by {height}");
        assert_eq!(size[1], expected * 0.75, "in a window of {width} by {height}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_keys_that_do_something_can_be_seen_and_cover_little_of_a_small_window() {
    // Phones, upright and not; 200 % and 400 % of a window of 1280 by 900.
    let small = [(390, 844, 0.1), (844, 390, 0.2), (640, 450, 0.2), (320, 225, 0.0)];
    for (machine, keys) in [("task5", 2.0), ("casino", 4.0)] {
        let mut page = GamePage::of(machine).await;
        for (width, height, covered) in small {
            page.set_viewport(width, height, "light").await;
            page.evaluate("document.querySelector('#table').scrollIntoView()").await;
            let part = page
                .evaluate_number(
                    "(() => { const keys = document.querySelector('#keys'); \
                     return getComputedStyle(keys).position === 'fixed' ? keys.offsetHeight / innerHeight : 0; })()",
                )
                .await;
            assert!(part <= covered, "{machine}, {width} by {height}: {part} is covered");
            if covered > 0.0 {
                let seen = page
                    .evaluate_number(
                        "[...document.querySelectorAll('.key')].filter((key) => { \
                         const box = key.getBoundingClientRect(); \
                         return box.height >= 44 && box.width >= 44 && box.bottom <= innerHeight; }).length",
                    )
                    .await;
                assert_eq!(seen, keys, "{machine}, {width} by {height}");
            }
            let fits = "document.documentElement.scrollWidth <= innerWidth";
            assert!(page.evaluate_bool(fits).await, "{machine}, {width} by {height}: too wide");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn bead_plate_and_big_road_are_on_the_first_screen_of_a_desktop() {
    for machine in MACHINES {
        let mut page = GamePage::of(machine).await;
        for (width, height) in [(1280, 900), (1920, 1000), (2560, 1440)] {
            page.set_viewport(width, height, "light").await;
            for road in ["road-bead", "road-big"] {
                let bottom =
                    format!("document.getElementById('{road}').getBoundingClientRect().bottom");
                let bottom = page.evaluate_number(&bottom).await;
                assert!(bottom <= f64::from(height), "{machine}, {width}: {road} ends at {bottom}");
            }
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_lettering_of_the_board_is_at_least_nine_pixels_high() {
    for machine in MACHINES {
        let mut page = GamePage::of(machine).await;
        for (width, height) in [(390, 844), (1024, 768), (1280, 900), (1920, 1000), (2560, 1440)] {
            page.set_viewport(width, height, "light").await;
            let smallest = page
                .evaluate(
                    "[...document.querySelectorAll('.pcb text, .pcb .silk, .pcb .silk-note, .pcb .tape, .key-action')] \
                     .filter((text) => text.getClientRects().length > 0).map((text) => { \
                       const scale = text.getScreenCTM?.().a ?? 1; \
                       return [parseFloat(getComputedStyle(text).fontSize) * scale, text.textContent]; \
                     }).sort(([one], [other]) => one - other)[0]",
                )
                .await;
            let size = smallest[0].as_f64().expect("a size");
            assert!(size >= 9.0, "{machine}, {width} by {height}: {smallest}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn in_the_dark_theme_roads_diagram_and_waveform_are_dark() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(1280, 900, "dark").await;
    page.wait_until("document.querySelector('#diagram svg .paper')").await;
    for (selector, property) in [
        ("#road-big", "backgroundColor"),
        ("#diagram", "backgroundColor"),
        ("#diagram .paper", "fill"),
        ("#waveform", "backgroundColor"),
    ] {
        let colour = format!("getComputedStyle(document.querySelector('{selector}')).{property}");
        let brightest = page
            .evaluate_number(&format!(
                "Math.max(...{colour}.match(/\\d+/g).slice(0, 3).map(Number))"
            ))
            .await;
        assert!(brightest < 64.0, "{selector}: {brightest}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn forced_colours_show_what_is_selected() {
    let mut page = GamePage::of("task5").await;
    let media = json!({"features": [{"name": "forced-colors", "value": "active"}]});
    page.command("Emulation.setEmulatedMedia", media).await;
    let style = |selector: &str, property: &str| {
        format!("getComputedStyle(document.querySelector('{selector}')).{property}")
    };
    for (chosen, other, property) in [
        (".chip :checked + span", ".chip :not(:checked) + span", "outlineStyle"),
        (".decks :checked + span", ".decks :not(:checked) + span", "backgroundColor"),
        (".switch-lever", ".switch-body", "backgroundColor"),
        (".shoe-left", "#shoe-bar", "backgroundColor"),
    ] {
        let chosen = page.evaluate_text(&style(chosen, property)).await;
        let other = page.evaluate_text(&style(other, property)).await;
        assert_ne!(chosen, other, "{property}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_registers_use_a_wide_window() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(2560, 1440, "light").await;
    let unused = page
        .evaluate_number(
            "(() => { const right = (selector) => Math.max(...[...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().right)); \
             return right('.signals') - right('#signals table'); })()",
        )
        .await;
    assert!(unused < 40.0, "{unused} pixels are unused");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_rules_are_open_where_there_is_space_and_from_the_legend_link() {
    for machine in MACHINES {
        let board = BoardProcess::shared(&["--machine", machine]);
        for (width, expected) in [(390, false), (1280, true)] {
            let mut page = GamePage::blank().await;
            page.set_viewport(width, 844, "light").await;
            page.visit(&board.url()).await;
            let is_open = "document.querySelector('#guide').open";
            assert_eq!(page.evaluate_bool(is_open).await, expected, "{machine}, {width}");
            page.click("#legend-link").await;
            page.wait_until(is_open).await;
            page.assert_no_console_errors().await;
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn roads_are_as_wide_as_their_captions_and_below_them() {
    for machine in MACHINES {
        let mut page = GamePage::of(machine).await;
        page.wait_until("document.querySelector('#road-cockroach-next svg')").await;
        for (width, height) in [(360, 640), (1280, 900), (1920, 1080), (2560, 1440)] {
            page.set_viewport(width, height, "dark").await;
            let wrong = "[...document.querySelectorAll('.road')].filter((road) => { \
                const caption = road.querySelector('figcaption').getBoundingClientRect(); \
                const marks = (road.querySelector('.road-next') ?? road.querySelector('figcaption')).getBoundingClientRect(); \
                const area = road.querySelector('.road-scroll').getBoundingClientRect(); \
                return area.width < caption.width - 1 || Math.max(caption.bottom, marks.bottom) > area.top || marks.right > caption.right + 1; \
                }).map((road) => road.textContent.trim()).join('; ')";
            let wrong = page.evaluate_text(wrong).await;
            assert_eq!(wrong, "", "{machine}, {width} by {height}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_index_of_a_ten_does_not_touch_the_border_of_its_card() {
    let mut page = GamePage::of("task5").await;
    let left = "({ drawRank }) => { const card = drawRank('10', 0); document.body.append(card); \
         return card.querySelector('.card-index').getBBox().x; }";
    let left = page.run("cards", left).await.as_f64().expect("a number");
    assert!(left >= 3.0, "{left} of 100");
}

//! The waveform viewer.

use serde_json::{Value, json};

use crate::game_page::GamePage;

const CANVAS: &str = "#waveform canvas";

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_reload_keeps_the_waveform_of_the_hand_before() {
    let mut page = GamePage::of("task5").await;
    page.play().await;
    page.new_hand().await;
    page.reload().await;
    page.wait_until_connected().await;
    page.evaluate("document.querySelector('#waveform').scrollIntoView()").await;
    page.wait_until(&format!("document.querySelector('{CANVAS}')")).await;
}

impl GamePage {
    /// Plays a hand and scrolls to its waveform.
    async fn open_waveform(&mut self) {
        self.play().await;
        self.evaluate("document.querySelector('#waveform').scrollIntoView()").await;
        self.wait_until(&format!("document.querySelector('{CANVAS}')")).await;
    }

    /// Returns the visible times.
    async fn visible(&mut self) -> (f64, f64) {
        let data = format!("document.querySelector('{CANVAS}').dataset");
        let from = self.evaluate_number(&format!("Number({data}.from)")).await;
        (from, self.evaluate_number(&format!("Number({data}.to)")).await)
    }

    async fn cursor(&mut self) -> f64 {
        self.evaluate_number(&format!("Number(document.querySelector('{CANVAS}').ariaValueNow)"))
            .await
    }

    /// Runs a script with a copy of the waves in `context`, in which `yOf` is the vertical position
    /// of a part of a name's row.
    async fn with_waves(&mut self, script: &str) -> Value {
        let copied = "const canvas = document.querySelector('#waveform canvas'); \
            const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true }); \
            context.drawImage(canvas, 0, 0); \
            const { top, height } = canvas.getBoundingClientRect(); \
            const yOf = (name, part) => { \
              const row = name.getBoundingClientRect(); \
              return (row.top + row.height * part - top) * canvas.height / height; \
            };";
        self.evaluate(&format!("(() => {{ {copied} {script} }})()")).await
    }

    /// Checks that the waves of keys and clock are high at time 0 where their values are 1, and
    /// else low.
    async fn assert_levels(&mut self) {
        self.evaluate(&format!("document.querySelector('{CANVAS}').focus()")).await;
        self.type_key("Home").await;
        // To the shortest time, so that the first edge is far from the left edge.
        for _ in 0..40 {
            self.click("[aria-label=\"Zoom in\"]").await;
        }
        let levels = self
            .with_waves(
                "return ['CLOCK_50', 'KEY[3]', 'KEY[0]'].map((name) => { \
                   const cell = document.querySelector(`#waveform th[title=\"${name}\"]`); \
                   const is_drawn = (part) => context.getImageData(8, yOf(cell, part), 1, 1).data[3] > 0; \
                   return [cell.nextElementSibling.textContent, is_drawn(0.18), is_drawn(0.82)]; \
                 });",
            )
            .await;
        assert_eq!(levels, json!([["0", false, true], ["1", true, false], ["1", true, false]]));
        self.click("[aria-label=\"Whole hand\"]").await;
    }

    /// Returns the value of a signal at the cursor.
    async fn value(&mut self, name: &str) -> String {
        self.evaluate_text(&format!(
            "document.querySelector('#waveform th[title={name:?}]').nextElementSibling.textContent"
        ))
        .await
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_waveform_fits_its_place_and_zooms_with_fixed_names() {
    let mut page = GamePage::of("task5").await;
    page.open_waveform().await;
    for (width, theme) in [(1280, "light"), (390, "dark")] {
        page.set_viewport(width, 900, theme).await;
        let whole = page.visible().await;
        assert_eq!(whole.0, 0.0);
        let cursor = page.cursor().await;
        let overflow = "document.querySelector('#waveform').scrollWidth - document.querySelector('#waveform').clientWidth";
        assert_eq!(page.evaluate_number(overflow).await, 0.0, "{width}");
        for _ in 0..4 {
            page.click("[aria-label=\"Zoom in\"]").await;
        }
        let zoomed = page.visible().await;
        assert!(zoomed.1 - zoomed.0 < (whole.1 - whole.0) / 5.0, "{zoomed:?} of {whole:?}");
        let [before, after] = [whole, zoomed].map(|(from, to)| (cursor - from) / (to - from));
        assert!(
            (after - before).abs() < 0.01,
            "the cursor moves: {cursor}, {zoomed:?} of {whole:?}"
        );
        let names = "document.querySelector('#waveform th[scope=row]').getBoundingClientRect()";
        assert!(page.evaluate_bool(&format!("{names}.left >= 0 && {names}.width > 50")).await);
        page.click("[aria-label=\"Whole hand\"]").await;
        assert_eq!(page.visible().await, whole);
    }
    page.assert_levels().await;
    // The wave of each signal is beside its name: only values of several bits are filled.
    let filled = page
        .with_waves(
            "context.fillStyle = getComputedStyle(canvas).getPropertyValue('--wave-fill'); context.fillRect(0, 0, 1, 1); \
             const fill = context.getImageData(0, 0, 1, 1).data.join(); \
             return [...document.querySelectorAll('#waveform th[scope=row]')].filter((name) => { \
               const { data } = context.getImageData(0, yOf(name, 0.4), canvas.width, 1); \
               return data.some((_, at) => at % 4 === 0 && data.slice(at, at + 4).join() === fill); \
             }).map((name) => name.title);",
        )
        .await;
    // The values of dp.new_card may be too short to be filled.
    let names = filled.as_array().expect("names").iter().filter(|name| *name != "dp.new_card");
    let names: Vec<_> = names.collect();
    assert_eq!((names[0], names[names.len() - 1]), (&json!("sm.state"), &json!("dscore")));
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_cursor_shows_values_and_is_moved_by_mouse_and_keyboard() {
    let mut page = GamePage::of("task5").await;
    // A pixel of the page may be several of the screen.
    let metrics = json!({"width": 1280, "height": 900, "deviceScaleFactor": 2, "mobile": false});
    page.command("Emulation.setDeviceMetricsOverride", metrics).await;
    page.open_waveform().await;
    // It starts at the release that deals the first card.
    assert_eq!(
        (page.value("sm.state").await, page.value("KEY[0]").await),
        ("PlayerFirst".into(), "1".into())
    );
    let described = format!("document.querySelector('{CANVAS}').ariaValueText");
    assert!(page.evaluate_text(&described).await.contains("KEY0 released: player's first card"));
    page.evaluate(&format!("document.querySelector('{CANVAS}').focus()")).await;
    page.type_key("End").await;
    let hands = page.hands().await;
    let first = hands.player[0].to_string();
    assert_eq!(page.value("dp.pcard1").await, first);
    let score = page.text("#score-player").await;
    assert_eq!(page.value("pscore").await, score);
    page.type_key("Home").await;
    assert_eq!((page.cursor().await, page.value("dp.pcard1").await), (0.0, String::new()));
    let mut changes = vec![0.0];
    for _ in 0..5 {
        page.type_key("ArrowRight").await;
        changes.push(page.cursor().await);
    }
    assert!(changes.is_sorted_by(|before, after| before < after), "{changes:?}");
    page.type_key("ArrowLeft").await;
    assert_eq!(page.cursor().await, changes[4]);
    // The middle of the canvas is the middle of the hand.
    page.click(CANVAS).await;
    let (from, to) = page.visible().await;
    assert!((page.cursor().await - (from + to) / 2.0).abs() < 20.0);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_waveform_moves_and_zooms_by_touch() {
    let mut page = GamePage::of("task5").await;
    page.set_viewport(390, 844, "light").await;
    page.open_waveform().await;
    let (x, y) = page.centre_of(CANVAS).await;
    let whole = page.visible().await;
    let touch = async |page: &mut GamePage, kind: &str, at: &[f64]| {
        let points: Vec<_> =
            at.iter().enumerate().map(|(id, x)| json!({"x": x, "y": y, "id": id})).collect();
        page.command("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}))
            .await;
    };
    // Two fingers that move apart zoom in.
    touch(&mut page, "touchStart", &[x - 20.0, x + 20.0]).await;
    for distance in [40.0, 60.0, 80.0] {
        touch(&mut page, "touchMove", &[x - distance, x + distance]).await;
    }
    touch(&mut page, "touchEnd", &[]).await;
    let zoomed = page.visible().await;
    assert!(zoomed.1 - zoomed.0 < (whole.1 - whole.0) / 2.0, "{zoomed:?} of {whole:?}");
    // One finger that moves to the left shows later times.
    touch(&mut page, "touchStart", &[x]).await;
    for distance in [10.0, 20.0, 40.0] {
        touch(&mut page, "touchMove", &[x - distance]).await;
    }
    touch(&mut page, "touchEnd", &[]).await;
    assert!(page.visible().await.0 > zoomed.0, "{:?} after {zoomed:?}", page.visible().await);
    page.assert_no_console_errors().await;
}

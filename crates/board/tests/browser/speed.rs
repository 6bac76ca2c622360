//! Speed of the page. Measurements are printed but not asserted: they depend on the load of the
//! computer. What the page waits for is asserted.

use crate::board_process::BoardProcess;
use crate::game_page::GamePage;

const SAMPLES: usize = 11;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn first_paint_and_key_presses_are_measured() {
    let board = BoardProcess::shared(&[]);
    let mut page = GamePage::at(&board.url()).await;
    for machine in ["casino", "task5"] {
        let mut paints = Vec::new();
        for _ in 0..SAMPLES {
            // Nothing is cached.
            page.visit(&format!("{}{machine}", board.url())).await;
            let paint = "performance.getEntriesByName('first-contentful-paint')[0]";
            page.wait_until(paint).await;
            paints.push(page.evaluate_number(&format!("{paint}.startTime")).await);
        }
        let paint = median(paints);
        println!("first paint of {machine}: {paint:.0} ms (median of {SAMPLES}; target: 100)");
    }

    // From the release of KEY0 to the change of the display in the DOM.
    let mut delays = Vec::new();
    for _ in 0..SAMPLES {
        page
            .evaluate(
                "void (window.delay = new Promise((resolve) => { \
                 let released = 0; \
                 addEventListener('keyup', (event) => { released = event.timeStamp; }, { once: true, capture: true }); \
                 const watch = new MutationObserver(() => { \
                   if (!document.querySelector('.display .lit')) return; \
                   watch.disconnect(); \
                   resolve(performance.now() - released); \
                 }); \
                 watch.observe(document.querySelector('#displays'), { subtree: true, attributes: true }); \
                 }))",
            )
            .await;
        page.type_key("Space").await;
        delays.push(page.evaluate_number("window.delay").await);
        page.wait_for_cards(1).await;
        page.new_hand().await;
    }
    println!("key to display: {:.1} ms (median of {SAMPLES}; target: 50)", median(delays));
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn only_the_style_sheet_is_loaded_before_the_first_paint() {
    for machine in ["casino", "task5"] {
        let mut page = GamePage::of(machine).await;
        page.wait_until("performance.getEntriesByName('first-contentful-paint')[0]").await;
        let early = "performance.getEntriesByType('resource').filter((entry) => \
            entry.renderBlockingStatus === 'blocking' || entry.startTime < \
            performance.getEntriesByType('paint')[0].startTime) \
            .map((entry) => entry.name.split('/').pop())";
        let early = page.evaluate_text(&format!("{early}.sort().join(' ')")).await;
        let early: Vec<&str> = early.split(' ').collect();
        assert!(early.contains(&"page.css"), "{machine}: {early:?}");
        // `start.js` loads the other scripts after the paint.
        let is_expected = |name: &&str| ["page.css", "start.js", "icon.svg"].contains(name);
        assert!(early.iter().all(is_expected), "{machine}: {early:?}");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_script_that_a_page_imports_is_preloaded_with_the_first_one() {
    for machine in ["casino", "task5"] {
        let mut page = GamePage::of(machine).await;
        let names = "(urls) => urls.map((url) => url.split('/').pop()).sort().join(' ')";
        let loaded = "performance.getEntriesByType('resource').map((entry) => entry.name) \
            .filter((url) => url.endsWith('.js') && !url.endsWith('/start.js'))";
        let loaded = page.evaluate_text(&format!("({names})({loaded})")).await;
        assert!(loaded.split(' ').count() > 20, "{machine}: {loaded}");
        let preloaded = "[...document.querySelectorAll('head > link[rel=modulepreload]')]";
        let preloaded = format!("({names})({preloaded}.map((link) => link.href))");
        assert_eq!(page.evaluate_text(&preloaded).await, loaded, "{machine}");
    }
}

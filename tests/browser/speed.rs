//! How quick the page is. Measured and told, but no test's assertion: other work on the computer is not the page's fault.

use crate::board::Board;
use crate::chromium::Chromium;
use crate::player::Player;

const TIMES: usize = 11;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn first_paint_and_key_presses_are_measured() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    let mut paints = Vec::new();
    for _ in 0..TIMES {
        player.visit(&board.url()).await;
        let paint = "performance.getEntriesByName('first-contentful-paint')[0]";
        player.until(paint).await;
        paints.push(player.number(&format!("{paint}.startTime")).await);
    }
    println!("first paint: {:.0} ms (median of {TIMES}; 100 are asked for)", median(paints));

    // From the release of KEY0 to the display's change in the document.
    let mut delays = Vec::new();
    for _ in 0..TIMES {
        player
            .run(
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
        player.strike("Space").await;
        delays.push(player.number("window.delay").await);
        player.until_dealt(1).await;
        player.new_hand().await;
    }
    println!("from key to display: {:.1} ms (median of {TIMES}; 50 are asked for)", median(delays));
}

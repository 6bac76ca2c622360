//! The monitor on the page of `casino`.

use std::fs;
use test_support::repository;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::game_page::GamePage;

/// The number of pixels in which the monitor differs from a picture of `docs/monitor/`.
async fn differences(page: &mut GamePage, name: &str) -> f64 {
    let file = repository().join(format!("docs/monitor/{name}.png"));
    let png = STANDARD.encode(fs::read(&file).expect("a picture"));
    page.evaluate_number(&format!(
        "(async () => {{
            const bytes = Uint8Array.from(atob('{png}'), (character) => character.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([bytes], {{ type: 'image/png' }}));
            const pixels = (context) => new Uint32Array(context.getImageData(0, 0, 640, 480).data.buffer);
            const expected = new OffscreenCanvas(640, 480).getContext('2d');
            expected.drawImage(bitmap, 0, 0);
            const shown = pixels(document.querySelector('#monitor').getContext('2d'));
            return pixels(expected).reduce((count, pixel, place) => count + (pixel !== shown[place]), 0);
        }})()"
    ))
    .await
}

/// The pixels inside the banker's box.
const BANKER_BOX: &str = "document.querySelector('#monitor').getContext('2d').getImageData(440, 290, 176, 64).data.join()";

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_monitor_shows_the_picture_of_the_pins_and_follows_the_switches() {
    let mut page = GamePage::of("casino").await;
    page.wait_until("document.querySelector('#monitor').getContext('2d').getImageData(5, 200, 1, 1).data[1] === 88")
        .await;
    assert_eq!(differences(&mut page, "new-shoe").await, 0.0);

    page.evaluate(&format!("void (window.emptyBox = {BANKER_BOX})")).await;
    // A bet without chips stakes nothing; with SW0 it is 20 credits.
    page.click("[data-switch=SW9] .switch-body").await;
    page.click("[data-switch=SW0] .switch-body").await;
    let has_stake = format!("{BANKER_BOX} !== window.emptyBox");
    page.wait_until(&has_stake).await;
    assert!(differences(&mut page, "new-shoe").await > 0.0);

    page.click("[data-switch=SW9] .switch-body").await;
    page.click("[data-switch=SW0] .switch-body").await;
    page.wait_until(&format!("!({has_stake})")).await;
    assert_eq!(differences(&mut page, "new-shoe").await, 0.0);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_key_changes_the_picture_soon() {
    let mut page = GamePage::of("casino").await;
    page.wait_until("document.querySelector('#monitor').getContext('2d').getImageData(5, 200, 1, 1).data[1] === 88")
        .await;
    // From the release of KEY0 to the burn card on the screen.
    page.evaluate(
        "(() => {
            const context = document.querySelector('#monitor').getContext('2d');
            const burnCard = () => context.getImageData(544, 384, 96, 16).data.join();
            const before = burnCard();
            addEventListener('keyup', () => {
                const start = performance.now();
                const look = () => burnCard() === before ? setTimeout(look, 1) : window.latency = performance.now() - start;
                look();
            }, { once: true });
        })()",
    )
    .await;
    page.type_key("Space").await;
    page.wait_until("window.latency > 0").await;
    println!("KEY0 to picture: {:.0} ms", page.evaluate_number("window.latency").await);
}

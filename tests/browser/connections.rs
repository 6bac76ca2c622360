//! Tabs that come, go and come back, and pages that are not ours.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::time::sleep;

use crate::board::Board;
use crate::chromium::{Chromium, PATIENCE};
use crate::player::Player;
use crate::wire::Wire;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_reload_keeps_name_bankroll_and_hand() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.type_into("#name", "Ada").await;
    player.click("[data-bet=banker]").await;
    for cards in 1..=3 {
        player.strike("Space").await;
        player.until_dealt(cards).await;
    }
    let (felt, picture, bankroll) =
        (player.felt().await, player.board().await, player.bankroll().await);
    player.reload().await;
    player.until_connected().await;
    player.until_dealt(3).await;
    assert_eq!(player.felt().await, felt);
    assert_eq!(player.board().await, picture);
    assert_eq!(player.bankroll().await, bankroll);
    assert_eq!(player.text("document.querySelector('#name').value").await, "Ada");
    assert_eq!(board.machines().await, 1);
    player.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn name_and_bankroll_outlive_the_tab() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.type_into("#name", "Grace").await;
    player.click("[data-bet=tie]").await;
    let round = player.play(async |player: &mut Player| player.strike("Space").await).await;
    let bankroll = player.bankroll().await;
    player.leave().await;
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    assert_eq!(player.bankroll().await, bankroll, "after {round:?}");
    assert_eq!(player.text("document.querySelector('#name').value").await, "Grace");
    assert_eq!(player.felt().await, Default::default(), "the machine is another one");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn who_comes_back_to_a_machine_that_is_gone_is_told_so() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut player = Player::sit_down(&chromium, &board.url()).await;
    player.strike("Space").await;
    player.until_dealt(1).await;
    // As after a restart of the server: it never gave out this token.
    player.run("sessionStorage.setItem('baccarat.token', '0'.repeat(32))").await;
    player.reload().await;
    player.until_connected().await;
    assert_eq!(player.felt().await, Default::default(), "the machine is another one");
    player.until("!document.querySelector('#error').hidden").await;
    let told = player.text("document.querySelector('#error-text').textContent").await;
    assert!(told.starts_with("The machine that you played on is gone"), "{told}");
    // It is in nobody's way once play goes on.
    player.strike("Space").await;
    player.until_dealt(1).await;
    player.until("document.querySelector('#error').hidden").await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn two_tabs_have_two_machines_and_closing_one_frees_it() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut first = Player::sit_down(&chromium, &board.url()).await;
    let mut second = Player::sit_down(&chromium, &board.url()).await;
    assert_eq!(board.machines().await, 2);
    second.strike("Space").await;
    second.until_dealt(1).await;
    assert_eq!(first.felt().await, Default::default());
    assert_eq!(first.board().await.ledr(), 0);
    second.leave().await;
    let deadline = Instant::now() + PATIENCE;
    while board.machines().await > 1 {
        assert!(Instant::now() < deadline, "the machine of the closed tab is still there");
        sleep(Duration::from_millis(100)).await;
    }
    first.strike("Space").await;
    first.until_dealt(1).await;
    first.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_duplicated_tab_takes_no_machine_from_the_first() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut first = Player::sit_down(&chromium, &board.url()).await;
    first.strike("Space").await;
    first.until_dealt(1).await;
    let copy = chromium.opened_by(&mut first, "void open(location.href)").await;
    let mut copy = Player::at(copy).await;
    assert_eq!(copy.felt().await, Default::default());
    assert_eq!(board.machines().await, 2);
    // Both keep their own when they are loaded again.
    copy.reload().await;
    copy.until_connected().await;
    first.reload().await;
    first.until_connected().await;
    first.until_dealt(1).await;
    assert_eq!(board.machines().await, 2);
    first.is_content().await;
    copy.is_content().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_lost_connection_is_said_and_comes_back_with_the_hand() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut wire = Wire::lay(board.address).await;
    let mut player = Player::sit_down(&chromium, &wire.url()).await;
    for cards in 1..=3 {
        player.strike("Space").await;
        player.until_dealt(cards).await;
    }
    let (felt, picture) = (player.felt().await, player.board().await);
    // The key that is down when the line goes is let go of by nobody.
    player.keyboard("keyDown", "KeyR").await;
    player.until_down(3, true).await;

    wire.cut().await;
    player.until("!document.querySelector('#banner').hidden").await;
    let banner = player.text("document.querySelector('#banner-text').textContent").await;
    assert!(banner.contains("lost"), "{banner}");
    player.until_down(3, false).await;
    player.keyboard("keyUp", "KeyR").await;

    wire.mend().await;
    player.until("document.querySelector('#banner').hidden").await;
    assert_eq!(player.felt().await, felt);
    assert_eq!(player.board().await, picture);
    player.strike("Space").await;
    player.until_dealt(4).await;
    assert_eq!(board.machines().await, 1);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn one_tab_too_many_is_told_so_and_can_try_again() {
    let (board, chromium) = (Board::start_with(&["--machines", "1"]), Chromium::start());
    let first = Player::sit_down(&chromium, &board.url()).await;
    let mut second = chromium.tab(&board.url()).await;
    second.until("!document.querySelector('#banner').hidden").await;
    let banner = second.text("document.querySelector('#banner-text').textContent").await;
    assert!(banner.contains("machines are taken"), "{banner}");
    first.leave().await;
    let deadline = Instant::now() + PATIENCE;
    let state = "document.querySelector('#link-state').dataset.state";
    while second.text(state).await != "connected" {
        assert!(Instant::now() < deadline, "there is a machine, but not for this tab");
        second.click("#banner-retry").await;
        second.until(&format!("{state} !== 'connecting'")).await;
        sleep(Duration::from_millis(100)).await;
    }
}

/// A page of another site: another port is another origin.
async fn foreign_page() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<!doctype html>";
            let _ = stream.write_all(page.as_bytes()).await;
        }
    });
    url
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_page_of_another_site_gets_no_machine() {
    let (board, chromium) = (Board::start(), Chromium::start());
    let mut tab = chromium.tab(&foreign_page().await).await;
    let socket = format!("ws://{}/socket", board.address);
    let attempt = |url: &str| {
        format!(
            "new Promise((resolve) => {{ const socket = new WebSocket({url:?}); \
             socket.onopen = () => resolve('opened'); socket.onerror = () => resolve('turned away'); }})"
        )
    };
    assert_eq!(tab.text(&attempt(&socket)).await, "turned away");
    assert_eq!(board.machines().await, 0);
    // The same from our own page.
    tab.go(&board.url()).await;
    assert_eq!(tab.text(&attempt(&socket)).await, "opened");
}

//! Reloads, several tabs, lost connections, and pages of other sites.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::sleep;

use baccarat_board::boards::Boards;
use baccarat_board::server::{Server, Settings};
use baccarat_hdl::top::{Clocking, Top};

use crate::board_process::BoardProcess;
use crate::chromium::{Session, TIMEOUT};
use crate::cuttable_proxy::CuttableProxy;
use crate::game_page::GamePage;

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_reload_keeps_name_bankroll_and_hand() {
    let board = BoardProcess::start(&[]);
    let mut page = GamePage::at(&board.url()).await;
    page.type_into("#name", "Ada").await;
    page.click("[data-bet=banker]").await;
    for cards in 1..=3 {
        page.type_key("Space").await;
        page.wait_for_cards(cards).await;
    }
    let (hands, outputs, bankroll) =
        (page.hands().await, page.board().await, page.bankroll().await);
    page.reload().await;
    page.wait_until_connected().await;
    page.wait_for_cards(3).await;
    assert_eq!(page.hands().await, hands);
    assert_eq!(page.board().await, outputs);
    assert_eq!(page.bankroll().await, bankroll);
    assert_eq!(page.evaluate_text("document.querySelector('#name').value").await, "Ada");
    assert_eq!(board.machines().await, 1);
    page.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_new_tab_keeps_name_and_bankroll() {
    let (board, mut session) = (BoardProcess::shared(&[]), Session::start().await);
    let mut page = GamePage::open(&mut session, &board.url()).await;
    page.type_into("#name", "Grace").await;
    page.click("[data-bet=tie]").await;
    let round = page.play().await;
    let bankroll = page.bankroll().await;
    // Bets on a hand that has not begun are not lost.
    page.new_hand().await;
    page.click("[data-bet=tie]").await;
    page.wait_for_stake("tie", "5.00").await;
    page.close().await;
    let mut page = GamePage::open(&mut session, &board.url()).await;
    assert_eq!(page.bankroll().await, bankroll, "after {round:?}");
    assert_eq!(page.evaluate_text("document.querySelector('#name').value").await, "Grace");
    assert_eq!(page.hands().await, Default::default(), "the machine is a new one");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_reload_asks_while_stakes_are_in_play_and_a_new_machine_is_reported_and_does_not_return_them()
 {
    let mut page = GamePage::of("task5").await;
    let bankroll = page.bankroll().await;
    page.click("[data-bet=player]").await;
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.dialogs, Vec::<String>::new());
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    // As after a restart of the server, the token is unknown.
    page.evaluate("sessionStorage.setItem('baccarat.token.task5', '0'.repeat(32))").await;
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.dialogs, ["beforeunload"]);
    page.wait_for_cards(0).await;
    assert_eq!(page.bankroll().await, bankroll - 500);
    page.wait_until("!document.querySelector('#error').hidden").await;
    let error = page.text("#error-text").await;
    assert!(error.starts_with("Your machine no longer exists"), "{error}");
    // The next key hides the message.
    page.type_key("Space").await;
    page.wait_for_cards(1).await;
    page.wait_until("document.querySelector('#error').hidden").await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_tab_of_a_casino_asks_before_its_shoe_and_bankroll_are_lost() {
    let mut page = GamePage::of("casino").await;
    page.click_switches(&[9]).await;
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.dialogs, Vec::<String>::new());
    page.type_key("Space").await;
    page.wait_until("document.querySelector('#burn-card').textContent !== '–'").await;
    page.reload().await;
    page.wait_until_connected().await;
    assert_eq!(page.dialogs, ["beforeunload"]);
    // The other machine keeps this one.
    page.go_to("task5").await;
    assert_eq!(page.dialogs, ["beforeunload"]);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn the_name_and_the_bankroll_of_a_second_tab_are_not_saved() {
    const SAVED: &str = "localStorage.getItem('baccarat.purse')";
    let (board, mut session) = (BoardProcess::shared(&[]), Session::start().await);
    let mut first = GamePage::open(&mut session, &board.url()).await;
    first.type_into("#name", "Ada").await;
    first.wait_until(&format!("{SAVED}.includes('Ada')")).await;
    let saved = first.evaluate_text(SAVED).await;
    let mut second = GamePage::open(&mut session, &board.url()).await;
    for _ in 0..2 {
        second.wait_until("!document.querySelector('#unsaved').hidden").await;
        second.type_into("#name", "Grace").await;
        second.click("[data-bet=tie]").await;
        second.wait_for_stake("tie", "5.00").await;
        assert_eq!(first.evaluate_text(SAVED).await, saved);
        second.click("#clear-bets").await;
        second.wait_for_stake("tie", "").await;
        // After a reload, too.
        second.reload().await;
        second.wait_until_connected().await;
    }
    assert!(first.evaluate_bool("document.querySelector('#unsaved').hidden").await);
    first.close().await;
    let mut third = GamePage::open(&mut session, &board.url()).await;
    third.wait_until("document.querySelector('#name').value === 'Ada'").await;
    assert!(third.evaluate_bool("document.querySelector('#unsaved').hidden").await);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_server_that_stops_is_not_said_to_keep_anything() {
    for (top, lost) in [
        (Top::Casino, "shoe, bets and bankroll are lost"),
        (Top::Task5(Clocking::Synchronised), "name and bankroll are kept in this browser"),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let (stop, stopped) = oneshot::channel::<()>();
        let server = Server::new(Boards::from(top).pages().expect("pages"));
        let served = tokio::spawn(server.serve(Settings::default(), listener, async {
            let _ = stopped.await;
        }));
        let mut page = GamePage::at(&url).await;
        stop.send(()).expect("it runs");
        served.await.expect("no panic").expect("no error");
        page.wait_until("!document.querySelector('#banner').hidden").await;
        let banner = page.text("#banner-text").await;
        assert!(
            banner.starts_with("The server has stopped: ") && banner.contains(lost),
            "{banner}"
        );
        // So it says after further attempts, and no frequency that nobody knows.
        sleep(Duration::from_secs(2)).await;
        assert_eq!(page.text("#banner-text").await, banner);
        assert_eq!(page.text("#rate").await, "CLOCK_50");
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn each_tab_has_its_own_machine_and_closing_it_frees_it() {
    let (board, mut session) = (BoardProcess::start(&[]), Session::start().await);
    let mut first = GamePage::open(&mut session, &board.url()).await;
    let mut second = GamePage::open(&mut session, &board.url()).await;
    assert_eq!(board.machines().await, 2);
    second.type_key("Space").await;
    second.wait_for_cards(1).await;
    assert_eq!(first.hands().await, Default::default());
    assert_eq!(first.board().await.ledr(), 0);
    second.close().await;
    let deadline = Instant::now() + TIMEOUT;
    while board.machines().await > 1 {
        assert!(Instant::now() < deadline, "the machine of the closed tab still exists");
        sleep(Duration::from_millis(100)).await;
    }
    first.type_key("Space").await;
    first.wait_for_cards(1).await;
    first.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_duplicated_tab_gets_its_own_machine() {
    let (board, mut session) = (BoardProcess::start(&[]), Session::start().await);
    let mut first = GamePage::open(&mut session, &board.url()).await;
    first.type_key("Space").await;
    first.wait_for_cards(1).await;
    let copy = session.opened_by(&mut first, "void open(location.href)").await;
    let mut copy = GamePage::attach(copy).await;
    assert_eq!(copy.hands().await, Default::default());
    assert_eq!(board.machines().await, 2);
    // Each keeps its own when it is reloaded.
    copy.reload().await;
    copy.wait_until_connected().await;
    first.reload().await;
    first.wait_until_connected().await;
    first.wait_for_cards(1).await;
    assert_eq!(board.machines().await, 2);
    first.assert_no_console_errors().await;
    copy.assert_no_console_errors().await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_lost_connection_is_reported_and_resumes_the_hand() {
    let (board, mut session) = (BoardProcess::start(&[]), Session::start().await);
    let mut proxy = CuttableProxy::start(board.address).await;
    let mut page = GamePage::open(&mut session, &proxy.url()).await;
    for cards in 1..=3 {
        page.type_key("Space").await;
        page.wait_for_cards(cards).await;
    }
    let (hands, outputs) = (page.hands().await, page.board().await);
    // A key that is held when the connection is lost is released.
    page.key_event("keyDown", "KeyR").await;
    page.wait_for_key(3, true).await;

    proxy.cut().await;
    page.wait_until("!document.querySelector('#banner').hidden").await;
    let banner = page.text("#banner-text").await;
    assert!(banner.contains("lost"), "{banner}");
    page.wait_for_key(3, false).await;
    page.key_event("keyUp", "KeyR").await;

    proxy.restore().await;
    page.wait_until("document.querySelector('#banner').hidden").await;
    assert_eq!(page.hands().await, hands);
    assert_eq!(page.board().await, outputs);
    page.type_key("Space").await;
    page.wait_for_cards(4).await;
    assert_eq!(board.machines().await, 1);
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_tab_over_the_limit_is_refused_and_can_try_again() {
    let board = BoardProcess::start(&["--machines", "1"]);
    let mut session = Session::start().await;
    let first = GamePage::open(&mut session, &board.url()).await;
    let mut second = session.tab(&board.url()).await;
    second.wait_until("!document.querySelector('#banner').hidden").await;
    let banner = second.evaluate_text("document.querySelector('#banner-text').textContent").await;
    assert!(banner.contains("machines are in use"), "{banner}");
    first.close().await;
    let deadline = Instant::now() + TIMEOUT;
    let state = "document.querySelector('#connection-state').dataset.state";
    while second.evaluate_text(state).await != "connected" {
        assert!(Instant::now() < deadline, "the free machine is not given to this tab");
        second.click("#banner-retry").await;
        second.wait_until(&format!("{state} !== 'connecting'")).await;
        sleep(Duration::from_millis(100)).await;
    }
}

/// Serves an empty page from another origin (another port). Returns its URL.
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
    let (board, mut session) = (BoardProcess::start(&[]), Session::start().await);
    let mut tab = session.tab(&foreign_page().await).await;
    let socket = format!("ws://{}/socket", board.address);
    let attempt = |url: &str| {
        format!(
            "new Promise((resolve) => {{ const socket = new WebSocket({url:?}); \
             socket.onopen = () => resolve('opened'); socket.onerror = () => resolve('rejected'); }})"
        )
    };
    assert_eq!(tab.evaluate_text(&attempt(&socket)).await, "rejected");
    assert_eq!(board.machines().await, 0);
    // The page of the server itself can connect.
    tab.navigate(&board.url()).await;
    assert_eq!(tab.evaluate_text(&attempt(&socket)).await, "opened");
}

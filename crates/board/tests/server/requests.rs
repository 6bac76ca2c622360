//! Invalid requests and the rate limit.

use baccarat_board::server::Limits;
use baccarat_hdl::top::Top;
use futures_util::SinkExt;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::harness::{TASK5, TestServer, limits};

#[tokio::test]
async fn invalid_requests_get_an_error_and_have_no_effect() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    tab.press().await;
    let before = (tab.outputs(), tab.internals.clone());
    for invalid in [
        "",
        "key",
        "[]",
        "{}",
        "\u{0}\u{1}",
        r#"{"type":"explode"}"#,
        r#"{"type":"key"}"#,
        r#"{"type":"key","key":0}"#,
        r#"{"type":"key","key":-1,"pressed":true}"#,
        r#"{"type":"key","key":0,"pressed":1}"#,
        r#"{"type":"key","key":0,"pressed":true,"twice":true}"#,
        r#"{"type":"bet","on":"dealer","stake":100}"#,
        r#"{"type":"bet","on":"player","stake":-100}"#,
        r#"{"type":"bet","on":"player","stake":1.5}"#,
        r#"{"type":"shoe","decks":4294967296}"#,
        r#"{"type":"hello","token":null,"saved":null}"#,
        // A request of other pages.
        r#"{"type":"switch","switch":0,"on":true}"#,
    ] {
        tab.expect_error(invalid, "invalid message").await;
    }
    let long = |letters| format!("{{\"type\":\"name\",\"name\":\"{}\"}}", "x".repeat(letters));
    for (request, expected) in [
        (r#"{"type":"key","key":4,"pressed":true}"#, "there is no KEY4"),
        (r#"{"type":"key","key":18446744073709551615,"pressed":true}"#, "there is no KEY"),
        (r#"{"type":"shoe","decks":5}"#, "unsupported number of decks: 5"),
        (&long(20_000), "the limit is 16384"),
        (&long(70_000), "the limit is 16384"),
    ] {
        tab.expect_error(request, expected).await;
    }
    tab.stream.send(Message::binary(vec![0; 70_000])).await.expect("sent");
    let error = tab.receive("error").await;
    assert_eq!(error["message"], "invalid message: only text is accepted");
    tab.sync().await;
    assert_eq!((tab.outputs(), tab.internals.clone()), before);
}

#[tokio::test]
async fn requests_of_task5_are_invalid_for_casino() {
    let (_server, mut tab) = TestServer::with_tab(Top::Casino).await;
    for (request, expected) in [
        (r#"{"type":"bet","on":"player","stake":100}"#, "invalid message"),
        (r#"{"type":"shoe","decks":8}"#, "invalid message"),
        (r#"{"type":"buy_in"}"#, "invalid message"),
        (r#"{"type":"switch","switch":10,"on":true}"#, "there is no SW10"),
        (r#"{"type":"key","key":4,"pressed":true}"#, "there is no KEY4"),
    ] {
        tab.expect_error(request, expected).await;
    }
}

#[tokio::test]
async fn the_first_message_must_be_hello() {
    let server = TestServer::start().await;
    for text in [r#"{"type":"ping"}"#, "nonsense", r#"{"type":"hello","token":5,"saved":null}"#] {
        let mut tab = server.silent_tab().await;
        tab.stream.send(Message::text(text)).await.expect("sent");
        tab.receive("refused").await;
        assert_eq!(tab.next().await, None, "{text}");
    }
    assert_eq!(server.machines().await, 0);
}

#[tokio::test]
async fn a_message_that_is_too_long_closes_the_connection_with_the_reason() {
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    tab.stream.send(Message::text("x".repeat(2 << 20))).await.ok();
    let closed = tab.close_frame().await.expect("a close frame");
    assert_eq!(
        (closed.code, closed.reason.as_str()),
        (CloseCode::Size, "messages have at most 1 MiB")
    );
}

#[tokio::test]
async fn a_close_frame_is_answered_with_its_code() {
    let server = TestServer::start().await;
    for code in [CloseCode::Normal, CloseCode::Away] {
        for mut tab in [server.tab().await, server.silent_tab().await] {
            let answer = tab.close(code).await;
            let said_hello = !tab.welcome.is_null();
            assert_eq!(answer.map(|frame| frame.code), Some(code), "hello sent: {said_hello}");
        }
    }
}

#[tokio::test]
async fn a_flood_of_messages_is_refused_and_the_machine_can_be_resumed() {
    let limits = Limits { messages_per_second: 50.0, ..limits() };
    let server = TestServer::with(TASK5, limits).await;
    for (message, count) in [
        (Message::text(r#"{"type":"ping"}"#), 200),
        (Message::Ping(Bytes::new()), 200),
        (Message::binary(vec![0]), 200),
        (Message::text(r#"{"type":"waveform"}"#), 10),
    ] {
        let mut tab = server.tab().await;
        for _ in 0..count {
            if tab.stream.send(message.clone()).await.is_err() {
                break;
            }
        }
        let refused = tab.receive("refused").await;
        assert_eq!(refused["message"], "too many messages: the limit is 50 per second");
        assert_eq!(tab.next().await, None);
        let mut tab = server.resume(&tab.welcome["token"]).await;
        tab.close(CloseCode::Away).await;
    }
}

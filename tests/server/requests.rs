//! Invalid requests and the rate limit.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::harness::{TestServer, settings};

#[tokio::test]
async fn invalid_requests_get_an_error_and_have_no_effect() {
    let server = TestServer::start().await;
    let mut tab = server.tab().await;
    tab.press().await;
    let before = (tab.outputs(), tab.internals.clone());
    let long = format!("{{\"type\":\"name\",\"name\":\"{}\"}}", "x".repeat(20_000));
    let cases = [
        ("", "invalid message"),
        ("key", "invalid message"),
        ("[]", "invalid message"),
        ("{}", "invalid message"),
        ("\u{0}\u{1}", "invalid message"),
        (r#"{"type":"explode"}"#, "invalid message"),
        (r#"{"type":"key"}"#, "invalid message"),
        (r#"{"type":"key","key":0}"#, "invalid message"),
        (r#"{"type":"key","key":-1,"pressed":true}"#, "invalid message"),
        (r#"{"type":"key","key":0,"pressed":1}"#, "invalid message"),
        (r#"{"type":"key","key":0,"pressed":true,"twice":true}"#, "invalid message"),
        (r#"{"type":"key","key":4,"pressed":true}"#, "there is no KEY4"),
        (r#"{"type":"key","key":18446744073709551615,"pressed":true}"#, "there is no KEY"),
        (r#"{"type":"bet","on":"dealer","stake":100}"#, "invalid message"),
        (r#"{"type":"bet","on":"player","stake":-100}"#, "invalid message"),
        (r#"{"type":"bet","on":"player","stake":1.5}"#, "invalid message"),
        (r#"{"type":"shoe","decks":4294967296}"#, "invalid message"),
        (r#"{"type":"shoe","decks":5}"#, "unsupported number of decks: 5"),
        (r#"{"type":"hello","token":null,"saved":null}"#, "was already sent"),
        (long.as_str(), "the limit is 16384"),
    ];
    for (text, expected) in cases {
        tab.stream.send(Message::text(text)).await.expect("sent");
        let error = tab.receive("error").await;
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    tab.stream.send(Message::binary(vec![0; 10])).await.expect("sent");
    let error = tab.receive("error").await;
    assert_eq!(error["message"], "invalid message: only text is accepted");
    tab.sync().await;
    assert_eq!((tab.outputs(), tab.internals.clone()), before);
    server.shut_down().await;
}

#[tokio::test]
async fn the_first_message_must_be_hello() {
    let server = TestServer::start().await;
    let origin = format!("http://{}", server.address);
    for text in
        ["{\"type\":\"ping\"}", "nonsense", "{\"type\":\"hello\",\"token\":5,\"saved\":null}"]
    {
        let mut tab = server.socket(Some(&origin)).await.expect("a socket");
        tab.stream.send(Message::text(text)).await.expect("sent");
        tab.receive("refused").await;
        assert_eq!(tab.next().await, None, "{text}");
    }
    assert_eq!(server.machines().await, 0);
    server.shut_down().await;
}

#[tokio::test]
async fn a_message_that_is_too_long_closes_the_connection_with_the_reason() {
    let too_long = (CloseCode::Size, "messages have at most 64 KiB");
    let cases = [
        (Message::text("x".repeat(70_000)), too_long),
        (Message::binary(vec![0; 70_000]), too_long),
        // Not received to its end.
        (Message::text("x".repeat(2 << 20)), too_long),
    ];
    let server = TestServer::start().await;
    for (message, (code, reason)) in cases {
        let mut tab = server.tab().await;
        tab.stream.send(message).await.ok();
        let closed = tab.close_frame().await.expect("a close frame");
        assert_eq!((closed.code, closed.reason.as_str()), (code, reason));
        tab.stream.close(None).await.ok();
    }
    server.shut_down().await;
}

#[tokio::test]
async fn a_close_frame_is_answered_with_its_code() {
    let server = TestServer::start().await;
    let origin = format!("http://{}", server.address);
    for code in [CloseCode::Normal, CloseCode::Away] {
        for says_hello in [true, false] {
            let mut tab = match says_hello {
                true => server.tab().await,
                false => server.socket(Some(&origin)).await.expect("a socket"),
            };
            let frame = CloseFrame { code, reason: "".into() };
            tab.stream.close(Some(frame)).await.expect("sent");
            let answer = tab.close_frame().await;
            assert_eq!(answer.map(|frame| frame.code), Some(code), "hello sent: {says_hello}");
        }
    }
    server.shut_down().await;
}

#[tokio::test]
async fn a_flood_of_messages_is_refused() {
    let cases = [
        (Message::text("{\"type\":\"ping\"}"), 200),
        (Message::Ping(Bytes::new()), 200),
        (Message::binary(vec![0]), 200),
        (Message::text("{\"type\":\"waveform\"}"), 10),
    ];
    for (message, count) in cases {
        flood(message, count).await;
    }
}

async fn flood(message: Message, count: usize) {
    let settings = baccarat::server::Settings { messages_per_second: 50.0, ..settings() };
    let server = TestServer::with(settings).await;
    let mut tab = server.tab().await;
    for _ in 0..count {
        if tab.stream.send(message.clone()).await.is_err() {
            break;
        }
    }
    let refused = loop {
        match tab.next().await {
            Some(message) if message["type"] == "refused" => break message,
            Some(_) => {}
            None => panic!("closed without a reason"),
        }
    };
    assert_eq!(refused["message"], "too many messages: the limit is 50 per second");
    assert_eq!(tab.next().await, None);
    // The machine can be resumed.
    let hello = json!({"type": "hello", "token": tab.welcome["token"], "saved": null});
    let tab = server.tab_with(hello).await;
    assert_eq!(tab.welcome["resumed"], Value::Bool(true));
    server.shut_down().await;
}

//! What a page may say, and what becomes of the rest.

use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Bytes, Message};

use crate::premises::{Premises, settings};

#[tokio::test]
async fn what_is_not_understood_is_answered_and_changes_nothing() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    tab.press().await;
    let before = (tab.picture(), tab.inside.clone());
    let long = format!("{{\"type\":\"name\",\"name\":\"{}\"}}", "x".repeat(5_000));
    let cases = [
        ("", "not understood"),
        ("key", "not understood"),
        ("[]", "not understood"),
        ("{}", "not understood"),
        ("\u{0}\u{1}", "not understood"),
        (r#"{"type":"explode"}"#, "not understood"),
        (r#"{"type":"key"}"#, "not understood"),
        (r#"{"type":"key","key":0}"#, "not understood"),
        (r#"{"type":"key","key":-1,"pressed":true}"#, "not understood"),
        (r#"{"type":"key","key":0,"pressed":1}"#, "not understood"),
        (r#"{"type":"key","key":0,"pressed":true,"twice":true}"#, "not understood"),
        (r#"{"type":"key","key":4,"pressed":true}"#, "there is no KEY4"),
        (r#"{"type":"key","key":18446744073709551615,"pressed":true}"#, "there is no KEY"),
        (r#"{"type":"bet","on":"dealer","stake":100}"#, "not understood"),
        (r#"{"type":"bet","on":"player","stake":-100}"#, "not understood"),
        (r#"{"type":"bet","on":"player","stake":1.5}"#, "not understood"),
        (r#"{"type":"shoe","decks":4294967296}"#, "not understood"),
        (r#"{"type":"shoe","decks":5}"#, "there is no shoe of 5 decks here"),
        (r#"{"type":"hello","token":null,"saved":null}"#, "has been said"),
        (long.as_str(), "4096 are the most"),
    ];
    for (text, expected) in cases {
        tab.stream.send(Message::text(text)).await.expect("sent");
        let error = tab.hear("error").await;
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    tab.stream.send(Message::binary(vec![0; 10])).await.expect("sent");
    let error = tab.hear("error").await;
    assert_eq!(error["message"], "not understood: messages are text");
    tab.settle().await;
    assert_eq!((tab.picture(), tab.inside.clone()), before);
    premises.close().await;
}

#[tokio::test]
async fn the_first_message_has_to_be_a_hello() {
    let premises = Premises::open().await;
    let origin = format!("http://{}", premises.address);
    for text in
        ["{\"type\":\"ping\"}", "nonsense", "{\"type\":\"hello\",\"token\":5,\"saved\":null}"]
    {
        let mut tab = premises.socket(Some(&origin)).await.expect("a socket");
        tab.stream.send(Message::text(text)).await.expect("sent");
        tab.hear("refused").await;
        assert_eq!(tab.next().await, None, "{text}");
    }
    assert_eq!(premises.machines().await, 0);
    premises.close().await;
}

#[tokio::test]
async fn a_message_that_is_far_too_long_ends_the_connection() {
    let premises = Premises::open().await;
    let mut tab = premises.tab().await;
    tab.stream.send(Message::text("x".repeat(1 << 20))).await.ok();
    while tab.next().await.is_some() {}
    premises.tab().await.press().await;
    premises.close().await;
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
    let settings = baccarat::server::Settings { messages: 50.0, ..settings() };
    let premises = Premises::with(settings).await;
    let mut tab = premises.tab().await;
    for _ in 0..count {
        if tab.stream.send(message.clone()).await.is_err() {
            break;
        }
    }
    let refused = loop {
        match tab.next().await {
            Some(message) if message["type"] == "refused" => break message,
            Some(_) => {}
            None => panic!("no word"),
        }
    };
    assert_eq!(refused["message"], "too many messages: more than 50 a second");
    assert_eq!(tab.next().await, None);
    // The machine waits for a page that behaves.
    let hello = json!({"type": "hello", "token": tab.welcome["token"], "saved": null});
    let tab = premises.tab_with(hello).await;
    assert_eq!(tab.welcome["resumed"], Value::Bool(true));
    premises.close().await;
}

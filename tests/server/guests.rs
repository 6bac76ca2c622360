//! Who is let in.

use tokio_tungstenite::tungstenite::Error;

use crate::premises::{Premises, settings};

#[tokio::test]
async fn the_page_and_all_its_parts_are_served_with_their_types() {
    let premises = Premises::open().await;
    let (head, body) = premises.get("/", &[]).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
    let mut parts: Vec<&str> =
        body.split('"').filter(|text| text.ends_with(".css") || text.ends_with(".js")).collect();
    parts.sort_unstable();
    parts.dedup();
    assert!(parts.len() >= 2, "{parts:?}");
    for part in parts {
        let path = format!("/{}", part.trim_start_matches("./").trim_start_matches('/'));
        let (head, body) = premises.get(&path, &[]).await;
        let kind = if part.ends_with(".css") { "text/css" } else { "text/javascript" };
        assert!(head.starts_with("HTTP/1.1 200") && head.contains(kind), "{path}: {head}");
        assert!(!body.is_empty(), "{path}");
    }
    let (head, body) = premises.get("/statemachine.svg", &[]).await;
    assert!(head.contains("image/svg+xml") && body.contains("DealerThird"), "{head}\n{body}");
    let (head, body) = premises.get("/nothing", &[]).await;
    assert!(head.starts_with("HTTP/1.1 404") && body.contains("the board is at /"), "{body}");
    premises.close().await;
}

#[tokio::test]
async fn pages_may_do_nothing_but_what_this_one_does() {
    let premises = Premises::open().await;
    for path in ["/", "/health", "/nothing", "/statemachine.svg"] {
        let (head, _) = premises.get(path, &[]).await;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path} lacks {header}:\n{head}");
        }
    }
    premises.close().await;
}

#[tokio::test]
async fn nothing_is_inline_that_the_policy_would_block() {
    let premises = Premises::open().await;
    for path in ["/", "/statemachine.svg"] {
        let (_, body) = premises.get(path, &[]).await;
        for inline in [
            "<style",
            "style=",
            "onclick=",
            "onload=",
            "javascript:",
            "<script>",
            "http://www.google",
            "https://",
        ] {
            assert!(!body.contains(inline), "{path} has {inline}");
        }
    }
    premises.close().await;
}

#[tokio::test]
async fn other_names_and_other_sites_are_turned_away() {
    let premises = Premises::open().await;
    let port = premises.address.port();
    let cases = [
        (vec![("Host", format!("evil.example:{port}"))], 403),
        (vec![("Host", format!("localhost:{port}"))], 200),
        (vec![("Origin", "http://evil.example".to_string())], 403),
        (vec![("Origin", format!("http://127.0.0.1:{port}"))], 200),
    ];
    for (headers, status) in cases {
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        for path in ["/", "/health"] {
            let (head, body) = premises.get(path, &headers).await;
            assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{headers:?}: {head}\n{body}");
        }
    }
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1")] {
        match premises.socket(origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin:?}"),
            Err(error) => panic!("{origin:?}: {error}"),
            Ok(_) => panic!("{origin:?} was let in"),
        }
    }
    assert_eq!(premises.machines().await, 0);
    premises.close().await;
}

#[tokio::test]
async fn names_that_the_server_is_told_are_its_own() {
    let hosts = vec!["table.lan".to_string()];
    let premises = Premises::with(baccarat::server::Settings { hosts, ..settings() }).await;
    let (head, _) = premises.get("/health", &[("Host", "table.lan:80")]).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    premises.close().await;
}

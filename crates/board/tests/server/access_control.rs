//! Static files, security headers, Host and Origin.

use baccarat_board::server::Settings;
use tokio_tungstenite::tungstenite::Error;

use crate::harness::{TASK5, TestServer, limits};

#[tokio::test]
async fn the_page_and_its_files_are_served_with_their_content_types() {
    let server = TestServer::start().await;
    let (head, body) = server.get("/", &[]).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
    let mut files: Vec<&str> =
        body.split('"').filter(|text| text.ends_with(".css") || text.ends_with(".js")).collect();
    files.sort_unstable();
    files.dedup();
    assert!(files.len() >= 2, "{files:?}");
    for file in files {
        let path = format!("/{}", file.trim_start_matches("./").trim_start_matches('/'));
        let (head, body) = server.get(&path, &[]).await;
        let kind = if file.ends_with(".css") { "text/css" } else { "text/javascript" };
        assert!(head.starts_with("HTTP/1.1 200") && head.contains(kind), "{path}: {head}");
        assert!(!body.is_empty(), "{path}");
        // The address changes with the content, so browsers need not ask again.
        assert!(head.contains("immutable"), "{path}: {head}");
        let (head, _) = server.get(&path.replace("files/", "files/0"), &[]).await;
        assert!(head.starts_with("HTTP/1.1 404") && !head.contains("immutable"), "{path}: {head}");
    }
    assert!(head.contains("no-store"), "{head}");
    for path in ["/statemachine.svg", "/task5/statemachine.svg", "/casino/statemachine.svg"] {
        let (head, body) = server.get(path, &[]).await;
        assert!(head.contains("image/svg+xml") && body.contains("DealerThird"), "{head}\n{body}");
    }
    for (path, machine) in [("/", "task5"), ("/task5", "task5"), ("/casino", "casino")] {
        let (_, body) = server.get(path, &[]).await;
        assert!(body.contains(&format!("data-machine=\"{machine}\"")), "{path}");
    }
    let (head, body) = server.get("/nothing", &[]).await;
    assert!(head.starts_with("HTTP/1.1 404") && body.contains("the board is at /"), "{body}");
}

#[tokio::test]
async fn texts_are_compressed_for_browsers_that_read_gzip() {
    let server = TestServer::start().await;
    for path in ["/", "/statemachine.svg"] {
        let (plain, body) = server.get(path, &[]).await;
        assert!(!plain.contains("content-encoding"), "{path}: {plain}");
        let (head, compressed) = server.bytes(path, &[("Accept-Encoding", "gzip")]).await;
        assert!(head.contains("content-encoding: gzip"), "{path}: {head}");
        assert!(3 * compressed.len() < body.len(), "{path}: {}", compressed.len());
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = TestServer::start().await;
    for path in ["/", "/health", "/nothing", "/statemachine.svg"] {
        let (head, _) = server.get(path, &[]).await;
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path} has no {header}:\n{head}");
        }
    }
}

#[tokio::test]
async fn nothing_is_inline_or_external_that_the_policy_would_block() {
    let server = TestServer::start().await;
    for path in ["/", "/statemachine.svg"] {
        let (_, body) = server.get(path, &[]).await;
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
            assert!(!body.contains(inline), "{path} contains {inline}");
        }
    }
}

#[tokio::test]
async fn unknown_hosts_and_foreign_origins_are_rejected() {
    let server = TestServer::start().await;
    let port = server.address.port();
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
            let (head, body) = server.get(path, &headers).await;
            assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{headers:?}: {head}\n{body}");
        }
    }
    for origin in [None, Some("http://evil.example"), Some("null"), Some("http://127.0.0.1:1")] {
        match server.socket(origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin:?}"),
            Err(error) => panic!("{origin:?}: {error}"),
            Ok(_) => panic!("{origin:?} was accepted"),
        }
    }
    assert_eq!(server.machines().await, 0);
}

#[tokio::test]
async fn configured_host_names_are_accepted() {
    let hosts = vec!["table.lan".to_string()];
    let server = TestServer::with_settings(TASK5, Settings { hosts, limits: limits() }).await;
    let (head, _) = server.get("/health", &[("Host", "table.lan:80")]).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}

//! The static files, which are compiled into the program, and their HTTP responses.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::engine::TASK5;
use rust_hdl_diagram::{DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

/// A static file.
pub struct File {
    pub path: &'static str,
    content_type: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($name:literal, $content_type:expr) => {
        File {
            path: concat!("/", $name),
            content_type: $content_type,
            text: include_str!(concat!("page/", $name)),
        }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Everything in `src/server/page` except the type declarations and the settings of the type checker.
pub const FILES: &[File] = &[
    File { path: "/", content_type: HTML, text: include_str!("page/index.html") },
    file!("announcer.js", JAVASCRIPT),
    file!("autoplay.js", JAVASCRIPT),
    file!("bets.js", JAVASCRIPT),
    file!("board.css", CSS),
    file!("board.js", JAVASCRIPT),
    file!("cards.js", JAVASCRIPT),
    file!("connection.js", JAVASCRIPT),
    file!("elements.js", JAVASCRIPT),
    file!("icon.svg", SVG),
    file!("internals.css", CSS),
    file!("internals.js", JAVASCRIPT),
    file!("keys.js", JAVASCRIPT),
    file!("main.js", JAVASCRIPT),
    file!("money.js", JAVASCRIPT),
    file!("notices.js", JAVASCRIPT),
    file!("roads.js", JAVASCRIPT),
    file!("shoe.js", JAVASCRIPT),
    file!("storage.js", JAVASCRIPT),
    file!("style.css", CSS),
    file!("table.css", CSS),
    file!("table.js", JAVASCRIPT),
];

impl File {
    pub fn response(&self) -> Response {
        with_type(self.content_type, self.text)
    }
}

/// Draws the state machine of a design as SVG.
pub fn state_diagram(design: &Design) -> Result<String, DiagramError> {
    let top = find_module(design, TASK5)?;
    Ok(StateMachine::of(design, state_module(design, top)?, None)?.svg())
}

pub fn svg(text: String) -> Response {
    with_type(SVG, text)
}

pub fn json(text: String) -> Response {
    with_type("application/json", text)
}

pub fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found: the board is at /\n").into_response()
}

/// Adds the headers. Caching is off, because the next version of the program has the same addresses.
fn with_type(content_type: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-store")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/server/page");
        let entries = std::fs::read_dir(folder).expect("the folder of the page");
        let mut existing: Vec<String> = entries
            .map(|entry| format!("/{}", entry.expect("an entry").file_name().display()))
            .filter(|path| path != "/protocol.d.ts" && path != "/jsconfig.json")
            .map(|path| if path == "/index.html" { "/".to_string() } else { path })
            .collect();
        existing.sort();
        let mut served: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        served.sort_unstable();
        assert_eq!(served, existing);
    }
}

//! The files that a browser gets: all of them are in the program.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::engine::TOP;
use rust_hdl_diagram::{DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

/// A file of the page.
pub struct File {
    pub path: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($name:literal, $kind:expr) => {
        File { path: concat!("/", $name), kind: $kind, text: include_str!(concat!("page/", $name)) }
    };
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Everything in `src/server/page` but `messages.js`, which is nothing but types.
pub const FILES: &[File] = &[
    File { path: "/", kind: HTML, text: include_str!("page/index.html") },
    file!("announcer.js", JAVASCRIPT),
    file!("bets.js", JAVASCRIPT),
    file!("board.css", CSS),
    file!("board.js", JAVASCRIPT),
    file!("cards.js", JAVASCRIPT),
    file!("connection.js", JAVASCRIPT),
    file!("croupier.js", JAVASCRIPT),
    file!("elements.js", JAVASCRIPT),
    file!("icon.svg", SVG),
    file!("inside.css", CSS),
    file!("inside.js", JAVASCRIPT),
    file!("keys.js", JAVASCRIPT),
    file!("main.js", JAVASCRIPT),
    file!("memory.js", JAVASCRIPT),
    file!("money.js", JAVASCRIPT),
    file!("notices.js", JAVASCRIPT),
    file!("roads.js", JAVASCRIPT),
    file!("shoe.js", JAVASCRIPT),
    file!("style.css", CSS),
    file!("table.css", CSS),
    file!("table.js", JAVASCRIPT),
];

impl File {
    pub fn response(&self) -> Response {
        with_type(self.kind, self.text)
    }
}

/// The state diagram of the machine that is being played.
pub fn state_diagram(design: &Design) -> Result<String, DiagramError> {
    let top = find_module(design, TOP)?;
    Ok(StateMachine::of(design, state_module(design, top)?, None)?.svg())
}

pub fn svg(text: String) -> Response {
    with_type(SVG, text)
}

pub fn json(text: String) -> Response {
    with_type("application/json", text)
}

pub fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "there is no such page: the board is at /\n").into_response()
}

/// Not stored: the next version of the program has the same address.
fn with_type(kind: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/server/page");
        let entries = std::fs::read_dir(folder).expect("the page's folder");
        let mut there: Vec<String> = entries
            .map(|entry| format!("/{}", entry.expect("an entry").file_name().display()))
            .filter(|path| path != "/messages.js")
            .map(|path| if path == "/index.html" { "/".to_string() } else { path })
            .collect();
        there.sort();
        let mut served: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        served.sort_unstable();
        assert_eq!(served, there);
    }
}

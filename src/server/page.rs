//! The static files, which are compiled into the program, and their HTTP responses.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::engine::Top;
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

/// Everything in `src/server/page` except the pages themselves, the type declarations and the settings of the type checker.
pub const FILES: &[File] = &[
    file!("announcer.js", JAVASCRIPT),
    file!("autoplay.js", JAVASCRIPT),
    file!("bets.js", JAVASCRIPT),
    file!("board.css", CSS),
    file!("board.js", JAVASCRIPT),
    file!("cards.js", JAVASCRIPT),
    file!("casino.css", CSS),
    file!("casino.js", JAVASCRIPT),
    file!("casino_announcer.js", JAVASCRIPT),
    file!("casino_shoe.js", JAVASCRIPT),
    file!("casino_table.js", JAVASCRIPT),
    file!("connection.js", JAVASCRIPT),
    file!("elements.js", JAVASCRIPT),
    file!("hint.js", JAVASCRIPT),
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
    file!("switches.js", JAVASCRIPT),
    file!("table.css", CSS),
    file!("table.js", JAVASCRIPT),
];

impl File {
    pub fn response(&self) -> Response {
        with_type(self.content_type, self.text)
    }
}

/// The drawing of the board, which every page includes.
const PCB: &str = include_str!("page/pcb.svg");

/// Where a page includes the drawing of the board.
const PCB_PLACE: &str = "<!-- pcb.svg -->";

/// Returns the page of a machine.
pub fn index(top: Top) -> Response {
    let page = match top {
        Top::Task5(_) => include_str!("page/task5.html"),
        Top::Casino => include_str!("page/casino.html"),
    };
    with_type(HTML, page.replacen(PCB_PLACE, PCB, 1))
}

/// Draws the state machine of a design as SVG.
pub fn state_diagram(design: &Design, top: Top) -> Result<String, DiagramError> {
    let top = find_module(design, top.module())?;
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
            .filter(|path| {
                ![".html", ".d.ts", ".json"].iter().any(|end| path.ends_with(end))
                    && path != "/pcb.svg"
            })
            .collect();
        existing.sort();
        let mut served: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        served.sort_unstable();
        assert_eq!(served, existing);
    }
}

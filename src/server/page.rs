//! The static files, which are compiled into the program, and their HTTP responses.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::generator::{CASINO, TASK5, Top};
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

const STYLES: &str = concat!(
    include_str!("page/style.css"),
    include_str!("page/board.css"),
    include_str!("page/table.css"),
    include_str!("page/internals.css"),
    include_str!("page/casino.css"),
    include_str!("page/history.css"),
    include_str!("page/foreign.css"),
);

/// Everything in `src/server/page` except the pages themselves, the type declarations and the settings of the type checker. The
/// style sheets are one file.
pub const FILES: &[File] = &[
    file!("announcer.js", JAVASCRIPT),
    file!("autoplay.js", JAVASCRIPT),
    file!("bets.js", JAVASCRIPT),
    file!("board.js", JAVASCRIPT),
    file!("cards.js", JAVASCRIPT),
    file!("casino.js", JAVASCRIPT),
    file!("casino_announcer.js", JAVASCRIPT),
    file!("casino_shoe.js", JAVASCRIPT),
    file!("casino_table.js", JAVASCRIPT),
    file!("clock.js", JAVASCRIPT),
    file!("chosen_cards.js", JAVASCRIPT),
    file!("connection.js", JAVASCRIPT),
    file!("cycle_counter.js", JAVASCRIPT),
    file!("elements.js", JAVASCRIPT),
    file!("foreign.js", JAVASCRIPT),
    file!("frequency.js", JAVASCRIPT),
    file!("guide.js", JAVASCRIPT),
    file!("hint.js", JAVASCRIPT),
    file!("history.js", JAVASCRIPT),
    file!("icon.svg", SVG),
    file!("internals.js", JAVASCRIPT),
    file!("keys.js", JAVASCRIPT),
    file!("main.js", JAVASCRIPT),
    file!("money.js", JAVASCRIPT),
    file!("monitor.js", JAVASCRIPT),
    file!("notices.js", JAVASCRIPT),
    // One file: the page is first drawn when all styles have arrived.
    File { path: "/page.css", content_type: CSS, text: STYLES },
    file!("rate.js", JAVASCRIPT),
    file!("recording.js", JAVASCRIPT),
    file!("roads.js", JAVASCRIPT),
    file!("shoe.js", JAVASCRIPT),
    file!("signals.js", JAVASCRIPT),
    file!("start.js", JAVASCRIPT),
    file!("storage.js", JAVASCRIPT),
    file!("switches.js", JAVASCRIPT),
    file!("table.js", JAVASCRIPT),
    file!("waveform.js", JAVASCRIPT),
    file!("waveform_painting.js", JAVASCRIPT),
];

impl File {
    pub fn response(&self) -> Response {
        with_type(self.content_type, self.text)
    }
}

/// What pages have in common, each with the comment that it replaces.
const PARTS: [(&str, &str); 7] = [
    ("<!-- pcb.svg -->", include_str!("page/pcb.svg")),
    ("<!-- roads.html -->", include_str!("page/roads.html")),
    ("<!-- rules.html -->", include_str!("page/rules.html")),
    ("<!-- hold.html -->", include_str!("page/hold.html")),
    ("<!-- chosen_cards.html -->", include_str!("page/chosen_cards.html")),
    ("<!-- history.html -->", include_str!("page/history.html")),
    ("<!-- legend.html -->", include_str!("page/legend.html")),
];

/// Returns the page with this name.
pub fn index(name: &str) -> Response {
    let page = match name {
        TASK5 => include_str!("page/task5.html"),
        CASINO => include_str!("page/casino.html"),
        _ => include_str!("page/foreign.html"),
    };
    let add = |page: String, (place, part): (&str, &str)| page.replacen(place, part.trim_end(), 1);
    with_type(HTML, PARTS.into_iter().fold(page.to_string(), add))
}

/// The modules with the rules of a hand, one of which every design has.
const RULES: [&str; 2] = ["statemachine_stepped", "statemachine"];

/// Draws the rules of a hand, as the state machine of a design, as SVG.
pub fn state_diagram(design: &Design, top: Top) -> Result<String, DiagramError> {
    let module = match RULES.into_iter().find_map(|name| design.find(name)) {
        Some(module) => module,
        None => state_module(design, find_module(design, top.module())?)?,
    };
    Ok(StateMachine::of(design, module, None)?.svg())
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
                ![".html", ".css", ".d.ts", ".json"].iter().any(|end| path.ends_with(end))
                    && path != "/pcb.svg"
            })
            .collect();
        existing.sort();
        let mut served: Vec<&str> = FILES.iter().map(|file| file.path).collect();
        served.retain(|path| *path != "/page.css");
        served.sort_unstable();
        assert_eq!(served, existing);
    }

    #[test]
    fn the_style_sheet_of_the_page_has_all_others() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/server/page");
        for entry in std::fs::read_dir(folder).expect("the folder of the page") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "css") {
                let text = std::fs::read_to_string(&path).expect("text");
                assert!(STYLES.contains(&text), "{}", path.display());
            }
        }
    }
}

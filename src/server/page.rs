//! The pages and their files, which are compiled into the program, and their HTTP responses.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use tokio::sync::watch;

use super::session::{CasinoSession, ForeignSession, Monitors, Task5Session};
use super::session_pool::StartSession;
use super::{ServerError, Shown};
use crate::generator::{self, Top};
use crate::simulation::SimulatedBoard;
use crate::simulation::foreign_board::board_bytes;
use rust_hdl_diagram::{DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/server/page");

/// The style sheets in their order. They are one file: the page is first drawn when all styles have
/// arrived.
const STYLES: [&str; 7] = [
    "style.css",
    "board.css",
    "table.css",
    "internals.css",
    "casino.css",
    "history.css",
    "foreign.css",
];

static PAGE_CSS: LazyLock<String> = LazyLock::new(|| STYLES.map(text).concat());

/// The folder of all files in their addresses. It changes with the contents of any of them, so that
/// browsers can keep files for good.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    for file in FILES.files() {
        (file.path(), file.contents()).hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
});

fn text(name: impl AsRef<Path>) -> &'static str {
    FILES.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// A page and what it loads from its own addresses.
pub struct Page {
    /// Its addresses are below this name, and its file has this name.
    pub name: &'static str,
    /// Our machines have one.
    pub state_diagram: Option<String>,
    /// How many of the bytes that are limited a board takes.
    pub board_bytes: Box<dyn Fn() -> u64 + Send + Sync>,
    pub start: StartSession,
}

impl Page {
    /// Prepares the page of one of our machines: every session starts with a copy of it.
    ///
    /// # Errors
    ///
    /// [`ServerError`] if the design cannot be elaborated, does not have the pins of the board, or
    /// its state machine cannot be drawn.
    pub fn of_machine(top: Top, monitors: &Arc<Monitors>) -> Result<Page, ServerError> {
        let design = generator::design(top)?;
        let (machine, monitors) = (SimulatedBoard::of(&design, top)?, monitors.clone());
        Ok(Page {
            name: top.module(),
            state_diagram: Some(state_diagram(&design, top)?),
            board_bytes: Box::new(|| 0),
            start: Box::new(move |saved, seed, now| {
                let machine = machine.clone();
                Ok(match top {
                    Top::Task5(_) => Box::new(Task5Session::new(machine, saved, seed, now)),
                    Top::Casino => Box::new(CasinoSession::new(machine, monitors.clone(), now)?),
                })
            }),
        })
    }

    /// Prepares the page of a foreign design.
    pub fn of_design(shown: watch::Receiver<Shown>) -> Page {
        let present = shown.clone();
        Page {
            name: "design",
            state_diagram: None,
            board_bytes: Box::new(move || board_bytes(&present.borrow().elaborated.design)),
            start: Box::new(move |_, _, now| Ok(Box::new(ForeignSession::new(shown.clone(), now)))),
        }
    }

    /// Returns the page, with the files that pages have in common in place of the comments with
    /// their names.
    pub fn html(&self) -> Response {
        let page = text(format!("{}.html", self.name)).to_string();
        let names = FILES.files().filter_map(|file| file.path().to_str());
        let page = names.fold(page, |page, name| {
            page.replacen(&format!("<!-- {name} -->"), text(name).trim_end(), 1)
        });
        let page = page.replace("\"/files/", &format!("\"/files/{}/", *VERSION));
        with_type("text/html; charset=utf-8", page)
    }
}

/// Returns the script, picture or style sheet with this name. Browsers keep it.
pub fn file(version: &str, name: &str) -> Response {
    if version != *VERSION {
        return not_found();
    }
    let mut response = latest_file(name);
    if response.status() == StatusCode::OK {
        let for_good = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(CACHE_CONTROL, for_good);
    }
    response
}

fn latest_file(name: &str) -> Response {
    match (name, name.rsplit_once('.').map(|(_, extension)| extension)) {
        ("page.css", _) => with_type("text/css; charset=utf-8", PAGE_CSS.as_str()),
        (_, Some("js")) if FILES.contains(name) => {
            with_type("text/javascript; charset=utf-8", text(name))
        }
        (_, Some("svg")) if FILES.contains(name) => svg(text(name)),
        _ => not_found(),
    }
}

/// The modules with the rules of a hand, one of which every design has.
const RULES: [&str; 2] = ["statemachine_stepped", "statemachine"];

/// Draws the rules of a hand, as the state machine of a design, as SVG.
fn state_diagram(design: &Design, top: Top) -> Result<String, DiagramError> {
    let module = match RULES.into_iter().find_map(|name| design.find(name)) {
        Some(module) => module,
        None => state_module(design, find_module(design, top.module())?)?,
    };
    Ok(StateMachine::of(design, module, None)?.svg())
}

pub fn svg(text: impl IntoResponse) -> Response {
    with_type("image/svg+xml", text)
}

pub fn json(text: String) -> Response {
    with_type("application/json", text)
}

pub fn not_found() -> Response {
    (StatusCode::NOT_FOUND, "not found: the board is at /\n").into_response()
}

/// Adds the headers. Caching is off unless an address has only one content.
fn with_type(content_type: &'static str, body: impl IntoResponse) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-store")], body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_of_the_page_has_all_others() {
        let is_style = |path: &&Path| path.extension().is_some_and(|end| end == "css");
        let styles = FILES.files().map(|file| file.path()).filter(is_style);
        let styles: Vec<_> = styles.filter_map(Path::to_str).collect();
        assert!(styles.iter().all(|style| STYLES.contains(style)), "{styles:?}");
        assert_eq!(styles.len(), STYLES.len());
    }
}

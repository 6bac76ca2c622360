//! The pages and their files as HTTP responses.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use super::files::{self, ONLY_WORKBENCH, STYLE_SHEET, VERSION};
use super::session_pool::StartSession;

/// A page and what it loads from its own addresses.
pub struct Page {
    /// Its addresses are below this name, and its file has this name.
    pub name: &'static str,
    /// The rules as a picture, if there is one.
    pub state_diagram: Option<String>,
    /// How many of the bytes that are limited a board takes.
    pub board_bytes: Box<dyn Fn() -> u64 + Send + Sync>,
    pub start: StartSession,
}

impl Page {
    pub fn html(&self) -> Response {
        let page = files::html(self.name, &[ONLY_WORKBENCH], files::text);
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
        ("page.css", _) => with_type("text/css; charset=utf-8", STYLE_SHEET.as_str()),
        (_, Some("js")) if files::contains(name) => {
            with_type("text/javascript; charset=utf-8", files::text(name))
        }
        (_, Some("svg")) if files::contains(name) => svg(files::text(name)),
        _ => not_found(),
    }
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

//! The pages and their files, which are compiled into the program.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use rust_hdl_diagram::{DiagramError, StateMachine, find_module, state_module};
use rust_hdl_rtl::Design;

use baccarat_hdl::top::Top;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/src/server/page");

/// The style sheets in their order. They are one file: the page is first drawn when all styles have
/// arrived.
const STYLES: [&str; 8] = [
    "style.css",
    "board.css",
    "table.css",
    "internals.css",
    "casino.css",
    "history.css",
    "foreign.css",
    "print.css",
];

/// The style sheet of all pages.
pub static STYLE_SHEET: LazyLock<String> = LazyLock::new(|| STYLES.map(text).concat());

/// Changes with the contents of any file.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    version(FILES.files().filter_map(|file| Some((file.path().to_str()?, file.contents()))))
});

/// Returns a name for some files that changes with their names and contents.
pub fn version<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> String {
    let mut hasher = DefaultHasher::new();
    files.into_iter().for_each(|file| file.hash(&mut hasher));
    format!("{:016x}", hasher.finish())
}

/// The names of all files with this extension.
pub fn with_extension(extension: &str) -> impl Iterator<Item = &'static str> {
    let files = FILES.files().map(|file| file.path());
    let files = files.filter(move |path| path.extension().is_some_and(|end| end == extension));
    files.filter_map(Path::to_str)
}

pub fn contains(name: &str) -> bool {
    FILES.contains(name)
}

/// Returns the text of a file, which is empty if there is none.
pub fn text(name: impl AsRef<Path>) -> &'static str {
    FILES.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// Returns a page, with the files that pages have in common in place of the comments with their
/// names. It refers to other files in the folder `/files`.
pub fn html(name: &str) -> String {
    let page = text(format!("{name}.html")).to_string();
    let names = FILES.files().filter_map(|file| file.path().to_str());
    names.fold(page, |page, name| {
        page.replacen(&format!("<!-- {name} -->"), text(name).trim_end(), 1)
    })
}

/// The modules with the rules of a hand, one of which every design has.
const RULES: [&str; 2] = ["statemachine_stepped", "statemachine"];

/// Draws the rules of a hand, as the state machine of a design, as SVG.
///
/// # Errors
///
/// [`DiagramError`] if the design has no such state machine.
pub fn state_diagram(design: &Design, top: Top) -> Result<String, DiagramError> {
    let module = match RULES.into_iter().find_map(|name| design.find(name)) {
        Some(module) => module,
        None => state_module(design, find_module(design, top.module())?)?,
    };
    Ok(StateMachine::of(design, module, None)?.svg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_of_the_page_has_all_others() {
        let styles: Vec<_> = with_extension("css").collect();
        assert!(styles.iter().all(|style| STYLES.contains(style)), "{styles:?}");
        assert_eq!(styles.len(), STYLES.len());
    }
}

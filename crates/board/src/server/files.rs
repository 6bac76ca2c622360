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
const STYLES: [&str; 9] = [
    "style.css",
    "board.css",
    "table.css",
    "internals.css",
    "casino.css",
    "history.css",
    "foreign.css",
    "workbench.css",
    "print.css",
];

/// The parts of a page that only those of the server have, those that only the page that reads
/// designs has, and those that only others have.
pub const ONLY_SERVED: &str = "served";
pub const ONLY_WORKBENCH: &str = "only-workbench";
pub const ONLY_BOARD: &str = "only-board";

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
pub fn text(name: &str) -> &'static str {
    FILES.get_file(name).and_then(|file| file.contents_utf8()).unwrap_or_default()
}

/// Returns a page, without some of its parts and with the files that pages have in common in place
/// of the comments with their names. It refers to other files in the folder `/files`, in which
/// `script` finds its scripts by their names.
pub fn html(name: &str, left_out: &[&str], script: impl Fn(&str) -> &'static str) -> String {
    let page = text(&format!("{name}.html")).to_string();
    let page = left_out.iter().fold(page, |page, part| without(page, part));
    let names = FILES.files().filter_map(|file| file.path().to_str());
    let page = names.fold(page, |page, name| {
        page.replacen(&format!("<!-- {name} -->"), text(name).trim_end(), 1)
    });
    preload_imports(page, script)
}

/// Returns a page without its parts between a comment with this name and the comment that ends it.
fn without(mut page: String, part: &str) -> String {
    let (begin, end) = (format!("<!-- {part} -->"), format!("<!-- /{part} -->"));
    while let Some((before, rest)) = page.split_once(&begin) {
        let after = rest.split_once(&end).map_or("", |(_, after)| after);
        page = format!("{before}{after}");
    }
    page
}

/// What a page loads a script with.
const PRELOAD: (&str, &str) = ("<link rel=\"modulepreload\" href=\"/files/", "\">\n");

/// Adds all scripts that a preloaded one imports. Otherwise a browser would know of each only when
/// those that import it have arrived.
fn preload_imports(page: String, script: impl Fn(&str) -> &'static str) -> String {
    let (before, after) = PRELOAD;
    let Some((head, rest)) = page.split_once(before) else { return page };
    let Some((first, rest)) = rest.split_once(after) else { return page };
    let mut scripts = vec![first];
    let mut next = 0;
    while let Some(name) = scripts.get(next) {
        for import in imports(script(name)) {
            if !scripts.contains(&import) {
                scripts.push(import);
            }
        }
        next += 1;
    }
    let links: Vec<String> = scripts.iter().map(|name| format!("{before}{name}{after}")).collect();
    format!("{head}{}{rest}", links.join("  "))
}

/// The scripts that a script imports before it runs.
fn imports(script: &str) -> impl Iterator<Item = &str> {
    let lines = script.lines().filter(|line| !line.trim_start().starts_with(['*', '/']));
    lines.filter_map(|line| {
        let (_, name) = line.split_once(" from \"./").or(line.split_once("import \"./"))?;
        name.strip_suffix("\";")
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
    fn a_page_preloads_every_script_that_it_imports_once() {
        let script = |name: &str| match name {
            "a.js" => "import \"./b.js\";\nimport {\n  c,\n} from \"./c.js\";\n",
            "b.js" => "// as from \"./comment.js\";\nexport { c } from \"./c.js\";\n",
            "c.js" => "import { a } from \"./a.js\";\nconst later = import(\"./later.js\");\n",
            _ => panic!("{name}"),
        };
        let link = |name| format!("<link rel=\"modulepreload\" href=\"/files/{name}.js\">\n");
        let page = preload_imports(format!("head\n  {}</head>", link("a")), script);
        let links = ["a", "b", "c"].map(link).join("  ");
        assert_eq!(page, format!("head\n  {links}</head>"));
        assert_eq!(preload_imports("none".to_string(), script), "none");
        for page in ["task5", "casino", "design"] {
            let html = html(page, &[ONLY_WORKBENCH], text);
            assert!(html.matches("modulepreload").count() > 20, "{page}");
            for name in with_extension("js") {
                assert!(html.matches(&format!("/{name}\"")).count() <= 1, "{page}: {name}");
            }
        }
    }

    #[test]
    fn the_style_sheet_of_the_page_has_all_others() {
        let styles: Vec<_> = with_extension("css").collect();
        assert!(styles.iter().all(|style| STYLES.contains(style)), "{styles:?}");
        assert_eq!(styles.len(), STYLES.len());
    }
}

//! docs/architecture.md against the manifests and the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Names by what they depend on.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

const DOCUMENT: &str = include_str!("../docs/architecture.md");

/// Words of the product. No generic crate may contain them, in any case and as a whole word.
const PRODUCT: [&str; 16] = [
    "baccarat",
    "punto",
    "banco",
    "banker",
    "dealer",
    "croupier",
    "shoe",
    "shoes",
    "card",
    "cards",
    "casino",
    "de1",
    "de10",
    "task5",
    "scorehand",
    "lab",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the first table after a heading of the document, cell by cell, without the table's
/// own head.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let (_, section) = DOCUMENT.split_once(&format!("\n{heading}\n")).expect("the heading");
    let rows = section.lines().skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split(" |").map(str::trim).collect()).collect()
}

/// The words between backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

fn name(cell: &str) -> String {
    quoted(cell).next().expect("a name in backticks")
}

/// All files in a folder and the folders in it, but for those of a build.
fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            found.extend(files(&path, extensions));
        } else if path.extension().is_some_and(|one| extensions.iter().any(|other| one == *other)) {
            found.push(path);
        }
    }
    found
}

/// The part of a manifest that this test compares.
#[derive(Default)]
struct Manifest {
    package: String,
    dependencies: BTreeSet<String>,
    dev_dependencies: BTreeSet<String>,
}

/// Reads a manifest, with those of its dependencies that `is_listed`.
fn manifest(text: &str, is_listed: impl Fn(&str) -> bool) -> Manifest {
    let mut section = "";
    let mut manifest = Manifest::default();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line;
        }
        let Some((key, value)) = line.split_once('=') else { continue };
        let key = key.trim().trim_end_matches(".workspace");
        let dependencies = match section {
            "[package]" if key == "name" => {
                manifest.package = value.trim().trim_matches('"').into();
                continue;
            }
            _ if section == "[dependencies]" || section.ends_with("'.dependencies]") => {
                &mut manifest.dependencies
            }
            _ if section.ends_with("dev-dependencies]") => &mut manifest.dev_dependencies,
            _ => continue,
        };
        dependencies.extend(is_listed(key).then(|| key.to_string()));
    }
    manifest
}

/// The manifests of the documented packages.
fn manifests() -> Vec<Manifest> {
    let rows = table("## Crates");
    let documented: BTreeSet<String> = rows.iter().map(|row| name(row[0])).collect();
    let is_listed = |key: &str| key == "rust-hdl" || documented.contains(key);
    let read_row = |row: &Vec<&str>| {
        let folder = name(row[1]);
        // The program's manifest is at the root, beside its `src`.
        let folder = if folder == "src" { "." } else { &folder };
        let manifest = manifest(&read(Path::new(folder).join("Cargo.toml")), is_listed);
        assert_eq!(manifest.package, name(row[0]), "the package in {folder}");
        manifest
    };
    rows.iter().map(read_row).collect()
}

#[test]
fn the_crates_depend_on_each_other_as_documented() {
    let rows = table("## Crates");
    let documented: Dependencies =
        rows.iter().map(|row| (name(row[0]), quoted(row[3]).collect())).collect();
    let actual: Dependencies =
        manifests().into_iter().map(|one| (one.package, one.dependencies)).collect();
    assert_eq!(actual, documented);
    let folders: BTreeSet<String> = rows.iter().map(|row| name(row[1])).collect();
    for entry in fs::read_dir(root().join("crates")).expect("crates/") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        assert!(folders.contains(&format!("crates/{name}")), "crates/{name} is not documented");
    }
}

/// The packages that make another one know this product.
const PRODUCT_PACKAGES: [&str; 2] = ["baccarat-hdl", "punto-banco"];

/// Dev-dependencies on packages above, and why they stay.
const UPWARD_DEV_DEPENDENCIES: [(&str, &str, &str); 2] = [
    ("rust-hdl-systemverilog", "backend-testing", "it runs the printed text in simulators"),
    ("rust-hdl-systemverilog", "rust-hdl-diagram", "it draws all designs of the printer's tests"),
];

/// A package and all that it depends on.
fn closure<'a>(package: &'a str, dependencies: &'a Dependencies) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![package];
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(dependencies.get(next).into_iter().flatten().map(String::as_str));
        }
    }
    found
}

/// A package tests itself and what is below, so that a change of it needs no package above.
#[test]
fn tests_use_no_package_above_theirs() {
    let manifests = manifests();
    let dependencies: Dependencies =
        manifests.iter().map(|one| (one.package.clone(), one.dependencies.clone())).collect();
    let is_used = |package: &String| dependencies.values().any(|used| used.contains(package));
    let knows_product =
        |closure: &BTreeSet<&str>| PRODUCT_PACKAGES.iter().any(|one| closure.contains(one));
    let mut found = Vec::new();
    for Manifest { package, dev_dependencies, .. } in &manifests {
        // Packages that nothing uses are at the top.
        let is_generic = is_used(package) && !knows_product(&closure(package, &dependencies));
        for used in dev_dependencies {
            let below = closure(used, &dependencies);
            if below.contains(package.as_str()) || is_generic && knows_product(&below) {
                found.push((package.as_str(), used.as_str()));
            }
        }
    }
    found.sort_unstable();
    assert_eq!(found, UPWARD_DEV_DEPENDENCIES.map(|(package, used, _)| (package, used)));
}

/// The modules of `crate` that code names; comments, and so links in them, do not count.
fn uses(code: &str) -> BTreeSet<String> {
    let code: Vec<&str> =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    assert!(!code.contains("crate::{"), "one `use crate::module` per module, for this test");
    let paths = code.split("crate::").skip(1);
    paths
        .map(|path| path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        .collect()
}

#[test]
fn the_modules_use_each_other_as_documented() {
    let documented: Dependencies = table("## Modules of `src/`")
        .iter()
        .map(|row| (name(row[0]), quoted(row[2]).collect()))
        .collect();
    let mut actual = Dependencies::new();
    for entry in fs::read_dir(root().join("src")).expect("src/") {
        let path = entry.expect("an entry").path();
        let module = path.file_stem().and_then(|name| name.to_str()).expect("UTF-8").to_owned();
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let sources = if path.is_dir() { files(&path, &["rs"]) } else { vec![path] };
        let mut used: BTreeSet<String> =
            sources.iter().flat_map(|path| uses(&read(path))).collect();
        used.remove(&module);
        actual.insert(module, used);
    }
    assert_eq!(actual, documented);
}

#[test]
fn the_modules_use_each_other_without_cycles() {
    let mut rest: Dependencies = table("## Modules of `src/`")
        .iter()
        .map(|row| (name(row[0]), quoted(row[2]).collect()))
        .collect();
    while !rest.is_empty() {
        let free = rest.iter().find(|(_, uses)| uses.iter().all(|used| !rest.contains_key(used)));
        let free = free.unwrap_or_else(|| panic!("a cycle among {rest:?}")).0.clone();
        rest.remove(&free);
    }
}

/// The folders of the crates for any design.
const GENERIC: [&str; 12] = [
    "backend-testing",
    "corpus",
    "describe",
    "diagram",
    "gates",
    "lanes",
    "proof",
    "rtl",
    "systemverilog",
    "test-support",
    "webassembly",
    "word-simulator",
];

/// Sources, documents, examples and manifests; test data may be about anything.
#[test]
fn no_generic_crate_mentions_the_product() {
    let mut found = Vec::new();
    let folders = GENERIC.map(|name| root().join("crates").join(name));
    for path in folders.iter().flat_map(|folder| files(folder, &["rs", "md", "toml"])) {
        let relative = path.strip_prefix(root()).expect("a path in the repository");
        if relative.components().any(|part| part.as_os_str() == "tests") {
            continue;
        }
        for (number, line) in read(&path).lines().enumerate() {
            let line = line.to_lowercase();
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for word in words.filter(|word| PRODUCT.contains(word)) {
                found.push(format!("{}:{}: {word}", relative.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Paths of the repository, or for a package's README of the package.
#[test]
fn the_files_that_the_documents_name_exist() {
    const FOLDERS: [&str; 8] =
        ["benches/", "crates/", "docs/", "generated/", "hdl/", "src/", "tests/", "examples/"];
    let is_readme = |path: &PathBuf| path.ends_with("README.md");
    let mut documents = vec![root().join("docs/architecture.md")];
    for folder in ["crates", "hdl"] {
        documents.extend(files(&root().join(folder), &["md"]).into_iter().filter(is_readme));
    }
    for document in documents {
        let text = read(&document);
        let package = document.parent().expect("a folder");
        for path in quoted(&text).filter(|path| FOLDERS.iter().any(|one| path.starts_with(one))) {
            let exists = root().join(&path).exists() || package.join(&path).exists();
            assert!(exists, "{}: {path} does not exist", document.display());
        }
    }
}

/// Files in which long comments are test data.
const LONG_COMMENTS: [&str; 3] = [
    "crates/describe/tests/comments.rs",
    "crates/systemverilog/tests/backend/printing/blocks.rs",
    "crates/systemverilog/tests/backend/printing/files.rs",
];

/// `cargo fmt` wraps code only. Rows of tables cannot be wrapped.
#[test]
fn comments_are_no_longer_than_the_editor_configuration_says() {
    let mut found = Vec::new();
    for folder in ["benches", "crates", "examples", "hdl", "src", "tests"] {
        let sources = files(&root().join(folder), &["rs"]);
        let is_data = |path: &PathBuf| LONG_COMMENTS.iter().any(|one| path.ends_with(one));
        for path in sources.iter().filter(|path| !is_data(path)) {
            for (number, line) in read(path).lines().enumerate() {
                let comment = line.trim_start();
                let is_row = comment.trim_start_matches(['/', '!', ' ']).starts_with('|');
                if comment.starts_with("//") && !is_row && line.chars().count() > 100 {
                    found.push(format!("{}:{}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "comments of more than 100 characters: {found:#?}");
}

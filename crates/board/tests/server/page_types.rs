//! The types of the page's scripts.

use std::path::Path;

use test_support::external_tool::TSC;

#[test]
#[ignore = "needs tsc: npm install --prefix target/node typescript@5.9.3"]
fn the_scripts_of_the_page_pass_the_type_checker() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page");
    // The options, among them `checkJs` and `strict`, are those that editors use.
    TSC.run(&folder, ["--project", "jsconfig.json"]).expect_clean();
}

#[test]
fn every_script_of_the_page_is_checked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/page");
    for entry in std::fs::read_dir(folder).expect("the folder of the page") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let script = std::fs::read_to_string(&path).expect("text");
            assert!(script.starts_with("// @ts-check\n"), "{}", path.display());
            assert!(!script.contains("@ts-ignore"), "{}", path.display());
        }
    }
}

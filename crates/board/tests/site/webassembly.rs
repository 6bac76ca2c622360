//! The simulators, compiled to WebAssembly, by their own tests.

use std::process::Command;

#[test]
#[ignore = "needs Node and Rust's target wasm32-wasip1: rustup target add wasm32-wasip1"]
fn the_tests_of_the_simulators_pass_in_webassembly() {
    let root = env!("CARGO_MANIFEST_DIR");
    let output = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["test", "--quiet", "--target", "wasm32-wasip1"])
        .args(["--package", "word-simulator", "--package", "rust-hdl-gates", "--tests"])
        .env(
            "CARGO_TARGET_WASM32_WASIP1_RUNNER",
            format!("node --no-warnings {root}/tests/site/run.mjs"),
        )
        .output()
        .expect("Cargo");
    let [text, errors] = [output.stdout, output.stderr].map(String::from_utf8);
    let (text, errors) = (text.expect("UTF-8"), errors.expect("UTF-8"));
    assert!(output.status.success(), "{text}{errors}");
    let passed = text.matches("test result: ok.").count();
    assert!(passed >= 7, "{passed} test programs: {text}");
}

//! `examples/comparison.rs`, which `docs/comparison.md` shows beside other languages.

use std::fs;
use std::path::Path;

#[expect(dead_code, reason = "a test has a `main` of its own")]
#[path = "../../examples/comparison.rs"]
mod example;

#[test]
fn the_document_shows_the_present_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect(path);
    let document = read("../../docs/comparison.md");
    let blocks = |language: &str| -> Vec<String> {
        let start = format!("```{language}\n");
        let blocks = document.split(&start).skip(1);
        blocks.map(|block| block.split("```").next().unwrap_or(block).to_string()).collect()
    };
    let shown = blocks("systemverilog");
    let printed: Vec<String> =
        example::sources().expect("text").into_iter().map(|file| file.text).collect();
    assert_eq!(shown.len(), printed.len());
    for text in &printed {
        let advice = "put the output of `cargo run --example comparison` into docs/comparison.md";
        assert!(shown.contains(text), "{advice}, which lacks\n{text}");
    }
    let example = read("examples/comparison.rs");
    let ours = blocks("rust").into_iter().filter(|block| !block.contains("ClockReset"));
    for item in ours.flat_map(|block| block.split("\n\n").map(str::to_string).collect::<Vec<_>>()) {
        assert!(example.contains(item.trim_end()), "examples/comparison.rs lacks\n{item}");
    }
}

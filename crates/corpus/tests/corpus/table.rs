//! Numbers and messages in the document.

use corpus::table::{short, thousands};

#[test]
fn thousands_have_commas() {
    let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
    for (number, text) in cases {
        assert_eq!(thousands(number), text);
    }
}

#[test]
fn messages_are_shortened_to_a_line_of_300_characters() {
    assert_eq!(short("\n  first \nsecond"), "first");
    assert_eq!(short(&"x".repeat(300)), "x".repeat(300));
    assert_eq!(short(&"x".repeat(301)), "x".repeat(300) + "...");
}

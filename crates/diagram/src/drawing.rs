//! The style of all diagrams: page, fonts, colours.
//!
//! Only presentation attributes and classes are used, so that a content security policy may forbid
//! inline styles. There are no `id` attributes, so that one HTML page can contain several diagrams.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Description, Path, Polygon, Rectangle, Text, Title};

/// The colour of main lines and text.
pub const INK: &str = "#1b2733";
/// The colour of annotations.
pub const QUIET: &str = "#5b6b7b";
/// The colour of grid lines.
pub const FAINT: &str = "#dbe2e9";
/// The background colour.
pub const PAPER: &str = "#ffffff";
/// The fill colour of boxes and buses.
pub const FILL: &str = "#eaf2fb";
/// The border colour of boxes.
pub const BORDER: &str = "#2f6fb0";
/// The highlight colour.
pub const ACCENT: &str = "#b3401e";

/// The font size.
pub const FONT_SIZE: f64 = 13.0;

/// A font family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// For prose.
    Sans,
    /// For identifiers and expressions.
    Code,
}

impl Font {
    fn family(self) -> &'static str {
        match self {
            Font::Sans => "Helvetica, Arial, 'Liberation Sans', sans-serif",
            Font::Code => "Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace",
        }
    }
}

/// Returns an upper bound of the width of a text over the fonts of its family.
pub fn text_width(text: &str, font: Font, size: f64) -> f64 {
    let em: f64 = match font {
        Font::Code => 0.61 * text.chars().count() as f64,
        // 10% more for fonts wider than Helvetica.
        Font::Sans => 1.1 * text.chars().map(sans_advance).sum::<f64>(),
    };
    em * size
}

/// Returns the width of a character in Helvetica, in ems.
fn sans_advance(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '\'' | '|' => 0.25,
        ' ' | '.' | ',' | ':' | ';' | '!' | 'f' | 't' | 'I' | '/' | '[' | ']' => 0.31,
        'r' | '(' | ')' | '-' => 0.36,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.9,
        'A'..='Z' | '&' => 0.72,
        _ => 0.58,
    }
}

/// Returns an empty page with a title and a description for screen readers.
pub fn page(width: f64, height: f64, title: &str, description: &str) -> Document {
    let (width, height) = (width.ceil(), height.ceil());
    Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(title))
        .add(Description::new().add(svg::node::Text::new(description)))
        .add(rectangle(0.0, 0.0, width, height).set("fill", PAPER).set("class", "paper"))
}

/// Returns a rectangle by its top left corner and size.
pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", rounded(height))
}

/// Returns a line of text with its baseline at `y`. It starts at `x` unless `text-anchor` is set.
pub fn text(content: &str, font: Font, size: f64, x: f64, y: f64) -> Text {
    Text::new(content)
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("font-family", font.family())
        .set("font-size", size)
        .set("fill", INK)
}

/// Returns a path without fill.
pub fn line(data: Data, colour: &str) -> Path {
    Path::new().set("d", data).set("fill", "none").set("stroke", colour)
}

/// Returns an arrowhead with its tip at a point. The direction is a unit vector: right, left, down
/// or up.
pub fn arrowhead(tip: (f64, f64), direction: (f64, f64), colour: &str) -> Polygon {
    const LENGTH: f64 = 9.0;
    const HALF: f64 = 4.5;
    let base = (tip.0 - LENGTH * direction.0, tip.1 - LENGTH * direction.1);
    let across = (HALF * direction.1, HALF * direction.0);
    let corners =
        [tip, (base.0 + across.0, base.1 + across.1), (base.0 - across.0, base.1 - across.1)];
    let points = corners.map(|(x, y)| format!("{},{}", rounded(x), rounded(y)));
    Polygon::new().set("points", points.join(" ")).set("fill", colour)
}

/// Returns a point for a path, rounded to tenths of a pixel.
pub fn point(x: f64, y: f64) -> (f32, f32) {
    (rounded(x), rounded(y))
}

fn rounded(number: f64) -> f32 {
    // Adding 0 turns -0 into 0.
    ((number * 10.0).round() / 10.0 + 0.0) as f32
}

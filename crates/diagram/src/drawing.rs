//! What all pictures have in common: the page, fonts, colours.
//!
//! Everything is said by presentation attributes and classes: a page may forbid inline styles and still show the picture.
//! There are no identifiers, so that one page may show several pictures.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Description, Path, Polygon, Rectangle, Text, Title};

/// Lines and letters that matter most.
pub const INK: &str = "#1b2733";
/// Lines and letters that explain.
pub const QUIET: &str = "#5b6b7b";
/// Lines that only guide the eye.
pub const FAINT: &str = "#dbe2e9";
/// The page.
pub const PAPER: &str = "#ffffff";
/// What a box or a bus is filled with.
pub const FILL: &str = "#eaf2fb";
/// The border of a box.
pub const BORDER: &str = "#2f6fb0";
/// What stands out.
pub const ACCENT: &str = "#b3401e";

/// The size of letters.
pub const LETTERS: f64 = 13.0;

/// A family of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Font {
    /// For sentences.
    Sans,
    /// For what stands in the source like this.
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

/// How wide a text is at most, in the widest of the fonts that a browser may take.
pub fn text_width(text: &str, font: Font, size: f64) -> f64 {
    let em: f64 = match font {
        Font::Code => 0.61 * text.chars().count() as f64,
        // A tenth more, for those that are wider than Helvetica.
        Font::Sans => 1.1 * text.chars().map(sans_advance).sum::<f64>(),
    };
    em * size
}

/// The width of a character in ems, of Helvetica and the like.
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

/// An empty page with what a screen reader says of it.
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

pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", rounded(height))
}

/// A line of text whose letters stand on `y`; it begins at `x` unless `text-anchor` is set.
pub fn text(content: &str, font: Font, size: f64, x: f64, y: f64) -> Text {
    Text::new(content)
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("font-family", font.family())
        .set("font-size", size)
        .set("fill", INK)
}

/// A line, not a surface.
pub fn line(data: Data, colour: &str) -> Path {
    Path::new().set("d", data).set("fill", "none").set("stroke", colour)
}

/// The tip of an arrow at a point, which it reaches in a direction: one of right, left, down, up.
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

/// A point for a path: a tenth of a pixel is fine enough.
pub fn point(x: f64, y: f64) -> (f32, f32) {
    (rounded(x), rounded(y))
}

fn rounded(number: f64) -> f32 {
    // The sum turns -0 into 0.
    ((number * 10.0).round() / 10.0 + 0.0) as f32
}

//! Drawing a seven-segment display.

use svg::node::element::{Group, Polygon};

use rust_hdl_diagram::drawing::{point, rectangle};

pub(super) const FRAME_WIDTH: f64 = 64.0;
pub(super) const FRAME_HEIGHT: f64 = 92.0;
const GLASS: &str = "#1b2226";
const LIT: &str = "#ff5540";
const UNLIT: &str = "#384349";
/// The distance of the centres of parallel bars.
const SIDE: f64 = 30.0;
/// Half the thickness of a bar.
const HALF: f64 = 4.0;
/// The gap where bars meet.
const GAP: f64 = 1.2;

/// The start of each bar, a to g, in sides from the top left corner, and whether it is vertical.
const BARS: [(f64, f64, bool); 7] = [
    (0.0, 0.0, false),
    (1.0, 0.0, true),
    (1.0, 1.0, true),
    (0.0, 2.0, false),
    (0.0, 1.0, true),
    (0.0, 0.0, true),
    (0.0, 1.0, false),
];

/// Draws a display with its centre at `x` and its top at `y`. Segments are active low; bit 0 is bar
/// a.
pub(super) fn draw(segments: u8, x: f64, y: f64) -> Group {
    let glass = rectangle(x - FRAME_WIDTH / 2.0, y, FRAME_WIDTH, FRAME_HEIGHT)
        .set("rx", 5)
        .set("fill", GLASS);
    let (left, top) = (x - SIDE / 2.0, y + FRAME_HEIGHT / 2.0 - SIDE);
    let mut group = Group::new().add(glass);
    // Lit bars are drawn last, so that they are on top.
    let is_lit = |bar: usize| segments >> bar & 1 == 0;
    for (wanted, colour) in [(false, UNLIT), (true, LIT)] {
        for (bar, (column, row, is_vertical)) in BARS.into_iter().enumerate() {
            if is_lit(bar) == wanted {
                let from = (left + column * SIDE, top + row * SIDE);
                group = group.add(
                    Polygon::new()
                        .set("class", if wanted { "bar lit" } else { "bar" })
                        .set("fill", colour)
                        .set("points", corners(from, is_vertical)),
                );
            }
        }
    }
    group
}

/// Returns the six corners of a bar that starts at a point and goes right or down.
fn corners(from: (f64, f64), is_vertical: bool) -> String {
    let (near, far) = (GAP, SIDE - GAP);
    let along_and_across = [
        (near, 0.0),
        (near + HALF, -HALF),
        (far - HALF, -HALF),
        (far, 0.0),
        (far - HALF, HALF),
        (near + HALF, HALF),
    ];
    let corner = |(along, across): (f64, f64)| {
        let (x, y) = if is_vertical { (across, along) } else { (along, across) };
        let (x, y) = point(from.0 + x, from.1 + y);
        format!("{x},{y}")
    };
    along_and_across.map(corner).join(" ")
}

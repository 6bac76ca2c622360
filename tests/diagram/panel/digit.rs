//! A seven-segment display.

use svg::node::element::{Group, Polygon};

use rust_hdl_diagram::drawing::{point, rectangle};

pub(super) const FRAME_WIDTH: f64 = 64.0;
pub(super) const FRAME_HEIGHT: f64 = 92.0;
const GLASS: &str = "#1b2226";
const LIT: &str = "#ff5540";
const UNLIT: &str = "#384349";
/// From the middle of a bar to that of its parallel neighbour.
const SIDE: f64 = 30.0;
/// Half the thickness of a bar.
const HALF: f64 = 4.0;
/// What is left free where bars meet.
const GAP: f64 = 1.2;

/// Where the seven bars begin, in sides from the top left corner, and whether they are upright: a to g.
const BARS: [(f64, f64, bool); 7] = [
    (0.0, 0.0, false),
    (1.0, 0.0, true),
    (1.0, 1.0, true),
    (0.0, 2.0, false),
    (0.0, 1.0, true),
    (0.0, 0.0, true),
    (0.0, 1.0, false),
];

/// A display with its middle at `x` and its top at `y`; bit 0 is bar a, and so on, lit by 0.
pub(super) fn draw(segments: u8, x: f64, y: f64) -> Group {
    let glass = rectangle(x - FRAME_WIDTH / 2.0, y, FRAME_WIDTH, FRAME_HEIGHT)
        .set("rx", 5)
        .set("fill", GLASS);
    let (left, top) = (x - SIDE / 2.0, y + FRAME_HEIGHT / 2.0 - SIDE);
    let mut group = Group::new().add(glass);
    // The lit ones come last, so that they lie on top where bars meet.
    let is_lit = |bar: usize| segments >> bar & 1 == 0;
    for (wanted, colour) in [(false, UNLIT), (true, LIT)] {
        for (bar, (column, row, is_upright)) in BARS.into_iter().enumerate() {
            if is_lit(bar) == wanted {
                let from = (left + column * SIDE, top + row * SIDE);
                group = group.add(
                    Polygon::new()
                        .set("class", if wanted { "bar lit" } else { "bar" })
                        .set("fill", colour)
                        .set("points", corners(from, is_upright)),
                );
            }
        }
    }
    group
}

/// The six corners of a bar that begins at a point and goes right or down.
fn corners(from: (f64, f64), is_upright: bool) -> String {
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
        let (x, y) = if is_upright { (across, along) } else { (along, across) };
        let (x, y) = point(from.0 + x, from.1 + y);
        format!("{x},{y}")
    };
    along_and_across.map(corner).join(" ")
}

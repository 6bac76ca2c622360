//! The lines of wires in a block diagram.

use std::ops::Deref;

use test_support::svg::{Area, area, groups, parsed};

type Point = (f64, f64);

/// A wire from the border of a box to that of another.
pub struct Route {
    pub net: String,
    pub from: String,
    pub to: String,
    corners: Vec<Point>,
}

/// All wires of a diagram, and its boxes by their names.
pub struct Routes {
    routes: Vec<Route>,
    boxes: Vec<(String, Area)>,
}

impl Deref for Routes {
    type Target = [Route];

    fn deref(&self) -> &[Route] {
        &self.routes
    }
}

impl Route {
    fn lines(&self) -> impl Iterator<Item = (Point, Point)> {
        self.corners.windows(2).map(|corners| (corners[0], corners[1]))
    }
}

/// Returns the corners of a path of lines.
fn corners(path: &str) -> Vec<Point> {
    let numbers: Vec<f64> = path
        .split(|c: char| "MLml, ".contains(c))
        .filter_map(|number| number.parse().ok())
        .collect();
    assert!(!path.contains(['C', 'c', 'z', 'm', 'l']), "{path}");
    numbers.chunks_exact(2).map(|point| (point[0], point[1])).collect()
}

impl Routes {
    /// Reads the wires of a drawing. The last corner of a wire is the tip of its arrow.
    pub fn of(svg: &str) -> Routes {
        let document = parsed(svg);
        let routes = groups(&document, "wire").into_iter().map(|wire| {
            let named = |name: &str| wire.attribute(name).expect("an attribute").to_string();
            let child = |tag: &str, attribute: &str| {
                let child = wire.children().find(|node| node.has_tag_name(tag));
                child.and_then(|node| node.attribute(attribute)).expect("a line").to_string()
            };
            let mut corners = corners(&child("path", "d"));
            let tip = child("polygon", "points");
            let tip = tip.split([' ', ',']).map(|number| number.parse().expect("a number"));
            let tip: Vec<f64> = tip.collect();
            *corners.last_mut().expect("a corner") = (tip[0], tip[1]);
            let [net, from, to] = ["data-net", "data-from", "data-to"].map(named);
            Route { net, from, to, corners }
        });
        let boxes = groups(&document, "block").into_iter().map(|block| {
            let name = block.attribute("data-block").expect("a name");
            let rectangle = block.children().find(|node| node.has_tag_name("rect"));
            (name.to_string(), area(rectangle.expect("a box"), name))
        });
        Routes { routes: routes.collect(), boxes: boxes.collect() }
    }

    /// Asserts that each wire is horizontal and vertical lines from a box to another, outside all
    /// boxes, and that only wires of one driver or one bundle are drawn over each other.
    pub fn assert_followable(&self, module: &str) {
        for route in &self.routes {
            let Route { net, from, to, .. } = route;
            let name = format!("{module}: {net} from {from} to {to}");
            let [first, .., last] = route.corners[..] else { panic!("{name} is not a line") };
            for (end, at) in [(from, first), (to, last)] {
                let mut boxes = self.boxes.iter().filter(|(block, _)| end.starts_with(&**block));
                assert!(boxes.any(|(_, area)| area.has_on_side(at)), "{name}: {end}, {at:?}");
            }
            for (start, end) in route.lines() {
                let is_straight = start.0 == end.0 || start.1 == end.1;
                assert!(is_straight, "{name}: {start:?} to {end:?}");
                for (block, area) in &self.boxes {
                    assert!(!area.is_crossed_by(start, end), "{name} crosses {block}");
                }
            }
            for other in &self.routes {
                if !belong_together(route, other) {
                    for (one, two) in
                        route.lines().flat_map(|one| other.lines().map(move |two| (one, two)))
                    {
                        let (net, from) = (&other.net, &other.from);
                        assert!(
                            !overlap(one, two),
                            "{name} is drawn over {net} from {from}: {one:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Returns whether two wires have a driver in common or are between the same blocks.
fn belong_together(one: &Route, other: &Route) -> bool {
    let block = |end: &str| end.split(['.', '[']).next().map(str::to_string);
    one.from == other.from
        || (block(&one.from) == block(&other.from) && block(&one.to) == block(&other.to))
}

/// Returns whether two lines are on one another.
fn overlap((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let common = |a: f64, b: f64, c: f64, d: f64| a.max(b).min(c.max(d)) - a.min(b).max(c.min(d));
    let is_near = |values: [f64; 4]| values.iter().all(|value| (value - values[0]).abs() < 2.0);
    is_near([a.0, b.0, c.0, d.0]) && common(a.1, b.1, c.1, d.1) > 0.5
        || is_near([a.1, b.1, c.1, d.1]) && common(a.0, b.0, c.0, d.0) > 0.5
}

/// A drawing with wires from `a` to `b` and from `c` to `d`, given as paths.
fn drawing(paths: [&str; 2]) -> String {
    let names = ["a", "b", "c", "d"];
    let places = [(0, 0), (100, 0), (0, 50), (100, 50)];
    let boxes = names.iter().zip(places).map(|(name, (x, y))| {
        format!("<g class='block' data-block='{name}'><rect x='{x}' y='{y}' width='20' height='20'/></g>")
    });
    let wires = paths.iter().zip([("a", "b", 10), ("c", "d", 60)]).map(|(path, (from, to, y))| {
        format!(
            "<g class='wire' data-net='{from}' data-from='{from}' data-to='{to}'>\
             <path d='{path}'/><polygon points='100,{y} 91,{y} 91,{y}'/></g>"
        )
    });
    format!("<svg>{}{}</svg>", boxes.collect::<String>(), wires.collect::<String>())
}

const STRAIGHT: [&str; 2] = ["M20,10 L91,10", "M20,60 L91,60"];

#[test]
fn straight_wires_are_followable() {
    Routes::of(&drawing(STRAIGHT)).assert_followable("test");
}

#[test]
#[should_panic(expected = "is drawn over")]
fn wires_over_each_other_are_found() {
    let bent = "M20,60 L50,60 L50,10 L60,10 L60,60 L91,60";
    Routes::of(&drawing([STRAIGHT[0], bent])).assert_followable("test");
}

#[test]
#[should_panic(expected = "crosses a")]
fn wires_through_boxes_are_found() {
    let bent = "M20,60 L50,60 L50,15 L10,15 L10,60 L91,60";
    Routes::of(&drawing([STRAIGHT[0], bent])).assert_followable("test");
}

#[test]
#[should_panic(expected = "b, (100.0, 40.0)")]
fn wires_that_end_beside_their_box_are_found() {
    let svg = drawing(["M20,10 L50,10 L50,40 L91,40", STRAIGHT[1]]);
    Routes::of(&svg.replace("100,10 91,10", "100,40 91,40")).assert_followable("test");
}

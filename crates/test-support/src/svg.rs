//! Checks of SVG files: text and boxes that overlap or leave the page.

use std::fmt;

use roxmltree::{Document, Node};

/// A rectangle on the page.
#[derive(Clone)]
pub struct Area {
    what: String,
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// The name and the coordinates.
impl fmt::Debug for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Area { what, left, top, right, bottom } = self;
        write!(f, "{what} at {left:.1}..{right:.1}, {top:.1}..{bottom:.1}")
    }
}

impl Area {
    fn overlaps(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Returns whether a point is on the left or the right side.
    pub fn has_on_side(&self, (x, y): (f64, f64)) -> bool {
        let is_beside = [self.left, self.right].iter().any(|side| (side - x).abs() < 0.5);
        is_beside && self.top < y && y < self.bottom
    }

    /// Returns whether a horizontal or vertical line leads through the inside.
    pub fn is_crossed_by(&self, start: (f64, f64), end: (f64, f64)) -> bool {
        start.0.min(end.0) < self.right - 1.0
            && self.left + 1.0 < start.0.max(end.0)
            && start.1.min(end.1) < self.bottom - 1.0
            && self.top + 1.0 < start.1.max(end.1)
    }

    fn contains(&self, other: &Area) -> bool {
        self.left <= other.left
            && self.right >= other.right
            && self.top <= other.top
            && self.bottom >= other.bottom
    }
}

/// Parses a file.
pub fn parsed(svg: &str) -> Document<'_> {
    Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"))
}

/// All groups of a class.
pub fn groups<'a, 'i>(document: &'a Document<'i>, class: &str) -> Vec<Node<'a, 'i>> {
    let has_class = |node: &Node| {
        node.attribute("class").is_some_and(|classes| classes.split(' ').any(|one| one == class))
    };
    document.descendants().filter(|node| node.has_tag_name("g") && has_class(node)).collect()
}

/// The lines of text in a node.
pub fn texts(node: Node) -> Vec<String> {
    let texts = node.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|text| Some(text.text()?.trim().to_string())).collect()
}

/// Asserts that a page with a strict content security policy can show the image, also several
/// times, and that all text is on the image.
pub fn assert_is_presentable(svg: &str) {
    assert!(svg.is_ascii() && svg.ends_with("</svg>\n"), "{svg}");
    let document = parsed(svg);
    let root = document.root_element();
    assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
    assert_eq!(root.attribute("role"), Some("img"));
    for required in ["title", "desc"] {
        let node = root.children().find(|node| node.has_tag_name(required));
        let text = node.and_then(|node| node.text()).unwrap_or_default();
        assert!(!text.trim().is_empty(), "no {required}");
    }
    for node in root.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["style", "script", "foreignObject", "image"].contains(&name), "<{name}>");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(name != "style" && name != "id" && !name.starts_with("on"), "{name}=");
        }
    }
    let page = page(&document);
    for text in root.descendants().filter(|node| node.has_tag_name("text")) {
        let text = extent(text);
        assert!(page.contains(&text), "{text:?} is not on the page {page:?}");
    }
}

fn number(node: Node, name: &str) -> f64 {
    let value = node.attribute(name).unwrap_or_else(|| panic!("no {name} in {node:?}"));
    value.parse().unwrap_or_else(|error| panic!("{name}={value}: {error}"))
}

fn page(document: &Document) -> Area {
    let root = document.root_element();
    let (right, bottom) = (number(root, "width"), number(root, "height"));
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {right} {bottom}").as_str()));
    Area { what: "page".to_string(), left: 0.0, top: 0.0, right, bottom }
}

/// The area of a rectangle.
pub fn area(node: Node, what: &str) -> Area {
    let (left, top) = (number(node, "x"), number(node, "y"));
    let (right, bottom) = (left + number(node, "width"), top + number(node, "height"));
    Area { what: what.to_string(), left, top, right, bottom }
}

/// The area of a text, with the character width of DejaVu Sans Mono for code, and Helvetica's
/// average otherwise.
pub fn extent(text: Node) -> Area {
    let words = text.text().unwrap_or_default().trim();
    let size = number(text, "font-size");
    let is_code = text.attribute("font-family").is_some_and(|family| family.contains("Mono"));
    let width = words.chars().count() as f64 * size * if is_code { 0.602 } else { 0.5 };
    let (x, y) = (number(text, "x"), number(text, "y"));
    let left = match text.attribute("text-anchor") {
        Some("middle") => x - width / 2.0,
        Some("end") => x - width,
        _ => x,
    };
    Area {
        what: words.to_string(),
        left,
        top: y - 0.75 * size,
        right: left + width,
        bottom: y + 0.2 * size,
    }
}

/// Asserts that no two areas overlap.
pub fn assert_apart(areas: &[Area]) {
    for (index, one) in areas.iter().enumerate() {
        for other in &areas[index + 1..] {
            assert!(!one.overlaps(other), "{one:?} overlaps {other:?}");
        }
    }
}

/// The boxes of some classes, and the backgrounds of all labels.
///
/// # Panics
///
/// If a text is not inside its box or overlaps another text.
pub fn boxes_and_labels(document: &Document, classes: &[&str]) -> Vec<Area> {
    let mut areas = Vec::new();
    for class in classes {
        for group in groups(document, class) {
            let Some(rectangle) = group.children().find(|node| node.has_tag_name("rect")) else {
                continue;
            };
            let area = area(rectangle, &format!("{class} {:?}", texts(group)));
            let texts = group.children().filter(|node| node.has_tag_name("text"));
            let texts: Vec<Area> = texts.map(extent).collect();
            for text in &texts {
                assert!(area.contains(text), "{text:?} is not in {area:?}");
            }
            assert_apart(&texts);
            areas.push(area);
        }
    }
    for label in document.descendants().filter(|node| {
        node.attribute("class") == Some("paper") && node.parent() != Some(document.root_element())
    }) {
        let group = label.parent().expect("a group");
        let area = area(label, &format!("label {:?}", texts(group)));
        for text in group.children().filter(|node| node.has_tag_name("text")) {
            assert!(area.contains(&extent(text)), "{:?} is not on {area:?}", extent(text));
        }
        areas.push(area);
    }
    areas
}

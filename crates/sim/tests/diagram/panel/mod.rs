//! A board panel as SVG: seven-segment displays, lights, switches and keys, each with its name and
//! meaning.

mod digit;

use svg::node::element::path::Data;
use svg::node::element::{Circle, Group};

use rust_hdl_diagram::drawing::{
    BORDER, FILL, FONT_SIZE, Font, INK, PAPER, QUIET, line, page, point, rectangle, text,
};

/// A group of adjacent parts under a title, from left to right.
#[derive(Clone, Debug)]
pub struct Cluster<T> {
    pub title: String,
    pub members: Vec<T>,
}

/// A seven-segment display.
#[derive(Clone, Debug)]
pub struct Display {
    pub name: String,
    /// Active low; bit 0 is the top bar, bits 1 to 5 follow clockwise, bit 6 is the middle bar.
    pub segments: u8,
    /// Short lines of text.
    pub meaning: Vec<String>,
}

/// A light.
#[derive(Clone, Debug)]
pub struct Light {
    pub name: String,
    pub is_lit: bool,
    /// A word, or empty.
    pub meaning: String,
}

/// A key.
#[derive(Clone, Debug)]
pub struct Key {
    pub name: String,
    pub has_effect: bool,
    /// Short lines of text.
    pub meaning: Vec<String>,
}

/// A switch.
#[derive(Clone, Debug)]
pub struct Switch {
    pub name: String,
    pub is_up: bool,
    /// A word, or empty.
    pub meaning: String,
}

/// A panel: displays in a row, lights below them, switches below the lights, keys to the right of
/// the lights.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    /// The description for screen readers.
    pub description: String,
    pub displays: Vec<Cluster<Display>>,
    pub lights: Vec<Cluster<Light>>,
    pub switches: Vec<Cluster<Switch>>,
    pub keys: Vec<Key>,
}

const MARGIN: f64 = 20.0;
const SMALL: f64 = 12.0;
const LINE_HEIGHT: f64 = 16.0;
/// The distances of the centres of adjacent parts.
const DISPLAY_PITCH: f64 = 88.0;
const LIGHT_PITCH: f64 = 48.0;
const KEY_PITCH: f64 = 92.0;
const KEY_SIZE: f64 = 44.0;
const LIGHT_RADIUS: f64 = 9.0;
const SWITCH_WIDTH: f64 = 18.0;
const SWITCH_HEIGHT: f64 = 40.0;
/// The distance of adjacent clusters.
const CLUSTER_GAP: f64 = 18.0;
const LIT: &str = "#e5341d";
const UNLIT_LIGHT: &str = "#d9cfcc";

impl Panel {
    /// Returns the drawing.
    pub fn svg(&self) -> String {
        let keys_at = MARGIN + row_width(&self.lights, LIGHT_PITCH) + 2.0 * CLUSTER_GAP;
        let width = keys_at + self.keys.len() as f64 * KEY_PITCH + MARGIN;
        let displays_at = MARGIN + LINE_HEIGHT + 40.0;
        let display_lines =
            members(&self.displays).map(|display| display.meaning.len()).max().unwrap_or(0);
        let lights_at =
            displays_at + digit::FRAME_HEIGHT + (display_lines + 1) as f64 * LINE_HEIGHT + 76.0;
        let key_lines = self.keys.iter().map(|key| key.meaning.len()).max().unwrap_or(0);
        let keys_end = lights_at + KEY_SIZE / 2.0 + (key_lines + 1) as f64 * LINE_HEIGHT;
        let switches_at = lights_at + LIGHT_RADIUS + 3.0 * LINE_HEIGHT + 50.0;
        let switches_end = switches_at + SWITCH_HEIGHT + 2.0 * LINE_HEIGHT;
        let end = if self.switches.is_empty() { keys_end } else { keys_end.max(switches_end) };
        let height = end + MARGIN;

        let title = text(&self.title, Font::Sans, FONT_SIZE, MARGIN, MARGIN + 10.0)
            .set("font-weight", "bold");
        let mut document = page(width, height, &self.title, &self.description).add(title);
        for part in row(&self.displays, MARGIN, DISPLAY_PITCH, displays_at - 12.0, |part, x| {
            display(part, x, displays_at)
        }) {
            document = document.add(part);
        }
        for part in row(&self.lights, MARGIN, LIGHT_PITCH, lights_at - 26.0, |part, x| {
            light(part, x, lights_at)
        }) {
            document = document.add(part);
        }
        for part in row(&self.switches, MARGIN, LIGHT_PITCH, switches_at - 12.0, |part, x| {
            switch(part, x, switches_at)
        }) {
            document = document.add(part);
        }
        for (place, part) in self.keys.iter().enumerate() {
            let x = keys_at + (place as f64 + 0.5) * KEY_PITCH;
            document = document.add(key(part, x, lights_at));
        }
        format!("{document}\n")
    }
}

/// Returns a drawing of displays only, in rows of `columns`.
pub fn sheet(title: &str, description: &str, displays: &[Display], columns: usize) -> String {
    let columns = columns.clamp(1, displays.len().max(1));
    let lines = displays.iter().map(|display| display.meaning.len()).max().unwrap_or(0);
    let row_height = digit::FRAME_HEIGHT + (lines + 1) as f64 * LINE_HEIGHT + 22.0;
    let rows = displays.len().div_ceil(columns);
    let top = MARGIN + LINE_HEIGHT + 10.0;
    let width = 2.0 * MARGIN + columns as f64 * DISPLAY_PITCH;
    let mut document = page(width, top + rows as f64 * row_height, title, description)
        .add(text(title, Font::Sans, FONT_SIZE, MARGIN, MARGIN + 10.0).set("font-weight", "bold"));
    for (place, part) in displays.iter().enumerate() {
        let x = MARGIN + ((place % columns) as f64 + 0.5) * DISPLAY_PITCH;
        let y = top + (place / columns) as f64 * row_height;
        document = document.add(display(part, x, y));
    }
    format!("{document}\n")
}

fn members<T>(clusters: &[Cluster<T>]) -> impl Iterator<Item = &T> {
    clusters.iter().flat_map(|cluster| &cluster.members)
}

fn row_width<T>(clusters: &[Cluster<T>], pitch: f64) -> f64 {
    let gaps = clusters.len().saturating_sub(1) as f64 * CLUSTER_GAP;
    members(clusters).count() as f64 * pitch + gaps
}

/// Draws clusters side by side from `left`, each with its title above a bracket at `y`; `draw` gets
/// the centre of a part.
fn row<T>(
    clusters: &[Cluster<T>],
    left: f64,
    pitch: f64,
    y: f64,
    draw: impl Fn(&T, f64) -> Group,
) -> Vec<Group> {
    let mut parts = Vec::new();
    let mut x = left;
    for cluster in clusters {
        let width = cluster.members.len() as f64 * pitch;
        parts.push(bracket(&cluster.title, x + 4.0, x + width - 4.0, y));
        for member in &cluster.members {
            parts.push(draw(member, x + pitch / 2.0));
            x += pitch;
        }
        x += CLUSTER_GAP;
    }
    parts
}

fn bracket(title: &str, left: f64, right: f64, y: f64) -> Group {
    let data = Data::new()
        .move_to(point(left, y + 5.0))
        .line_to(point(left, y))
        .line_to(point(right, y))
        .line_to(point(right, y + 5.0));
    let title = text(title, Font::Sans, FONT_SIZE, (left + right) / 2.0, y - 7.0);
    Group::new().add(line(data, BORDER)).add(title.set("text-anchor", "middle"))
}

fn display(display: &Display, x: f64, y: f64) -> Group {
    let group = digit::draw(display.segments, x, y).set("class", "display");
    let group = group.set("data-name", display.name.as_str());
    labels(group, &display.name, &display.meaning, x, y + digit::FRAME_HEIGHT + LINE_HEIGHT)
}

fn light(light: &Light, x: f64, y: f64) -> Group {
    let lamp = Circle::new()
        .set("cx", x as f32)
        .set("cy", y as f32)
        .set("r", LIGHT_RADIUS)
        .set("fill", if light.is_lit { LIT } else { UNLIT_LIGHT })
        .set("stroke", INK);
    let group = Group::new()
        .set("class", if light.is_lit { "light lit" } else { "light" })
        .set("data-name", light.name.as_str())
        .add(lamp);
    let meaning = Some(light.meaning.clone()).filter(|meaning| !meaning.is_empty());
    labels(group, &light.name, &Vec::from_iter(meaning), x, y + LIGHT_RADIUS + LINE_HEIGHT)
}

/// Draws a switch with its upper end at `y`.
fn switch(switch: &Switch, x: f64, y: f64) -> Group {
    let slot = rectangle(x - SWITCH_WIDTH / 2.0, y, SWITCH_WIDTH, SWITCH_HEIGHT)
        .set("rx", 3)
        .set("fill", PAPER)
        .set("stroke", BORDER);
    let half = SWITCH_HEIGHT / 2.0;
    let top = if switch.is_up { y } else { y + half };
    let lever = rectangle(x - SWITCH_WIDTH / 2.0, top, SWITCH_WIDTH, half)
        .set("rx", 3)
        .set("fill", BORDER)
        .set("stroke", BORDER);
    let group = Group::new()
        .set("class", if switch.is_up { "switch up" } else { "switch" })
        .set("data-name", switch.name.as_str())
        .add(slot)
        .add(lever);
    let meaning = Some(switch.meaning.clone()).filter(|meaning| !meaning.is_empty());
    labels(group, &switch.name, &Vec::from_iter(meaning), x, y + SWITCH_HEIGHT + LINE_HEIGHT)
}

fn key(key: &Key, x: f64, y: f64) -> Group {
    let half = KEY_SIZE / 2.0;
    let (fill, border) = if key.has_effect { (FILL, BORDER) } else { (PAPER, QUIET) };
    let frame = rectangle(x - half, y - half, KEY_SIZE, KEY_SIZE)
        .set("rx", 6)
        .set("fill", fill)
        .set("stroke", border)
        .set("stroke-width", 1.5);
    let cap = Circle::new()
        .set("cx", x as f32)
        .set("cy", y as f32)
        .set("r", half - 8.0)
        .set("fill", if key.has_effect { BORDER } else { PAPER })
        .set("stroke", border);
    let group =
        Group::new().set("class", "key").set("data-name", key.name.as_str()).add(frame).add(cap);
    labels(group, &key.name, &key.meaning, x, y + half + LINE_HEIGHT)
}

/// Adds the name of a part, and its meaning below.
fn labels(group: Group, name: &str, meaning: &[String], x: f64, y: f64) -> Group {
    let name = text(name, Font::Code, SMALL, x, y).set("text-anchor", "middle");
    meaning.iter().zip(1..).fold(group.add(name), |group, (words, place)| {
        let y = y + f64::from(place) * LINE_HEIGHT;
        let words = text(words, Font::Sans, SMALL, x, y).set("text-anchor", "middle");
        group.add(words.set("fill", QUIET))
    })
}

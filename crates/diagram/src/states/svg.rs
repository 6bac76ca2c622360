//! State diagrams as SVG.

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Title};

use super::super::condition;
use super::super::drawing::{
    ACCENT, BORDER, FILL, FONT_SIZE, Font, INK, PAPER, QUIET, arrowhead, line, page, point,
    rectangle, text, text_width,
};
use super::super::layout::{Area, Edge, Layout, Node, Plan, Route};
use super::{Next, StateMachine, Transition};

const MARGIN: f64 = 20.0;
const SMALL: f64 = 12.0;
const LINE_HEIGHT: f64 = 17.0;
const STATE_HEIGHT: f64 = 38.0;
/// The distance between the two borders of a final state.
const INSET: f64 = 4.0;
const DOT: f64 = 14.0;
const ARROW: f64 = 9.0;
/// The width of a self-loop.
const LOOP: f64 = 26.0;

/// A line of a label.
struct LabelLine {
    text: String,
    /// Whether it is the definition of the line before.
    is_meaning: bool,
}

/// A state diagram with its layout. The nodes are the states, the start, and the values that next
/// states come from.
pub(super) struct Drawing<'m> {
    machine: &'m StateMachine<'m>,
    plan: Plan,
    /// The values of transitions without a fixed next state.
    values: Vec<String>,
    /// The labels of the transitions in order, then that of the start.
    labels: Vec<Vec<LabelLine>>,
    layout: Layout,
    /// The lines above the diagram.
    head: Vec<String>,
    /// The lines below the diagram.
    foot: Vec<String>,
}

impl<'m> Drawing<'m> {
    pub fn new(machine: &'m StateMachine<'m>) -> Self {
        let mut drawing = Drawing {
            machine,
            plan: Plan { node_gap: 40.0, rank_gap: 44.0, ..Plan::default() },
            values: vec![],
            labels: vec![],
            layout: Layout::default(),
            head: vec![machine.title(), machine.when()],
            foot: machine.invalid_note().into_iter().collect(),
        };
        drawing.place();
        drawing
    }

    fn place(&mut self) {
        let machine = self.machine;
        for state in &machine.states.variants {
            let width = text_width(&state.name, Font::Code, FONT_SIZE) + 36.0;
            self.plan.nodes.push(Node { width, height: STATE_HEIGHT, frame: None });
        }
        let start = self.plan.nodes.len();
        self.plan.nodes.push(Node { width: DOT, height: DOT, frame: None });
        for transition in &machine.transitions {
            let to = match &transition.to {
                Next::State(state) if *state < start => *state,
                Next::State(state) => self.value_node(state.to_string()),
                Next::Value(value) => self.value_node(condition::text(value, machine.module)),
            };
            self.edge(transition.from, to, labels(machine, transition));
        }
        let line = |text: String| LabelLine { text, is_meaning: false };
        self.edge(start, machine.initial, machine.start_lines().into_iter().map(line).collect());
        self.layout = self.plan.layout();
        let top = MARGIN + self.head.len() as f64 * LINE_HEIGHT + 14.0;
        self.layout.shift(MARGIN, top);
    }

    fn value_node(&mut self, text: String) -> usize {
        let first = self.machine.states.variants.len() + 1;
        if let Some(known) = self.values.iter().position(|value| *value == text) {
            return first + known;
        }
        let width = text_width(&text, Font::Code, FONT_SIZE) + 36.0;
        self.values.push(text);
        self.plan.nodes.push(Node { width, height: STATE_HEIGHT, frame: None });
        first + self.values.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, lines: Vec<LabelLine>) {
        let widths = lines.iter().map(|line| text_width(&line.text, Font::Code, SMALL));
        let label_width = match lines.len() {
            0 => 0.0,
            _ => widths.fold(0.0, f64::max) + 8.0,
        };
        let label_height = lines.len() as f64 * LINE_HEIGHT;
        self.plan.edges.push(Edge { from, to, label_width, label_height });
        self.labels.push(lines);
    }

    pub fn svg(&self) -> String {
        let heads = self.head.iter().chain(&self.foot);
        let widths = heads.map(|line| text_width(line, Font::Sans, FONT_SIZE) * 1.1 + MARGIN);
        let width = widths.fold(self.layout.width, f64::max) + MARGIN;
        let foot = self.layout.height + 14.0;
        let height = foot + self.foot.len() as f64 * LINE_HEIGHT + MARGIN - 8.0;
        let mut document = page(width, height, &self.machine.title(), &self.machine.description());
        for (index, sentence) in self.head.iter().enumerate() {
            let y = MARGIN + index as f64 * LINE_HEIGHT + 10.0;
            let words = text(sentence, Font::Sans, FONT_SIZE, MARGIN, y);
            document = document.add(match index {
                0 => words.set("font-weight", "bold"),
                _ => words.set("fill", QUIET),
            });
        }
        for (index, sentence) in self.foot.iter().enumerate() {
            let y = foot + index as f64 * LINE_HEIGHT + 10.0;
            document = document.add(
                text(sentence, Font::Sans, SMALL, MARGIN, y)
                    .set("fill", QUIET)
                    .set("class", "note"),
            );
        }
        document = self.draw_lines(document);
        self.draw_boxes(document)
    }

    fn draw_lines(&self, mut document: Document) -> Document {
        let ends = Ends::new(&self.plan, &self.layout);
        for (index, transition) in self.machine.transitions.iter().enumerate() {
            let (from, to) =
                (self.name(self.plan.edges[index].from), self.name(self.plan.edges[index].to));
            let mut group =
                Group::new().set("class", "transition").set("data-from", from).set("data-to", to);
            if transition.condition.guards() > 0 {
                let lines = transition.condition.lines(self.machine.module);
                group = group.set("data-condition", lines.join(" "));
            }
            document = document.add(self.draw_line(group, index, &ends, INK));
        }
        let start = self.machine.transitions.len();
        let group =
            Group::new().set("class", "start").set("data-to", self.name(self.machine.initial));
        document.add(self.draw_line(group, start, &ends, ACCENT))
    }

    fn draw_line(&self, group: Group, index: usize, ends: &Ends, colour: &str) -> Group {
        let edge = self.plan.edges[index];
        let route = &self.layout.routes[index];
        let group = if edge.from == edge.to {
            self_loop(group, self.layout.nodes[edge.from], colour)
        } else {
            curve(group, ends.starts[index], route, ends.ends[index], colour)
        };
        self.draw_label(group, index, colour)
    }

    fn draw_label(&self, mut group: Group, index: usize, colour: &str) -> Group {
        let lines = &self.labels[index];
        if lines.is_empty() {
            return group;
        }
        let area = self.layout.routes[index].label;
        group = group.add(
            rectangle(area.left(), area.top(), area.width, area.height)
                .set("fill", PAPER)
                .set("class", "paper"),
        );
        for (index, label) in lines.iter().enumerate() {
            let y = area.top() + (index as f64 + 1.0) * LINE_HEIGHT - 5.0;
            let words = text(&label.text, Font::Code, SMALL, area.x, y)
                .set("text-anchor", "middle")
                .set("fill", if label.is_meaning { QUIET } else { colour });
            group = group.add(words);
        }
        group
    }

    fn name(&self, node: usize) -> String {
        let states = &self.machine.states.variants;
        match states.get(node) {
            Some(state) => state.name.clone(),
            None => self.values.get(node - states.len() - 1).cloned().unwrap_or_default(),
        }
    }

    fn draw_boxes(&self, mut document: Document) -> String {
        let states = &self.machine.states.variants;
        for (index, state) in states.iter().enumerate() {
            let area = self.layout.nodes[index];
            let mut group = Group::new()
                .set("class", if self.machine.is_final(index) { "state final" } else { "state" })
                .set("data-state", state.name.as_str());
            if !state.documentation.is_empty() {
                group = group.add(Title::new(state.documentation.as_str()));
            }
            group = group.add(rounded_box(area, 0.0).set("stroke-width", 1.5));
            if self.machine.is_final(index) {
                group = group.add(rounded_box(area, INSET).set("fill", "none"));
            }
            document = document.add(group.add(box_name(&state.name, area)));
        }
        let dot = self.layout.nodes[states.len()];
        let circle = Circle::new()
            .set("cx", dot.x as f32)
            .set("cy", dot.y as f32)
            .set("r", DOT / 2.0)
            .set("fill", ACCENT);
        document = document.add(Group::new().set("class", "start").add(circle));
        for (index, value) in self.values.iter().enumerate() {
            let area = self.layout.nodes[states.len() + 1 + index];
            let group = Group::new()
                .set("class", "value")
                .add(rounded_box(area, 0.0).set("fill", PAPER).set("stroke-dasharray", "4 3"))
                .add(box_name(value, area));
            document = document.add(group);
        }
        format!("{document}\n")
    }
}

fn labels(machine: &StateMachine<'_>, transition: &Transition) -> Vec<LabelLine> {
    let (lines, meaning) = machine.label(transition);
    let line = |is_meaning| move |text| LabelLine { text, is_meaning };
    lines.into_iter().map(line(false)).chain(meaning.map(line(true))).collect()
}

fn rounded_box(area: Area, inset: f64) -> svg::node::element::Rectangle {
    let (width, height) = (area.width - 2.0 * inset, area.height - 2.0 * inset);
    rectangle(area.left() + inset, area.top() + inset, width, height)
        .set("rx", 12.0 - inset)
        .set("fill", FILL)
        .set("stroke", BORDER)
}

fn box_name(name: &str, area: Area) -> svg::node::element::Text {
    text(name, Font::Code, FONT_SIZE, area.x, area.y + 4.5).set("text-anchor", "middle")
}

/// The end points of lines at their boxes, side by side, sorted by the position of their other
/// ends.
struct Ends {
    starts: Vec<(f64, f64)>,
    ends: Vec<(f64, f64)>,
}

impl Ends {
    fn new(plan: &Plan, layout: &Layout) -> Ends {
        let count = plan.edges.len();
        let mut ends = Ends { starts: vec![(0.0, 0.0); count], ends: vec![(0.0, 0.0); count] };
        for (node, area) in layout.nodes.iter().enumerate() {
            for is_bottom in [false, true] {
                // The edge, whether it starts here, and the position of its next point.
                let mut here: Vec<(usize, bool, f64)> = Vec::new();
                for (index, edge) in plan.edges.iter().enumerate() {
                    let points = &layout.routes[index].points;
                    if edge.from == edge.to {
                        continue;
                    }
                    let mut add = |point: Option<&(f64, f64)>, starts_here| {
                        if let Some((x, y)) = point
                            && (*y > area.y) == is_bottom
                        {
                            here.push((index, starts_here, *x));
                        }
                    };
                    if edge.from == node {
                        add(points.first(), true);
                    }
                    if edge.to == node {
                        add(points.last(), false);
                    }
                }
                here.sort_by(|one, other| one.2.total_cmp(&other.2));
                let y = if is_bottom { area.bottom() } else { area.top() };
                let count = here.len() as f64;
                for (position, (index, starts_here, _)) in here.into_iter().enumerate() {
                    let x = area.left() + area.width * (position as f64 + 1.0) / (count + 1.0);
                    let list = if starts_here { &mut ends.starts } else { &mut ends.ends };
                    list[index] = (x, y);
                }
            }
        }
        ends
    }
}

/// Draws a line from rank to rank, vertical within ranks.
fn curve(group: Group, start: (f64, f64), route: &Route, end: (f64, f64), colour: &str) -> Group {
    let down = route.points.last().is_none_or(|(_, y)| *y < end.1);
    let base = (end.0, if down { end.1 - ARROW } else { end.1 + ARROW });
    let mut data = Data::new().move_to(point(start.0, start.1));
    let mut before = start;
    for next in route.points.iter().chain([&base]) {
        let middle = (before.1 + next.1) / 2.0;
        let (x1, y1) = point(before.0, middle);
        let (x2, y2) = point(next.0, middle);
        let (x, y) = point(next.0, next.1);
        data = data.cubic_curve_to((x1, y1, x2, y2, x, y));
        before = *next;
    }
    group.add(line(data, colour).set("stroke-width", 1.5)).add(arrowhead(
        end,
        (0.0, if down { 1.0 } else { -1.0 }),
        colour,
    ))
}

fn self_loop(group: Group, area: Area, colour: &str) -> Group {
    let (right, y) = (area.right(), area.y);
    let (x1, y1) = point(right + LOOP, y - 18.0);
    let (x2, y2) = point(right + LOOP, y + 18.0);
    let (x, end) = point(right + ARROW, y + 7.0);
    let data = Data::new().move_to(point(right, y - 7.0)).cubic_curve_to((x1, y1, x2, y2, x, end));
    group.add(line(data, colour).set("stroke-width", 1.5)).add(arrowhead(
        (right, y + 7.0),
        (-1.0, 0.0),
        colour,
    ))
}

//! Where boxes, lines and labels go: worked out by dagre, in plain types.

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, RankDir};

/// What is to be placed.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub is_horizontal: bool,
    /// Between the boxes of one rank.
    pub node_gap: f64,
    /// Between ranks.
    pub rank_gap: f64,
}

/// A box, or a frame around others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Node {
    /// Of a frame, they follow from what is in it.
    pub width: f64,
    pub height: f64,
    /// The frame that it is in.
    pub frame: Option<usize>,
}

/// A line between two boxes, neither of them a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Edge {
    pub from: usize,
    pub to: usize,
    pub label_width: f64,
    pub label_height: f64,
}

/// A rectangle by its centre.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Area {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Area {
    pub fn left(self) -> f64 {
        self.x - self.width / 2.0
    }

    pub fn right(self) -> f64 {
        self.x + self.width / 2.0
    }

    pub fn top(self) -> f64 {
        self.y - self.height / 2.0
    }

    pub fn bottom(self) -> f64 {
        self.y + self.height / 2.0
    }
}

/// Where a line goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Route {
    /// The points between its ends; none at the boxes.
    pub points: Vec<(f64, f64)>,
    pub label: Area,
    is_horizontal: bool,
    /// Whether it goes right or down.
    is_forward: bool,
}

impl Route {
    /// The points, with two ends of the label in the place of its centre: the line goes straight through behind it.
    pub fn beside_label(&self) -> Vec<(f64, f64)> {
        let mut points = Vec::new();
        for (x, y) in &self.points {
            let is_label = (x - self.label.x).abs() < 0.5 && (y - self.label.y).abs() < 0.5;
            match is_label {
                true => points.extend(self.label_ends()),
                false => points.push((*x, *y)),
            }
        }
        points
    }

    /// The middles of the sides at which the line comes and goes.
    fn label_ends(&self) -> [(f64, f64); 2] {
        let label = self.label;
        let ends = match self.is_horizontal {
            true => [(label.left(), label.y), (label.right(), label.y)],
            false => [(label.x, label.top()), (label.x, label.bottom())],
        };
        if self.is_forward { ends } else { [ends[1], ends[0]] }
    }
}

/// Where everything is, from 0, 0 to the right and down.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub nodes: Vec<Area>,
    /// In the order of the plan's edges.
    pub routes: Vec<Route>,
    pub width: f64,
    pub height: f64,
}

impl Layout {
    /// Moves everything.
    pub fn shift(&mut self, x: f64, y: f64) {
        let labels = self.routes.iter_mut().map(|route| &mut route.label);
        for area in self.nodes.iter_mut().chain(labels) {
            area.x += x;
            area.y += y;
        }
        for point in self.routes.iter_mut().flat_map(|route| &mut route.points) {
            point.0 += x;
            point.1 += y;
        }
        self.width += x;
        self.height += y;
    }
}

impl Plan {
    /// Places everything. The same for the same plan.
    pub fn layout(&self) -> Layout {
        let options = GraphOptions { directed: true, multigraph: true, compound: true };
        let mut graph: Graph<NodeLabel, EdgeLabel> = Graph::with_options(options);
        for (index, node) in self.nodes.iter().enumerate() {
            let label =
                NodeLabel { width: node.width, height: node.height, ..NodeLabel::default() };
            graph.set_node(index.to_string(), Some(label));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(frame) = node.frame {
                graph.set_parent(&index.to_string(), Some(&frame.to_string()));
            }
        }
        for (index, edge) in self.edges.iter().enumerate() {
            let label = EdgeLabel {
                width: edge.label_width,
                height: edge.label_height,
                labelpos: dagre::layout::types::LabelPos::Center,
                ..EdgeLabel::default()
            };
            let name = index.to_string();
            graph.set_edge(edge.from.to_string(), edge.to.to_string(), Some(label), Some(&name));
        }
        let options = LayoutOptions {
            rankdir: if self.is_horizontal { RankDir::LR } else { RankDir::TB },
            nodesep: self.node_gap,
            edgesep: self.node_gap / 2.0,
            ranksep: self.rank_gap,
            ..LayoutOptions::default()
        };
        dagre::layout(&mut graph, Some(options));
        self.read(&graph)
    }

    fn read(&self, graph: &Graph<NodeLabel, EdgeLabel>) -> Layout {
        let mut layout = Layout::default();
        for index in 0..self.nodes.len() {
            let node = graph.node(&index.to_string()).cloned().unwrap_or_default();
            let (x, y) = (node.x.unwrap_or_default(), node.y.unwrap_or_default());
            layout.nodes.push(Area { x, y, width: node.width, height: node.height });
        }
        for (index, edge) in self.edges.iter().enumerate() {
            let (from, to) = (edge.from.to_string(), edge.to.to_string());
            let label = graph.edge(&from, &to, Some(&index.to_string())).cloned();
            let label = label.unwrap_or_default();
            let points: Vec<(f64, f64)> =
                label.points.iter().map(|point| (point.x, point.y)).collect();
            let inner = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
            let (start, end) = (layout.nodes[edge.from], layout.nodes[edge.to]);
            layout.routes.push(Route {
                points: inner.to_vec(),
                is_horizontal: self.is_horizontal,
                is_forward: match self.is_horizontal {
                    true => start.x <= end.x,
                    false => start.y <= end.y,
                },
                label: Area {
                    x: label.x.unwrap_or_default(),
                    y: label.y.unwrap_or_default(),
                    width: edge.label_width,
                    height: edge.label_height,
                },
            });
        }
        let labels = layout.routes.iter().map(|route| route.label);
        let areas: Vec<Area> = layout.nodes.iter().copied().chain(labels).collect();
        let points = layout.routes.iter().flat_map(|route| route.points.iter());
        layout.width = areas.iter().map(|area| area.right()).fold(0.0, f64::max);
        layout.height = areas.iter().map(|area| area.bottom()).fold(0.0, f64::max);
        for (x, y) in points {
            layout.width = layout.width.max(*x);
            layout.height = layout.height.max(*y);
        }
        layout
    }
}

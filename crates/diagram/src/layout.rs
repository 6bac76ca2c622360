//! Placement of boxes and labels and routing of lines, by dagre.

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel, RankDir};

/// The boxes and lines to place.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub is_horizontal: bool,
    /// The distance between boxes in the same rank.
    pub node_gap: f64,
    /// The distance between ranks.
    pub rank_gap: f64,
}

/// A box, or a frame around other boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Node {
    /// The width; for a frame, it is computed from the contents, like the height.
    pub width: f64,
    pub height: f64,
    /// The frame that it is in.
    pub frame: Option<usize>,
}

/// A line between two boxes that are not frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// The route of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Route {
    /// The points between its ends, without those at the boxes. Within a rank of a vertical layout,
    /// that is between the outer borders of its boxes and labels, the line is straight.
    pub points: Vec<(f64, f64)>,
    pub label: Area,
}

/// The result, with the origin in the top left corner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Layout {
    pub nodes: Vec<Area>,
    /// The routes, in the order of the edges.
    pub routes: Vec<Route>,
    pub width: f64,
    pub height: f64,
}

impl Layout {
    /// Moves the layout.
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
    /// Computes the layout. Deterministic.
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
            let (x, y) = (label.x.unwrap_or_default(), label.y.unwrap_or_default());
            let (width, height) = (edge.label_width, edge.label_height);
            let label = Area { x, y, width, height };
            layout.routes.push(Route { points: inner.to_vec(), label });
        }
        if !self.is_horizontal {
            self.straighten(&mut layout);
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

    /// Makes lines vertical within ranks.
    fn straighten(&self, layout: &mut Layout) {
        let is_frame = |index: usize| self.nodes.iter().any(|node| node.frame == Some(index));
        let boxes = (0..self.nodes.len()).filter(|index| !is_frame(*index));
        let labels = layout.routes.iter().map(|route| route.label);
        let areas: Vec<Area> = boxes.map(|index| layout.nodes[index]).chain(labels).collect();
        let reach = |at: f64| {
            let rank = areas.iter().filter(|area| (area.y - at).abs() < 0.5);
            rank.map(|area| area.height / 2.0).fold(0.0, f64::max)
        };
        for (edge, route) in self.edges.iter().zip(&mut layout.routes) {
            let (start, end) = (&layout.nodes[edge.from], &layout.nodes[edge.to]);
            let direction = if start.y <= end.y { 1.0 } else { -1.0 };
            let passed = route.points.iter().flat_map(|(x, y)| {
                let reach = direction * reach(*y);
                [(*x, y - reach), (*x, y + reach)]
            });
            route.points = passed.collect();
        }
    }
}

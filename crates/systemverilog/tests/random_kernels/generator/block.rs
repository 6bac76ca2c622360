//! A block under construction: its fields, its signals, and the text of its kernel.

use super::Design;
use super::dependencies::{Dependencies, Node};
use super::types::{Type, Types, Width};

/// A signal that the kernel can read or assign.
pub struct Signal {
    /// The path below `self`: `a`, `count.q`, `parts[2]`.
    pub path: String,
    pub ty: Type,
    pub kind: Kind,
    /// Whether every path to the present statement assigns it.
    pub is_assigned: bool,
    /// Whether a statement for another signal has read it.
    pub is_read: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An input, a constant or the output of a child: always has its settled value.
    Source,
    /// A local signal or an output: has the value assigned last.
    Variable,
    /// The input of a child: has its settled value.
    ChildInput,
}

/// Signals that a kernel can select with the variable of a loop.
pub struct Array {
    /// The path before and after the index: `("parts", "")`, `("children", ".a")`.
    pub path: (String, String),
    pub ty: Type,
    pub elements: Vec<Node>,
}

/// The variable of a `for` loop.
pub struct Loop {
    pub variable: &'static str,
    /// The number of iterations: a width, because it may be `N`.
    pub iterations: Width,
    /// Whether the variable is a `usize`, for indices and array elements. Otherwise it is a `u64`,
    /// for arithmetic.
    pub is_index: bool,
}

impl Loop {
    /// Whether the variable is below `limit`, also if `N` is greater.
    pub fn is_below(&self, limit: Width) -> bool {
        self.iterations.bits <= limit.bits && (limit.is_generic || !self.iterations.is_generic)
    }
}

/// A port of a finished block.
#[derive(Clone, Debug)]
pub struct Port {
    pub path: String,
    pub ty: Type,
    pub direction: Direction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Input,
    Output,
}

/// A finished block.
#[derive(Clone)]
pub struct Definition {
    /// The name of the struct.
    pub name: String,
    /// The value of the const parameter `N` for which the kernel was written. Any greater value is
    /// legal, too.
    pub generic: Option<u32>,
    pub ports: Vec<Port>,
    /// Pairs of an output and an input on which it depends combinationally, as indices into
    /// `ports`.
    pub paths: Vec<(usize, usize)>,
}

struct Field {
    name: String,
    ty: String,
    /// The value in a hand-written `Default`. A block without any derives `Default`.
    value: Option<String>,
    is_public: bool,
}

/// A block under construction.
pub struct Block<'a> {
    pub design: &'a mut Design,
    pub name: String,
    pub generic: Option<u32>,
    /// Derives `Module` and has `#[kernel]`, instead of `LogicBlock` and `#[hdl_gen]`.
    pub is_described: bool,
    is_top: bool,
    fields: Vec<Field>,
    ports: Vec<(Port, Node)>,
    pub signals: Vec<Signal>,
    pub dependencies: Dependencies,
    pub arrays: Vec<Array>,
    /// The loops around the present statement.
    pub loops: Vec<Loop>,
    /// The signals that the conditions around the present statement read.
    pub conditions: Vec<Node>,
    /// The signals that the present expression reads.
    pub reads: Vec<Node>,
    /// The signals that the present expression must not read, because they depend on its target.
    pub forbidden: Vec<bool>,
    /// The variable that the present statement assigns, which it may read if it has a value.
    pub own: Option<Node>,
    lines: Vec<String>,
    indentation: usize,
}

impl<'a> Block<'a> {
    pub fn new(design: &'a mut Design, name: String, is_top: bool) -> Block<'a> {
        let is_generic = design.chance(20);
        let generic = is_generic.then(|| design.random.u32(2..=8));
        let is_described = design.chance(50);
        Block {
            design,
            name,
            generic,
            is_described,
            is_top,
            fields: vec![],
            ports: vec![],
            signals: vec![],
            dependencies: Dependencies::default(),
            arrays: vec![],
            loops: vec![],
            conditions: vec![],
            reads: vec![],
            forbidden: vec![],
            own: None,
            lines: vec![],
            indentation: 2,
        }
    }

    pub fn types(&self) -> &Types {
        &self.design.types
    }

    /// Counts a construct of the table.
    pub fn uses(&mut self, construct: &'static str) {
        self.design.uses(construct);
    }

    pub fn chance(&mut self, percent: u8) -> bool {
        self.design.chance(percent)
    }

    pub fn up_to(&mut self, limit: usize) -> usize {
        self.design.random.usize(0..=limit)
    }

    /// Returns an index into `weights`, each with a probability in proportion to its weight.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum: u32 = weights.iter().sum();
        let mut rest = self.design.random.u32(..sum);
        weights
            .iter()
            .position(|weight| match rest.checked_sub(*weight) {
                Some(remaining) => {
                    rest = remaining;
                    false
                }
                None => true,
            })
            .expect("less than the sum")
    }

    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.design.random.usize(..choices.len())].clone()
    }

    /// Returns a width of this kernel's numbers.
    pub fn some_width(&mut self) -> Width {
        let is_generic = self.chance(60);
        match self.generic {
            Some(bits) if is_generic => {
                self.uses("const parameters");
                Width { bits, is_generic }
            }
            _ => {
                let widths = self.types().widths.clone();
                Width::fixed(self.pick(&widths))
            }
        }
    }

    /// Returns the type of a port or a signal.
    pub fn some_type(&mut self) -> Type {
        let (enums, structs) = (self.types().enums.len(), self.types().structs.len());
        match self.weighted(&[5, 10, 3, 4, 3]) {
            0 => Type::Bit,
            2 => Type::Signed(self.some_width()),
            3 if enums > 0 => Type::Enum(self.design.random.usize(..enums)),
            4 if structs > 0 => Type::Struct(self.design.random.usize(..structs)),
            _ => Type::Bits(self.some_width()),
        }
    }

    /// Declares a field.
    pub fn field(&mut self, name: &str, ty: String, value: Option<String>) {
        self.fields.push(Field { name: name.to_string(), ty, value, is_public: false });
    }

    /// Declares a field that is a port or has ports.
    pub fn public_field(&mut self, name: &str, ty: String) {
        self.fields.push(Field { name: name.to_string(), ty, value: None, is_public: true });
    }

    /// Adds a signal. The path must be one of a field.
    pub fn signal(&mut self, path: impl Into<String>, ty: Type, kind: Kind) -> Node {
        self.signals.push(Signal {
            path: path.into(),
            ty,
            kind,
            is_assigned: false,
            is_read: false,
        });
        self.forbidden.push(false);
        self.dependencies.add()
    }

    /// Makes a signal a port.
    pub fn port(&mut self, node: Node, direction: Direction) {
        let Signal { path, ty, .. } = &self.signals[node];
        self.ports.push((Port { path: path.clone(), ty: *ty, direction }, node));
    }

    /// Appends a line to the kernel.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.indentation), text.as_ref()));
    }

    /// Appends `head {`, what `body` appends, and `}`.
    pub fn braces(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(format!("{head} {{"));
        self.indentation += 1;
        body(self);
        self.indentation -= 1;
        self.line("}");
    }

    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Removes the braces of the match arm that begins at that line if it is a single assignment.
    pub fn shorten_arm(&mut self, start: usize, pattern: &str) {
        if let [_, assignment, _] = &self.lines[start..]
            && self.design.random.bool()
        {
            let text = format!("{pattern} => {},", assignment.trim().trim_end_matches(';'));
            self.lines.truncate(start);
            self.line(text);
        }
    }

    /// Ends the block: appends its source to the design's and returns what others need to know of
    /// it.
    pub fn finish(self) -> Definition {
        let of = |wanted| {
            self.ports.iter().enumerate().filter(move |(_, (port, _))| port.direction == wanted)
        };
        let mut paths = vec![];
        for (input, (_, node)) in of(Direction::Input) {
            let reached = self.dependencies.reached(&[*node]);
            let outputs = of(Direction::Output).filter(|(_, (_, node))| reached[*node]);
            paths.extend(outputs.map(|(output, _)| (output, input)));
        }
        let source = self.source();
        self.design.source.push_str(&source);
        Definition {
            name: self.name,
            generic: self.generic,
            ports: self.ports.into_iter().map(|(port, _)| port).collect(),
            paths,
        }
    }

    fn source(&self) -> String {
        let Block { name, fields, lines, .. } = self;
        let (parameter, argument) = match self.generic {
            Some(_) => ("<const N: usize>", "<N>"),
            None => ("", ""),
        };
        let (derive, attribute) = match (self.is_described, self.is_top) {
            (true, _) => ("Module", "kernel"),
            (false, true) => ("LogicBlock, Ports", "hdl_gen"),
            (false, false) => ("LogicBlock", "hdl_gen"),
        };
        let has_values = fields.iter().any(|field| field.value.is_some());
        let default = if has_values { "" } else { "Default, " };
        let mut source = format!("#[derive({default}{derive})]\npub struct {name}{parameter} {{\n");
        for Field { name, ty, is_public, .. } in fields {
            let visibility = if *is_public { "pub " } else { "" };
            source.push_str(&format!("    {visibility}{name}: {ty},\n"));
        }
        source.push_str("}\n\n");
        if has_values {
            source.push_str(&format!(
                "impl{parameter} Default for {name}{argument} {{\n    fn default() -> Self {{\n        Self {{\n"
            ));
            for Field { name, value, .. } in fields {
                let value = value.as_deref().unwrap_or("Default::default()");
                source.push_str(&format!("            {name}: {value},\n"));
            }
            source.push_str("        }\n    }\n}\n\n");
        }
        source.push_str(&format!(
            "impl{parameter} Logic for {name}{argument} {{\n    #[{attribute}]\n    fn update(&mut self) {{\n{}\n    }}\n}}\n\n",
            lines.join("\n")
        ));
        source
    }
}

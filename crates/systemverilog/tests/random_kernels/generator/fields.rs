//! Fields of a block: ports, local signals, registers, constants and memories.

use super::block::{Block, Direction, Kind};
use super::dependencies::Node;
use super::types::{Type, Width};

/// What a kernel has to assign completely.
#[derive(Clone, Copy, Debug)]
pub enum Duty {
    Signal(Node),
    /// An array, as an index into the block's.
    Array(usize),
}

/// The fields of a block that concern its kernel as a whole.
#[derive(Default)]
pub struct Fields {
    /// The clock ports.
    pub clocks: Vec<String>,
    /// Registers whose inputs `dff_setup!` assigns, with their clocks.
    pub held: Vec<(String, String)>,
    /// Fields with a port `clock`, and paths of other clock inputs, with their clocks.
    pub clocked: Vec<(String, String)>,
    pub clock_inputs: Vec<(String, String)>,
    pub duties: Vec<Duty>,
    /// Lines at the beginning of the kernel.
    pub links: Vec<String>,
}

impl Block<'_> {
    /// Adds one or two clocks.
    pub fn add_clocks(&mut self, fields: &mut Fields) {
        let second = self.chance(25);
        if second {
            self.uses("several clocks");
        }
        for name in ["clock", "other_clock"].into_iter().take(1 + usize::from(second)) {
            self.public_field(name, "Signal<In, Clock>".to_string());
            let node = self.signal(name, Type::Clock, Kind::Source);
            self.port(node, Direction::Input);
            fields.clocks.push(name.to_string());
        }
    }

    pub fn some_clock(&mut self, fields: &mut Fields) -> String {
        if fields.clocks.is_empty() {
            self.add_clocks(fields);
        }
        self.pick(&fields.clocks)
    }

    pub fn add_input(&mut self, name: &str) {
        let ty = self.some_type();
        self.count_type(ty);
        let text = self.types().rust(ty);
        if self.chance(8) {
            self.uses("arrays of ports");
            self.public_field(name, format!("[Signal<In, {text}>; 2]"));
            for index in 0..2 {
                let node = self.signal(format!("{name}[{index}]"), ty, Kind::Source);
                self.port(node, Direction::Input);
            }
            return;
        }
        self.public_field(name, format!("Signal<In, {text}>"));
        let node = self.signal(name, ty, Kind::Source);
        self.port(node, Direction::Input);
    }

    pub fn add_output(&mut self, name: &str, fields: &mut Fields) {
        let ty = self.some_type();
        self.count_type(ty);
        let text = self.types().rust(ty);
        self.public_field(name, format!("Signal<Out, {text}>"));
        let node = self.signal(name, ty, Kind::Variable);
        self.port(node, Direction::Output);
        fields.duties.push(Duty::Signal(node));
    }

    fn count_type(&mut self, ty: Type) {
        self.uses(match ty {
            Type::Clock => "Clock",
            Type::Bit => "Bit",
            Type::Bits(width) | Type::Signed(width) if width.bits > 128 => "wider than 128 bits",
            Type::Bits(width) | Type::Signed(width) if width.bits > 32 => "wider than 32 bits",
            Type::Bits(_) => "Bits",
            Type::Signed(_) => "Signed",
            Type::Enum(_) => "enums",
            Type::Struct(_) => "structs",
        });
    }

    pub fn add_local(&mut self, name: &str, fields: &mut Fields) {
        self.uses("local signals");
        let ty = self.some_type();
        let text = self.types().rust(ty);
        self.field(name, format!("Signal<Local, {text}>"), None);
        let node = self.signal(name, ty, Kind::Variable);
        fields.duties.push(Duty::Signal(node));
    }

    pub fn add_array(&mut self, name: &str, fields: &mut Fields) {
        self.uses("arrays of signals");
        let ty = self.some_type();
        let length = self.design.random.usize(2..=4);
        let text = self.types().rust(ty);
        self.field(name, format!("[Signal<Local, {text}>; {length}]"), None);
        let elements: Vec<Node> = (0..length)
            .map(|index| self.signal(format!("{name}[{index}]"), ty, Kind::Variable))
            .collect();
        self.add_elements((name.to_string(), String::new()), ty, elements, fields);
    }

    /// Makes signals elements of an array, which a loop or single statements assign.
    pub fn add_elements(
        &mut self,
        path: (String, String),
        ty: Type,
        elements: Vec<Node>,
        fields: &mut Fields,
    ) {
        let is_source = self.signals[elements[0]].kind == Kind::Source;
        // Fields of structs cannot be selected in a loop.
        let is_struct = matches!(ty, Type::Struct(_));
        if !is_source && !is_struct && self.chance(70) {
            fields.duties.push(Duty::Array(self.arrays.len()));
        } else if !is_source {
            fields.duties.extend(elements.iter().map(|node| Duty::Signal(*node)));
        }
        self.arrays.push(super::block::Array { path, ty, elements });
    }

    pub fn add_constant(&mut self, name: &str) {
        self.uses("Constant fields");
        let ty = self.some_type();
        let value = self.constant(ty);
        let text = self.types().rust(ty);
        self.field(name, format!("Constant<{text}>"), Some(format!("Constant::new({value})")));
        self.signal(name, ty, Kind::Source);
    }

    /// Returns a constant in Rust, outside of a kernel.
    fn constant(&mut self, ty: Type) -> String {
        match ty {
            Type::Clock => unreachable!("clocks are not constant"),
            Type::Bit => self.design.random.bool().to_string(),
            Type::Bits(width) if width.bits <= 128 => {
                let value = self.design.random.u128(..) >> (128 - width.bits);
                format!("{value:#x}_u128.to_bits()")
            }
            Type::Bits(width) => format!("{}.into()", self.some_number(width.bits)),
            Type::Signed(width) => {
                let magnitude = 1_i64 << (width.bits - 1).min(62);
                format!("({}).into()", self.design.random.i64(-magnitude..magnitude))
            }
            Type::Enum(index) => {
                let of = &self.design.types.enums[index];
                let (name, variants) = (of.name.clone(), of.variants.clone());
                format!("{name}::{}", self.pick(&variants))
            }
            Type::Struct(index) => {
                let of = &self.design.types.structs[index];
                let (name, parts) = (of.name.clone(), of.fields.clone());
                let parts = parts.into_iter().map(|(field, ty)| {
                    let value = self.constant(ty);
                    format!("{field}: {value}")
                });
                let parts: Vec<String> = parts.collect();
                format!("{name} {{ {} }}", parts.join(", "))
            }
        }
    }

    /// Adds a register of a random kind.
    pub fn add_register(&mut self, name: &str, fields: &mut Fields) {
        let ty = self.some_type();
        let text = self.types().rust(ty);
        let clock = self.some_clock(fields);
        let kind = self.weighted(&[8, 3, 2, 2, 2]);
        if kind == 4 {
            return self.add_registers(name, ty, &clock, fields);
        }
        self.signal(format!("{name}.q"), ty, Kind::Source);
        let input = self.signal(format!("{name}.d"), ty, Kind::ChildInput);
        match kind {
            0 => {
                self.uses("DFF with dff_setup!");
                self.field(name, format!("DFF<{text}>"), None);
                fields.held.push((name.to_string(), clock));
                self.signals[input].is_assigned = true;
                return;
            }
            1 => {
                self.uses("DFF with clock!");
                self.field(name, format!("DFF<{text}>"), None);
                fields.clocked.push((name.to_string(), clock));
            }
            2 if matches!(ty, Type::Bits(_)) => {
                self.uses("DFFWithInit");
                let value = self.constant(ty);
                self.field(
                    name,
                    format!("DFFWithInit<{text}>"),
                    Some(format!("DFFWithInit::new({value})")),
                );
                fields.clocked.push((name.to_string(), clock));
            }
            _ => {
                self.uses("EdgeDFF with its power-up value");
                let value = self.constant(ty);
                self.field(
                    name,
                    format!("EdgeDFF<{text}>"),
                    Some(format!("EdgeDFF::new({value})")),
                );
                fields.clock_inputs.push((format!("{name}.clk"), clock));
            }
        }
        fields.duties.push(Duty::Signal(input));
    }

    /// Adds an array of registers.
    fn add_registers(&mut self, name: &str, ty: Type, clock: &str, fields: &mut Fields) {
        self.uses("arrays of registers");
        let length = self.design.random.usize(2..=3);
        let text = self.types().rust(ty);
        self.field(name, format!("[DFF<{text}>; {length}]"), None);
        let [outputs, inputs] =
            [("q", Kind::Source), ("d", Kind::ChildInput)].map(|(port, kind)| {
                let path = |index| format!("{name}[{index}].{port}");
                (0..length).map(|index| self.signal(path(index), ty, kind)).collect::<Vec<Node>>()
            });
        let path = |port: &str| (name.to_string(), format!(".{port}"));
        self.add_elements(path("q"), ty, outputs, fields);
        self.add_elements(path("d"), ty, inputs, fields);
        self.clock_elements(name, "clock", length, clock, fields);
    }

    /// Connects a clock to each element of an array.
    pub fn clock_elements(
        &mut self,
        name: &str,
        port: &str,
        length: usize,
        clock: &str,
        fields: &mut Fields,
    ) {
        fields.links.push(format!(
            "for i in 0..{length} {{\n            self.{name}[i].{port}.next = self.{clock}.val();\n        }}"
        ));
    }

    /// Adds a memory of a random kind.
    pub fn add_memory(&mut self, name: &str, fields: &mut Fields) {
        let bits = self.design.random.u32(1..=4);
        let address = Type::Bits(Width::fixed(bits));
        let ty = self.some_type();
        let text = self.types().rust(ty);
        let kind = self.weighted(&[3, 1, 1]);
        let contents = if kind > 0 || self.chance(50) {
            let words = self.design.random.usize(1..=1 << bits);
            let words: Vec<String> = (0..words).map(|_| self.constant(ty)).collect();
            Some(format!("[{}].into_iter().into()", words.join(", ")))
        } else {
            None
        };
        let mut need = |block: &mut Self, port: &str, ty: Type| {
            let node = block.signal(format!("{name}.{port}"), ty, Kind::ChildInput);
            fields.duties.push(Duty::Signal(node));
            node
        };
        match kind {
            0 => {
                self.uses("RAM");
                self.field(name, format!("RAM<{text}, {bits}>"), contents);
                for (port, ty) in [
                    ("read_address", address),
                    ("write_address", address),
                    ("write_data", ty),
                    ("write_enable", Type::Bit),
                ] {
                    need(self, port, ty);
                }
                self.signal(format!("{name}.read_data"), ty, Kind::Source);
                for port in ["read_clock", "write_clock"] {
                    let clock = self.some_clock(fields);
                    fields.clock_inputs.push((format!("{name}.{port}"), clock));
                }
            }
            1 => {
                self.uses("ROM");
                self.field(name, format!("ROM<{text}, {bits}>"), contents);
                let address = need(self, "address", address);
                let data = self.signal(format!("{name}.data"), ty, Kind::Source);
                self.dependencies.depend(data, address);
            }
            _ => {
                self.uses("SyncROM");
                self.field(name, format!("SyncROM<{text}, {bits}>"), contents);
                need(self, "address", address);
                self.signal(format!("{name}.data"), ty, Kind::Source);
                let clock = self.some_clock(fields);
                fields.clocked.push((name.to_string(), clock));
            }
        }
    }
}

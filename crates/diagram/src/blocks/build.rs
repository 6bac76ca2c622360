//! Building the blocks and wires of a module.

mod trace;

use std::collections::{BTreeMap, BTreeSet};

use super::super::condition;
use super::reads::{Bits, for_each_memory, plain, plain_assignments, range, reads, short, sized};
use super::{Block, BlockDiagram, BlockKind, End, Pin, Wire};
use rust_hdl_rtl::{
    Connection, Design, Expression, Instance, ItemKind, MemoryId, Module, ModuleId, Register,
    Signal, SignalId, SignalKind, Slice, Statement, StatementKind, Type, walk,
};

pub(super) fn build(design: &Design, id: ModuleId, depth: usize) -> BlockDiagram {
    let mut builder = Builder::new(design);
    let scope = builder.scope(id);
    let module = design.module(id);
    builder.inputs(scope);
    builder.items(scope, None, depth);
    builder.outputs(scope);
    let mut diagram = BlockDiagram {
        module: module.name.clone(),
        wires: builder.wires(),
        blocks: builder.blocks,
        clocks: vec![],
    };
    diagram.prune(module);
    diagram
}

/// A signal of one scope, that is, of one occurrence of a module.
type Net = (usize, SignalId);

/// A driver of a net or of a slice of it.
struct Driver {
    bits: Option<Slice>,
    source: Source,
}

#[derive(Clone, Copy)]
enum Source {
    Pin(End),
    /// Another net, or a slice of it.
    Net(Net, Option<Slice>),
}

/// A reader of a net or of a slice of it.
struct Reader {
    at: End,
    net: Net,
    bits: Option<Slice>,
}

struct Builder<'d> {
    design: &'d Design,
    /// The module of each scope.
    scopes: Vec<ModuleId>,
    blocks: Vec<Block>,
    drivers: BTreeMap<Net, Vec<Driver>>,
    readers: Vec<Reader>,
    memories: BTreeMap<(usize, usize), usize>,
    /// Wires without a net: from memories.
    direct: Vec<Wire>,
}

impl<'d> Builder<'d> {
    fn new(design: &'d Design) -> Self {
        Builder {
            design,
            scopes: vec![],
            blocks: vec![],
            drivers: BTreeMap::new(),
            readers: vec![],
            memories: BTreeMap::new(),
            direct: vec![],
        }
    }

    fn scope(&mut self, module: ModuleId) -> usize {
        self.scopes.push(module);
        self.scopes.len() - 1
    }

    fn module(&self, scope: usize) -> &'d Module {
        self.design.module(self.scopes[scope])
    }

    fn block(&mut self, name: &str, kind: BlockKind, frame: Option<usize>) -> usize {
        self.blocks.push(Block { name: name.to_string(), kind, pins: vec![], frame });
        self.blocks.len() - 1
    }

    fn pin(&mut self, block: usize, pin: Pin) -> End {
        let pins = &mut self.blocks[block].pins;
        pins.push(pin);
        End { block, pin: pins.len() - 1 }
    }

    fn output(&mut self, block: usize, name: &str) -> End {
        let name = name.to_string();
        self.pin(block, Pin { name, driver: None, is_clock: false, is_output: true })
    }

    fn input(&mut self, block: usize, name: &str) -> End {
        let name = name.to_string();
        self.pin(block, Pin { name, driver: None, is_clock: false, is_output: false })
    }

    fn drive(&mut self, net: Net, bits: Option<Slice>, source: Source) {
        self.drivers.entry(net).or_default().push(Driver { bits, source });
    }

    fn inputs(&mut self, scope: usize) {
        for (id, port) in self.module(scope).ports() {
            let kind = match port.kind {
                SignalKind::Input => BlockKind::Input,
                SignalKind::InOut => BlockKind::InOut,
                _ => continue,
            };
            let is_shared = kind == BlockKind::InOut;
            let block = self.block(&self.ranged(scope, id), kind, None);
            let end = self.output(block, "");
            self.drive((scope, id), None, Source::Pin(end));
            if is_shared {
                self.readers.push(Reader { at: end, net: (scope, id), bits: None });
            }
        }
    }

    /// Adds the output ports, with a pin for each separately driven part.
    fn outputs(&mut self, scope: usize) {
        for (id, port) in self.module(scope).ports() {
            if port.kind != SignalKind::Output {
                continue;
            }
            let block = self.block(&self.ranged(scope, id), BlockKind::Output, None);
            let drivers = self.drivers.get(&(scope, id));
            let mut parts: Vec<Option<Slice>> =
                drivers.into_iter().flatten().map(|driver| driver.bits).collect();
            parts.sort_by_key(|bits| std::cmp::Reverse(bits.map_or(0, |bits| bits.offset)));
            parts.dedup();
            for bits in parts {
                let name = bits.map_or(String::new(), range);
                let at = self.input(block, &name);
                self.readers.push(Reader { at, net: (scope, id), bits });
            }
        }
    }

    fn items(&mut self, scope: usize, frame: Option<usize>, depth: usize) {
        for item in &self.module(scope).items {
            match &item.kind {
                ItemKind::Instance(instance) => self.instance(scope, frame, instance, depth),
                ItemKind::Combinational(body) => self.logic(scope, frame, body),
                ItemKind::Register(register) => self.register(scope, frame, register),
                ItemKind::MemoryWrite(write) => {
                    let block = self.memory(scope, frame, write.memory);
                    for value in [&write.enable, &write.address, &write.data] {
                        self.read(scope, block, value, &BTreeSet::new());
                    }
                }
                ItemKind::Tristate(driver) => {
                    let block = self.block("tri-state", BlockKind::Logic, frame);
                    self.read(scope, block, &driver.enable, &BTreeSet::new());
                    self.read(scope, block, &driver.value, &BTreeSet::new());
                    let end = self.output(block, "");
                    self.drive((scope, driver.target), None, Source::Pin(end));
                }
            }
        }
    }

    fn memory(&mut self, scope: usize, frame: Option<usize>, memory: MemoryId) -> usize {
        if let Some(block) = self.memories.get(&(scope, memory.0)) {
            return *block;
        }
        let name = &self.module(scope).memory(memory).name;
        let block = self.block(name, BlockKind::Memory, frame);
        self.memories.insert((scope, memory.0), block);
        block
    }

    fn register(&mut self, scope: usize, frame: Option<usize>, register: &Register) {
        let name = &self.module(scope).signal(register.target).name;
        let block = self.block(name, BlockKind::Register, frame);
        let own = BTreeSet::from([register.target]);
        walk::for_each(&register.body, &mut |statement| {
            if let Some(value) = statement.expression() {
                self.read(scope, block, value, &own);
            }
        });
        let end = self.output(block, "");
        self.drive((scope, register.target), None, Source::Pin(end));
    }

    fn logic(&mut self, scope: usize, frame: Option<usize>, body: &[Statement]) {
        let module = self.module(scope);
        if let Some(assignments) = plain_assignments(body) {
            for (target, (signal, bits)) in assignments {
                let source = Source::Net((scope, signal), bits);
                self.drive((scope, target.signal), target.slice, source);
            }
            return;
        }
        let name = match body {
            [Statement { kind: StatementKind::Assign(_, value), .. }] => short(value, module),
            _ => "logic".to_string(),
        };
        let block = self.block(&name, BlockKind::Logic, frame);
        let mut targets: Vec<Bits> = Vec::new();
        walk::for_each_target(body, &mut |target| {
            let known = targets.iter().any(|(signal, bits)| {
                *signal == target.signal && (*bits == target.slice || bits.is_none())
            });
            if !known {
                targets.push((target.signal, target.slice));
            }
        });
        let own = targets.iter().map(|(signal, _)| *signal).collect();
        walk::for_each(body, &mut |statement| {
            if let Some(value) = statement.expression() {
                self.read(scope, block, value, &own);
            }
        });
        for (signal, bits) in targets {
            let end = self.output(block, "");
            self.drive((scope, signal), bits, Source::Pin(end));
        }
    }

    /// Adds inputs to a block for the signals and memories that a value reads, except the block's
    /// own results.
    fn read(&mut self, scope: usize, block: usize, value: &Expression, own: &BTreeSet<SignalId>) {
        let module = self.module(scope);
        for (signal, bits) in reads(value, module) {
            let net = (scope, signal);
            let is_known = self
                .readers
                .iter()
                .any(|reader| reader.at.block == block && reader.net == net && reader.bits == bits);
            if !is_known && !own.contains(&signal) {
                let at = self.input(block, "");
                self.readers.push(Reader { at, net, bits });
            }
        }
        let mut memories = Vec::new();
        for_each_memory(value, &mut |memory| memories.push(memory));
        for memory in memories {
            let frame = self.blocks[block].frame;
            let (name, width) = (&module.memory(memory).name, module.width(value.ty));
            let source = self.memory(scope, frame, memory);
            let (from, to) = (self.output(source, ""), self.input(block, ""));
            self.direct.push(Wire { from, to, label: sized(name, width), width });
        }
    }

    fn instance(&mut self, scope: usize, frame: Option<usize>, instance: &Instance, depth: usize) {
        let child = self.design.module(instance.module);
        let module = child.name.clone();
        let is_open = depth > 1 && child.black_box.is_none();
        let kind =
            if is_open { BlockKind::Frame { module } } else { BlockKind::Instance { module } };
        let block = self.block(&instance.name, kind, frame);
        let inner = is_open.then(|| self.scope(instance.module));
        let shared = match inner {
            Some(_) => vec![],
            None => self.shared_inputs(scope, block, instance),
        };
        for ((port, signal), connection) in child.ports().zip(&instance.connections) {
            match (connection, inner) {
                (Connection::Input(value), Some(inner)) => {
                    if let Some(source) = self.source(scope, frame, value) {
                        self.drive((inner, port), None, source);
                    }
                }
                (Connection::Input(value), None) => {
                    self.instance_input(scope, block, signal, value, &shared);
                }
                (Connection::Output(target), Some(inner)) => {
                    let source = Source::Net((inner, port), None);
                    self.drive((scope, target.signal), target.slice, source);
                }
                (Connection::Output(target), None) => {
                    let end = self.output(block, &signal.name);
                    self.drive((scope, target.signal), target.slice, Source::Pin(end));
                }
                (Connection::InOut(net), Some(inner)) => {
                    self.drive((scope, *net), None, Source::Net((inner, port), None));
                }
                (Connection::InOut(net), None) => {
                    let end = self.output(block, &signal.name);
                    self.drive((scope, *net), None, Source::Pin(end));
                    self.readers.push(Reader { at: end, net: (scope, *net), bits: None });
                }
            }
        }
        if let Some(inner) = inner {
            self.items(inner, Some(block), depth - 1);
        }
    }

    fn instance_input(
        &mut self,
        scope: usize,
        block: usize,
        port: &Signal,
        value: &Expression,
        shared: &[Bits],
    ) {
        let module = self.module(scope);
        let source = plain(value);
        let is_clock = port.ty == Type::Clock;
        let driver = (is_clock || source.is_none()).then(|| condition::text(value, module));
        let pin = Pin { name: port.name.clone(), driver, is_clock, is_output: false };
        let at = self.pin(block, pin);
        if is_clock {
            return;
        }
        for (signal, bits) in reads(value, module) {
            if source.is_some() || !shared.contains(&(signal, bits)) {
                self.readers.push(Reader { at, net: (scope, signal), bits });
            }
        }
    }

    /// Adds a pin to an instance for each signal that is read by several expressions at its pins.
    fn shared_inputs(&mut self, scope: usize, block: usize, instance: &Instance) -> Vec<Bits> {
        let module = self.module(scope);
        let mut seen = Vec::new();
        let mut shared = Vec::new();
        for connection in &instance.connections {
            let Connection::Input(value) = connection else { continue };
            if plain(value).is_some() {
                continue;
            }
            for read in reads(value, module) {
                match seen.contains(&read) {
                    true if !shared.contains(&read) => shared.push(read),
                    true => {}
                    false => seen.push(read),
                }
            }
        }
        for (signal, bits) in &shared {
            let range = bits.map_or(String::new(), range);
            let at = self.input(block, &format!("{}{range}", module.signal(*signal).name));
            self.readers.push(Reader { at, net: (scope, *signal), bits: *bits });
        }
        shared
    }

    /// Returns the source of a connection: a net, or a new logic block. `None` for a constant.
    fn source(&mut self, scope: usize, frame: Option<usize>, value: &Expression) -> Option<Source> {
        if value.as_literal().is_some() {
            return None;
        }
        if let Some((signal, bits)) = plain(value) {
            return Some(Source::Net((scope, signal), bits));
        }
        let name = short(value, self.module(scope));
        let block = self.block(&name, BlockKind::Logic, frame);
        self.read(scope, block, value, &BTreeSet::new());
        Some(Source::Pin(self.output(block, "")))
    }

    /// Returns the name of a signal with its range.
    fn ranged(&self, scope: usize, signal: SignalId) -> String {
        let module = self.module(scope);
        sized(&module.signal(signal).name, module.signal_width(signal))
    }
}

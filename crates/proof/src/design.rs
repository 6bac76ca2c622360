//! The model of a module of a design.

use std::collections::BTreeMap;

use rust_hdl_gates::symbolic::{self, Evaluator};
use rust_hdl_rtl::{
    self as rtl, Checker, Connection, Design, ItemKind, MemoryId, ModuleId, SignalId, SignalKind,
    Target, Value, drivers_first,
};

use crate::model::*;

/// Returns the meaning of a module.
///
/// # Errors
///
/// Returns [`CombinationalLoop`](rtl::Error::CombinationalLoop) if its processes drive each other
/// in a cycle.
pub fn model(design: &Design, id: ModuleId, gates: &mut Gates) -> Result<Model, rtl::Error> {
    let module = design.module(id);
    let gates = ModuleGates { gates, module };
    let evaluator = Evaluator::new(module, gates);
    let model = Model {
        name: module.name.clone(),
        ports: ports(module),
        types: types(module),
        memories: memories(module),
        ..Model::default()
    };
    let mut builder = Builder { design, module, evaluator, model };
    builder.leaves();
    for item in drivers_first(module)? {
        if let ItemKind::Combinational(body) = &item.kind {
            builder.evaluator.run(body);
        }
    }
    builder.roots();
    if let Some(checker) = design.as_checker(id) {
        builder.properties(checker);
    }
    Ok(builder.model)
}

/// Returns the ports of a module.
pub fn ports(module: &rtl::Module) -> Vec<Port> {
    let port = |(id, signal): (SignalId, &rtl::Signal)| Port {
        name: signal.name.clone(),
        direction: match signal.kind {
            SignalKind::Input => Direction::Input,
            SignalKind::InOut => Direction::InOut,
            SignalKind::Output | SignalKind::Internal => Direction::Output,
        },
        width: module.signal_width(id) as usize,
        enumeration: match (signal.ty, module.package(signal.ty)) {
            (rtl::Type::Enum(id), Some(package)) => {
                Some(format!("{package}::{}", module.enums[id.0].type_name()))
            }
            _ => None,
        },
    };
    module.ports().map(port).collect()
}

/// Returns the types of each package of a design.
pub fn packages(design: &Design) -> BTreeMap<String, BTreeMap<String, Type>> {
    let packages = design.packages().into_iter().map(|package| {
        let module = design.module(package.module);
        (
            package.name,
            definition(module, package.ty).map(|(_, name, ty)| (name, ty)).into_iter().collect(),
        )
    });
    packages.collect()
}

/// The types that a module defines itself.
fn types(module: &rtl::Module) -> BTreeMap<String, Type> {
    let used = module.used_types().into_iter();
    let definitions = used.filter_map(|ty| definition(module, ty));
    definitions.filter(|(package, ..)| package.is_none()).map(|(_, name, ty)| (name, ty)).collect()
}

/// The package, the name and the definition of an enum or a struct.
fn definition(module: &rtl::Module, ty: rtl::Type) -> Option<(Option<&str>, String, Type)> {
    match ty {
        rtl::Type::Enum(id) => {
            let definition = &module.enums[id.0];
            let variants = definition.variants.iter().zip(0_u128..).map(|(variant, value)| {
                (variant.name.clone(), constant(&value.into(), definition.width as usize))
            });
            Some((module.package(ty), definition.type_name(), Type::Enum(variants.collect())))
        }
        rtl::Type::Struct(id) => {
            let definition = &module.structs[id.0];
            let fields = definition.fields.iter();
            let fields =
                fields.map(|field| (field.name.clone(), module.width(field.ty) as usize)).collect();
            Some((module.package(ty), definition.type_name(), Type::Struct(fields)))
        }
        _ => None,
    }
}

/// The memories of a module, without their write ports.
fn memories(module: &rtl::Module) -> BTreeMap<String, Memory> {
    let memory = |memory: &rtl::Memory| {
        let width = module.width(memory.ty) as usize;
        let contents = memory.contents.iter().filter(|(_, word)| !word.is_zero());
        let contents = contents.map(|(address, word)| (*address, constant(word, width))).collect();
        let words = memory.words();
        (memory.name.clone(), Memory { width, words, contents, writes: vec![] })
    };
    module.memories.iter().map(memory).collect()
}

fn constant(value: &Value, width: usize) -> Constant {
    (0..width as u32).map(|bit| value.bit(bit)).collect()
}

/// The gates of a module, whose memories are uninterpreted functions of the address.
struct ModuleGates<'a> {
    gates: &'a mut Gates,
    module: &'a rtl::Module,
}

impl symbolic::Gates for ModuleGates<'_> {
    fn graph(&mut self) -> &mut Graph {
        &mut self.gates.graph
    }

    fn memory_word(&mut self, id: MemoryId, address: &[Edge]) -> Word {
        let memory = self.module.memory(id);
        self.gates.memory_word(&memory.name, address, self.module.width(memory.ty) as usize)
    }
}

struct Builder<'a> {
    design: &'a Design,
    module: &'a rtl::Module,
    evaluator: Evaluator<'a, ModuleGates<'a>>,
    model: Model,
}

impl Builder<'_> {
    /// Assigns leaves to inputs, registers, bidirectional wires and what instances drive.
    fn leaves(&mut self) {
        for (id, signal) in self.module.signals() {
            match signal.kind {
                SignalKind::Input => self.add_leaf(id),
                SignalKind::InOut => self.add_net(id),
                SignalKind::Output | SignalKind::Internal => {}
            }
        }
        for item in &self.module.items {
            match &item.kind {
                ItemKind::Register(register) => self.add_leaf(register.target),
                ItemKind::Tristate(driver) => self.add_net(driver.target),
                ItemKind::Instance(instance) => {
                    for connection in &instance.connections {
                        if let Connection::InOut(net) = connection {
                            self.add_net(*net);
                        }
                    }
                }
                ItemKind::Combinational(_) | ItemKind::MemoryWrite(_) => {}
            }
        }
        for item in &self.module.items {
            if let ItemKind::Instance(instance) = &item.kind {
                self.instance_outputs(instance);
            }
        }
    }

    fn add_leaf(&mut self, id: SignalId) {
        let width = self.module.signal_width(id) as usize;
        let leaf = self.evaluator.gates.gates.signal(&self.module.signal(id).name, width);
        self.evaluator.assign(&Target::whole(id), leaf);
    }

    fn add_net(&mut self, id: SignalId) {
        let width = self.module.signal_width(id) as usize;
        let net = Net { width, drivers: vec![] };
        self.model.nets.insert(self.module.signal(id).name.clone(), net);
        self.add_leaf(id);
    }

    fn instance_outputs(&mut self, instance: &rtl::Instance) {
        let child = self.design.module(instance.module);
        for ((id, port), connection) in child.ports().zip(&instance.connections) {
            let Connection::Output(target) = connection else { continue };
            let width = child.signal_width(id) as usize;
            let gates = &mut self.evaluator.gates.gates;
            let value = gates.instance_output(&instance.name, &port.name, width);
            let signal = &self.module.signal(target.signal).name;
            match self.model.nets.get_mut(signal) {
                Some(net) => net.drivers.push(Driver { enable: Edge::ONE, value }),
                None => self.evaluator.assign(target, value),
            }
        }
    }

    /// Evaluates what the leaves receive, and the outputs.
    fn roots(&mut self) {
        for (id, port) in self.module.ports() {
            if port.kind == SignalKind::Output {
                self.model.outputs.insert(port.name.clone(), self.evaluator.value(id));
            }
        }
        for item in &self.module.items {
            match &item.kind {
                ItemKind::Register(register) => self.register(register),
                ItemKind::Instance(instance) => self.instance(instance),
                ItemKind::MemoryWrite(write) => self.memory_write(write),
                ItemKind::Tristate(driver) => self.tristate(driver),
                ItemKind::Combinational(_) => {}
            }
        }
    }

    /// Makes properties of the outputs of a checker, whose text has no outputs.
    fn properties(&mut self, checker: &Checker) {
        self.model.ports.retain(|port| port.direction != Direction::Output);
        for property in &checker.properties {
            let name = &self.module.signal(property.condition).name;
            let Some(condition) = self.model.outputs.remove(name) else { continue };
            let clock = self.evaluator.value(property.clock)[0];
            let (kind, condition) = (property.kind.keyword(), condition[0]);
            self.model.properties.insert(name.clone(), Property { kind, clock, condition });
        }
    }

    fn register(&mut self, register: &rtl::Register) {
        let next = self.evaluator.next_value(register);
        let holds = next == self.evaluator.value(register.target);
        let clock = if holds { Edge::ZERO } else { self.evaluator.evaluate(&register.clock)[0] };
        let signal = self.module.signal(register.target);
        let power_up = signal.power_up.as_ref().map(|value| constant(value, next.len()));
        let attributes = signal.attributes.iter();
        let attributes = attributes.map(|one| (one.name.clone(), one.value.clone())).collect();
        let register = Register { clock, next, power_up, attributes };
        self.model.registers.insert(signal.name.clone(), register);
    }

    fn instance(&mut self, instance: &rtl::Instance) {
        let child = self.design.module(instance.module);
        let (mut inputs, mut nets) = (BTreeMap::new(), BTreeMap::new());
        for ((_, port), connection) in child.ports().zip(&instance.connections) {
            match connection {
                Connection::Input(value) => {
                    inputs.insert(port.name.clone(), self.evaluator.evaluate(value));
                }
                Connection::InOut(net) => {
                    nets.insert(port.name.clone(), self.module.signal(*net).name.clone());
                }
                Connection::Output(_) => {}
            }
        }
        let inner = Instance { module: child.name.clone(), inputs, nets };
        self.model.instances.insert(instance.name.clone(), inner);
    }

    fn memory_write(&mut self, write: &rtl::MemoryWrite) {
        let [clock, enable, address, data] =
            write.operands().map(|operand| self.evaluator.evaluate(operand));
        let memory = self.model.memories.get_mut(&self.module.memory(write.memory).name);
        let write = Write { clock: clock[0], enable: enable[0], address, data };
        if let Some(memory) = memory {
            memory.writes.push(write);
        }
    }

    fn tristate(&mut self, driver: &rtl::Tristate) {
        let enable = self.evaluator.evaluate(&driver.enable)[0];
        let value = self.evaluator.evaluate(&driver.value);
        let net = self.model.nets.get_mut(&self.module.signal(driver.target).name);
        if let Some(net) = net {
            net.drivers.push(Driver { enable, value });
        }
    }
}

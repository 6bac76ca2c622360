//! From a syntax tree to the meaning of a module, by the rules of IEEE 1800-2012.

mod clock;
mod drivers;
mod expression;
mod instance;
mod memory;
mod net;
mod place;
mod process;
mod scope;
mod shape;
mod types;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use crate::error::{Position, Problem, ReadError};
use crate::model::{self, Edge, Gates, Model, Register, Word};
use crate::syntax::*;
use drivers::{Drivers, Process, ProcessKind};
use expression::constant;
use process::{Execution, Slot, Slots};
use scope::{MemoryDeclaration, Packages, Scope, Symbol, Variable};

/// The width of an `int`.
const INT: usize = 32;

/// What the files read so far declare.
#[derive(Clone, Debug, Default)]
pub(crate) struct Library {
    packages: Packages,
    /// The ports of each module.
    modules: HashMap<String, Vec<model::Port>>,
}

impl Library {
    /// Declares a module.
    pub fn declare(&mut self, name: &str, ports: Vec<model::Port>) {
        self.modules.insert(name.to_string(), ports);
    }

    /// Declares a package, and returns its types.
    pub fn package(
        &mut self,
        package: &Package,
    ) -> Result<BTreeMap<String, model::Type>, ReadError> {
        let name = package.name;
        if self.packages.contains_key(name.text) {
            return Err(Problem::AlreadyDeclared(name.text.to_string()).at(name.at));
        }
        let mut types = BTreeMap::new();
        let mut scope = Scope::new(name.text, &self.packages);
        for typedef in &package.types {
            scope.declare_type(typedef, &mut types)?;
        }
        let symbols = scope.into_symbols();
        self.packages.insert(name.text.to_string(), symbols);
        Ok(types)
    }

    /// Declares a module, and returns its meaning.
    pub fn module(
        &mut self,
        module: &Module,
        verbatim: &[&str],
        gates: &mut Gates,
    ) -> Result<Model, ReadError> {
        let name = module.name;
        if self.modules.contains_key(name.text) {
            return Err(Problem::AlreadyDeclared(name.text.to_string()).at(name.at));
        }
        let mut elaborator = Elaborator {
            library: self,
            scope: Scope::new(name.text, &self.packages),
            gates,
            model: Model { name: name.text.to_string(), ..Model::default() },
            values: vec![],
            execution: Execution::default(),
            loops: vec![],
            clocks: BTreeMap::new(),
            procedural: HashSet::new(),
        };
        elaborator.ports(&module.ports)?;
        if let [Item { kind: ItemKind::Verbatim(index), .. }] = module.items[..] {
            elaborator.model.text = Some(verbatim[index].to_string());
        } else {
            elaborator.declarations(&module.items)?;
            elaborator.body(&module.items)?;
        }
        let model = elaborator.model;
        self.declare(name.text, model.ports.clone());
        Ok(model)
    }
}

struct Elaborator<'a, 't> {
    library: &'a Library,
    scope: Scope<'a>,
    gates: &'a mut Gates,
    model: Model,
    /// The value of each bit of each variable, as far as it is known.
    values: Vec<Vec<Option<Edge>>>,
    /// The process that is being executed.
    execution: Execution,
    /// The indices of the loops that are being executed.
    loops: Vec<(&'t str, Word)>,
    /// The clocks of the registers, by the index of the variable.
    clocks: BTreeMap<usize, Edge>,
    /// The variables, by index, that get their first value from an `always_comb`, also through
    /// `assign`s.
    procedural: HashSet<usize>,
}

impl<'t> Elaborator<'_, 't> {
    fn ports(&mut self, ports: &[Port<'t>]) -> Result<(), ReadError> {
        for port in ports {
            self.variable(&port.declaration, Some(port.direction))?;
            let ty = &self.scope.variables[self.scope.variables.len() - 1].ty;
            let (width, enumeration) = (ty.width, ty.enumeration().map(str::to_string));
            let direction = match port.direction {
                Direction::Input => model::Direction::Input,
                Direction::Output => model::Direction::Output,
                Direction::InOut => model::Direction::InOut,
            };
            let name = port.declaration.name.text.to_string();
            self.model.ports.push(model::Port { name, direction, width, enumeration });
        }
        Ok(())
    }

    /// Declares everything that items declare, in order.
    fn declarations(&mut self, items: &[Item<'t>]) -> Result<(), ReadError> {
        for item in items {
            match &item.kind {
                ItemKind::Typedef(typedef) => {
                    self.scope.declare_type(typedef, &mut self.model.types)?;
                }
                ItemKind::Declaration(declaration) if declaration.words.is_some() => {
                    self.memory(declaration)?;
                }
                ItemKind::Declaration(declaration) => self.variable(declaration, None)?,
                ItemKind::Instance(instance) => {
                    self.scope.declare(instance.name, Symbol::Instance)?;
                }
                ItemKind::Property { name, .. } => self.scope.declare(*name, Symbol::Property)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn variable(
        &mut self,
        declaration: &Declaration<'t>,
        direction: Option<Direction>,
    ) -> Result<(), ReadError> {
        let Declaration { name, mut kind, .. } = *declaration;
        let ty = self.scope.data_type(&declaration.data_type)?;
        if direction == Some(Direction::InOut) {
            kind = DeclarationKind::Net;
        }
        let initial = match &declaration.initial {
            Some(value) if kind == DeclarationKind::Net || direction == Some(Direction::Input) => {
                return Err(Problem::InitialisedNet(name.text.to_string()).at(value.at));
            }
            Some(value) => {
                let bits = self.value_for(&ty, value)?;
                Some(self.constant_bits(&bits, value.at)?)
            }
            None if kind == DeclarationKind::Constant => {
                return Err(Problem::ConstantWithoutValue(name.text.to_string()).at(name.at));
            }
            None => None,
        };
        if declaration.words.is_some() {
            return Err(Problem::MemoryPort(name.text.to_string()).at(name.at));
        }
        self.values.push(vec![None; ty.width]);
        let index = self.scope.variables.len();
        let attributes = declaration.attributes.iter();
        self.scope.variables.push(Variable {
            name: name.text.to_string(),
            at: name.at,
            ty,
            direction,
            kind,
            initial,
            attributes: attributes
                .map(|one| (one.name.text.to_string(), one.value.clone()))
                .collect(),
        });
        self.scope.declare(name, Symbol::Variable(index))
    }

    fn memory(&mut self, declaration: &Declaration<'t>) -> Result<(), ReadError> {
        let Declaration { name, kind, .. } = *declaration;
        let words = declaration.words.unwrap_or(0) as usize;
        if kind != DeclarationKind::Variable || declaration.initial.is_some() || words == 0 {
            return Err(Problem::MemoryDeclaration(name.text.to_string()).at(name.at));
        }
        if let Some(attribute) = declaration.attributes.first() {
            return Err(attribute.unsupported());
        }
        let ty = self.scope.data_type(&declaration.data_type)?;
        let text = name.text.to_string();
        let index = self.scope.memories.len();
        self.scope.memories.push(MemoryDeclaration { name: text, at: name.at, ty, words });
        self.scope.declare(name, Symbol::Memory(index))
    }

    /// Evaluates the items: first what is known, then combinational processes with drivers before
    /// readers, then the rest.
    fn body(&mut self, items: &[Item<'t>]) -> Result<(), ReadError> {
        let processes = self.processes(items)?;
        let drivers = drivers::drivers(&self.scope, &processes)?;
        self.add_leaves(&processes, &drivers)?;
        for item in items {
            if let ItemKind::Instance(instance) = &item.kind {
                self.instance_outputs(instance)?;
            }
        }
        for index in drivers::in_order(&self.scope, &processes, &drivers)? {
            self.combinational(&processes[index])?;
            self.mark_procedural(&processes[index]);
        }
        self.outputs()?;
        for process in &processes {
            if let ProcessKind::Clocked(event, body) = process.kind {
                self.registers(process, event, body)?;
            }
        }
        for (name, register) in &mut self.model.registers {
            if register.next == self.gates.signal(name, register.next.len()) {
                register.clock = Edge::ZERO;
            }
        }
        self.memories(items)?;
        for item in items {
            match &item.kind {
                ItemKind::Instance(instance) => self.instance(instance)?,
                ItemKind::Always(event, body) => self.memory_writes(event, body)?,
                ItemKind::Property { name, kind, event, condition } => {
                    let (clock, condition) = (self.clock(event)?, self.truth(condition)?);
                    let property = model::Property { kind, clock, condition };
                    self.model.properties.insert(name.text.to_string(), property);
                }
                ItemKind::Assign { target, value } if self.is_net(target)? => {
                    self.tristate(target, value)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The items that drive variables.
    fn processes<'e>(&self, items: &'e [Item<'t>]) -> Result<Vec<Process<'e, 't>>, ReadError> {
        let mut processes = Vec::new();
        for item in items {
            let kind = match &item.kind {
                ItemKind::Assign { target, .. } if self.is_net(target)? => continue,
                ItemKind::Assign { target, value } => ProcessKind::Assign(target, value),
                ItemKind::AlwaysComb(body) => ProcessKind::Combinational(body),
                ItemKind::AlwaysFf(event, body) => ProcessKind::Clocked(event, body),
                ItemKind::Instance(instance) => {
                    let mut process = Process::new(ProcessKind::Instance, &self.scope)?;
                    for target in self.variables_driven(instance)? {
                        process.target(target, &self.scope)?;
                    }
                    processes.push(process);
                    continue;
                }
                ItemKind::Verbatim(_) => return Err(Problem::PartlyVerbatim.at(item.at)),
                _ => continue,
            };
            processes.push(Process::new(kind, &self.scope)?);
        }
        Ok(processes)
    }

    /// Makes leaves of inputs, nets and registers. A variable that has an initial value and no
    /// driver is a register that holds. Gives constants their values.
    fn add_leaves(&mut self, processes: &[Process], drivers: &Drivers) -> Result<(), ReadError> {
        for (index, variable) in self.scope.variables.iter().enumerate() {
            if variable.kind == DeclarationKind::Constant {
                variable.check_attributes(false)?;
                let value = constant(variable.initial.as_deref().unwrap_or_default());
                self.values[index] = value.into_iter().map(Some).collect();
                continue;
            }
            let (name, width) = (&variable.name, variable.ty.width);
            let is_net = variable.kind == DeclarationKind::Net;
            let is_clocked = |driver: &Option<usize>| {
                driver.is_some_and(|driver| {
                    matches!(processes[driver].kind, ProcessKind::Clocked(..))
                })
            };
            let is_driven = drivers[index].iter().any(Option::is_some);
            let is_register = drivers[index].iter().any(is_clocked);
            let holds = variable.initial.is_some() && !is_driven;
            variable.check_attributes(is_register || holds)?;
            if is_register
                && !drivers[index].iter().all(|driver| driver.is_none() || is_clocked(driver))
            {
                return Err(Problem::PartlyRegister(name.clone()).at(variable.at));
            }
            let is_input = variable.direction == Some(Direction::Input);
            if is_net || is_input || is_register || holds {
                let leaf = self.gates.signal(name, width);
                self.values[index] = leaf.iter().copied().map(Some).collect();
                if is_register || holds {
                    let (power_up, attributes) =
                        (variable.initial.clone(), variable.attributes.clone());
                    let register = Register { clock: Edge::ZERO, next: leaf, power_up, attributes };
                    self.model.registers.insert(name.clone(), register);
                }
            }
            if is_net {
                self.model.nets.insert(name.clone(), model::Net { width, drivers: vec![] });
            }
        }
        Ok(())
    }

    fn combinational(&mut self, process: &Process<'_, 't>) -> Result<(), ReadError> {
        let slots = self.slots(process, |_| Slot::Unassigned);
        let slots = match process.kind {
            ProcessKind::Combinational(body) => self.execute_process(body, slots, false)?,
            ProcessKind::Assign(target, value) => self.execute_assign(target, value, slots)?,
            _ => return Ok(()),
        };
        for (variable, slots) in slots {
            for (bit, slot) in slots.into_iter().enumerate() {
                match slot {
                    Slot::Foreign => {}
                    Slot::Value(value) => self.values[variable][bit] = Some(value),
                    Slot::Unassigned => {
                        let name = self.scope.variables[variable].name.clone();
                        let write =
                            process.writes.iter().find(|((other, _), _)| *other == variable);
                        let at = write.map_or(self.scope.variables[variable].at, |(_, at)| *at);
                        return Err(Problem::Latch(name).at(at));
                    }
                }
            }
        }
        Ok(())
    }

    /// The bits that a process assigns, with their values before it.
    fn slots(&self, process: &Process, before: impl Fn(Option<Edge>) -> Slot) -> Slots {
        let mut slots = Slots::new();
        for ((variable, bits), _) in &process.writes {
            let values = &self.values[*variable];
            let own = slots.entry(*variable).or_insert_with(|| vec![Slot::Foreign; values.len()]);
            for bit in bits.clone() {
                own[bit] = before(values[bit]);
            }
        }
        slots
    }

    /// Adds the next values of the registers of an `always_ff`.
    fn registers(
        &mut self,
        process: &Process<'_, 't>,
        event: &Event<'t>,
        body: &Statement<'t>,
    ) -> Result<(), ReadError> {
        let clock = self.clock(event)?;
        let slots = self.slots(process, |leaf| leaf.map_or(Slot::Unassigned, Slot::Value));
        for (variable, slots) in self.execute_process(body, slots, true)? {
            let name = &self.scope.variables[variable].name;
            let Some(register) = self.model.registers.get_mut(name) else { continue };
            if *self.clocks.entry(variable).or_insert(clock) != clock {
                return Err(Problem::SecondClock(name.clone()).at(event.clock.at));
            }
            register.clock = clock;
            for (next, slot) in register.next.iter_mut().zip(slots) {
                if let Slot::Value(value) = slot {
                    *next = value;
                }
            }
        }
        Ok(())
    }

    fn outputs(&mut self) -> Result<(), ReadError> {
        for index in 0..self.scope.variables.len() {
            let variable = &self.scope.variables[index];
            if variable.direction == Some(Direction::Output) {
                let (name, width, at) = (variable.name.clone(), variable.ty.width, variable.at);
                let value = self.read(index, 0..width, at)?;
                self.model.outputs.insert(name, value);
            }
        }
        Ok(())
    }

    /// Returns the value of bits of a variable.
    fn read(&self, variable: usize, bits: Range<usize>, at: Position) -> Result<Word, ReadError> {
        let own = self.execution.slots.get(&variable).filter(|_| !self.execution.is_clocked);
        let name = || self.scope.variables[variable].name.clone();
        let bits = bits.map(|bit| match own.map_or(Slot::Foreign, |slots| slots[bit]) {
            Slot::Value(value) => Ok(value),
            Slot::Unassigned => Err(Problem::NotYetAssigned(name()).at(at)),
            Slot::Foreign => {
                self.values[variable][bit].ok_or_else(|| Problem::Undriven(name()).at(at))
            }
        });
        bits.collect()
    }

    /// Returns the value of the index of a loop, if the reference is one.
    fn loop_index(&self, reference: &Reference) -> Option<&Word> {
        let is_plain = reference.package.is_none()
            && reference.fields.is_empty()
            && reference.select.is_none();
        let index = self.loops.iter().rev().find(|(name, _)| *name == reference.name.text);
        index.filter(|_| is_plain).map(|(_, value)| value)
    }
}

//! Recordings of modules: their ports after each step, for simulators to repeat.

use std::fmt::{LowerHex, Write};

use fastrand::Rng;
use rust_hdl_rtl::{Design, Error, Evaluator, ItemKind, ModuleId, SignalId, SignalKind, Type};
use rust_hdl_rtl::{Value, mask};

/// A port of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    /// Its name in the design.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
    /// Its direction.
    pub kind: SignalKind,
}

impl Port {
    /// The number of hexadecimal digits of its value.
    pub(crate) fn digits(&self) -> usize {
        self.width.div_ceil(4) as usize
    }

    /// Whether a row has a digit that says whether the outside drives it, before its value.
    pub(crate) fn has_driver(&self) -> bool {
        self.kind == SignalKind::InOut
    }
}

/// The values of a module's ports after each step, from one or several power-ups.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The ports, in the order of the values in a row.
    pub ports: Vec<Port>,
    /// For each power-up, a line of hexadecimal digits for each step.
    pub(crate) episodes: Vec<String>,
}

impl Recording {
    /// A recording without steps.
    pub fn new(ports: Vec<Port>) -> Recording {
        Recording { ports, episodes: vec![] }
    }

    /// Begins again from power-up, where all inputs are 0.
    pub fn power_up(&mut self) {
        self.episodes.push(String::new());
    }

    /// Adds a step: for each port its value, and whether the outside drives it if it is
    /// bidirectional. At most one clock changes in a step, and no other input together with it.
    pub fn step<V: LowerHex>(&mut self, values: impl IntoIterator<Item = (V, bool)>) {
        let row = self.episodes.last_mut().expect("a power-up");
        for (port, (value, is_driven)) in self.ports.iter().zip(values) {
            if port.has_driver() {
                row.push(if is_driven { '1' } else { '0' });
            }
            let _ = write!(row, "{value:0digits$x}", digits = port.digits());
        }
        row.push('\n');
    }

    /// The number of steps since the last power-up.
    pub fn steps(&self) -> usize {
        self.episodes.last().map_or(0, |rows| rows.lines().count())
    }

    /// Records a module of a design in the evaluator: every combination of the inputs of a
    /// combinational module if there are at most `steps`, otherwise that many random steps. One
    /// input changes in a random step, mostly a clock.
    ///
    /// # Errors
    ///
    /// If the module has a combinational loop.
    pub fn of_design(design: &Design, id: ModuleId, steps: usize) -> Result<Recording, Error> {
        let evaluator = Evaluator::new(design, id)?;
        let module = design.module(id);
        let port = |(id, signal): (SignalId, &rust_hdl_rtl::Signal)| Port {
            name: signal.name.clone(),
            width: module.signal_width(id),
            kind: signal.kind,
        };
        let mut recording = Recording::new(module.ports().map(port).collect());
        recording.power_up();
        let mut source = Source::new(evaluator, &recording.ports);
        let bits: u32 = source.inputs.iter().map(|input| input.width).sum();
        if source.is_combinational() && bits < usize::BITS && 1 << bits <= steps {
            for pattern in 0..1_u128 << bits {
                source.set_all(pattern);
                source.record(&mut recording);
            }
        } else {
            let mut random = Rng::with_seed(1);
            for _ in 0..steps {
                source.record(&mut recording);
                source.change_one(&mut random);
            }
        }
        Ok(recording)
    }
}

/// The evaluator of a module, with its ports.
struct Source {
    evaluator: Evaluator,
    /// Bidirectional ports are inputs, too.
    inputs: Vec<Input>,
    /// For each port, its value and whether the module drives it if it is bidirectional.
    values: Vec<(SignalId, Option<SignalId>)>,
}

struct Input {
    signal: SignalId,
    width: u32,
    is_clock: bool,
}

impl Source {
    fn new(evaluator: Evaluator, ports: &[Port]) -> Source {
        let module = &evaluator.flat().module;
        let find = |name: &str| module.find(name).expect("a port of the flat design");
        let inputs = ports.iter().filter(|port| port.kind != SignalKind::Output).map(|port| {
            let signal = find(&port.name);
            let is_clock = module.signal(signal).ty == Type::Clock;
            Input { signal, width: port.width, is_clock }
        });
        let inputs = inputs.collect();
        let values = ports.iter().map(|Port { name, kind, .. }| match kind {
            SignalKind::InOut => {
                (find(&format!("{name}.value")), Some(find(&format!("{name}.driven"))))
            }
            _ => (find(name), None),
        });
        Source { values: values.collect(), inputs, evaluator }
    }

    fn is_combinational(&self) -> bool {
        let mut items = self.evaluator.flat().module.items.iter();
        let is_clocked = |item: &rust_hdl_rtl::Item| {
            matches!(item.kind, ItemKind::Register(_) | ItemKind::MemoryWrite(_))
        };
        !items.any(is_clocked) && self.inputs.iter().all(|input| !input.is_clock)
    }

    fn set_all(&mut self, mut pattern: u128) {
        for Input { signal, width, .. } in &self.inputs {
            self.evaluator.set(*signal, Value::from(pattern).truncated(*width));
            pattern >>= width;
        }
    }

    fn change_one(&mut self, random: &mut Rng) {
        let any_clock = self.inputs.iter().any(|input| input.is_clock);
        let any_other = self.inputs.iter().any(|input| !input.is_clock);
        let wants_clock = any_clock && (!any_other || random.u8(..4) > 0);
        let chosen: Vec<&Input> =
            self.inputs.iter().filter(|input| input.is_clock == wants_clock).collect();
        let Some(Input { signal, width, .. }) = random.choice(chosen) else { return };
        let value = match (wants_clock, random.bool()) {
            (true, _) => &self.evaluator.get(*signal) ^ &Value::from(1),
            (false, true) => (0..*width).map(|_| random.bool()).collect(),
            (false, false) => &Value::from(random.u128(0..4)) & &mask(*width),
        };
        self.evaluator.set(*signal, value);
    }

    fn record(&mut self, recording: &mut Recording) {
        self.evaluator.settle().expect("a design whose clocks settle");
        let row: Vec<(Value, bool)> = (self.values.iter())
            .map(|(value, driven)| {
                let is_driven = |driven: SignalId| self.evaluator.get(driven).is_zero();
                (self.evaluator.get(*value), driven.is_some_and(is_driven))
            })
            .collect();
        recording.step(row);
    }
}

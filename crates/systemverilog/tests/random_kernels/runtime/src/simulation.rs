//! The simulation of a kernel in rust-hdl with random inputs.

use fastrand::Rng;
use rust_hdl::prelude::TypeKind;
use rust_hdl_systemverilog::rtl::{
    BlockSimulation, SignalKind, SimulatedPort, SimulationError, Value, mask,
};

/// The probability, in 256ths, that a step changes a clock. The other steps change other inputs.
const CLOCK_STEPS: u8 = 140;

/// Returns a line for each port: `input` or `output`, the width and the name.
pub fn ports(simulation: &BlockSimulation) -> String {
    let line = |port: &SimulatedPort| {
        let kind = if port.kind == SignalKind::Output { "output" } else { "input" };
        format!("{kind} {} {}\n", port.width, port.name)
    };
    simulation.ports().iter().map(line).collect()
}

/// Simulates a kernel from power-up and returns a row for each step: the inputs, a space, and the outputs after that.
///
/// On each step either one clock changes or other inputs, so that no result depends on the order of simultaneous changes. Each
/// port has as many binary digits as bits, the highest first.
///
/// # Errors
///
/// If the block panics or does not settle.
pub fn rows(
    simulation: &mut BlockSimulation,
    steps: usize,
    random: &mut Rng,
) -> Result<String, SimulationError> {
    let mut rows = String::new();
    for step in 0..steps {
        // Nothing changes on the first step: it compares the values at power-up.
        if step > 0 {
            change_inputs(simulation, random);
        }
        simulation.settle()?;
        rows.push_str(&row(simulation));
    }
    Ok(rows)
}

fn change_inputs(simulation: &mut BlockSimulation, random: &mut Rng) {
    let (mut clocks, mut inputs) = (vec![], vec![]);
    for (index, port) in simulation.ports().iter().enumerate() {
        let is_clock =
            port.descriptor.name == "clock" && matches!(port.descriptor.kind, TypeKind::Bits(1));
        match port.kind {
            SignalKind::Output => {}
            _ if is_clock => clocks.push(index),
            _ => inputs.push((index, port.width)),
        }
    }
    if !clocks.is_empty() && (inputs.is_empty() || random.u8(..) < CLOCK_STEPS) {
        let clock = clocks[random.usize(..clocks.len())];
        let level = simulation.outside(clock).is_zero();
        return simulation.set(clock, &u128::from(level).into());
    }
    let changes_all = random.u8(..4) == 0;
    let chosen = if inputs.is_empty() { 0 } else { random.usize(..inputs.len()) };
    for (place, (port, width)) in inputs.into_iter().enumerate() {
        if changes_all || place == chosen {
            let value = some_value(simulation.outside(port), width, random);
            simulation.set(port, &value);
        }
    }
}

/// Returns a value: random, an extreme, a small one, or the present one with one bit changed.
fn some_value(present: &Value, width: u32, random: &mut Rng) -> Value {
    match random.u8(..10) {
        0 => Value::ZERO,
        1 => mask(width),
        2 | 3 => present ^ &(&Value::from(1) << random.u32(..width)),
        4 => Value::from(random.u128(..8)).truncated(width),
        _ => {
            let digits = (0..width).step_by(64).map(|_| Value::from(u128::from(random.u64(..))));
            let join = |high: Value, low: Value| &(&high << 64) | &low;
            digits.reduce(join).unwrap_or(Value::ZERO).truncated(width)
        }
    }
}

fn row(simulation: &BlockSimulation) -> String {
    let (mut inputs, mut outputs) = (String::new(), String::new());
    for (index, port) in simulation.ports().iter().enumerate() {
        let digits = format!("{:0width$b}", simulation.get(index), width = port.width as usize);
        match port.kind {
            SignalKind::Output => outputs.push_str(&digits),
            _ => inputs.push_str(&digits),
        }
    }
    format!("{inputs} {outputs}\n")
}

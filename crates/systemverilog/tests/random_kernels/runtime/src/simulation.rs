//! The simulation of a kernel in rust-hdl with random inputs.

use backend_testing::recording::{Port, Recording};
use fastrand::Rng;
use rust_hdl::prelude::TypeKind;
use rust_hdl_systemverilog::rtl::{BlockSimulation, SignalKind, SimulationError, Value, mask};

/// The probability, in 256ths, that a step changes a clock. The other steps change other inputs.
const CLOCK_STEPS: u8 = 140;

/// Simulates a kernel from power-up.
///
/// On each step either one clock changes or other inputs, so that no result depends on the order of
/// simultaneous changes.
///
/// # Errors
///
/// If the block panics or does not settle.
pub fn record(
    simulation: &mut BlockSimulation,
    steps: usize,
    random: &mut Rng,
) -> Result<Recording, SimulationError> {
    let ports = simulation.ports().iter().map(|port| Port {
        name: port.name.clone(),
        width: port.width,
        kind: port.kind,
    });
    let mut recording = Recording::new(ports.collect());
    recording.power_up();
    for step in 0..steps {
        // Nothing changes on the first step: it compares the values at power-up.
        if step > 0 {
            change_inputs(simulation, random);
        }
        simulation.settle()?;
        let ports = 0..simulation.ports().len();
        recording.step(ports.map(|port| (simulation.get(port), false)));
    }
    Ok(recording)
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

//! Comparison of cases with the emitted files in a simulator, several cases at once.

use std::sync::Arc;

use backend_testing::recording::{Port, Recording};
use backend_testing::{Dut, Simulator, StateRegister};
use rust_hdl_rtl::{Design, SignalKind};
use rust_hdl_systemverilog::SourceFile;

use crate::case::{Case, Exemption, TOP};
use crate::cosimulation::{Model, RunSummary, cosimulate};
use crate::interface::{Interface, PortKind};

/// A case with its design and the files of the design.
pub struct Emitted<'c> {
    pub case: &'c Case,
    pub design: Design,
    pub files: Vec<SourceFile>,
}

/// Compares cases with a simulator for `cycles` cycles. Returns what was compared of each, or the
/// message of its failure.
pub fn compare(
    cases: &[&Emitted],
    simulator: Simulator,
    cycles: u64,
) -> Vec<Result<RunSummary, String>> {
    let recorded = cases.iter().map(|emitted| record(emitted, cycles)).collect::<Vec<_>>();
    let duts: Vec<Dut> = recorded.iter().flatten().map(|(dut, _)| dut.clone()).collect();
    let mut results = duts.iter().zip(simulator.run(&duts));
    let compared = cases.iter().zip(recorded).map(|(Emitted { case, .. }, recorded)| {
        let (_, summary) = recorded?;
        let (dut, seen) = results.next().expect("a result for each device");
        let seen = seen.map_err(|fault| format!("{}: {fault}", simulator.name()))?;
        if case.needs_coverage && matches!(simulator, Simulator::Verilator(..)) {
            check_outputs(case, &summary)?;
            check_states(case, &dut.states, &seen)?;
        }
        Ok(summary)
    });
    compared.collect()
}

/// Simulates a case in Rust.
///
/// # Errors
///
/// If `rust-hdl` panics or does not settle.
pub fn record(emitted: &Emitted, cycles: u64) -> Result<(Dut, RunSummary), String> {
    let Emitted { case, design, files } = emitted;
    let mut recorder = Recorder::new(&case.interface());
    let summary = cosimulate(case, cycles, &mut recorder).map_err(|failure| failure.to_string())?;
    let dut = Dut::new(TOP, files.clone(), Arc::new(recorder.recording));
    Ok((Dut { states: StateRegister::all(design), ..dut }, summary))
}

/// Records the ports. Those of the recording are the inputs, then the outputs; a bidirectional port
/// is among the latter only.
struct Recorder {
    recording: Recording,
    /// The inputs that are not bidirectional.
    inputs: Vec<u128>,
    outputs: usize,
}

impl Recorder {
    fn new(interface: &Interface) -> Recorder {
        let buses = interface.buses().count();
        let inputs = &interface.inputs[..interface.inputs.len() - buses];
        let ports = inputs.iter().chain(&interface.outputs).enumerate().map(|(index, port)| Port {
            name: port.name.clone(),
            width: port.width,
            kind: match port.kind {
                PortKind::Bus => SignalKind::InOut,
                _ if index < inputs.len() => SignalKind::Input,
                _ => SignalKind::Output,
            },
        });
        Recorder {
            recording: Recording::new(ports.collect()),
            inputs: vec![0; inputs.len()],
            outputs: interface.outputs.len(),
        }
    }
}

impl Model for Recorder {
    fn power_up(&mut self) -> Result<(), String> {
        self.recording.power_up();
        self.inputs.fill(0);
        Ok(())
    }

    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String> {
        for (index, value) in changes {
            if let Some(input) = self.inputs.get_mut(*index) {
                *input = *value;
            }
        }
        let plain = self.inputs.len() + self.outputs - drives.len();
        let values = self.inputs.iter().chain(outputs).enumerate().map(|(index, value)| {
            (*value, index.checked_sub(plain).is_some_and(|bus| !drives[bus]))
        });
        self.recording.step(values);
        Ok(())
    }
}

/// Checks that every output has changed or is exempt.
fn check_outputs(case: &Case, summary: &RunSummary) -> Result<(), String> {
    for (name, is_constant) in &summary.outputs {
        let exempt = case
            .exemptions
            .iter()
            .any(|exemption| matches!(exemption, Exemption::Constant { output } if output == name));
        match (is_constant, exempt) {
            (true, false) => {
                return Err(format!("insufficient stimulus: `{name}` never changes"));
            }
            (false, true) => return Err(format!("`{name}` is exempt, but changes")),
            _ => {}
        }
    }
    Ok(())
}

/// Checks that every variant of every enum register was seen or is exempt.
fn check_states(case: &Case, states: &[StateRegister], seen: &[u64]) -> Result<(), String> {
    for (StateRegister { path, variants, .. }, seen) in states.iter().zip(seen) {
        for (index, name) in variants.iter().enumerate() {
            let exempt = case.exemptions.iter().any(|exemption| {
                matches!(exemption, Exemption::Unreachable { register, variant }
                    if register == path && variant == name)
            });
            match (seen >> index & 1 != 0, exempt) {
                (false, false) => {
                    return Err(format!("insufficient stimulus: `{path}` is never `{name}`"));
                }
                (true, true) => return Err(format!("`{path}` is exempt, but takes `{name}`")),
                _ => {}
            }
        }
    }
    Ok(())
}

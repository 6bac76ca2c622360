//! Timing constraints: one file for Quartus and nextpnr-mistral, one for Quartus alone.

use super::{Project, Timing, tcl};

/// The clocks, in what both tools take.
///
/// Only `create_clock`, one command to a line, one port to a `get_ports`. nextpnr takes no other way to
/// name ports, and of the exceptions only `set_false_path` with both ends, each a register: a false path
/// from or to a port ends its run. It does not time those paths, so nothing is lost.
pub(super) fn portable(project: &Project) -> String {
    let top = &project.top;
    let mut text =
        tcl::header(project.generator, &format!("{top}.sdc"), &format!("Clocks of {top}."));
    text += &tcl::comment(&format!(
        "For Quartus and nextpnr-mistral. Timing exceptions are in {top}_quartus.sdc: nextpnr-mistral does \
         not time paths from or to pins, and stops at a false path that begins or ends at one."
    ));
    for clock in &project.timing.clocks {
        text.push('\n');
        text += &tcl::comment(&clock.reason);
        text += &format!(
            "create_clock -name {} -period {} {}\n",
            clock.name,
            clock.period_ns,
            get_port(&clock.bit)
        );
    }
    text
}

/// Clock uncertainty and the exceptions, each with its reason.
pub(super) fn quartus(project: &Project) -> String {
    let top = &project.top;
    let mut text = tcl::header(
        project.generator,
        &format!("{top}_quartus.sdc"),
        &format!("Timing of {top} that only Quartus takes."),
    );
    text += &tcl::comment(&format!("Read after {top}.sdc, which declares the clocks."));
    text += "\n# Jitter and skew of the clock network, from the model of the device.\n";
    text += "derive_clock_uncertainty\n";
    text += &inputs(&project.timing);
    text += &crossings(&project.timing);
    text += &outputs(project);
    text
}

fn inputs(timing: &Timing) -> String {
    let mut text = String::new();
    if !timing.synchronisers.is_empty() {
        text.push('\n');
        text += &tcl::comment(
            "These inputs change at any time, so no arrival time is right for them. They are cut only where \
             they enter a synchroniser; anything else that they reach is still reported. A * stands for \
             the entity that Quartus names before an instance.",
        );
    }
    for synchroniser in &timing.synchronisers {
        text += &format!(
            "set_false_path -from {} -to [get_registers {{{}}}]\n",
            get_port(&synchroniser.bit),
            register_pattern(&synchroniser.first_stage)
        );
    }
    for input in &timing.unsynchronised_inputs {
        text.push('\n');
        text += &tcl::comment(&format!(
            "{}: no synchroniser, cut but not made safe. {}",
            input.bit, input.reason
        ));
        text += &format!("set_false_path -from {}\n", get_port(&input.bit));
    }
    text
}

fn crossings(timing: &Timing) -> String {
    let mut text = String::new();
    for crossing in &timing.unsafe_crossings {
        let (from, to) = (&crossing.from, &crossing.to);
        text.push('\n');
        text += &tcl::comment(&format!(
            "{from} to {to}: an unsafe crossing, cut but not made safe. {}",
            crossing.reason
        ));
        text += &format!("set_false_path -from [get_clocks {from}] -to [get_clocks {to}]\n");
    }
    text
}

fn outputs(project: &Project) -> String {
    let pattern = |name: &str| {
        let is_vector = project.ports.iter().any(|p| p.name == name && p.width > 1);
        format!("{name}{}", if is_vector { "[*]" } else { "" })
    };
    let mut text = String::new();
    for group in &project.timing.untimed_outputs {
        text.push('\n');
        text += &tcl::comment(&group.reason);
        for name in &group.ports {
            text += &format!("set_false_path -to {}\n", get_port(&pattern(name)));
        }
    }
    text
}

/// `[get_ports CLOCK_50]`, or `[get_ports {KEY[0]}]` so that Tcl leaves the index alone.
fn get_port(bit: &str) -> String {
    if bit.contains('[') { format!("[get_ports {{{bit}}}]") } else { format!("[get_ports {bit}]") }
}

/// A register as Quartus finds it: its nodes are named `entity:instance|register`, or
/// `instance|register` where entity names are off.
pub(super) fn register_pattern(register: &str) -> String {
    match register.rsplit_once('|') {
        None => register.to_owned(),
        Some((instances, register)) => {
            let instances: String = instances.split('|').map(|i| format!("*{i}|")).collect();
            instances + register
        }
    }
}

#[cfg(test)]
mod tests {
    use super::register_pattern;

    #[test]
    fn every_instance_may_have_its_entity_before_it() {
        for (register, expected) in [
            ("stage1", "stage1"),
            ("step_key|stage1", "*step_key|stage1"),
            ("keys|step|chain[0]", "*keys|*step|chain[0]"),
        ] {
            assert_eq!(register_pattern(register), expected);
        }
    }
}

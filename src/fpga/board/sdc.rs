//! Timing constraints: one file for Quartus and nextpnr-mistral, one for Quartus alone.

use super::{Project, Timing, tcl};

/// The clocks, in the subset of SDC that both tools support.
///
/// That is `create_clock`, one command per line, one port per `get_ports`. Of the exceptions nextpnr supports only
/// `set_false_path` between registers: one from or to a port aborts it. It does not time such paths anyway.
pub(super) fn portable(project: &Project) -> String {
    let top = &project.top;
    let mut text =
        tcl::header(project.generator, &format!("{top}.sdc"), &format!("Clocks of {top}."));
    text += &tcl::comment(&format!(
        "For Quartus and nextpnr-mistral. Timing exceptions are in {top}_quartus.sdc: nextpnr-mistral does \
         not time paths from or to pins, and aborts at a false path from or to one."
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
        &format!("Timing exceptions of {top} for Quartus."),
    );
    text += &tcl::comment(&format!("Read after {top}.sdc, which declares the clocks."));
    text += "\n# Jitter and skew of the clock network, from the device model.\n";
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
            "These inputs are asynchronous. Only their paths to the first stage of a synchroniser are false \
             paths; other paths from them are still analysed. A * matches the entity name that Quartus puts \
             before an instance.",
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
            "{}: not synchronised, so not safe; excluded from timing analysis. {}",
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
            "{from} to {to}: an unsafe crossing, excluded from timing analysis. {}",
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

/// `[get_ports CLOCK_50]`, or `[get_ports {KEY[0]}]`: in braces Tcl does not evaluate the index.
fn get_port(bit: &str) -> String {
    if bit.contains('[') { format!("[get_ports {{{bit}}}]") } else { format!("[get_ports {bit}]") }
}

/// A pattern for a register in Quartus, whose nodes are named `entity:instance|register`, or
/// `instance|register` if entity names are off.
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
    fn an_entity_name_may_precede_every_instance() {
        for (register, expected) in [
            ("stage1", "stage1"),
            ("step_key|stage1", "*step_key|stage1"),
            ("keys|step|chain[0]", "*keys|*step|chain[0]"),
        ] {
            assert_eq!(register_pattern(register), expected);
        }
    }
}

//! Timing constraints: one file for Quartus and nextpnr-mistral, one for Quartus alone.

use super::timing::{Clock, FalsePath, Synchroniser};
use super::{Project, tcl};

/// The clocks, in the subset of SDC that both tools support.
///
/// That is `create_clock`, one command per line, one port per `get_ports`. Of the exceptions
/// nextpnr supports only `set_false_path` between registers: one from or to a port aborts it. It
/// does not time such paths anyway.
pub(super) fn clocks(project: &Project) -> String {
    let mut text = tcl::comment(&format!(
        "For Quartus and nextpnr-mistral. Timing exceptions are in {}_quartus.sdc: nextpnr-mistral does \
         not time paths from or to pins, and aborts at a false path from or to one.",
        project.top
    ));
    for Clock { name, bit, period_ns, reason } in &project.timing.clocks {
        text += &format!(
            "\n{}create_clock -name {name} -period {period_ns} {}\n",
            tcl::comment(reason),
            get_ports(bit)
        );
    }
    text
}

/// Clock uncertainty and the exceptions, each with its reason.
pub(super) fn exceptions(project: &Project) -> String {
    let mut text = format!(
        "# Read after {}.sdc, which declares the clocks.\n\n\
         # Jitter and skew of the clock network, from the device model.\n\
         derive_clock_uncertainty\n",
        project.top
    );
    if let Some(Synchroniser { module, first_stage, inputs }) = &project.timing.synchroniser {
        text.push('\n');
        text += &tcl::comment(&format!(
            "These inputs are asynchronous. Only their paths to the first stage of a synchroniser are false \
             paths. They have no input delay, so Quartus would list any other path from them as unconstrained. \
             Quartus names a register module:instance|register, so the pattern matches {first_stage} in every \
             instance of {module}, and of modules whose names end like that, at any depth. Other projects with {module} need this line with their own inputs.",
        ));
        let inputs: Vec<String> = inputs.iter().map(|input| format!("{input}[*]")).collect();
        text += &format!(
            "set_false_path -from {} -to [get_registers {{*{module}:*|{first_stage}}}]\n",
            get_ports(&inputs.join(" "))
        );
    }
    for exception in &project.timing.exceptions {
        text += &format!("\n{}", tcl::comment(exception.reason));
        for path in &exception.false_paths {
            text += &match path {
                FalsePath::FromInput(bit) => format!("set_false_path -from {}\n", get_ports(bit)),
                FalsePath::BetweenClocks(from, to) => {
                    format!("set_false_path -from [get_clocks {from}] -to [get_clocks {to}]\n")
                }
                FalsePath::ToOutput(name) => {
                    let is_vector = project.ports.iter().any(|p| p.name == *name && p.width > 1);
                    let bits = if is_vector { format!("{name}[*]") } else { name.clone() };
                    format!("set_false_path -to {}\n", get_ports(&bits))
                }
            };
        }
    }
    text
}

/// `[get_ports CLOCK_50]`, or `[get_ports {KEY[0]}]`: in braces Tcl does not evaluate the index.
fn get_ports(bit: &str) -> String {
    if bit.contains('[') { format!("[get_ports {{{bit}}}]") } else { format!("[get_ports {bit}]") }
}

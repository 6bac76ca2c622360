//! The clocks and timing exceptions.

use std::collections::BTreeSet;

use baccarat_hdl::top::{Clocking, Top};
use rust_hdl_rtl::{Connection, ItemKind, Module, ModuleId, SignalKind};

use crate::pins::port_bits;
use crate::reader::{commands, project_files};

/// The words of all commands of a top's timing constraints, joined.
fn constraints(top: Top) -> Vec<String> {
    let files = project_files(top);
    let names = ["", "_quartus"].map(|part| format!("constraints/{}{part}.sdc", top.module()));
    names.iter().flat_map(|name| commands(&files[name])).map(|command| command.join(" ")).collect()
}

/// The words after a name in brackets: `KEY[0]` and `SW[0]` of `[ get_ports KEY[0] SW[0] ]`.
fn named(constraints: &[String], by: &str) -> Vec<String> {
    let after = format!("[ {by} ");
    let parts = constraints.iter().flat_map(|command| command.split(&after).skip(1));
    let named = parts.filter_map(|part| part.split(" ]").next());
    named.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn the_direct_clocking_has_two_clocks_and_its_unsafe_paths_are_not_timed() {
    let outputs = ["LEDR", "HEX5", "HEX4", "HEX3", "HEX2", "HEX1", "HEX0"]
        .map(|port| format!("set_false_path -to [ get_ports {port}[*] ]"));
    let expected = [
        "create_clock -name CLOCK_50 -period 20 [ get_ports CLOCK_50 ]",
        "create_clock -name slow_clock -period 1000 [ get_ports KEY[0] ]",
        "derive_clock_uncertainty",
        "set_false_path -from [ get_ports KEY[3] ]",
        "set_false_path -from [ get_clocks CLOCK_50 ] -to [ get_clocks slow_clock ]",
    ];
    let direct = Top::Task5(Clocking::Direct);
    assert_eq!(constraints(direct), [&expected.map(String::from)[..], &outputs].concat());

    let text = &project_files(direct)["constraints/task5_quartus.sdc"];
    let comments: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    let comments = comments.join(" ");
    for said in [
        "KEY[3]: not synchronised, so not safe; excluded from timing analysis.",
        "CLOCK_50 to slow_clock: an unsafe crossing, excluded from timing analysis.",
    ] {
        assert!(comments.contains(said), "{said}\n{text}");
    }
}

/// The comments of a top's timing exceptions, each paragraph in one line, with its commands.
fn paragraphs(top: Top) -> Vec<(String, String)> {
    let text = &project_files(top)[&format!("constraints/{}_quartus.sdc", top.module())];
    let paragraph = |text: &str| {
        let (comments, commands): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let comments: Vec<&str> =
            comments.iter().map(|line| line.trim_start_matches("# ")).collect();
        (comments.join(" "), commands.join("\n"))
    };
    text.split("\n\n").map(paragraph).collect()
}

#[test]
fn comments_of_false_paths_do_not_claim_that_anything_checks_them() {
    for top in Top::ALL {
        for (comment, commands) in paragraphs(top) {
            if !commands.contains("set_false_path") {
                continue;
            }
            assert!(!commands.contains("set_input_delay"), "{top}: {commands}");
            let said = match () {
                () if commands.contains("-to [get_registers") => "as unconstrained",
                () if commands.contains("HEX0") => "nothing samples them",
                () => "excluded from timing analysis",
            };
            assert!(comment.contains(said), "{top}: {comment}");
        }
    }
}

#[test]
fn the_constraints_name_only_ports_clocks_and_registers_of_the_design() {
    for top in Top::ALL {
        let constraints = constraints(top);
        let bits = port_bits(top);
        for port in named(&constraints, "get_ports") {
            let first_bit = port.replace("[*]", "[0]");
            assert!(bits.contains(&first_bit), "{top} has no {port}");
        }
        for clock in named(&constraints, "get_clocks") {
            let declared = format!("create_clock -name {clock} ");
            assert!(constraints.iter().any(|line| line.starts_with(&declared)), "{top}: {clock}");
        }
    }
}

/// The input ports of a top that enter instances of some modules.
fn entering(top: &Module, is_entered: impl Fn(ModuleId) -> bool) -> Vec<String> {
    let mut ports = BTreeSet::new();
    for item in &top.items {
        let ItemKind::Instance(instance) = &item.kind else { continue };
        for connection in &instance.connections {
            let Connection::Input(value) = connection else { continue };
            value.for_each_signal(&mut |id| {
                let port = top.signal(id);
                if port.kind == SignalKind::Input && is_entered(instance.module) {
                    ports.insert(port.name.clone());
                }
            });
        }
    }
    ports.into_iter().collect()
}

#[test]
fn the_false_paths_are_those_from_the_synchronised_inputs_to_the_first_stages() {
    for (top, inputs) in
        [(Top::Casino, &["KEY", "SW"][..]), (Top::Task5(Clocking::Synchronised), &["KEY"])]
    {
        let ports: Vec<String> = inputs.iter().map(|input| format!("{input}[*]")).collect();
        let expected = format!(
            "set_false_path -from [ get_ports {} ] -to [ get_registers *synchroniser:*|stage1 ]",
            ports.join(" ")
        );
        let constraints = constraints(top);
        let from = constraints.iter().filter(|line| line.starts_with("set_false_path -from"));
        assert_eq!(from.collect::<Vec<_>>(), [&expected], "{top}");

        let design = baccarat_sim::design(top).expect("the design");
        let module = design.module(design.find(top.module()).expect("the top"));
        let id = design.find("synchroniser").expect("the module");
        let clocked = |of: bool| {
            let mut ports = entering(module, |entered| (entered == id) == of);
            ports.retain(|port| port != "CLOCK_50");
            ports
        };
        assert_eq!(clocked(true), inputs, "{top}");
        assert_eq!(clocked(false), Vec::<String>::new(), "{top}: inputs without a synchroniser");

        let synchroniser = design.module(id);
        let stage = synchroniser.signal(synchroniser.find("stage1").expect("the register"));
        let [attribute] = &stage.attributes[..] else { panic!("{:?}", stage.attributes) };
        assert_eq!(attribute.name, "altera_attribute");
        assert_eq!(attribute.value, "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS");
    }
}

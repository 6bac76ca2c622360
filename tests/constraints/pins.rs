//! The pins of the ports.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::constraints::{ConstraintsError, Port};
use baccarat::generator;
use baccarat_hdl::top::Top;

use crate::pin_lists;
use crate::reader::{commands, project_files};

/// The bits of the ports of a top.
pub fn port_bits(top: Top) -> BTreeSet<String> {
    let design = baccarat_sim::design(top).expect("the design");
    let module = design.module(design.find(top.module()).expect("the top"));
    let port =
        |id, name: &String| Port { name: name.clone(), width: module.signal_width(id) as usize };
    module.ports().flat_map(|(id, signal)| port(id, &signal.name).bits()).collect()
}

#[test]
fn every_port_bit_has_one_location_and_one_io_standard() {
    for top in Top::ALL {
        let files = project_files(top);
        let text = &files[&format!("constraints/{}.qsf", top.pins())];
        let mut locations = BTreeMap::new();
        let mut standards = BTreeMap::new();
        for command in commands(text) {
            let words: Vec<_> = command.iter().map(String::as_str).collect();
            let repeated = match words[..] {
                ["set_location_assignment", pin, "-to", bit] => {
                    locations.insert(bit.to_owned(), pin.to_owned())
                }
                ["set_instance_assignment", "-name", "IO_STANDARD", standard, "-to", bit] => {
                    standards.insert(bit.to_owned(), standard.to_owned())
                }
                ["set_global_assignment", "-name", _, _] => None,
                _ => panic!("nextpnr-mistral would not read {command:?}"),
            };
            assert_eq!(repeated, None, "{top}: {command:?}");
        }
        let bits = port_bits(top);
        assert_eq!(standards.keys().cloned().collect::<BTreeSet<_>>(), bits, "{top}");
        let mut expected = pin_lists::locations();
        expected.retain(|bit, _| bits.contains(bit));
        assert_eq!(locations, expected, "{top}");
        assert!(standards.values().all(|standard| standard == "3.3-V LVTTL"), "{standards:?}");
    }
}

#[test]
fn a_port_without_a_pin_is_refused() {
    for (name, width, bit) in
        [("CLOCK", 1, "CLOCK"), ("LEDR", 12, "LEDR[10]"), ("KEY", 1, "KEY"), ("SW", 11, "SW[10]")]
    {
        let mut project =
            generator::project(Top::Casino, &baccarat_sim::design(Top::Casino).unwrap()).unwrap();
        project.ports = vec![Port { name: name.into(), width }];
        let files = baccarat::constraints::files(&project, &generator::Folders::default());
        assert_eq!(files, Err(ConstraintsError::NoPin { bit: bit.into() }));
    }
}

//! The board's pins and settings.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::fpga::board::{Port, Timing};

use crate::lab::{all_files, commands, globals, lab_ports, project, synchronised};
use crate::pin_lists;

#[test]
fn every_port_bit_has_one_location_and_one_io_standard() {
    let text = &all_files(&synchronised())["constraints/de1_soc.qsf"];
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
        assert_eq!(repeated, None, "{command:?}");
    }
    let bits: BTreeSet<_> = lab_ports().iter().flat_map(|p| p.bits().collect::<Vec<_>>()).collect();
    assert_eq!(bits.len(), 1 + 4 + 10 + 42);
    assert_eq!(standards.keys().cloned().collect::<BTreeSet<_>>(), bits);
    let mut expected = pin_lists::locations();
    expected.retain(|bit, _| bits.contains(bit));
    assert_eq!(locations, expected);
    assert!(standards.values().all(|standard| standard == "3.3-V LVTTL"), "{standards:?}");
}

#[test]
fn pins_are_grouped_by_connector_in_the_order_of_the_ports() {
    let mut project = synchronised();
    project.timing.untimed_outputs.clear();
    project.ports = vec![
        Port::output("HEX1", 7),
        Port::input("KEY", 4),
        Port::input("CLOCK_50", 1),
        Port::output("HEX0", 7),
    ];
    let text = &all_files(&project)["constraints/de1_soc.qsf"];
    let mut order: Vec<_> = commands(text)
        .into_iter()
        .filter(|c| c[0] == "set_location_assignment")
        .map(|c| c[3].split('[').next().unwrap().to_owned())
        .collect();
    order.dedup();
    assert_eq!(order, ["HEX1", "HEX0", "KEY", "CLOCK_50"]);
}

#[test]
fn the_pin_file_has_only_the_settings_of_the_board() {
    let text = &all_files(&synchronised())["constraints/de1_soc.qsf"];
    let expected = [
        ("FAMILY", "Cyclone V"),
        ("DEVICE", "5CSEMA5F31C6"),
        ("DEVICE_FILTER_PACKAGE", "FBGA"),
        ("DEVICE_FILTER_PIN_COUNT", "896"),
        ("DEVICE_FILTER_SPEED_GRADE", "6"),
        ("MIN_CORE_JUNCTION_TEMP", "0"),
        ("MAX_CORE_JUNCTION_TEMP", "85"),
        ("RESERVE_ALL_UNUSED_PINS_WEAK_PULLUP", "AS INPUT TRI-STATED"),
        ("CYCLONEII_RESERVE_NCEO_AFTER_CONFIGURATION", "USE AS REGULAR IO"),
    ];
    assert_eq!(globals(text), expected.map(|(n, v)| (n.into(), v.into())));
    assert!(!text.contains("task5"), "{text}");
}

#[test]
fn a_port_narrower_than_its_connector_fits() {
    let mut project = project(Timing::default());
    project.ports = vec![Port::input("KEY", 2)];
    let text = &all_files(&project)["constraints/de1_soc.qsf"];
    assert_eq!(text.matches("set_location_assignment").count(), 2);
}

//! The board's settings file: device, board-wide settings, pins.
//!
//! Quartus and nextpnr-mistral read it. nextpnr-mistral supports only the three commands used here, with the options
//! `-name` and `-to`.

use super::pins::Placed;
use super::{Board, Project, tcl};

/// The settings file of a board for the pins that a top uses, independent of the project.
pub(super) fn board_settings(board: &Board, project: &Project, placed: &[Placed]) -> String {
    let mut text = tcl::header(
        project.generator,
        &format!("{}.qsf", project.pins),
        &format!("{}: device and pins.", board.name),
    );
    text += &tcl::comment(
        "Usable in any project for this board: `source` it in the project's .qsf, import it in Quartus, or \
         pass it to nextpnr-mistral with --qsf.",
    );
    text += &device(board);
    for (index, connector) in in_use(board, placed) {
        text += &format!("\n# {}\n", connector.title);
        let pins: Vec<_> = placed.iter().filter(|p| p.connector == index).collect();
        let ports = pins.chunk_by(|a, b| a.pin.name() == b.pin.name());
        text += &ports.map(pin_block).collect::<Vec<_>>().join("\n");
    }
    text
}

fn device(board: &Board) -> String {
    let package_pins = board.package_pins.to_string();
    let speed_grade = board.speed_grade.to_string();
    let mut text = String::from("\n# Device\n");
    text += &assignments(&[
        ("FAMILY", board.family),
        ("DEVICE", board.device),
        ("DEVICE_FILTER_PACKAGE", board.package),
        ("DEVICE_FILTER_PIN_COUNT", &package_pins),
        ("DEVICE_FILTER_SPEED_GRADE", &speed_grade),
    ]);
    for settings in board.settings.chunk_by(|a, b| a.reason == b.reason) {
        let values: Vec<_> = settings.iter().map(|s| (s.name, s.value)).collect();
        text += &format!("\n# {}\n{}", settings[0].reason, assignments(&values));
    }
    text
}

/// The connectors with pins in use, in the order of their first port.
fn in_use<'b>(
    board: &'b Board,
    placed: &[Placed],
) -> impl Iterator<Item = (usize, &'b super::Connector)> {
    let mut order: Vec<usize> = Vec::new();
    for pin in placed {
        if !order.contains(&pin.connector) {
            order.push(pin.connector);
        }
    }
    order.into_iter().map(|index| (index, &board.connectors[index]))
}

/// Locations and I/O standards of one port.
fn pin_block(pins: &[&Placed]) -> String {
    let widest = pins.iter().map(|p| p.pin.location.len()).max().unwrap_or(0);
    let locations = pins.iter().map(|p| {
        let (location, signal) = (p.pin.location, p.pin.signal);
        format!("set_location_assignment {location:widest$} -to {signal}\n")
    });
    let standards = pins.iter().map(|p| {
        let (standard, signal) = (tcl::word(p.pin.io_standard), p.pin.signal);
        format!("set_instance_assignment -name IO_STANDARD {standard} -to {signal}\n")
    });
    locations.chain(standards).collect()
}

/// Global assignments with their values in a column.
pub(super) fn assignments(values: &[(&str, &str)]) -> String {
    let widest = values.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    values
        .iter()
        .map(|(name, value)| {
            let value = tcl::word(value);
            format!("set_global_assignment -name {name:widest$} {value}\n")
        })
        .collect()
}

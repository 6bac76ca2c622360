//! From a bitstream to the board, with openFPGALoader.

use std::fs;

use crate::desk::Desk;
use crate::flash::{NEW, with_programmer};

pub const DETECTED: &str = "empty\nindex 0:\n\tidcode   0x4ba00477\n\ttype     ARM cortex A9\n\tirlength 4\nindex 1:\n\
                        \tidcode 0x2d120dd\n\tmanufacturer altera\n\tfamily cyclone V Soc\n\tmodel  5CSEMA5\n\tirlength 10\n";

/// A desk with the same files as with Quartus, and an openFPGALoader that answers --detect with this.
pub fn with_openfpgaloader(detected: &str, exit: u8) -> Desk {
    let desk = with_programmer("");
    for tool in ["jtagconfig", "quartus_pgm"] {
        fs::remove_file(desk.path("bin").join(tool)).expect("it was there");
    }
    desk.write("detected", detected);
    let script = format!(
        "case \"$*\" in\n*--detect*) cp $desk/openFPGALoader.arguments $desk/detect.arguments; cat $desk/detected; exit {exit};;\nesac\n\
         echo 'Load SRAM: [====] 100.00%'"
    );
    desk.stand_in("openFPGALoader", &script);
    desk
}

#[test]
fn openfpgaloader_is_told_the_board_and_the_place_in_the_chain() {
    let desk = with_openfpgaloader(DETECTED, 0);
    for file in ["my.rbf", "my.svf"] {
        let ran = desk.run(["flash", file]).succeeds();
        assert_eq!(desk.arguments_of("detect"), ["--board", "de1Soc", "--detect"]);
        let asked = ["--board", "de1Soc", "--index-chain", "1", file];
        let sent = ran.stderr.contains(&format!("{file} was sent to the DE1-SoC"));
        assert!(sent && ran.stderr.contains("Release KEY0: if HEX0 shows a card"), "{ran:#?}");
        assert_eq!(ran.stderr.contains("openFPGALoader does not check"), file == "my.rbf");
        assert_eq!(desk.arguments_of("openFPGALoader"), asked);
    }
    desk.write("blaster.hex", ":00000001FF\n");
    let arguments =
        ["flash", "my.rbf", "--cable", "usb-blaster", "--probe-firmware", "blaster.hex"];
    desk.run(arguments).succeeds();
    let asked = [
        "--board",
        "de1Soc",
        "--cable",
        "usb-blaster",
        "--probe-firmware",
        "blaster.hex",
        "--detect",
    ];
    assert_eq!(desk.arguments_of("detect"), asked);
}

#[test]
fn the_firmware_of_the_cable_is_taken_from_quartus() {
    for folder in ["linux64", "bin64"] {
        let desk = with_openfpgaloader(DETECTED, 0);
        desk.stand_in_at("intel/quartus/bin/quartus_pgm", "");
        let firmware = format!("intel/quartus/{folder}/blaster_6810.hex");
        desk.write(&firmware, ":00000001FF\n");
        desk.run(["flash", "my.rbf", "--quartus", "intel"]).succeeds();
        let asked = desk.arguments_of("detect");
        let [.., option, path, _] = &asked[..] else { panic!("{asked:?}") };
        assert!(option == "--probe-firmware" && path.ends_with(&firmware), "{asked:?}");

        desk.write("mine.hex", ":00000001FF\n");
        let chosen = ["flash", "my.rbf", "--quartus", "intel", "--probe-firmware", "mine.hex"];
        desk.run(chosen).succeeds();
        assert_eq!(desk.arguments_of("detect")[3], "mine.hex");
    }
}

#[test]
fn a_file_that_is_no_firmware_is_refused_before_any_tool_is_run() {
    let desk = with_openfpgaloader(DETECTED, 0);
    desk.write("empty.hex", "");
    for (firmware, said) in [
        ("absent.hex", "`absent.hex`, which --probe-firmware names, cannot be read (No such file"),
        ("empty.hex", "`empty.hex`, which --probe-firmware names, is empty"),
        ("my.svf", "`my.svf`, which --probe-firmware names, is no Intel HEX file"),
    ] {
        let arguments = ["flash", "my.rbf", "--probe-firmware", firmware];
        desk.run(arguments).fails_with(1, &[said, "Quartus's blaster_6810.hex"]);
    }
    assert!(!desk.was_run("openFPGALoader"));
}

#[test]
fn with_firmware_for_the_cable_openfpgaloader_is_meant() {
    let desk = with_programmer(NEW);
    desk.write("blaster.hex", ":00000001FF\n");
    let flash = |arguments: &[&str]| {
        desk.run([&["flash", "--probe-firmware", "blaster.hex"], arguments].concat())
    };
    let dry = flash(&["--dry-run"]).succeeds();
    dry.prints(&["openFPGALoader --board de1Soc --probe-firmware blaster.hex --detect"])
        .prints(&["# tells the POSITION of 02D120DD in its chain, from 0"]);
    flash(&["my.sof"]).fails_with(1, &["openFPGALoader does not take a .sof"]);
    flash(&["my.rbf", "--programmer", "quartus"])
        .fails_with(1, &["--probe-firmware is for openFPGALoader"]);
}

#[test]
fn every_trouble_of_openfpgaloader_is_told_with_what_to_do() {
    let nano = DETECTED.replace("2d120dd", "2d020dd");
    for (detected, exit, said) in [
        (
            "missing FX2 firmware\nuse --probe-firmware with something\nJTAG init failed with: usbBlasterII: missing firmware\n",
            1,
            "name Quartus's blaster_6810.hex with --probe-firmware",
        ),
        ("JTAG init failed with: claim interface failed\n", 1, "may not be used by you"),
        ("empty\nError: no device found\n", 1, "nothing answers in its JTAG chain"),
        ("empty\n", 0, "nothing answers in its JTAG chain: switch the board on"),
        ("JTAG init failed with: something new\n", 1, "something new"),
        (&nano, 0, "DE10-Nano and the DE10-Standard"),
    ] {
        let desk = with_openfpgaloader(detected, exit);
        desk.run(["flash", "my.rbf"]).fails_with(1, &[said]);
    }
    let desk = with_openfpgaloader("JTAG init failed with: FX2: fail to open device\n", 1);
    let ran = desk.run(["flash", "my.rbf"]);
    let said = ["no USB-Blaster is plugged in", "may not be used by you"];
    assert!(ran.code == Some(1) && said.iter().any(|said| ran.stderr.contains(said)), "{ran:#?}");
}

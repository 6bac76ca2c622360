//! `flash` with openFPGALoader.

use std::fs;

use crate::flash::{NEW, with_programmer};
use crate::sandbox::Sandbox;

pub const DETECTED: &str = "empty\nindex 0:\n\tidcode   0x4ba00477\n\ttype     ARM cortex A9\n\tirlength 4\nindex 1:\n\
                        \tidcode 0x2d120dd\n\tmanufacturer altera\n\tfamily cyclone V Soc\n\tmodel  5CSEMA5\n\tirlength 10\n";

/// A sandbox with the same files as with Quartus, and a fake openFPGALoader that prints `detected`
/// for --detect.
pub fn with_openfpgaloader(detected: &str, exit: u8) -> Sandbox {
    let sandbox = with_programmer("");
    for tool in ["jtagconfig", "quartus_pgm"] {
        fs::remove_file(sandbox.path("bin").join(tool)).expect("it was there");
    }
    sandbox.write("detected", detected);
    let script = format!(
        "case \"$*\" in\n*--detect*) cp $sandbox/openFPGALoader.arguments $sandbox/detect.arguments; cat $sandbox/detected; exit {exit};;\nesac\n\
         echo 'Load SRAM: [====] 100.00%'"
    );
    sandbox.fake_tool("openFPGALoader", &script);
    sandbox
}

#[test]
fn openfpgaloader_gets_the_board_and_the_position() {
    let sandbox = with_openfpgaloader(DETECTED, 0);
    for file in ["my.rbf", "my.svf"] {
        let ran = sandbox.run(["flash", file]).succeeds();
        assert_eq!(sandbox.arguments_of("detect"), ["--board", "de1Soc", "--detect"]);
        let asked = ["--board", "de1Soc", "--index-chain", "1", file];
        let sent = ran.stderr.contains(&format!("{file} was sent to the DE1-SoC"));
        assert!(sent && ran.stderr.contains("Release KEY0: if HEX0 shows a card"), "{ran:#?}");
        assert_eq!(ran.stderr.contains("openFPGALoader does not check"), file == "my.rbf");
        assert_eq!(sandbox.arguments_of("openFPGALoader"), asked);
    }
    sandbox.write("blaster.hex", ":00000001FF\n");
    let arguments =
        ["flash", "my.rbf", "--cable", "usb-blaster", "--probe-firmware", "blaster.hex"];
    sandbox.run(arguments).succeeds();
    let asked = [
        "--board",
        "de1Soc",
        "--cable",
        "usb-blaster",
        "--probe-firmware",
        "blaster.hex",
        "--detect",
    ];
    assert_eq!(sandbox.arguments_of("detect"), asked);
}

#[test]
fn the_firmware_of_the_cable_is_taken_from_quartus() {
    for folder in ["linux64", "bin64"] {
        let sandbox = with_openfpgaloader(DETECTED, 0);
        sandbox.fake_tool_at("intel/quartus/bin/quartus_pgm", "");
        let firmware = format!("intel/quartus/{folder}/blaster_6810.hex");
        sandbox.write(&firmware, ":00000001FF\n");
        sandbox.run(["flash", "my.rbf", "--quartus", "intel"]).succeeds();
        let asked = sandbox.arguments_of("detect");
        let [.., option, path, _] = &asked[..] else { panic!("{asked:?}") };
        assert!(option == "--probe-firmware" && path.ends_with(&firmware), "{asked:?}");

        sandbox.write("mine.hex", ":00000001FF\n");
        let chosen = ["flash", "my.rbf", "--quartus", "intel", "--probe-firmware", "mine.hex"];
        sandbox.run(chosen).succeeds();
        assert_eq!(sandbox.arguments_of("detect")[3], "mine.hex");
    }
}

#[test]
fn an_invalid_firmware_file_is_refused_before_any_tool_is_run() {
    let sandbox = with_openfpgaloader(DETECTED, 0);
    sandbox.write("empty.hex", "");
    for (firmware, said) in [
        ("absent.hex", "`absent.hex`, given with --probe-firmware, cannot be read (No such file"),
        ("empty.hex", "`empty.hex`, given with --probe-firmware, is empty"),
        ("my.svf", "`my.svf`, given with --probe-firmware, is not an Intel HEX file"),
    ] {
        let arguments = ["flash", "my.rbf", "--probe-firmware", firmware];
        sandbox.run(arguments).fails_with(1, &[said, "Quartus's blaster_6810.hex"]);
    }
    assert!(!sandbox.was_run("openFPGALoader"));
}

#[test]
fn the_firmware_option_selects_openfpgaloader() {
    let sandbox = with_programmer(NEW);
    sandbox.write("blaster.hex", ":00000001FF\n");
    let flash = |arguments: &[&str]| {
        sandbox.run([&["flash", "--probe-firmware", "blaster.hex"], arguments].concat())
    };
    let dry = flash(&["--dry-run"]).succeeds();
    dry.prints(&["openFPGALoader --board de1Soc --probe-firmware blaster.hex --detect"])
        .prints(&["# prints the POSITION of 02D120DD in its chain, counted from 0"]);
    flash(&["my.sof"]).fails_with(1, &["openFPGALoader does not take a .sof"]);
    flash(&["my.rbf", "--programmer", "quartus"])
        .fails_with(2, &["--probe-firmware is for openFPGALoader"]);
}

#[test]
fn every_openfpgaloader_error_has_advice() {
    let nano = DETECTED.replace("2d120dd", "2d020dd");
    for (detected, exit, said) in [
        (
            "missing FX2 firmware\nuse --probe-firmware with something\nJTAG init failed with: usbBlasterII: missing firmware\n",
            1,
            "name Quartus's blaster_6810.hex with --probe-firmware",
        ),
        ("JTAG init failed with: claim interface failed\n", 1, "permission denied"),
        ("empty\nError: no device found\n", 1, "nothing answers in its JTAG chain"),
        ("empty\n", 0, "nothing answers in its JTAG chain: switch the board on"),
        ("JTAG init failed with: something new\n", 1, "something new"),
        (&nano, 0, "DE10-Nano and the DE10-Standard"),
    ] {
        let sandbox = with_openfpgaloader(detected, exit);
        sandbox.run(["flash", "my.rbf"]).fails_with(1, &[said]);
    }
    let sandbox = with_openfpgaloader("JTAG init failed with: FX2: fail to open device\n", 1);
    let ran = sandbox.run(["flash", "my.rbf"]);
    let said = ["no USB-Blaster is plugged in", "permission denied"];
    assert!(ran.code == Some(1) && said.iter().any(|said| ran.stderr.contains(said)), "{ran:#?}");
}

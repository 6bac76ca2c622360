//! From a bitstream to the board.

use std::fs;
use std::process::{Command, Stdio};

use crate::build::with_quartus;
use crate::desk::{Desk, Ran};
use crate::mistral::with_open_flow_at;

/// The board from revision C on.
const NEW: &str =
    "1) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n";
/// Revision B.
const OLD: &str =
    "1) DE-SoC [1-2]\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n  4BA00477   SOCVHPS\n";
const NANO: &str = "1) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n  02D020DD   5CSEBA6(.|ES)/5CSEMA6/..\n";
const HPS_ONLY: &str = "1) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n";
const TWO: &str = "1) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n\
                   2) DE-SoC [3-1]\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n";
const BESIDE_A_NANO: &str = "1) DE-SoC [1-1]\n  4BA00477   SOCVHPS\n  02D020DD   5CSEBA6(.|ES)/5CSEMA6/..\n\
                             2) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n";

const DETECTED: &str = "empty\nindex 0:\n\tidcode   0x4ba00477\n\ttype     ARM cortex A9\n\tirlength 4\nindex 1:\n\
                        \tidcode 0x2d120dd\n\tmanufacturer altera\n\tfamily cyclone V Soc\n\tmodel  5CSEMA5\n\tirlength 10\n";

/// A desk with a bitstream of each kind, and Quartus's programmer at a board whose jtagconfig says this.
fn with_programmer(chain: &str) -> Desk {
    let desk = Desk::new();
    desk.write("my.sof", b"SOF\0\x06");
    desk.write("my.svf", b"TRST ABSENT;\n");
    fs::File::create(desk.path("my.rbf")).and_then(|file| file.set_len(7_007_204)).expect("a file");
    desk.write("chain", chain);
    desk.stand_in("jtagconfig", "cat $desk/chain");
    desk.stand_in("quartus_pgm", "echo 'Info (209011): Successfully performed operation(s)'");
    desk
}

/// A desk with the same files, and an openFPGALoader that answers --detect with this.
fn with_openfpgaloader(detected: &str, exit: u8) -> Desk {
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
fn the_fpga_is_found_wherever_it_is_in_the_chain() {
    for (chain, operation) in [(NEW, "p;my.sof@2"), (OLD, "p;my.sof@1")] {
        let desk = with_programmer(chain);
        let ran = desk.run(["flash", "my.sof"]).succeeds();
        let asked = ["-c", "DE-SoC [1-2]", "-m", "JTAG", "-o", operation];
        assert_eq!(desk.arguments_of("quartus_pgm"), asked);
        assert!(ran.stderr.contains("my.sof is loaded: the DE1-SoC plays"), "{}", ran.stderr);
        assert!(!desk.exists("target"), "a file from elsewhere needs no folder of builds");
        let place =
            operation.replace("p;my.sof@", "5CSEMA5F31C6 is device ") + " of 2 in the chain of";
        assert!(ran.stderr.contains(&place), "{}", ran.stderr);
    }
}

#[test]
fn the_right_one_of_several_boards_is_taken() {
    let cable = |desk: &Desk| desk.arguments_of("quartus_pgm")[1].clone();
    let desk = with_programmer(BESIDE_A_NANO);
    desk.run(["flash", "my.sof"]).succeeds();
    assert_eq!(cable(&desk), "DE-SoC [1-2]");

    let desk = with_programmer(TWO);
    let ran = desk.run(["flash", "my.sof"]);
    ran.fails_with(
        1,
        &["there are several DE1-SoC: choose one with --cable", "\n  DE-SoC [1-2]\n  DE-SoC [3-1]"],
    );
    assert!(!desk.was_run("quartus_pgm"));
    for (wanted, operation) in
        [("DE-SoC [3-1]", "p;my.sof@1"), ("2", "p;my.sof@1"), ("1", "p;my.sof@2")]
    {
        desk.run(["flash", "my.sof", "--cable", wanted]).succeeds();
        assert_eq!(desk.arguments_of("quartus_pgm")[5], operation, "{wanted}");
    }
    desk.run(["flash", "my.sof", "--cable", "USB-Blaster"])
        .fails_with(1, &["there is no cable `USB-Blaster`; those that are there:\n  DE-SoC [1-2]: 4BA00477 (SOCVHPS), 02D120DD"]);
}

#[test]
fn every_trouble_with_the_cable_or_the_chain_is_told_with_what_to_do() {
    let forbidden = "1) DE-SoC [1-2]\n  Unable to lock chain - Insufficient port permissions\n";
    let dead = "1) DE-SoC [1-2]\n  Unable to read device chain - JTAG chain broken\n";
    let unreadable = "1) DE-SoC [1-2]\n  Unable to read device chain - Hardware not attached\n";
    let server = "Connecting to server(s) [.....]\nError when scanning hardware - Server error\n";
    let others = format!("{dead}2) USB-Blaster [3-1]\n  020F30DD   10CL025(Y|Z)/EP3C25/EP4CE22\n");
    for (chain, said) in [
        (
            forbidden,
            &["DE-SoC [1-2] may not be used by you", "51-usbblaster.rules", "killall jtagd"][..],
        ),
        (dead, &["nothing answers in its JTAG chain: switch the board on"]),
        (
            unreadable,
            &[
                "the chain of DE-SoC [1-2] cannot be read: Unable to read device chain - Hardware not attached",
            ],
        ),
        (server, &["the JTAG server does not answer", "Server error", "killall jtagd"]),
        (
            HPS_ONLY,
            &[
                "has no 5CSEMA5F31C6 (IDCODE 02D120DD) in its chain, but 4BA00477 (SOCVHPS)",
                "Only the ARM answers",
            ],
        ),
        (
            NANO,
            &[
                "but 4BA00477 (SOCVHPS), 02D020DD (5CSEBA6(.|ES)/5CSEMA6/..)",
                "DE10-Nano and the DE10-Standard",
            ],
        ),
        (
            &others,
            &[
                "no cable has a 5CSEMA5F31C6 in its chain:\n  DE-SoC [1-2]: nothing answers\n  USB-Blaster [3-1]: 020F30DD",
            ],
        ),
        ("something new\n", &["the JTAG chain cannot be read:", "something new"]),
    ] {
        let desk = with_programmer(chain);
        desk.run(["flash", "my.sof"]).fails_with(1, said);
        assert!(!desk.was_run("quartus_pgm"), "{chain}");
    }
}

#[test]
fn without_a_cable_it_is_told_where_to_plug_it_in() {
    let desk = with_programmer("No JTAG hardware available\n");
    // On a machine that has a USB-Blaster it is the right to use it that is missing.
    let ran = desk.run(["flash", "my.sof"]);
    let said =
        ["no USB-Blaster is plugged in: connect the socket USB BLASTER", "may not be used by you"];
    assert!(ran.code == Some(1) && said.iter().any(|said| ran.stderr.contains(said)), "{ran:#?}");
}

#[test]
fn a_bitstream_of_the_wrong_kind_is_refused_before_any_tool_is_run() {
    let desk = with_programmer(NEW);
    desk.stand_in("openFPGALoader", "");
    desk.write("small.rbf", b"\xff\xff");
    desk.write("my.pof", b"x");
    desk.write("fake.sof", b"\xff\xff");
    for (arguments, said) in [
        (
            &["my.rbf", "--programmer", "quartus"][..],
            "quartus_pgm does not take a .rbf, as `my.rbf` is: name a .sof",
        ),
        (
            &["my.sof", "--programmer", "openfpgaloader"],
            "openFPGALoader does not take a .sof, as `my.sof` is: name a .rbf or .svf",
        ),
        (&["small.rbf"], "it is compressed, which JTAG cannot load, or cut off"),
        (&["my.pof"], "is for the board's flash memory"),
        (&["fake.sof"], "is no .sof by its contents"),
        (&["absent.sof"], "cannot read `absent.sof`: No such file"),
        (&["."], "`.` is no plain file"),
    ] {
        desk.run([&["flash"], arguments].concat()).fails_with(1, &[said]);
    }
    for arguments in [
        &["fake.sof"][..],
        &["my.pof"],
        &["absent.sof"],
        &["my.sof", "--programmer", "openfpgaloader"],
    ] {
        let ran = desk.run([&["flash", "--dry-run"], arguments].concat());
        assert_eq!(
            ran.fails_with(1, &["error: "]).stdout,
            "",
            "a dry run does not show what would fail"
        );
    }
    for tool in ["jtagconfig", "quartus_pgm", "openFPGALoader"] {
        assert!(!desk.was_run(tool), "{tool}");
    }
}

#[test]
fn for_a_file_that_only_a_missing_programmer_takes_the_other_one_is_told() {
    let desk = with_openfpgaloader(DETECTED, 0);
    desk.run(["flash", "my.sof"]).fails_with(
        1,
        &["jtagconfig is not installed", "openFPGALoader is there, and takes a .rbf"],
    );
    let desk = with_programmer(NEW);
    desk.run(["flash", "my.rbf"]).fails_with(
        1,
        &["openFPGALoader is not installed", "Quartus's programmer is there, and takes a .sof"],
    );
}

#[test]
fn a_programmer_that_fails_is_told_with_what_it_said() {
    let desk = with_programmer(NEW);
    for (script, said) in [
        (
            "echo 'Error (209014): CONF_DONE pin failed to go high in device 2'\nexit 1",
            "The FPGA has refused the bitstream",
        ),
        ("echo 'Error (213018): cable is in use'\nexit 1", "Another program uses the cable"),
        ("echo 'Error (209012): Operation failed'\nexit 0", "Switch the board off and on"),
    ] {
        desk.stand_in("quartus_pgm", script);
        let all = ["the board was found, but not programmed", "\n  Error (", said];
        desk.run(["flash", "my.sof"]).fails_with(1, &all);
    }
}

#[test]
fn a_tool_that_is_missing_is_named() {
    let desk = with_programmer(NEW);
    fs::remove_file(desk.path("bin/quartus_pgm")).expect("it was there");
    desk.run(["flash", "my.sof"]).fails_with(1, &["quartus_pgm is not installed; to get it: "]);
    assert!(!desk.was_run("jtagconfig"), "for nothing");
    desk.run(["flash", "my.rbf"]).fails_with(
        1,
        &["openFPGALoader is not installed; to get it: apt-get install openfpgaloader"],
    );
}

#[test]
fn a_chain_that_is_not_read_in_time_is_given_up() {
    let desk = with_programmer(NEW);
    desk.stand_in("jtagconfig", "echo 'Connecting to server(s)'\nsleep 60");
    desk.run(["flash", "my.sof", "--patience", "1"])
        .fails_with(1, &["said nothing for 1 s", "Connecting to server(s)"]);
}

#[test]
fn the_newest_bitstream_that_was_built_is_taken() {
    let desk = with_quartus();
    for tool in ["jtagconfig", "quartus_pgm"] {
        desk.stand_in(tool, &format!("printf '{}'", NEW.replace('\n', "\\n")));
    }
    desk.run(["flash"])
        .fails_with(1, &["there is no bitstream in target/bitstream: `baccarat build` makes one"]);
    for clocking in ["synchronised", "direct"] {
        desk.run(["build", "--clocking", clocking]).succeeds();
        let ran = desk.run(["flash"]).succeeds();
        let file = format!("target/bitstream/quartus-{clocking}/generated/output_files/task5.sof");
        assert_eq!(desk.arguments_of("quartus_pgm")[5], format!("p;{file}@2"));
        assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    }
}

/// A desk with both flows and both programmers at a board.
fn with_everything() -> Desk {
    let desk = with_quartus();
    with_open_flow_at(&desk);
    for tool in ["jtagconfig", "quartus_pgm"] {
        desk.stand_in(tool, &format!("printf '{}'", NEW.replace('\n', "\\n")));
    }
    desk.write("detected", DETECTED);
    desk.stand_in("openFPGALoader", "cat $desk/detected");
    desk
}

/// What the last `flash` has loaded, and forgets it.
fn loaded(desk: &Desk) -> String {
    let mut found = Vec::new();
    for tool in ["quartus_pgm", "openFPGALoader"] {
        if desk.was_run(tool) {
            found.extend(desk.arguments_of(tool).pop());
            fs::remove_file(desk.path(format!("{tool}.arguments"))).expect("it was there");
        }
    }
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn the_newest_build_is_taken_whichever_programmer_it_needs() {
    let desk = with_everything();
    let sof = "p;target/bitstream/quartus-synchronised/generated/output_files/task5.sof@2";
    let mistral = "target/bitstream/mistral-synchronised/task5.rbf";
    for (flow, expected) in [("quartus", sof), ("mistral", mistral), ("quartus", sof)] {
        desk.run(["build", "--flow", flow]).succeeds();
        desk.run(["flash"]).succeeds();
        assert_eq!(loaded(&desk), expected);
    }
    // Without Quartus's programmer the newest build has something for the other one, too.
    fs::remove_file(desk.path("bin/jtagconfig")).expect("it was there");
    desk.run(["flash"]).succeeds();
    assert_eq!(
        loaded(&desk),
        "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf"
    );
    // What no installed programmer takes is passed over.
    desk.stand_in("jtagconfig", &format!("printf '{}'", NEW.replace('\n', "\\n")));
    fs::remove_file(desk.path("bin/openFPGALoader")).expect("it was there");
    desk.run(["build", "--flow", "mistral"]).succeeds();
    desk.run(["flash"]).succeeds();
    assert_eq!(loaded(&desk), sof);
}

#[test]
fn with_build_what_is_not_there_or_not_of_todays_design_is_built_first() {
    let desk = with_everything();
    let built = |desk: &Desk| {
        desk.run(["flash", "--build"]).succeeds().stderr.contains("Yosys: SYNTH_INTEL_ALM pass")
    };
    desk.run(["build", "--flow", "mistral", "--clocking", "direct"]).succeeds();
    assert!(!built(&desk), "it is current");
    let source = "target/bitstream/mistral-direct/generated/task5.sv";
    desk.write(source, desk.read(source) + "// changed\n");
    assert!(built(&desk), "the sources differ");
    assert_eq!(loaded(&desk), "target/bitstream/mistral-direct/task5.rbf");
    assert!(!built(&desk), "it is current again");

    let desk = with_everything();
    desk.run(["flash", "--build"]).succeeds();
    let file = "quartus-synchronised/generated/output_files/task5.sof";
    assert_eq!(loaded(&desk), format!("p;target/bitstream/{file}@2"));
    desk.run(["flash", "--build", "my.sof"]).fails_with(2, &["cannot be used with"]);
}

#[test]
fn with_build_nothing_is_loaded_that_misses_its_timing() {
    let desk = with_everything();
    desk.write("reports/task5.sta.summary", crate::build::STA_SUMMARY.replace("0.168", "-0.168"));
    for _ in ["built now", "built before"] {
        let ran = desk.run(["flash", "--build"]);
        ran.fails_with(1, &["does not meet its timing", "without --build loads it all the same"]);
        assert!(!desk.was_run("quartus_pgm") && !desk.was_run("openFPGALoader"));
    }
    desk.run(["flash"]).succeeds();
}

#[test]
fn a_build_that_did_not_end_has_no_bitstream() {
    let desk = with_quartus();
    desk.run(["build"]).succeeds();
    desk.stand_in("quartus_sh", &format!("{}\nexit 1", crate::build::OUTPUTS));
    desk.run(["build"]).fails_with(1, &["ended with exit code 1"]);
    desk.stand_in("jtagconfig", "");
    desk.stand_in("quartus_pgm", "");
    desk.run(["flash"]).fails_with(1, &["there is no bitstream"]);
    assert!(!desk.was_run("jtagconfig"));
}

#[test]
fn a_bitstream_that_is_not_of_todays_design_is_told_as_such_and_loaded_all_the_same() {
    let desk = with_quartus();
    for tool in ["jtagconfig", "quartus_pgm"] {
        desk.stand_in(tool, &format!("printf '{}'", NEW.replace('\n', "\\n")));
    }
    desk.run(["build"]).succeeds();
    let source = "target/bitstream/quartus-synchronised/generated/task5.sv";
    desk.write(source, desk.read(source) + "// changed\n");
    let ran = desk.run(["flash"]).succeeds();
    let said = format!("was built from other sources than today's ({source} differs)");
    assert!(ran.stderr.contains("warning: ") && ran.stderr.contains(&said), "{}", ran.stderr);

    // A file from elsewhere is compared with the generated sources by its age.
    desk.write("my.sof", b"SOF\0\x06");
    age(&desk, "my.sof");
    desk.run(["generate"]).succeeds();
    let ran = desk.run(["flash", "my.sof"]).succeeds();
    assert!(ran.stderr.contains("is newer than my.sof"), "{}", ran.stderr);
}

#[test]
fn a_bitstream_that_misses_its_timing_is_told_as_such() {
    let desk = with_quartus();
    for tool in ["jtagconfig", "quartus_pgm"] {
        desk.stand_in(tool, &format!("printf '{}'", NEW.replace('\n', "\\n")));
    }
    desk.write("reports/task5.sta.summary", crate::build::STA_SUMMARY.replace("0.168", "-0.168"));
    assert_eq!(desk.run(["build"]).code, Some(1));
    let ran = desk.run(["flash"]).succeeds();
    assert!(
        ran.stderr.contains("task5.sof does not meet its timing, and may deal wrong cards"),
        "{}",
        ran.stderr
    );
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

#[test]
fn the_programmer_that_is_installed_is_taken() {
    let desk = with_quartus();
    desk.run(["build"]).succeeds();
    desk.write("detected", DETECTED);
    desk.stand_in("openFPGALoader", "cat $desk/detected");
    desk.run(["flash"]).succeeds();
    let file = "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf";
    assert_eq!(desk.arguments_of("openFPGALoader").last().map(String::as_str), Some(file));
}

#[test]
fn a_programmer_that_does_not_work_is_passed_over() {
    let desk = with_everything();
    desk.run(["build", "--flow", "quartus"]).succeeds();
    let missing = "echo 'error while loading shared libraries: libncurses.so.5' >&2\nexit 127";
    desk.stand_in_at("bin/quartus_pgm", missing);
    let file = "target/bitstream/quartus-synchronised/generated/output_files/task5.rbf";
    let dry = desk.run(["flash", "--dry-run"]).succeeds();
    assert!(dry.stdout.ends_with(&format!("{file}\n")), "{}", dry.stdout);
    desk.run(["flash"]).succeeds();
    assert_eq!(desk.arguments_of("openFPGALoader").last().map(String::as_str), Some(file));
    // If none works, the first says what ails it.
    desk.stand_in_at("bin/openFPGALoader", missing);
    desk.run(["flash"]).fails_with(1, &["quartus_pgm ended with exit code 127", "libncurses"]);
}

#[test]
fn a_dry_run_prints_the_commands_and_loads_nothing() {
    let desk = Desk::new();
    let ran = desk.run(["flash", "--dry-run"]).succeeds();
    let sof = "target/bitstream/quartus-synchronised/generated/output_files/task5.sof";
    ran.prints(&[
        "# there is no bitstream in target/bitstream: `baccarat build` makes one, or name a file",
    ])
    .prints(&["jtagconfig"])
    .prints(&["# tells the CABLE, and the POSITION of 02D120DD in its chain, from 1"])
    .prints(&[&format!("quartus_pgm -c CABLE -m JTAG -o 'p;{sof}@POSITION'")]);
    assert!(ran.stdout.contains("# quartus_pgm is not installed; to get it: "), "{}", ran.stdout);
    assert!(!desk.exists("target"));

    let ran = desk.run(["flash", "--dry-run", "--programmer", "openfpgaloader"]).succeeds();
    ran.prints(&["openFPGALoader --board de1Soc --detect"])
        .prints(&["openFPGALoader --board de1Soc --index-chain POSITION target/bitstream/mistral-synchronised/task5.rbf"]);

    let desk = with_programmer(NEW);
    let ran = desk.run(["flash", "--dry-run", "my.sof", "--cable", "DE-SoC [1-2]"]).succeeds();
    let program = desk.path("bin/quartus_pgm");
    ran.prints(&[&format!(
        "{} -c 'DE-SoC [1-2]' -m JTAG -o 'p;my.sof@POSITION'",
        program.display()
    )]);
    assert!(!desk.was_run("jtagconfig") && !desk.was_run("quartus_pgm"));
}

#[test]
fn ctrl_c_ends_the_programmer() {
    let desk = with_programmer(NEW);
    desk.stand_in("quartus_pgm", "kill -INT $PPID\nsleep 60");
    let mut command = desk.command(["flash", "my.sof"]);
    let ran = Ran::from(command.stdout(Stdio::piped()).output().expect("its end"));
    ran.fails_with(1, &["interrupted: quartus_pgm was ended, with all that it had started"]);
}

fn age(desk: &Desk, file: &str) {
    let status = Command::new("touch").args(["-d", "2020-01-01"]).arg(desk.path(file)).status();
    assert!(status.expect("touch starts").success());
}

//! `flash` with Quartus's programmer.

use std::fs;
use std::process::Stdio;

use crate::openfpgaloader::{DETECTED, with_openfpgaloader};
use crate::sandbox::{Output, Sandbox, sandbox};

/// The board from revision C on.
pub const NEW: &str =
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

/// A sandbox with a bitstream of each kind, and a fake Quartus programmer whose jtagconfig prints
/// `chain`.
pub fn with_programmer(chain: &str) -> Sandbox {
    let sandbox = sandbox();
    sandbox.write("my.sof", b"SOF\0\x06");
    sandbox.write("my.svf", b"TRST ABSENT;\n");
    fs::File::create(sandbox.path("my.rbf"))
        .and_then(|file| file.set_len(7_007_204))
        .expect("a file");
    sandbox.write("chain", chain);
    sandbox.fake_tool("jtagconfig", "cat $sandbox/chain");
    sandbox.fake_tool("quartus_pgm", "echo 'Info (209011): Successfully performed operation(s)'");
    sandbox
}

#[test]
fn the_fpga_is_found_at_any_position_in_the_chain() {
    for (chain, operation) in [(NEW, "p;my.sof@2"), (OLD, "p;my.sof@1")] {
        let sandbox = with_programmer(chain);
        let ran = sandbox.run(["flash", "my.sof"]).succeeds();
        let asked = ["-c", "DE-SoC [1-2]", "-m", "JTAG", "-o", operation];
        assert_eq!(sandbox.arguments_of("quartus_pgm"), asked);
        assert!(ran.stderr.contains("my.sof is loaded into the DE1-SoC"), "{}", ran.stderr);
        assert!(!sandbox.exists("target"), "a file from elsewhere needs no folder of builds");
        let place =
            operation.replace("p;my.sof@", "5CSEMA5F31C6 is device ") + " of 2 in the chain of";
        assert!(ran.stderr.contains(&place), "{}", ran.stderr);
    }
}

#[test]
fn the_right_one_of_several_boards_is_used() {
    let cable = |sandbox: &Sandbox| sandbox.arguments_of("quartus_pgm")[1].clone();
    for choice in [&[][..], &["--cable", "DE-SoC"]] {
        let sandbox = with_programmer(BESIDE_A_NANO);
        sandbox.run([&["flash", "my.sof"], choice].concat()).succeeds();
        assert_eq!(cable(&sandbox), "DE-SoC [1-2]", "{choice:?}");
    }

    let sandbox = with_programmer(TWO);
    let ran = sandbox.run(["flash", "my.sof"]);
    ran.fails_with(
        1,
        &[
            "there are several DE1-SoC boards: choose one with --cable",
            "\n  DE-SoC [1-2]\n  DE-SoC [3-1]",
        ],
    );
    assert!(!sandbox.was_run("quartus_pgm"));
    for (wanted, operation) in
        [("DE-SoC [3-1]", "p;my.sof@1"), ("2", "p;my.sof@1"), ("1", "p;my.sof@2")]
    {
        sandbox.run(["flash", "my.sof", "--cable", wanted]).succeeds();
        assert_eq!(sandbox.arguments_of("quartus_pgm")[5], operation, "{wanted}");
    }
    sandbox.run(["flash", "my.sof", "--cable", "USB-Blaster"])
        .fails_with(1, &["there is no cable `USB-Blaster`; the connected cables are:\n  DE-SoC [1-2]: 4BA00477 (SOCVHPS), 02D120DD"]);
}

#[test]
fn every_cable_and_chain_error_has_advice() {
    let forbidden = "1) DE-SoC [1-2]\n  Unable to lock chain - Insufficient port permissions\n";
    let dead = "1) DE-SoC [1-2]\n  Unable to read device chain - JTAG chain broken\n";
    let unreadable = "1) DE-SoC [1-2]\n  Unable to read device chain - Hardware not attached\n";
    let server = "Connecting to server(s) [.....]\nError when scanning hardware - Server error\n";
    let others = format!("{dead}2) USB-Blaster [3-1]\n  020F30DD   10CL025(Y|Z)/EP3C25/EP4CE22\n");
    for (chain, said) in [
        (
            forbidden,
            &["permission denied: DE-SoC [1-2]", "51-usbblaster.rules", "killall jtagd"][..],
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
        let sandbox = with_programmer(chain);
        sandbox.run(["flash", "my.sof"]).fails_with(1, said);
        assert!(!sandbox.was_run("quartus_pgm"), "{chain}");
    }
}

#[test]
fn without_a_cable_the_error_names_the_socket() {
    let sandbox = with_programmer("No JTAG hardware available\n");
    // On a machine that has a USB-Blaster it is the right to use it that is missing.
    let ran = sandbox.run(["flash", "my.sof"]);
    let said =
        ["no USB-Blaster is plugged in: connect the socket USB BLASTER", "permission denied"];
    assert!(ran.code == Some(1) && said.iter().any(|said| ran.stderr.contains(said)), "{ran:#?}");
}

#[test]
fn a_bitstream_of_the_wrong_kind_is_refused_before_any_tool_is_run() {
    let sandbox = with_programmer(NEW);
    sandbox.fake_tool("openFPGALoader", "");
    sandbox.write("small.rbf", b"\xff\xff");
    sandbox.write("my.pof", b"x");
    sandbox.write("fake.sof", b"\xff\xff");
    for (arguments, said) in [
        (
            &["my.rbf", "--programmer", "quartus"][..],
            "quartus_pgm does not take a .rbf, as `my.rbf` is: name a .sof",
        ),
        (
            &["my.sof", "--programmer", "openfpgaloader"],
            "openFPGALoader does not take a .sof, as `my.sof` is: name a .rbf or .svf",
        ),
        (&["small.rbf"], "it is compressed, which JTAG cannot load, or truncated"),
        (&["my.pof"], "is for the flash memory of the board"),
        (&["fake.sof"], "is not a valid .sof file"),
        (&["absent.sof"], "cannot read `absent.sof`: No such file"),
        (&["."], "`.` is not a plain file"),
    ] {
        sandbox.run([&["flash"], arguments].concat()).fails_with(1, &[said]);
    }
    for arguments in [
        &["fake.sof"][..],
        &["my.pof"],
        &["absent.sof"],
        &["my.sof", "--programmer", "openfpgaloader"],
    ] {
        let ran = sandbox.run([&["flash", "--dry-run"], arguments].concat());
        assert_eq!(
            ran.fails_with(1, &["error: "]).stdout,
            "",
            "a dry run does not show what would fail"
        );
    }
    for tool in ["jtagconfig", "quartus_pgm", "openFPGALoader"] {
        assert!(!sandbox.was_run(tool), "{tool}");
    }
}

#[test]
fn a_missing_programmer_is_reported_with_the_alternative() {
    let sandbox = with_openfpgaloader(DETECTED, 0);
    sandbox.run(["flash", "my.sof"]).fails_with(
        1,
        &["jtagconfig is not installed", "openFPGALoader is installed and loads a .rbf"],
    );
    let sandbox = with_programmer(NEW);
    sandbox.run(["flash", "my.rbf"]).fails_with(
        1,
        &["openFPGALoader is not installed", "Quartus's programmer is installed and loads a .sof"],
    );
}

#[test]
fn a_failed_programmer_is_reported_with_its_output() {
    let sandbox = with_programmer(NEW);
    for (script, said) in [
        (
            "echo 'Error (209014): CONF_DONE pin failed to go high in device 2'\nexit 1",
            "The FPGA rejected the bitstream",
        ),
        ("echo 'Error (213018): cable is in use'\nexit 1", "Another program uses the cable"),
        ("echo 'Error (209012): Operation failed'\nexit 0", "Switch the board off and on"),
    ] {
        sandbox.fake_tool("quartus_pgm", script);
        let all = ["the board was found, but not programmed", "\n  Error (", said];
        sandbox.run(["flash", "my.sof"]).fails_with(1, &all);
    }
}

#[test]
fn a_missing_tool_is_named() {
    let sandbox = with_programmer(NEW);
    fs::remove_file(sandbox.path("bin/quartus_pgm")).expect("it was there");
    sandbox
        .run(["flash", "my.sof"])
        .fails_with(1, &["quartus_pgm is not installed; to install it: "]);
    assert!(!sandbox.was_run("jtagconfig"), "for nothing");
    sandbox.run(["flash", "my.rbf"]).fails_with(
        1,
        &["openFPGALoader is not installed; to install it: apt-get install openfpgaloader"],
    );
}

#[test]
fn reading_the_chain_has_a_timeout() {
    let sandbox = with_programmer(NEW);
    sandbox.fake_tool("jtagconfig", "echo 'Connecting to server(s)'\nsleep 60");
    sandbox
        .run(["flash", "my.sof", "--timeout", "1"])
        .fails_with(1, &["printed nothing for 1 s", "Connecting to server(s)"]);
}

#[test]
fn a_dry_run_prints_the_commands_and_loads_nothing() {
    let sandbox = sandbox();
    let ran = sandbox.run(["flash", "--dry-run"]).succeeds();
    let sof = "target/bitstream/quartus-synchronised/generated/output_files/task5.sof";
    ran.prints(&[
        "# there is no bitstream in target/bitstream: build one with `baccarat-fpga build`, or name a file",
    ])
    .prints(&["jtagconfig"])
    .prints(&["# prints the CABLE and the POSITION of 02D120DD in its chain, counted from 1"])
    .prints(&[&format!("quartus_pgm -c CABLE -m JTAG -o 'p;{sof}@POSITION'")]);
    assert!(
        ran.stdout.contains("# quartus_pgm is not installed; to install it: "),
        "{}",
        ran.stdout
    );
    assert!(!sandbox.exists("target"));

    let ran = sandbox.run(["flash", "--dry-run", "--programmer", "openfpgaloader"]).succeeds();
    ran.prints(&["openFPGALoader --board de1Soc --detect"])
        .prints(&["openFPGALoader --board de1Soc --index-chain POSITION target/bitstream/mistral-synchronised/task5.rbf"]);

    let sandbox = with_programmer(NEW);
    let ran = sandbox.run(["flash", "--dry-run", "my.sof", "--cable", "DE-SoC [1-2]"]).succeeds();
    let program = sandbox.path("bin/quartus_pgm");
    ran.prints(&[&format!(
        "{} -c 'DE-SoC [1-2]' -m JTAG -o 'p;my.sof@POSITION'",
        program.display()
    )]);
    assert!(!sandbox.was_run("jtagconfig") && !sandbox.was_run("quartus_pgm"));
}

#[test]
fn ctrl_c_ends_the_programmer() {
    let sandbox = with_programmer(NEW);
    sandbox.fake_tool("quartus_pgm", "kill -INT $PPID\nsleep 60");
    let mut command = sandbox.command(["flash", "my.sof"]);
    let ran = Output::from(command.stdout(Stdio::piped()).output().expect("its end"));
    ran.fails_with(1, &["interrupted: quartus_pgm and its child processes were ended"]);
}

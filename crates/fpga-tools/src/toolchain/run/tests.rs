use std::fs;

use super::*;

const LONG: Limits = Limits::of(Duration::from_secs(60));

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
fn stdout_and_stderr_are_read_in_order_of_arrival() {
    let (result, _) = shell("echo one; echo two >&2; echo three; exit 4", LONG);
    let finished = result.expect("it ends");
    assert_eq!(finished.lines, ["one", "two", "three"]);
    assert_eq!(finished.outcome, ExitOutcome::Exited(4));
    assert!(matches!(finished.success(), Err(ToolError::Failed { .. })));
}

#[test]
fn stdin_is_empty() {
    let (result, _) = shell("cat; echo done", LONG);
    assert_eq!(result.expect("it ends").lines, ["done"]);
}

#[test]
fn silence_is_reported_and_ends_with_the_next_output() {
    let (result, silences) = shell("sleep 3; echo word; sleep 0.6", LONG);
    result.expect("it ends");
    assert!(silences.iter().all(|time| *time >= NOTIFY_AFTER), "{silences:?}");
    // The second silence is counted anew, and is much shorter, however busy the machine is.
    assert!(silences.last() < silences.iter().max(), "{silences:?}");
}

#[test]
fn a_program_may_close_its_output_before_it_ends() {
    let (result, _) = shell("exec >&- 2>&-; sleep 0.3; exit 5", LONG);
    assert_eq!(result.expect("it ends").outcome, ExitOutcome::Exited(5));
}

#[test]
fn long_output_is_kept_completely() {
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
fn an_unwritable_log_is_an_error_before_the_program_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    let trace = folder.path().join("trace");
    let invocation = Invocation::new("/usr/bin/touch", [&trace]);
    let result = run(&invocation, Some(&folder.path().join("absent/log")), LONG, &mut |_| {});
    assert!(matches!(result, Err(ToolError::Log { .. })));
    assert!(!trace.exists());
}

#[test]
fn a_program_that_goes_on_printing_is_ended() {
    let limits = Limits { total: Some(Duration::from_millis(300)), ..LONG };
    let (result, _) = shell("for i in $(seq 200); do echo again; sleep 0.05; done", limits);
    assert!(matches!(result, Err(ToolError::TimedOut { .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    // The limit is set after the start. Without it the text would have 1 GiB at the end.
    let script = "sleep 0.3; x=aaaaaaaa; i=0; while [ $i -lt 27 ]; do x=$x$x; i=$((i+1)); done";
    let limits = Limits { memory: Some(64 << 20), ..LONG };
    let (result, _) = shell(script, limits);
    assert_ne!(result.expect("it ends").outcome, ExitOutcome::Exited(0));
}

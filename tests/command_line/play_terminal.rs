//! The table in a terminal, played by a person: through a pseudo-terminal.

use std::process::Command;
use std::time::{Duration, Instant};

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

use crate::sandbox::BACCARAT;

/// How long something may take to appear, in milliseconds.
const PATIENCE: u64 = 60_000;

const ESCAPE: &str = "\u{1b}[";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(BACCARAT);
    command.arg("play").args(arguments).env("TERM", "xterm-256color");
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

fn sit_down(command: Command) -> PtySession {
    spawn_command(command, Some(PATIENCE)).expect("a pseudo-terminal")
}

/// Text as it was written: what comes from the pseudo-terminal has a character for every byte.
fn decoded(bytes: &str) -> String {
    let bytes: Vec<u8> = bytes.chars().filter_map(|byte| u8::try_from(byte).ok()).collect();
    String::from_utf8(bytes).expect("text")
}

/// The rest of what is told, once the program has ended well.
#[track_caller]
fn rest(mut session: PtySession) -> String {
    let rest = session.exp_eof().expect("an end");
    let status = session.process().wait().expect("it ends");
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}: {rest}");
    rest
}

#[test]
fn a_person_plays_in_colours_with_cards_and_displays() {
    let mut session = sit_down(command(&["--fast", "--seed", "7"]));
    session.exp_string("Your name (Enter for Guest)?").unwrap();
    session.send_line("Ada").unwrap();
    session.exp_string("Welcome, Ada.").unwrap();
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("banker").unwrap();
    session.exp_string("Your stake on banker (1.00 to 1,000.00)?").unwrap();
    session.send_line("50").unwrap();
    let told = decoded(&session.exp_string("Play again (Y/n)?").unwrap());
    for part in [ESCAPE, "┌────┐", "│", "HEX5 to HEX0", "on banker"] {
        assert!(told.contains(part), "no {part:?} in {told}");
    }
    session.send_line("n").unwrap();
    assert!(rest(session).contains("Goodbye, Ada."));
}

#[test]
fn no_color_means_no_colours() {
    let mut plain = command(&["--fast", "--name", "Ada"]);
    plain.env("NO_COLOR", "1");
    let mut session = sit_down(plain);
    session.exp_string("Your bet").unwrap();
    session.send_line("p 5").unwrap();
    let told = decoded(&session.exp_string("Play again (Y/n)?").unwrap());
    assert!(!told.contains(ESCAPE) && told.contains("┌────┐"), "{told}");
    session.send_line("quit").unwrap();
    assert!(!rest(session).contains(ESCAPE));
}

#[test]
fn wrong_input_is_asked_again() {
    let mut session = sit_down(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("red").unwrap();
    session.exp_string("\"red\" is no bet: write player, banker or tie").unwrap();
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("q").unwrap();
    rest(session);
}

#[test]
fn ctrl_c_at_a_question_leaves_with_a_summary() {
    let mut session = sit_down(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_control('c').unwrap();
    let rest = rest(session);
    assert!(rest.contains("0 rounds") && rest.contains("Goodbye, Ada."), "{rest}");
}

#[test]
fn ctrl_c_while_cards_are_dealt_gives_the_stakes_back() {
    let mut session = sit_down(command(&["--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("b 50").unwrap();
    session.exp_string("banker gets").unwrap();
    session.send_control('c').unwrap();
    let rest = rest(session);
    assert!(rest.contains("The hand is off: what was staked is yours again."), "{rest}");
    assert!(rest.contains("as much as at the start") && rest.contains("0 rounds"), "{rest}");
}

#[test]
fn the_end_of_input_leaves_with_a_summary() {
    let mut session = sit_down(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_control('d').unwrap();
    let rest = rest(session);
    assert!(rest.contains("0 rounds") && rest.contains("Goodbye, Ada."), "{rest}");
}

#[test]
fn a_person_has_time_to_see_every_card() {
    let time = |arguments: &[&str]| {
        let mut session = sit_down(command(arguments));
        session.exp_string("Your bet (player, banker, tie)?").unwrap();
        let start = Instant::now();
        session.send_line("b 50").unwrap();
        session.exp_string("Play again").unwrap();
        session.send_line("n").unwrap();
        rest(session);
        start.elapsed()
    };
    // Four cards at least, and the same hand.
    let (at_leisure, fast) = (
        time(&["--name", "Ada", "--seed", "7"]),
        time(&["--name", "Ada", "--seed", "7", "--fast"]),
    );
    assert!(at_leisure >= Duration::from_secs(2), "{at_leisure:?}");
    assert!(fast < at_leisure, "{fast:?}");
}

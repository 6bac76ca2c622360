//! `play` in a pseudo-terminal, as a person plays.

use std::process::Command;
use std::time::{Duration, Instant};

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

use crate::sandbox::PROGRAM;

/// How long a text may take to appear, in milliseconds.
const TIMEOUT_MS: u64 = 60_000;

const ESCAPE: &str = "\u{1b}[";

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("play").args(arguments).env("TERM", "xterm-256color");
    // Where `CI` is set, colours are on even for a dumb terminal.
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(variable);
    }
    command
}

fn start(command: Command) -> PtySession {
    spawn_command(command, Some(TIMEOUT_MS)).expect("a pseudo-terminal")
}

/// Decodes the text from the pseudo-terminal, which has one character per byte.
fn decoded(bytes: &str) -> String {
    let bytes: Vec<u8> = bytes.chars().filter_map(|byte| u8::try_from(byte).ok()).collect();
    String::from_utf8(bytes).expect("text")
}

/// The rest of the output, after the program has exited with 0.
#[track_caller]
fn rest(mut session: PtySession) -> String {
    let rest = session.exp_eof().expect("the end");
    let status = session.process().wait().expect("it ends");
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}: {rest}");
    rest
}

#[test]
fn a_person_plays_in_colours_with_cards_and_displays() {
    let mut session = start(command(&["--fast", "--seed", "7"]));
    session.exp_string("Your name (Enter for Guest)?").unwrap();
    session.send_line("Ada").unwrap();
    session.exp_string("Welcome, Ada.").unwrap();
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("banker").unwrap();
    session.exp_string("Your stake on banker (1.00 to 1,000.00)?").unwrap();
    session.send_line("50").unwrap();
    let printed = decoded(&session.exp_string("Play again (Y/n)?").unwrap());
    for part in [ESCAPE, "┌────┐", "│", "HEX5 to HEX0", "on banker"] {
        assert!(printed.contains(part), "no {part:?} in {printed}");
    }
    session.send_line("n").unwrap();
    assert!(rest(session).contains("Goodbye, Ada."));
}

#[test]
fn no_color_means_no_colours() {
    let mut plain = command(&["--fast", "--name", "Ada"]);
    plain.env("NO_COLOR", "1");
    let mut session = start(plain);
    session.exp_string("Your bet").unwrap();
    session.send_line("p 5").unwrap();
    let printed = decoded(&session.exp_string("Play again (Y/n)?").unwrap());
    assert!(!printed.contains(ESCAPE) && printed.contains("┌────┐"), "{printed}");
    session.send_line("quit").unwrap();
    assert!(!rest(session).contains(ESCAPE));
}

#[test]
fn invalid_input_is_asked_again() {
    let mut session = start(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("red").unwrap();
    session.exp_string("\"red\" is not a bet: write player, banker or tie").unwrap();
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("q").unwrap();
    rest(session);
}

#[test]
fn ctrl_c_at_a_question_ends_the_game_with_a_summary() {
    let mut session = start(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_control('c').unwrap();
    let rest = rest(session);
    assert!(rest.contains("0 rounds") && rest.contains("Goodbye, Ada."), "{rest}");
}

#[test]
fn ctrl_c_while_cards_are_dealt_loses_the_stakes() {
    let mut session = start(command(&["--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_line("b 50").unwrap();
    session.exp_string("banker gets").unwrap();
    session.send_control('c').unwrap();
    let rest = rest(session);
    assert!(rest.contains("The hand is not finished: its stakes of 50.00 are lost."), "{rest}");
    assert!(rest.contains("50.00 less than at the start") && rest.contains("0 rounds"), "{rest}");
}

#[test]
fn ctrl_c_while_the_casino_deals_loses_the_stakes() {
    let mut session = start(command(&["--machine", "casino", "--name", "Ada"]));
    session.exp_string("Enter deals the hand)?").unwrap();
    session.send_line("b t 25").unwrap();
    session.exp_string("On the switches: 500 on banker, 500 on tie.").unwrap();
    session.send_line("").unwrap();
    session.exp_string("Burn card: ").unwrap();
    session.send_line("").unwrap();
    session.exp_string("player gets").unwrap();
    session.send_control('c').unwrap();
    let rest = rest(session);
    let lost = "The hand is not finished: its stakes of 1,000 credits are lost.";
    assert!(rest.contains(lost) && rest.contains("0 rounds"), "{rest}");
    assert!(rest.contains("9,000") && rest.contains("Goodbye, Ada."), "{rest}");
}

#[test]
fn a_person_plays_the_casino_in_colours_with_cards_and_displays() {
    let mut session = start(command(&["--machine", "casino", "--fast", "--name", "Ada"]));
    for _ in 0..2 {
        session.exp_string("Enter deals the hand)?").unwrap();
        session.send_line("").unwrap();
    }
    let printed = decoded(&session.exp_string("Enter deals the hand)?").unwrap());
    for part in [ESCAPE, "┌────┐", "│", "HEX5 to HEX0", "You have"] {
        assert!(printed.contains(part), "no {part:?} in {printed}");
    }
    session.send_line("quit").unwrap();
    assert!(rest(session).contains("Goodbye, Ada."));
}

#[test]
fn the_end_of_input_ends_the_game_with_a_summary() {
    let mut session = start(command(&["--fast", "--name", "Ada"]));
    session.exp_string("Your bet (player, banker, tie)?").unwrap();
    session.send_control('d').unwrap();
    let rest = rest(session);
    assert!(rest.contains("0 rounds") && rest.contains("Goodbye, Ada."), "{rest}");
}

#[test]
fn there_is_a_pause_after_every_card() {
    let time = |arguments: &[&str]| {
        let mut session = start(command(arguments));
        session.exp_string("Your bet (player, banker, tie)?").unwrap();
        let start = Instant::now();
        session.send_line("b 50").unwrap();
        session.exp_string("Play again").unwrap();
        session.send_line("n").unwrap();
        rest(session);
        start.elapsed()
    };
    // The same hand, of at least four cards.
    let (paced, fast) = (
        time(&["--name", "Ada", "--seed", "7"]),
        time(&["--name", "Ada", "--seed", "7", "--fast"]),
    );
    assert!(paced >= Duration::from_secs(2), "{paced:?}");
    assert!(fast < paced, "{fast:?}");
}

#[test]
fn on_a_dumb_terminal_all_characters_are_ascii() {
    let mut command = command(&["--fast", "--seed", "7"]);
    command.env("TERM", "dumb");
    let mut session = start(command);
    for (question, answer) in [
        ("Your name (Enter for Guest)?", "Ada"),
        ("Your bet (player, banker, tie)?", "banker 50"),
        ("Play again (Y/n)?", "n"),
    ] {
        let printed = session.exp_string(question).unwrap();
        assert!(printed.is_ascii() && !printed.contains(ESCAPE), "{printed}");
        session.send_line(answer).unwrap();
    }
    assert!(rest(session).contains("Goodbye, Ada."));
}

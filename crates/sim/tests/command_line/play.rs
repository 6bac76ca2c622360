//! `play`, by scripts through a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

use punto_banco::{Bet, Outcome, Rank, Round, Settlement, Step};

use crate::sandbox::{Output, sandbox};

const SHOES: [&str; 4] = ["0", "4", "6", "8"];

/// Runs `baccarat-sim play` with this input.
pub fn play(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let sandbox = sandbox();
    let mut command = sandbox.command([&["play"], arguments].concat());
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("baccarat starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A game that has ended does not read the rest.
    let _ = stdin.write_all(input.as_ref());
    drop(stdin);
    let result = Output::from(child.wait_with_output().expect("baccarat ends"));
    assert_eq!(result.stderr, "", "{result:#?}");
    result.succeeds()
}

/// The last line that starts with `beginning`.
pub fn last_line<'a>(result: &'a Output, beginning: &str) -> &'a str {
    let mut lines = result.stdout.lines().rev();
    lines
        .find(|line| line.starts_with(beginning))
        .unwrap_or_else(|| panic!("{beginning}: {result:#?}"))
}

/// A hand as it was printed.
#[derive(Debug, Default)]
pub struct PrintedHand {
    /// In cents with task5, in credits with casino.
    pub bankroll: u64,
    /// Casino's have suits.
    pub cards: Vec<String>,
    verdict: String,
    pub bankroll_afterwards: u64,
}

impl PrintedHand {
    pub fn ranks(&self) -> Vec<Rank> {
        self.cards.iter().map(|card| rank(card)).collect()
    }

    /// Checks that all cards are dealt and the winner is named. Returns the outcome.
    pub fn outcome(&self) -> Outcome {
        let round = Round::of(&self.ranks()).expect("a whole round");
        let (player, banker) = (round.player.score(), round.banker.score());
        let verdict = match round.outcome() {
            Outcome::Player => format!("Player wins, {player} to {banker}."),
            Outcome::Banker => format!("Banker wins, {banker} to {player}."),
            Outcome::Tie => format!("A tie, {player} to {banker}."),
        };
        assert_eq!(self.verdict, verdict, "{self:?}");
        round.outcome()
    }
}

/// The rank of a card, which may have a suit.
pub fn rank(card: &str) -> Rank {
    card.trim_end_matches(['♣', '♦', '♥', '♠']).parse().expect(card)
}

/// An amount at the beginning of a text, without its comma and point.
fn amount(text: &str) -> u64 {
    let amount = text.split(' ').next().unwrap_or_default();
    amount.replace([',', '.'], "").parse().expect(text)
}

/// Parses the printed hands, and checks that every card is printed with its side and its rule.
pub fn hands(transcript: &str) -> Vec<PrintedHand> {
    let mut hands: Vec<PrintedHand> = Vec::new();
    for line in transcript.lines() {
        if let Some((_, bankroll)) = line.split_once(". You have ") {
            hands.push(PrintedHand { bankroll: amount(bankroll), ..PrintedHand::default() });
            continue;
        }
        let Some(hand) = hands.last_mut() else { continue };
        let step = Step::after(&hand.ranks());
        if let Some(bankroll) = line.strip_prefix("You have ") {
            hand.bankroll_afterwards = amount(bankroll);
        } else if line.contains(" wins, ") || line.starts_with("A tie, ") {
            hand.verdict = line.into();
        } else if line.contains(" gets ") {
            let side = step.next_card().expect("a card is due");
            let dealt = line.trim_start().strip_prefix(&format!("{side} gets ")).expect(line);
            hand.cards.push(dealt.split(' ').next().unwrap_or_default().into());
            assert!(line.ends_with(&step.to_string()), "{line}");
        } else if line.starts_with("  ") && !hand.cards.is_empty() {
            assert_eq!((line.trim(), step.next_card()), (step.to_string().as_str(), None));
        }
    }
    hands
}

/// What is returned for a stake, in cents.
fn returned(bet: Bet, stake: u64, outcome: Outcome) -> u64 {
    match (bet.settle(outcome), bet) {
        (Settlement::Win, Bet::Player) => 2 * stake,
        (Settlement::Win, Bet::Banker) => stake + stake * 95 / 100,
        (Settlement::Win, Bet::Tie) => 9 * stake,
        (Settlement::Push, _) => stake,
        (Settlement::Lose, _) => 0,
    }
}

#[test]
fn long_sessions_follow_the_rules_of_the_game_and_of_money() {
    let stakes = [(Bet::Player, 1_000), (Bet::Banker, 2_550), (Bet::Tie, 100)];
    let said = "p 10 b 25.50 t 1\n\n".repeat(150);
    for shoe in SHOES {
        for clocking in ["synchronised", "direct"] {
            let arguments =
                ["--name", "Ada", "--bankroll", "100,000", "--decks", shoe, "--clocking", clocking];
            let result = play(&arguments, &said);
            let hands = hands(&result.stdout);
            // The last hand has no bet.
            assert_eq!(hands.len(), 151);
            for (hand, next) in hands.iter().zip(&hands[1..]) {
                let outcome = hand.outcome();
                let staked: u64 = stakes.iter().map(|(_, stake)| stake).sum();
                let paid = stakes.iter().map(|(bet, stake)| returned(*bet, *stake, outcome));
                assert_eq!(hand.bankroll_afterwards, hand.bankroll - staked + paid.sum::<u64>());
                assert_eq!(next.bankroll, hand.bankroll_afterwards);
            }
            assert!(last_line(&result, "150 rounds: ").contains(". Winners: player "));
        }
    }
}

#[test]
fn a_shoe_deals_no_card_more_often_than_it_has_it() {
    for (shoe, decks) in [("4", 4), ("6", 6), ("8", 8)] {
        let said = "b 1\n\n".repeat(200);
        let result = play(&["--name", "Ada", "--decks", shoe, "--seed", "5"], said);
        let fresh = format!("New shoe of {decks} decks: ");
        let shoes: Vec<&str> = result.stdout.split(&fresh).skip(1).collect();
        assert!(shoes.len() > 2, "200 hands are more than two shoes");
        for (number, printed) in shoes.iter().enumerate() {
            let (turned_up, printed) = printed.split_once(" turned up, ").expect("the first card");
            let turned_up: Rank = turned_up.parse().expect("a rank");
            let burned = if turned_up.value() == 0 { 10 } else { turned_up.value() };
            let left = 52 * decks - 1 - usize::from(burned);
            assert!(printed.starts_with(&format!("{burned} more burned, {left} cards left.")));

            let mut cards: Vec<Rank> = hands(printed).iter().flat_map(PrintedHand::ranks).collect();
            let is_whole = number + 1 < shoes.len();
            // The cut card is 14 cards from the back; one hand at least comes after it.
            assert!(!is_whole || (left - 14 + 4..=left).contains(&cards.len()), "{}", cards.len());
            assert!(!is_whole || printed.contains("the last"), "{printed}");
            cards.push(turned_up);
            for rank in Rank::ALL {
                let count = cards.iter().filter(|card| **card == rank).count();
                assert!(count <= 4 * decks, "{rank} came {count} times");
            }
        }
    }
}

#[test]
fn the_same_seed_repeats_a_session() {
    let said = "Ada\nbanker\n50\n\np 20 t 5\ny\nagain\nn\n";
    for shoe in SHOES {
        let session = |seed| play(&["--decks", shoe, "--seed", seed], said).stdout;
        assert_eq!(session("7"), session("7"), "{shoe} decks");
        assert_ne!(hands(&session("7"))[0].cards, hands(&session("8"))[0].cards, "{shoe} decks");
    }
}

#[test]
fn the_seed_of_a_session_is_printed() {
    let said = "b 1\nn\n";
    let first = play(&["--name", "Ada"], said);
    let (_, seed) = first.stdout.split_once("Seed: ").expect("the seed");
    let (seed, _) = seed.split_once('.').expect("a number");
    assert_eq!(play(&["--name", "Ada", "--seed", seed], said).stdout, first.stdout);
}

#[test]
fn an_invalid_answer_is_asked_again_with_the_valid_ones() {
    let long = "x".repeat(41);
    let cases = [
        (format!("{long}\nAda\n"), "a name of 41 characters is too long: use 40 at most", 3),
        ("\u{1b}[2J\nAda\n".into(), "a name consists of letters, digits, symbols and spaces", 3),
        ("Ada\nbank\n".into(), "\"bank\" is not a bet: write player, banker or tie", 3),
        ("Ada\n\n".into(), "\"\" is not a bet: write player, banker or tie", 3),
        ("Ada\nagain\n".into(), "There is nothing to repeat", 3),
        ("Ada\nb 50 t\n".into(), "how much on tie?", 3),
        ("Ada\nb 900 t 200\n".into(), "A stake of 200.00 is more than the bankroll of 100.00.", 3),
        ("Ada\ntie\nten\n".into(), "\"ten\" is not an amount of money: write it like 25", 4),
        ("Ada\ntie\n0.50\n".into(), "A stake of 0.50 is too small: the minimum is 1.00.", 4),
        (
            "Ada\ntie\n1000.01\n".into(),
            "A stake of 1,000.01 is more than the bankroll of 1,000.00",
            4,
        ),
        ("Ada\ntie\n-5\n".into(), "\"-5\" is not an amount of money", 4),
        ("Ada\ntie\n1.005\n".into(), "has fractions of a cent", 4),
        ("Ada\nb 1\nmaybe\n".into(), "\"maybe\" is not an answer: write y or n", 4),
    ];
    for (said, answer, questions) in cases {
        let result = play(&[], &said);
        assert!(result.stdout.contains(answer), "{said:?}: {result:#?}");
        let is_question = |line: &&str| line.starts_with("Your ") || line.starts_with("Play again");
        let asked = result.stdout.lines().filter(is_question).count();
        assert_eq!(asked, questions, "{said:?}: {result:#?}");
    }
}

#[test]
fn refused_bets_are_returned() {
    let result = play(&[], "Ada\nb 900 t 200\nb 1000\nn\n");
    assert!(result.stdout.contains("Staked: 1,000.00 on banker.\n"), "{result:#?}");
}

#[test]
fn the_end_of_input_ends_the_game_with_a_summary() {
    let cases = [
        ("", "0 rounds", "1,000.00, as much as at the start"),
        ("Ada", "0 rounds", "1,000.00, as much as at the start"),
        ("Ada\nbanker\n", "0 rounds", "1,000.00, as much as at the start"),
        ("Ada\nb 50\n", "1 round: ", ""),
        ("Ada\nb 50\n\nb 50\n\n", "2 rounds: ", ""),
        ("Ada\nquit\n", "0 rounds", "1,000.00, as much as at the start"),
        ("Ada\nbanker\nq\n", "0 rounds", "1,000.00, as much as at the start"),
    ];
    for (said, rounds, bankroll) in cases {
        let result = play(&[], said);
        last_line(&result, rounds);
        last_line(&result, &format!("Bankroll {bankroll}"));
        let name = if said.is_empty() { "Guest" } else { "Ada" };
        assert!(result.stdout.ends_with(&format!("\nGoodbye, {name}.\n")), "{said:?}: {result:#?}");
    }
}

#[test]
fn a_bankroll_below_the_minimum_stake_ends_the_game() {
    // A tie bet is lost sooner or later, whatever the seed.
    let result =
        play(&["--bankroll", "2.50", "--name", "Ada", "--seed", "3"], "t 1\n\n".repeat(1000));
    assert!(result.stdout.contains("You have 0.50.\nThat is less than the minimum stake of 1.00"));
    assert_eq!(last_line(&result, "Bankroll"), "Bankroll 0.50, 2.00 less than at the start.");
}

#[test]
fn roads_draws_the_score_card() {
    let result = play(&["--seed", "1"], ["Ada\n", &"b 1\n\n".repeat(12), "roads\n"].concat());
    let hands = hands(&result.stdout);
    let outcomes = hands[..12].iter().map(|hand| match hand.outcome() {
        Outcome::Player => 'P',
        Outcome::Banker => 'B',
        Outcome::Tie => 'T',
    });
    let outcomes: Vec<char> = outcomes.collect();
    let rows = (0..6).map(|row| format!("  {} {}\n", outcomes[row], outcomes[row + 6]));
    let bead_plate: String = rows.collect();
    assert!(result.stdout.contains(&bead_plate), "{result:#?}");
    for road in ["Big road", "Big eye boy", "Small road", "Cockroach pig"] {
        assert!(result.stdout.contains(road), "{result:#?}");
    }
}

#[test]
fn a_pipe_gets_no_colours_boxes_or_control_characters() {
    let said = "\u{1b}[31mAda\u{7}\nAda\n\u{9b}2J\nb 1\nn\n";
    let result = play(&[], said);
    let odd = result.stdout.chars().find(|letter| letter.is_control() && *letter != '\n');
    assert_eq!(odd, None, "{result:#?}");
    assert!(!result.stdout.contains('┌') && !result.stdout.contains("HEX5"), "{result:#?}");
}

#[test]
fn invalid_utf_8_and_endless_lines_are_invalid_answers() {
    let result = play(&["--name", "Ada"], b"\xff\xfe\nb 1\nn\n");
    assert!(result.stdout.contains("is not a bet"), "{result:#?}");
    last_line(&result, "1 round: ");
    let result = play(&["--name", "Ada"], "x".repeat(100_000));
    assert!(result.stdout.ends_with("Goodbye, Ada.\n"));
}

#[test]
fn invalid_options_are_wrong_usage_before_a_card_is_dealt() {
    let cases: [(&[&str], &str); 8] = [
        (&["--decks", "5"], "[possible values: 0, 4, 6, 8]"),
        (
            &["--bankroll", "-5"],
            "\"-5\" is not an amount of money: write it like 25, 2.50 or 1,000",
        ),
        (&["--bankroll", "0.99"], "the minimum stake is 1.00"),
        (&["--bankroll", "1e9"], "is not an amount of money"),
        (&["--bankroll", "99999999999999"], "the largest amount is"),
        (&["--name", ""], "a name has at least one character"),
        (&["--seed", "x"], "--seed"),
        (&["--clocking", "both"], "synchronised, direct"),
    ];
    for (arguments, said) in cases {
        let result =
            sandbox().run([&["play"], arguments].concat()).fails_with(2, &["error: ", said]);
        assert_eq!(result.stdout, "", "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_game_without_an_error() {
    let script =
        r#"yes 'b 1' | { "$0" play --name Ada --bankroll 1000000 && echo well >&2; } | head -n 3"#;
    let result = sandbox().shell(script).succeeds();
    assert_eq!((result.stdout.lines().count(), result.stderr.as_str()), (3, "well\n"));
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_is_an_error_after_a_summary() {
    let result = sandbox().shell(r#""$0" play --name Ada < /"#);
    let result = result.fails_with(1, &["error: cannot read from stdin"]);
    assert!(result.stdout.ends_with("Goodbye, Ada.\n"), "{result:#?}");
}

#[cfg(unix)]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let script = r#"trap "" XFSZ; ulimit -f 0; exec "$0" play --name Ada > printed </dev/null"#;
    sandbox().shell(script).fails_with(1, &["error: cannot write to stdout"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game_with_a_summary() {
    let sandbox = sandbox();
    let mut child = sandbox
        .command(["play", "--name", "Ada"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("baccarat starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"b 50\n").expect("a bet");
    // After the round is paid, the game waits for an answer.
    let mut stdout = child.stdout.take().expect("a pipe");
    let mut printed = String::new();
    while !printed.contains("Play again") {
        let mut some = [0; 256];
        let count = std::io::Read::read(&mut stdout, &mut some).expect("more of it");
        assert_ne!(count, 0, "{printed}");
        printed += &String::from_utf8_lossy(&some[..count]);
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    std::io::Read::read_to_string(&mut stdout, &mut printed).expect("the rest of it");
    assert_eq!(child.wait().expect("baccarat ends").code(), Some(0));
    assert!(printed.contains("\n1 round: ") && printed.ends_with("\nGoodbye, Ada.\n"), "{printed}");
    drop(stdin);
}

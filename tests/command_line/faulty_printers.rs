//! `generate` with a printer that has a fault, called as a function, because the program's printer has none.

use baccarat::commands::{Cli, Command, Status};
use baccarat::generator;
use clap::Parser;

use crate::sandbox::{Sandbox, Snapshot};

/// Runs `generate` with the printer, but one text instead of another in every file. Returns the error.
fn generate(text: &str, instead: &str, sandbox: &Sandbox, arguments: &[&str]) -> String {
    let folders = ["--out", "--constraints"].map(|option| (option, sandbox.path(&option[2..])));
    let folders =
        folders.iter().flat_map(|(option, path)| [*option, path.to_str().expect("UTF-8")]);
    let command =
        ["baccarat", "generate"].into_iter().chain(folders).chain(arguments.iter().copied());
    let Some(Command::Generate(generate)) =
        Cli::try_parse_from(command).expect("arguments").command
    else {
        panic!("not the command generate");
    };
    let print = |design: &_| {
        let correct = generator::print(design);
        let mut faulty = correct.clone();
        faulty.iter_mut().for_each(|file| file.text = file.text.replace(text, instead));
        assert!(faulty != correct, "{text} is not in the text");
        faulty
    };
    let error = generate.run_with(&print, Status::default()).expect_err(text);
    format!("{error:#}")
}

#[test]
fn a_fault_of_the_printer_is_an_error_and_nothing_is_written() {
    let cases: [(&str, &str, &[&str], &str); 5] = [
        ("pscore <= 4'd5", "pscore < 4'd5", &[], "module `statemachine"),
        (
            "posedge slow_clock",
            "negedge slow_clock",
            &["--clocking", "direct"],
            "module `statemachine`: the clock",
        ),
        (
            ".card1 (pcard1)",
            ".card1 (pcard2)",
            &["--check"],
            "module `datapath`: the input `player_hand.card1` is ",
        ),
        ("new_card <= 4'd13", "new_card = 4'd13", &["--force"], "dealcard.sv:31:"),
        ("module reg4", "module reg5", &[], "the text has module `reg5`, which the design lacks"),
    ];
    for (text, instead, arguments, message) in cases {
        let sandbox = Sandbox::new();
        let error = generate(text, instead, &sandbox, arguments);
        assert!(error.starts_with(message), "{error}");
        assert!(error.contains("\nNo file was written."), "{error}");
        assert_eq!(sandbox.snapshot(), Snapshot::new());
    }
}

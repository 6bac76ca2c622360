//! Printers with a fault, called as functions, because the program's printer has none.

use baccarat::commands::{Cli, Command, Status};
use baccarat::generator::{self, Clocking, GeneratorError};
use clap::Parser;
use rust_hdl_rtl::Design;
use rust_hdl_systemverilog::{SourceFile, prove};

use crate::sandbox::{Sandbox, Snapshot};

/// Prints the design, but one text instead of another in every file.
fn print(design: &Design, text: &str, instead: &str) -> Vec<SourceFile> {
    let correct = generator::print(design);
    let mut faulty = correct.clone();
    faulty.iter_mut().for_each(|file| file.text = file.text.replace(text, instead));
    assert!(faulty != correct, "{text} is not in the text");
    faulty
}

#[test]
fn a_fault_of_the_printer_is_an_error_that_names_the_place() {
    let designs = [Clocking::Synchronised, Clocking::Direct]
        .map(|clocking| generator::design(clocking).expect("the design"));
    let cases = [
        (0, "pscore <= 4'd5", "pscore < 4'd5", "module `statemachine"),
        (1, "posedge slow_clock", "negedge slow_clock", "module `statemachine`: the clock"),
        (
            0,
            ".card1 (pcard1)",
            ".card1 (pcard2)",
            "module `datapath`: the input `player_hand.card1` is ",
        ),
        (0, "new_card <= 4'd13", "new_card = 4'd13", "dealcard.sv:31:"),
        (0, "module reg4", "module reg5", "the text has module `reg5`, which the design lacks"),
    ];
    for (design, text, instead, message) in cases {
        let error = prove(&designs[design], &print(&designs[design], text, instead));
        let error = GeneratorError::from(error.expect_err(text)).to_string();
        assert!(error.starts_with(message), "{error}");
        assert!(error.contains("\nNo file was written."), "{error}");
    }
}

#[test]
fn generate_writes_nothing_if_the_printer_has_a_fault() {
    let sandbox = Sandbox::new();
    let folders = ["--out", "--constraints"].map(|option| (option, sandbox.path(&option[2..])));
    let folders =
        folders.iter().flat_map(|(option, path)| [*option, path.to_str().expect("UTF-8")]);
    let command = ["baccarat", "generate", "--force"].into_iter().chain(folders);
    let Some(Command::Generate(generate)) =
        Cli::try_parse_from(command).expect("arguments").command
    else {
        panic!("not the command generate");
    };
    let printer = |design: &_| print(design, "pscore <= 4'd5", "pscore < 4'd5");
    let error = generate.run_with(&printer, Status::default()).expect_err("a fault");
    assert!(error.to_string().starts_with("module `statemachine"), "{error}");
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

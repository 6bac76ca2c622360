//! `generate` with a printer that has a fault, called as a function, because the program's printer
//! has none. `fault-coverage` has the faults that are found, and the messages.

use baccarat::commands::{Cli, Command};
use baccarat::generator;
use clap::Parser;
use command_line::Status;

use crate::sandbox::{Sandbox, Snapshot};

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
    let printer = |design: &_| {
        let mut files = generator::print_unproven(design);
        let file = files.iter_mut().find(|file| file.name == "statemachine.sv").expect("a file");
        file.text = file.text.replace("pscore <= 4'd5", "pscore < 4'd5");
        files
    };
    let error = generate.run_with(&printer, Status::default()).expect_err("a fault").to_string();
    assert!(error.starts_with("module `statemachine"), "{error}");
    assert!(error.contains("\nNo file was written."), "{error}");
    assert_eq!(sandbox.snapshot(), Snapshot::new());
}

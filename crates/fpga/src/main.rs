use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run::<baccarat_fpga::Cli>()
}

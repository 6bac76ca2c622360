//! Why there is no picture.

use thiserror::Error;

/// Why a diagram cannot be drawn. The text says what there is instead.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DiagramError {
    #[error("there is no module `{name}`; there are {}", list(known))]
    UnknownModule { name: String, known: Vec<String> },
    #[error(
        "no register of module `{module}` is of an enum type, so it has no states to draw{}",
        elsewhere(others)
    )]
    NoStates {
        module: String,
        /// Modules that have such registers.
        others: Vec<String>,
    },
    #[error("module `{module}` has no register `{name}` of an enum type; it has {}", list(known))]
    UnknownRegister { module: String, name: String, known: Vec<String> },
    #[error(
        "module `{module}` has several registers with states: {}; say which with --register",
        list(known)
    )]
    SeveralRegisters { module: String, known: Vec<String> },
    #[error("several modules have registers with states: {}; say which", list(known))]
    SeveralModules { known: Vec<String> },
    #[error("the conditions of register `{register}` in module `{module}` are too many to draw")]
    TooComplex { module: String, register: String },
    #[error("module `{module}` is written in Verilog, so what is in it is not known")]
    BlackBox { module: String },
}

fn list(names: &[String]) -> String {
    match names {
        [] => "none".to_string(),
        _ => names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "),
    }
}

fn elsewhere(modules: &[String]) -> String {
    match modules {
        [] => String::new(),
        _ => format!("; those with states: {}", list(modules)),
    }
}

//! Errors.

use thiserror::Error;

/// Why a diagram cannot be drawn. The message lists the alternatives.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum DiagramError {
    /// The design has no module with this name.
    #[error("there is no module `{name}`; the modules are {}", list(known))]
    UnknownModule {
        /// The requested name.
        name: String,
        /// The names of all modules.
        known: Vec<String>,
    },
    /// The module has no register of an enum type.
    #[error(
        "no register of module `{module}` has an enum type, so there are no states to draw{}",
        elsewhere(others)
    )]
    NoStates {
        /// The module.
        module: String,
        /// The modules that have such registers.
        others: Vec<String>,
    },
    /// The module has no register of an enum type with this name.
    #[error("module `{module}` has no register `{name}` of an enum type; it has {}", list(known))]
    UnknownRegister {
        /// The module.
        module: String,
        /// The requested name.
        name: String,
        /// The names of the registers of an enum type.
        known: Vec<String>,
    },
    /// The module has several registers of an enum type, and none was requested.
    #[error("module `{module}` has several registers with states: {}; name one", list(known))]
    SeveralRegisters {
        /// The module.
        module: String,
        /// The names of the registers.
        known: Vec<String>,
    },
    /// Several modules have registers of an enum type.
    #[error("several modules have registers with states: {}; name one", list(known))]
    SeveralModules {
        /// The names of the modules.
        known: Vec<String>,
    },
    /// The transitions have more conditions than a diagram can show.
    #[error("register `{register}` of module `{module}` has too many conditions to draw")]
    TooComplex {
        /// The module.
        module: String,
        /// The register.
        register: String,
    },
    /// The module is a black box.
    #[error("module `{module}` is a black box (written in Verilog), so its contents are unknown")]
    BlackBox {
        /// The module.
        module: String,
    },
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
        _ => format!("; modules with states: {}", list(modules)),
    }
}

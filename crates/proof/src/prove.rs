//! Why a text is not proven.

use rust_hdl_rtl as rtl;
use thiserror::Error;

/// Why SystemVerilog text is not proven to mean the same as a design: the first reason found.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Error {
    /// The design has no meaning.
    #[error(transparent)]
    Design(#[from] rtl::Error),
    /// Something is declared in the design only.
    #[error("the text lacks {declaration}, which the design has")]
    Missing {
        /// What is missing: ``register `count` of module `counter` ``.
        declaration: String,
    },
    /// Something is declared in the text only.
    #[error("the text has {declaration}, which the design lacks")]
    Added {
        /// What was added: ``register `count` of module `counter` ``.
        declaration: String,
    },
    /// Something is declared differently.
    #[error("{declaration} is \"{actual}\" in the text, but \"{expected}\" in the design")]
    Declaration {
        /// What differs: ``port `a` of module `counter` ``.
        declaration: String,
        /// Its properties in the design.
        expected: String,
        /// Its properties in the text.
        actual: String,
    },
    /// A function differs for some inputs and states. The states may be unreachable.
    #[error(
        "module `{module}`: {place} is {actual} in the text, but {expected} in the design{}",
        condition(.counterexample)
    )]
    Value {
        /// The module.
        module: String,
        /// What differs: ``the next value of `count` ``.
        place: String,
        /// The signals that it depends on, with values for which it differs.
        counterexample: Vec<(String, String)>,
        /// Its value in the design.
        expected: String,
        /// Its value in the text.
        actual: String,
    },
    /// The text can have the value X.
    #[error("module `{module}`: a value can be X, because it does not hold that {meaning}{}", condition(.counterexample))]
    Undefined {
        /// The module.
        module: String,
        /// The condition that does not always hold.
        meaning: String,
        /// The signals that it depends on, with values for which it does not hold.
        counterexample: Vec<(String, String)>,
    },
    /// The text of a black box is not its author's.
    #[error("module `{module}`: the black box's text differs from the author's")]
    BlackBox {
        /// The module.
        module: String,
    },
}

/// `, if a = 1, b = 2`.
fn condition(values: &[(String, String)]) -> String {
    let values = values.iter().map(|(name, value)| format!("{name} = {value}"));
    let separators = std::iter::once(", if ").chain(std::iter::repeat(", "));
    separators.zip(values).map(|(separator, value)| format!("{separator}{value}")).collect()
}

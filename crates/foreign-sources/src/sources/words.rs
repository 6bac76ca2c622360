//! Words that become part of Yosys's script, which could do anything.

use super::ForeignError;

/// Checks the name of a module.
///
/// # Errors
///
/// [`ForeignError::ModuleName`]
pub fn module_name(text: &str) -> Result<String, ForeignError> {
    let is_name = |character: char| character.is_ascii_alphanumeric() || "_$".contains(character);
    let is_valid =
        text.chars().all(is_name) && text.starts_with(|first: char| !first.is_ascii_digit());
    if is_valid { Ok(text.into()) } else { Err(ForeignError::ModuleName(text.into())) }
}

/// Checks a macro: `NAME` or `NAME=VALUE`.
///
/// # Errors
///
/// [`ForeignError::Definition`]
pub fn macro_definition(text: &str) -> Result<String, ForeignError> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    let is_value =
        |character: char| character.is_ascii_alphanumeric() || "_'.+-*".contains(character);
    match module_name(name) {
        Ok(_) if value.chars().all(is_value) => Ok(text.into()),
        _ => Err(ForeignError::Definition(text.into())),
    }
}

/// Checks a value of a parameter: `NAME=VALUE`, where the value is a number such as `1000` or
/// `8'hfb`.
///
/// # Errors
///
/// [`ForeignError::Parameter`]
pub fn parameter_value(text: &str) -> Result<String, ForeignError> {
    let is_digits = |digits: &str, extra: &str| {
        let is_digit = |digit: char| digit.is_ascii_digit() || extra.contains(digit);
        !digits.is_empty() && digits.chars().all(is_digit)
    };
    let is_number = |value: &str| match value.split_once('\'') {
        None => is_digits(value, "_"),
        Some((width, value)) => {
            let value = value.trim_start_matches(['s', 'S']);
            let is_base = value.starts_with(['b', 'o', 'd', 'h', 'B', 'O', 'D', 'H']);
            is_digits(width, "") && is_base && is_digits(&value[1..], "abcdefABCDEF_")
        }
    };
    match text.split_once('=') {
        Some((name, value)) if module_name(name).is_ok() && is_number(value) => Ok(text.into()),
        _ => Err(ForeignError::Parameter(text.into())),
    }
}

//! Templates for module names: `fifo_{D}x{N}`.

use crate::module;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Generics, Ident, LitStr, Path, Result, parse_str};

/// Returns a `String` expression for the name, with `{N}` replaced by the value of the struct's
/// parameter `N`.
pub fn expression(template: &LitStr, generics: &Generics, root: &Path) -> Result<TokenStream> {
    let text = template.value();
    let refuse = |message: String| Err(Error::new(template.span(), message));
    let mut pieces = Vec::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, remainder)) = after.split_once('}') else {
            return refuse(format!("the `{{` in `{text}` is not closed; a parameter is `{{N}}`"));
        };
        pieces.push(quote!(::std::string::String::from(#before)));
        pieces.push(
            parameter(name, generics, root)
                .map_err(|message| Error::new(template.span(), message))?,
        );
        rest = remainder;
    }
    pieces.push(quote!(::std::string::String::from(#rest)));
    let literal = literal_part(&text);
    if let Some(wrong) = literal.chars().find(|c| !(c.is_ascii_alphanumeric() || *c == '_')) {
        let what =
            if wrong == '}' { "a `}` without its `{`".to_string() } else { format!("`{wrong}`") };
        return refuse(format!(
            "the name `{text}` contains {what}; a name consists of letters, digits, `_` and parameters such as `{{N}}`"
        ));
    }
    if !text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return refuse(format!("the name `{text}` does not begin with a letter or `_`"));
    }
    Ok(quote!([#(#pieces),*].concat()))
}

/// Returns the template without its parameters.
fn literal_part(template: &str) -> String {
    let mut literal = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        literal.push_str(before);
        rest = after.split_once('}').map_or("", |(_, remainder)| remainder);
    }
    literal + rest
}

/// Returns a `String` expression for the value of a parameter, or what is wrong with its name.
fn parameter(
    name: &str,
    generics: &Generics,
    root: &Path,
) -> std::result::Result<TokenStream, String> {
    let known: Vec<_> =
        generics.params.iter().filter_map(|known| module::parameter(known, root)).collect();
    if let Some((_, value)) = known.iter().find(|(known, _)| known == name) {
        return Ok(quote!(#root::__private::identifier_part(&#value)));
    }
    let known: Vec<String> = known.iter().map(|(known, _)| format!("`{known}`")).collect();
    let what = match parse_str::<Ident>(name) {
        Ok(_) => format!("`{name}` is not a parameter of this struct"),
        Err(_) => format!("`{{{name}}}` does not name a parameter"),
    };
    Err(match known.as_slice() {
        [] => format!("{what}, which has none"),
        known => format!("{what}; the parameters are {}", known.join(", ")),
    })
}

//! Properties: `#[assert("name", condition)]`, `#[assume(...)]` and `#[cover(...)]` below
//! `#[kernel]`. Each becomes an `if` of its condition at the end of the kernel, with a comment that
//! `decode_property` of `rust-hdl-describe` reads, and no effect.

use proc_macro2::Literal;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Block, Error, Expr, ExprCall, Ident, LitStr, Result, Token, parse_quote};

use super::encoding::encode_property;

/// A property of a module.
pub struct Property {
    kind: &'static str,
    arguments: Arguments,
    pub condition: Expr,
}

const KINDS: [&str; 3] = ["assert", "assume", "cover"];

/// Takes the properties from the attributes of a kernel.
pub fn take(attributes: &mut Vec<Attribute>) -> Result<Vec<Property>> {
    let mut properties: Vec<Property> = vec![];
    let mut others = vec![];
    for attribute in std::mem::take(attributes) {
        match KINDS.into_iter().find(|kind| attribute.path().is_ident(kind)) {
            None => others.push(attribute),
            Some(kind) => {
                let (arguments, condition) =
                    attribute.parse_args_with(Arguments::with_condition)?;
                let is_known = |known: &&Property| known.arguments.label == arguments.label;
                if properties.iter().any(|known| is_known(&known)) {
                    return Err(Error::new_spanned(
                        &arguments.name,
                        format!("another property has the label `{}`", arguments.label),
                    ));
                }
                properties.push(Property { kind, arguments, condition });
            }
        }
    }
    *attributes = others;
    Ok(properties)
}

/// Adds the properties to a kernel.
pub fn add(body: &mut Block, properties: Vec<Property>) {
    body.stmts.extend(properties.into_iter().map(|property| {
        let Property { kind, arguments, condition } = property;
        let clock = arguments.clock.map(|clock| clock.to_string());
        let text = encode_property(kind, clock.as_deref(), &arguments.label);
        let text = Literal::string(&text);
        parse_quote!(if #condition { comment!(#text); })
    }));
}

/// Whether this is `past(x)`.
pub fn is_past(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(function) if function.path.is_ident("past"))
        && call.args.len() == 1
}

/// The arguments of a property besides its condition.
struct Arguments {
    name: LitStr,
    label: String,
    clock: Option<Ident>,
}

impl Arguments {
    fn with_condition(input: ParseStream) -> Result<(Arguments, Expr)> {
        let name: LitStr = input.parse().map_err(|error| {
            Error::new(error.span(), "expected the name of the property, a string")
        })?;
        let label = label(&name)?;
        input.parse::<Token![,]>()?;
        let clock = match input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) {
            false => None,
            true => {
                let key: Ident = input.parse()?;
                if key != "clock" {
                    return Err(Error::new(key.span(), "expected `clock = NAME` or the condition"));
                }
                input.parse::<Token![=]>()?;
                let clock = Ident::parse(input)?;
                input.parse::<Token![,]>()?;
                Some(clock)
            }
        };
        let condition = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok((Arguments { name, label, clock }, condition))
    }
}

/// Returns the name of a property as an identifier: "at most one load" is `at_most_one_load`.
fn label(name: &LitStr) -> Result<String> {
    let text = name.value();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let label = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_");
    if !text.is_ascii() || !label.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err(Error::new_spanned(
            name,
            "the name of a property has letters and digits of ASCII, and a letter first",
        ));
    }
    Ok(label)
}

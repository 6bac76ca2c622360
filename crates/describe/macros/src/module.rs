//! `#[derive(Module)]`.

use crate::{documentation, ports, template};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, GenericParam, Ident, Lit,
    LitInt, LitStr, Path, Result, Token, Type, parenthesized,
};

/// The field names that rust-hdl's own derive rejects.
const RESERVED_FIELD_NAMES: [&str; 6] = ["config", "wire", "reg", "module", "edge", "disable"];

/// Expands the derive; `root` is the path of the crate or module whose items the code names.
pub fn derive(input: &DeriveInput, root: &Path) -> Result<TokenStream> {
    let fields = hardware_fields(input)?;
    let arguments = Arguments::parse(&input.attrs)?;
    let block = block_implementation(input, &fields, root);
    let describe = describe_implementation(input, &fields, &arguments, root)?;
    let ports = ports::implementation(input, &fields, quote!(true), root);
    Ok(quote!(#block #describe #ports))
}

/// Returns the hardware fields with their names, in order: all whose names do not begin with `_`.
pub(crate) fn hardware_fields(input: &DeriveInput) -> Result<Vec<(&Ident, &Field)>> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "a module is a struct; for an enum, derive `LogicState` and `DescribeType`",
        ));
    };
    if matches!(data.fields, Fields::Unnamed(_)) {
        return Err(Error::new_spanned(
            &data.fields,
            "a module needs named fields: they name its ports, signals and instances",
        ));
    }
    let mut fields = Vec::new();
    for field in &data.fields {
        let Some(name) = &field.ident else { continue };
        if RESERVED_FIELD_NAMES.iter().any(|reserved| name == reserved) {
            return Err(Error::new(
                name.span(),
                format!("`{name}` is a keyword in Verilog: rename the field"),
            ));
        }
        let arguments = FieldArguments::of(field)?;
        if !name.to_string().starts_with('_') {
            fields.push((name, field));
        } else if arguments != FieldArguments::default() {
            return Err(Error::new(
                name.span(),
                format!(
                    "`{name}` is no hardware, as its name begins with `_`: `#[module(...)]` has no effect on it"
                ),
            ));
        }
    }
    Ok(fields)
}

/// The arguments of `#[module(...)]` on a field.
#[derive(Default, PartialEq)]
struct FieldArguments {
    radix: Option<u32>,
    /// The attributes for tools: names and values.
    attributes: Vec<(String, String)>,
}

impl FieldArguments {
    fn of(field: &Field) -> Result<Self> {
        let mut arguments = Self::default();
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("module")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("radix") {
                    let number: LitInt = meta.value()?.parse()?;
                    arguments.radix = Some(number.base10_parse()?);
                    return match arguments.radix {
                        Some(2 | 10 | 16) => Ok(()),
                        _ => Err(Error::new(number.span(), "a radix is 2, 10 or 16")),
                    };
                }
                if !meta.path.is_ident("attribute") {
                    return Err(meta.error(
                        "a field takes `radix = 2`, `10` or `16`, and `attribute(name = \"value\")`; \
                         the rest of `#[module(...)]` goes on the struct",
                    ));
                }
                meta.parse_nested_meta(|meta| arguments.add_attribute(&meta))
            })?;
        }
        Ok(arguments)
    }

    fn add_attribute(&mut self, meta: &ParseNestedMeta) -> Result<()> {
        let name = meta.path.require_ident()?.unraw().to_string();
        if self.attributes.iter().any(|(known, _)| *known == name) {
            return Err(meta.error("the field already has this attribute"));
        }
        let value: LitStr = meta.value()?.parse()?;
        if !value.value().bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return Err(Error::new(value.span(), "the value has to be printable ASCII characters"));
        }
        self.attributes.push((name, value.value()));
        Ok(())
    }
}

/// The arguments of `#[module(...)]` on a struct.
#[derive(Default)]
struct Arguments {
    name: Option<Expr>,
    types: Vec<Type>,
}

impl Arguments {
    fn parse(attributes: &[Attribute]) -> Result<Self> {
        let mut arguments = Self::default();
        for attribute in attributes.iter().filter(|a| a.path().is_ident("module")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("name") {
                    if arguments.name.is_some() {
                        return Err(meta.error("the module already has a name"));
                    }
                    arguments.name = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("types") {
                    let content;
                    parenthesized!(content in meta.input);
                    arguments
                        .types
                        .extend(Punctuated::<Type, Token![,]>::parse_terminated(&content)?);
                } else {
                    return Err(meta.error("expected `name = EXPRESSION` or `types(Enum, Struct)`"));
                }
                Ok(())
            })?;
        }
        Ok(arguments)
    }
}

/// Returns an `impl Block` like that of rust-hdl's `LogicBlock`, which also visits the description.
/// Fields are used by method call, so that a boxed block works, too.
fn block_implementation(
    input: &DeriveInput,
    fields: &[(&Ident, &Field)],
    root: &Path,
) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let names: Vec<&Ident> = fields.iter().map(|(name, _)| *name).collect();
    let texts = names.iter().map(|name| name.unraw().to_string());
    // The span makes the compiler point at a field that is not a block.
    let method = |method: &str| -> Vec<Ident> {
        names
            .iter()
            .map(|name| Ident::new(method, Span::call_site().located_at(name.span())))
            .collect()
    };
    let (connect_all, update_all) = (method("connect_all"), method("update_all"));
    let (has_changed, accept) = (method("has_changed"), method("accept"));
    let bring_block = (!names.is_empty()).then(|| {
        quote!(
            use #root::__private::Block as _;
        )
    });
    quote! {
        const _: () = {
            #bring_block

            #[automatically_derived]
            impl #impl_generics #root::__private::Block for #ident #ty_generics #where_clause {
                fn connect_all(&mut self) {
                    #root::__private::Logic::connect(self);
                    #(self.#names.#connect_all();)*
                }
                fn update_all(&mut self) {
                    #root::__private::Logic::update(self);
                    #(self.#names.#update_all();)*
                }
                fn has_changed(&self) -> bool {
                    false #(|| self.#names.#has_changed())*
                }
                fn accept(&self, name: &str, probe: &mut dyn #root::__private::Probe) {
                    probe.visit_start_scope(name, self);
                    #root::__private::visit_description::<Self>(probe);
                    #(self.#names.#accept(#texts, probe);)*
                    probe.visit_end_scope(name, self);
                }
            }
        };
    }
}

fn describe_implementation(
    input: &DeriveInput,
    fields: &[(&Ident, &Field)],
    arguments: &Arguments,
    root: &Path,
) -> Result<TokenStream> {
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let name = match &arguments.name {
        Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => {
            template::expression(text, &input.generics, root)?
        }
        Some(name) => quote!({
            let name: &str = #name;
            ::std::string::String::from(name)
        }),
        None => {
            let name = snake_case(&ident.unraw().to_string());
            quote!(::std::string::String::from(#name))
        }
    };
    // `line!()` would give the line of the derive.
    let line = u32::try_from(ident.span().start().line).unwrap_or_default();
    let documentation = documentation::expression(&input.attrs, root);
    let parameters = input.generics.params.iter().filter_map(|known| parameter(known, root));
    let parameters =
        parameters.map(|(name, value)| quote!((::std::string::String::from(#name), #value)));
    let (mut radices, mut attributes) = (Vec::new(), Vec::new());
    for (field_name, field) in fields {
        let field_name = field_name.unraw().to_string();
        let arguments = FieldArguments::of(field)?;
        if let Some(radix) = arguments.radix {
            radices.push(quote!((::std::string::String::from(#field_name), #radix)));
        }
        attributes.extend(arguments.attributes.iter().map(|(name, value)| {
            quote!(#root::FieldAttribute {
                field: ::std::string::String::from(#field_name),
                name: ::std::string::String::from(#name),
                value: ::std::string::String::from(#value),
            })
        }));
    }
    let fields = fields
        .iter()
        .filter(|(_, field)| !documentation::parts(&field.attrs).is_empty())
        .map(|(name, field)| {
            let name = name.unraw().to_string();
            let documentation = documentation::expression(&field.attrs, root);
            quote!((::std::string::String::from(#name), #documentation))
        });
    let types = &arguments.types;
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics #root::Describe for #ident #ty_generics #where_clause {
            fn description() -> #root::Description {
                #root::Description {
                    name: #name,
                    file: #root::__private::source_file(::core::file!()),
                    line: #line,
                    documentation: #documentation,
                    parameters: ::std::vec![#(#parameters),*],
                    fields: ::std::vec![#(#fields),*],
                    radices: ::std::vec![#(#radices),*],
                    attributes: ::std::vec![#(#attributes),*],
                    types: ::std::vec![
                        #(<#types as #root::DescribeType>::description()),*
                    ],
                }
            }
        }
    })
}

/// Returns a generic parameter's name and a `String` expression for its value; `None` for a
/// lifetime.
pub fn parameter(parameter: &GenericParam, root: &Path) -> Option<(String, TokenStream)> {
    let (ident, value) = match parameter {
        GenericParam::Const(constant) => {
            let ident = &constant.ident;
            (ident, quote!(::std::string::ToString::to_string(&#ident)))
        }
        GenericParam::Type(ty) => {
            let ident = &ty.ident;
            (ident, quote!(#root::__private::short_type_name::<#ident>()))
        }
        GenericParam::Lifetime(_) => return None,
    };
    Some((ident.unraw().to_string(), value))
}

/// Converts a type's name to snake case. A word begins at an upper-case letter after a lower-case
/// one, and at the last upper-case letter of a run that a lower-case one follows.
fn snake_case(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (index, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && index > 0 {
            let previous = letters[index - 1];
            let next_is_lowercase = letters.get(index + 1).is_some_and(|c| c.is_lowercase());
            if previous.is_lowercase() || (previous.is_uppercase() && next_is_lowercase) {
                snake.push('_');
            }
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::{derive, snake_case};
    use syn::{DeriveInput, parse_quote, parse_str};

    #[test]
    fn invalid_modules_are_rejected_with_a_reason() {
        for (source, message) in [
            ("enum State { Idle }", "a module is a struct"),
            ("struct Pair(u8, u8);", "a module needs named fields"),
            ("struct M { wire: S }", "`wire` is a keyword"),
            ("struct M { config: S }", "`config` is a keyword"),
            ("struct M { #[module(name = 1)] a: S }", "goes on the struct"),
            ("struct M { #[module(radix = 2)] _a: S }", "`_a` is no hardware"),
            ("struct M { #[module(radix = 3)] a: S }", "2, 10 or 16"),
            ("struct M { #[module(radix = A)] a: S }", "expected integer"),
            ("struct M { #[module(attribute(keep))] a: S }", "expected `=`"),
            ("struct M { #[module(attribute(keep = 1))] a: S }", "expected string"),
            ("struct M { #[module(attribute(a::b = \"\"))] a: S }", "to be an identifier"),
            ("struct M { #[module(attribute(keep = \"\\n\"))] a: S }", "printable ASCII"),
            (
                "struct M { #[module(attribute(keep = \"1\", keep = \"2\"))] a: S }",
                "the field already has this attribute",
            ),
            ("#[module(nam = 1)] struct M { a: S }", "expected `name ="),
            ("#[module] struct M { a: S }", "expected attribute arguments"),
            ("#[module(name)] struct M { a: S }", "expected `=`"),
            ("#[module(types)] struct M { a: S }", "expected parentheses"),
            ("#[module(name = A)] #[module(name = B)] struct M { a: S }", "already has a name"),
            (
                "#[module(name = \"m_{N}\")] struct M { a: S }",
                "`N` is not a parameter of this struct, which has none",
            ),
            (
                "#[module(name = \"m_{W}\")] struct M<const N: usize, T> { a: S }",
                "`W` is not a parameter of this struct; the parameters are `N`, `T`",
            ),
            (
                "#[module(name = \"m_{}\")] struct M<T> { a: S }",
                "`{}` does not name a parameter; the parameters are `T`",
            ),
            ("#[module(name = \"m_{a}\")] struct M<'a> { a: S }", "`a` is not a parameter"),
            ("#[module(name = \"m_{T:x}\")] struct M<T> { a: S }", "`{T:x}` does not name"),
            ("#[module(name = \"m_{T\")] struct M<T> { a: S }", "the `{` in `m_{T` is not closed"),
            ("#[module(name = \"m_T}\")] struct M<T> { a: S }", "a `}` without its `{`"),
            ("#[module(name = \"m-{T}\")] struct M<T> { a: S }", "contains `-`"),
            ("#[module(name = \"{T}\")] struct M<T> { a: S }", "does not begin with a letter"),
            ("#[module(name = \"8bits\")] struct M { a: S }", "does not begin with a letter"),
            ("#[module(name = \"\")] struct M { a: S }", "does not begin with a letter"),
        ] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            let error =
                derive(&input, &parse_quote!(::rust_hdl_describe)).expect_err(source).to_string();
            assert!(error.contains(message), "{source}: {error}");
        }
    }

    #[test]
    fn names_that_contain_keywords_are_accepted() {
        for source in ["struct M {}", "struct M;", "struct M { wires: S, _reg: S }"] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            assert!(derive(&input, &parse_quote!(::rust_hdl_describe)).is_ok(), "{source}");
        }
    }

    #[test]
    fn a_type_name_becomes_snake_case_and_digits_stay_with_their_letters() {
        for (name, expected) in [
            ("Divider", "divider"),
            ("StateMachine", "state_machine"),
            ("Adder8Bit", "adder8bit"),
            ("Reg4", "reg4"),
            ("Stage5", "stage5"),
            ("HTTPServer", "http_server"),
            ("SpiMaster2Wire", "spi_master2wire"),
            ("DFF", "dff"),
            ("ALUStage", "alu_stage"),
            ("already_snake", "already_snake"),
            ("X", "x"),
        ] {
            assert_eq!(snake_case(name), expected, "{name}");
        }
    }
}

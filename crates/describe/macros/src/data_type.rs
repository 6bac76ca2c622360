//! `#[derive(DescribeType)]`.

use crate::{documentation, from_bits};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Attribute, Data, DeriveInput, Path, Result};

/// Expands the derive; `root` is the path of the crate or module whose items the code names.
pub fn derive(input: &DeriveInput, root: &Path) -> Result<TokenStream> {
    let from_bits = from_bits::derive(input, root)?;
    let ident = &input.ident;
    let name = ident.unraw().to_string();
    let documentation = documentation::expression(&input.attrs, root);
    let members = members(&input.data).into_iter().map(|(ident, attributes)| {
        let name = ident.unraw().to_string();
        let documentation = documentation::expression(attributes, root);
        quote!((::std::string::String::from(#name), #documentation))
    });
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics #root::DescribeType for #ident #ty_generics #where_clause {
            fn description() -> #root::TypeDescription {
                #root::TypeDescription {
                    name: ::std::string::String::from(#name),
                    file: #root::__private::source_file(::core::file!()),
                    documentation: #documentation,
                    members: ::std::vec![#(#members),*],
                }
            }
        }

        #from_bits
    })
}

/// Returns the names and attributes of the variants of an enum or the fields of a struct. As
/// rust-hdl does, skips fields whose names begin with `_`.
fn members(data: &Data) -> Vec<(&Ident, &[Attribute])> {
    match data {
        Data::Enum(data) => {
            data.variants.iter().map(|variant| (&variant.ident, &variant.attrs[..])).collect()
        }
        Data::Struct(data) => {
            let named = data.fields.iter().filter_map(|field| Some((field.ident.as_ref()?, field)));
            let in_hardware = named.filter(|(ident, _)| !ident.to_string().starts_with('_'));
            in_hardware.map(|(ident, field)| (ident, &field.attrs[..])).collect()
        }
        Data::Union(_) => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::derive;
    use syn::{DeriveInput, parse_quote, parse_str};

    #[test]
    fn only_enums_without_fields_and_structs_with_names_are_accepted() {
        let root = parse_quote!(::rust_hdl_describe);
        for (source, message) in [
            ("struct State;", "has named fields"),
            ("struct State(u8);", "has named fields"),
            ("union State { a: u8 }", "is a struct or an enum"),
            ("enum State { Idle, Busy(u8) }", "cannot have fields"),
            ("enum State { Idle, Busy { for_: u8 } }", "cannot have fields"),
        ] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            let error = derive(&input, &root).expect_err(source).to_string();
            assert!(error.contains(message), "{source}: {error}");
        }
        for source in ["enum State { Idle, Busy }", "struct Bet { chips: Bits<7> }"] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            assert!(derive(&input, &root).is_ok(), "{source}");
        }
    }
}

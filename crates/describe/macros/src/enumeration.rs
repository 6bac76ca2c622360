//! `#[derive(DescribeEnum)]`.

use crate::documentation;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Fields, Result};

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "`DescribeEnum` describes enums; for a struct that is a module, derive `Module`",
        ));
    };
    if let Some(variant) =
        data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit))
    {
        return Err(Error::new(variant.ident.span(), "a variant of a hardware enum has no fields"));
    }
    let ident = &input.ident;
    let name = ident.unraw().to_string();
    let documentation = documentation::expression(&input.attrs);
    let variant_names = data.variants.iter().map(|variant| variant.ident.to_string());
    let variant_documentation =
        data.variants.iter().map(|variant| documentation::expression(&variant.attrs));
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::rust_hdl_describe::DescribeEnum for #ident #ty_generics #where_clause {
            fn description() -> ::rust_hdl_describe::EnumDescription {
                ::rust_hdl_describe::EnumDescription {
                    name: ::std::string::String::from(#name),
                    documentation: #documentation,
                    variants: ::std::vec![
                        #((::std::string::String::from(#variant_names), #variant_documentation)),*
                    ],
                }
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::derive;
    use syn::{DeriveInput, parse_str};

    #[test]
    fn only_an_enum_without_fields_is_described() {
        for (source, message) in [
            ("struct State;", "describes enums"),
            ("enum State { Idle, Busy(u8) }", "has no fields"),
            ("enum State { Idle, Busy { for_: u8 } }", "has no fields"),
        ] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            let error = derive(&input).expect_err(source).to_string();
            assert!(error.contains(message), "{source}: {error}");
        }
        let input: DeriveInput = parse_str("enum State { Idle, Busy }").expect("an enum");
        assert!(derive(&input).is_ok());
    }
}

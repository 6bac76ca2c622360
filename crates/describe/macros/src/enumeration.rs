//! `#[derive(DescribeEnum)]`.

use crate::{documentation, from_bits};
use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Path, Result};

/// Expands the derive; `root` is the path of the crate or module whose items the code names.
pub fn derive(input: &DeriveInput, root: &Path) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "`DescribeEnum` is for enums; for a module, derive `Module` on its struct",
        ));
    };
    let from_bits = from_bits::of_enum(input, data, root)?;
    let ident = &input.ident;
    let name = ident.unraw().to_string();
    let documentation = documentation::expression(&input.attrs, root);
    let variant_names = data.variants.iter().map(|variant| variant.ident.to_string());
    let variant_documentation =
        data.variants.iter().map(|variant| documentation::expression(&variant.attrs, root));
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics #root::DescribeEnum for #ident #ty_generics #where_clause {
            fn description() -> #root::EnumDescription {
                #root::EnumDescription {
                    name: ::std::string::String::from(#name),
                    file: #root::__private::source_file(::core::file!()),
                    documentation: #documentation,
                    variants: ::std::vec![
                        #((::std::string::String::from(#variant_names), #variant_documentation)),*
                    ],
                }
            }
        }

        #from_bits
    })
}

#[cfg(test)]
mod tests {
    use super::derive;
    use syn::{DeriveInput, parse_quote, parse_str};

    #[test]
    fn only_enums_without_fields_are_accepted() {
        for (source, message) in [
            ("struct State;", "is for enums"),
            ("enum State { Idle, Busy(u8) }", "cannot have fields"),
            ("enum State { Idle, Busy { for_: u8 } }", "cannot have fields"),
        ] {
            let input: DeriveInput = parse_str(source).expect("a declaration of Rust");
            let error =
                derive(&input, &parse_quote!(::rust_hdl_describe)).expect_err(source).to_string();
            assert!(error.contains(message), "{source}: {error}");
        }
        let input: DeriveInput = parse_str("enum State { Idle, Busy }").expect("an enum");
        assert!(derive(&input, &parse_quote!(::rust_hdl_describe)).is_ok());
    }
}

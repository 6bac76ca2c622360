//! `#[derive(FromBits)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Fields, Path, Result, parse_quote};

/// Expands the derive; `root` is the path of the crate or module whose items the code names.
pub fn derive(input: &DeriveInput, root: &Path) -> Result<TokenStream> {
    match &input.data {
        Data::Struct(data) => of_struct(input, data, root),
        Data::Enum(data) => of_enum(input, data, root),
        Data::Union(_) => {
            Err(Error::new(input.ident.span(), "a value in hardware is a struct or an enum"))
        }
    }
}

/// Implements `FromBits` for an enum. rust-hdl numbers the variants in order.
fn of_enum(input: &DeriveInput, data: &DataEnum, root: &Path) -> Result<TokenStream> {
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new(
                variant.ident.span(),
                "a variant of a hardware enum cannot have fields",
            ));
        }
    }
    let variants = data.variants.iter().map(|variant| &variant.ident);
    let value = quote!(#root::__private::variant(bits, &[#(Self::#variants),*]));
    Ok(implementation(input, value, root))
}

/// Implements `FromBits` for a struct. rust-hdl's `LogicStruct` puts the first field at the lowest
/// bits, and skips fields whose names begin with `_`.
fn of_struct(input: &DeriveInput, data: &DataStruct, root: &Path) -> Result<TokenStream> {
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new_spanned(&input.ident, "a struct in hardware has named fields"));
    };
    let (mut values, mut offset) = (Vec::new(), quote!(0));
    for field in &fields.named {
        let (name, ty) = (&field.ident, &field.ty);
        if name.as_ref().is_some_and(|name| name.to_string().starts_with('_')) {
            values.push(quote!(#name: ::core::default::Default::default()));
            continue;
        }
        let end = quote!(#offset + <#ty as #root::__private::Synth>::BITS);
        values.push(quote!(#name: #root::FromBits::from_bits(&bits[#offset..#end])));
        offset = end;
    }
    Ok(implementation(input, quote!(Self { #(#values),* }), root))
}

fn implementation(input: &DeriveInput, value: TokenStream, root: &Path) -> TokenStream {
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    let parameters: Vec<_> =
        generics.type_params().map(|parameter| parameter.ident.clone()).collect();
    if !parameters.is_empty() {
        let bounds = &mut generics.make_where_clause().predicates;
        bounds.extend(
            parameters.iter().map(|parameter| -> syn::WherePredicate {
                parse_quote!(#parameter: #root::FromBits)
            }),
        );
    }
    let (impl_generics, ty_generics, where_clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics #root::FromBits for #ident #ty_generics #where_clause {
            fn from_bits(bits: &[bool]) -> Self {
                #value
            }
        }
    }
}

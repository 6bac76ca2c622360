//! The text of doc comments.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Meta};

/// The values of the `doc` attributes, in order: string literals for `///`, any other expression as it stands.
pub fn parts(attributes: &[Attribute]) -> Vec<&Expr> {
    attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(doc) if doc.path.is_ident("doc") => Some(&doc.value),
            _ => None,
        })
        .collect()
}

/// An expression for the whole documentation, a `String`: empty if there is none.
pub fn expression(attributes: &[Attribute]) -> TokenStream {
    let parts = parts(attributes);
    quote!(::rust_hdl_describe::__private::documentation(&[#(#parts),*]))
}

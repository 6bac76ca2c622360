//! The text of doc comments, as expressions.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Meta, Path};

/// Returns the values of the `doc` attributes in order: string literals for `///`, any other
/// expression unchanged.
pub fn parts(attributes: &[Attribute]) -> Vec<&Expr> {
    attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(doc) if doc.path.is_ident("doc") => Some(&doc.value),
            _ => None,
        })
        .collect()
}

/// Returns an expression for the whole documentation, a `String`, which is empty if there is none.
pub fn expression(attributes: &[Attribute], root: &Path) -> TokenStream {
    let parts = parts(attributes);
    quote!(#root::__private::documentation(&[#(#parts),*]))
}

//! `#[kernel]`: checks a kernel, rewrites its comments, patterns, loops and conversions into a form
//! that rust-hdl keeps, and applies `#[hdl_gen]`.

mod calls;
mod check;
mod comment_inserter;
mod comments;
mod constants;
mod conversions;
mod encoding;
mod lines;
mod loops;
mod patterns;
mod properties;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;
use syn::{AttrStyle, Attribute, Error, FnArg, ItemFn, Path, Result, Signature};

/// Expands the attribute; `root` is the path of the crate or module whose items the code names.
pub fn expand(arguments: TokenStream, item: TokenStream, root: &Path) -> TokenStream {
    let mut function: ItemFn = match syn::parse2(item) {
        Ok(function) => function,
        Err(error) => return error.to_compile_error(),
    };
    match check_signature(&arguments, &function.sig).and_then(|()| rewrite(&mut function)) {
        Ok(()) => {
            let names = calls::called_names(&function.block);
            // rust-hdl leaves the second attribute on the function, which then expands.
            quote! {
                #[#root::__private::hdl_gen]
                #[#root::__private::check_names(#root #(, #names)*)]
                #function
            }
        }
        Err(error) => {
            // The function is kept, with the errors as its body, so that its absence is not
            // reported, too.
            let errors = error.to_compile_error();
            let (visibility, signature) = (&function.vis, &function.sig);
            quote!(#visibility #signature { #errors })
        }
    }
}

fn check_signature(arguments: &TokenStream, signature: &Signature) -> Result<()> {
    if !arguments.is_empty() {
        return Err(Error::new_spanned(arguments, "`#[kernel]` takes no arguments"));
    }
    let takes_only_self =
        signature.inputs.len() == 1 && matches!(signature.inputs.first(), Some(FnArg::Receiver(_)));
    if signature.ident != "update" || !takes_only_self {
        return Err(Error::new_spanned(
            signature,
            "`#[kernel]` goes on `fn update(&mut self)` in an `impl Logic`",
        ));
    }
    Ok(())
}

fn rewrite(function: &mut ItemFn) -> Result<()> {
    let properties = properties::take(&mut function.attrs)?;
    let body = &mut function.block;
    let constants = check::check(body, &properties)?;
    let braces = body.brace_token.span.join();
    // Some build systems and editors give no source text. Then the comments are missing; the
    // hardware is the same.
    let comments = braces
        .source_text()
        .map(|source| comments::find(&source, braces.start()))
        .unwrap_or_default();
    // Doc comments are among the comments that were read from the source.
    function
        .attrs
        .retain(|attribute| matches!(attribute.style, AttrStyle::Outer) || !is_doc(attribute));
    DocRemover.visit_block_mut(body);
    comment_inserter::insert(body, comments);
    properties::add(body, properties);
    lines::mark(body);
    patterns::expand(body)?;
    loops::open_ranges(body);
    conversions::mark(body);
    constants::record(body, &constants);
    Ok(())
}

/// Expands the attribute that [`expand`] adds.
pub fn check_names(names: TokenStream, function: TokenStream) -> TokenStream {
    calls::check_names(names, function).unwrap_or_else(|error| error.to_compile_error())
}

fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc")
}

/// Removes the doc comments from statements, where rust-hdl does not allow them.
struct DocRemover;

impl VisitMut for DocRemover {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        attributes.retain(|attribute| !is_doc(attribute));
    }
}

//! The functions and methods of kernels, which rust-hdl knows by their names alone.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprCall, ExprMethodCall, Ident, ItemFn, Path, Result, Token, parse_quote};

/// The functions of rust-hdl that a kernel can call, with generic arguments for which they exist.
const FUNCTIONS: [(&str, &str); 5] = [
    ("bits", "1"),
    ("bit_cast", "1, 1"),
    ("signed_cast", "1"),
    ("unsigned_cast", "1"),
    ("signed_bit_cast", "1, 1"),
];

/// Returns what is wrong with a call of a function.
pub fn call_fault(call: &ExprCall) -> Option<String> {
    let names: Vec<String> = match &*call.func {
        Expr::Path(function) => {
            function.path.segments.iter().map(|segment| segment.ident.to_string()).collect()
        }
        _ => vec![],
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is_known = match names[..] {
        [name] => FUNCTIONS.iter().any(|(known, _)| *known == name),
        ["Bits", "from"] => !call.args.is_empty(),
        [.., _, "join" | "link"] => true,
        _ => false,
    };
    (!is_known).then(|| {
        format!(
            "`{}` cannot be called in a kernel, where rust-hdl has `bits`, `bit_cast`, `signed_cast`, `unsigned_cast`, \
             `signed_bit_cast`, `Bits::from`, and the `join` and `link` of interfaces: write its expression here, or \
             make it a block of its own",
            names.join("::")
        )
    })
}

/// Returns what is wrong with a call of a method.
pub fn method_fault(call: &ExprMethodCall) -> Option<String> {
    let name = call.method.to_string();
    if name.contains("get_value_") || name.contains("set_value_") {
        let field = name.rsplit("_value_").next().unwrap_or_default();
        return Some(format!(
            "rust-hdl takes `{name}` for the field `{field}` without calling it: write `.val().{field}`, or \
             assign `.next.{field}`"
        ));
    }
    (name == "val" && !is_signal(&call.receiver)).then(|| {
        "rust-hdl drops this `.val()` without calling it: call `.val()` on a signal".to_string()
    })
}

/// Whether this is a path of fields and elements from `self`.
fn is_signal(expression: &Expr) -> bool {
    match expression {
        Expr::Path(path) => path.path.is_ident("self"),
        Expr::Field(field) => is_signal(&field.base),
        Expr::Index(element) => is_signal(&element.expr),
        Expr::Paren(inner) => is_signal(&inner.expr),
        _ => false,
    }
}

/// Returns the names in a kernel that may be an author's own: those of functions, and `Bits`.
pub fn called_names(body: &Block) -> Vec<Ident> {
    let mut names = CalledNames(vec![]);
    names.visit_block(body);
    names.0
}

struct CalledNames(Vec<Ident>);

impl<'ast> Visit<'ast> for CalledNames {
    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(function) = &*call.func
            && let Some(first) = function.path.segments.first()
            && (function.path.segments.len() == 1 || first.ident == "Bits")
            && !self.0.contains(&first.ident)
        {
            self.0.push(first.ident.clone());
        }
        visit::visit_expr_call(self, call);
    }
}

/// Adds statements to a kernel that compile only if the names in `arguments` are rust-hdl's. They
/// never run. The first argument is the path of the crate or module whose items they name.
pub fn check_names(arguments: TokenStream, function: TokenStream) -> Result<TokenStream> {
    let paths = Punctuated::<Path, Token![,]>::parse_terminated.parse2(arguments)?;
    let mut paths = paths.iter();
    let Some(root) = paths.next() else {
        return Ok(function);
    };
    let mut function: ItemFn = syn::parse2(function)?;
    let checks = paths.filter_map(Path::get_ident).map(|name| {
        let generics = FUNCTIONS.iter().find(|(known, _)| name == known);
        let generics: Option<TokenStream> = generics.and_then(|(_, list)| list.parse().ok());
        let item = |root: TokenStream| match &generics {
            // Every function has a type of its own.
            Some(generics) => quote_spanned!(name.span() => #root #name::<#generics>),
            None => quote_spanned!(name.span() => #root #name::<1>::default()),
        };
        let (own, known) = (item(quote!()), item(quote!(#root::__private::)));
        quote_spanned!(name.span() => #root::__private::must_be_of_rust_hdl(#own, #known);)
    });
    function.block.stmts.insert(0, parse_quote!(let _ = || { #(#checks)* };));
    Ok(quote!(#function))
}

//! Marks the conversions that rust-hdl drops from its tree: `.index()` and `.to_bits()`, and keeps
//! the widths of `signed_bit_cast`. Marks `past`, too.
//!
//! rust-hdl keeps parentheses, so their number tells: the receiver of a marked call has more than
//! the one pair that an author's parentheses are reduced to. `conversion.rs` of `rust-hdl-describe`
//! decodes them. Widths that rust-hdl drops get a `bit_cast`, whose width it keeps; not where the
//! value depends on the variable of a loop, since rust-hdl evaluates a `bit_cast` outside it.

use super::constants::is_constant;
use super::properties::is_past;
use proc_macro2::TokenStream;
use quote::quote;
use std::mem;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprCall, ExprMethodCall, ExprPath, GenericArgument, Path, PathArguments, Type,
    parse_quote,
};

/// The pairs of parentheses around a value that is used as a Rust integer.
const INTEGER: usize = 2;

/// The pairs of parentheses around a Rust integer that becomes `Bits`.
const BITS: usize = 3;

/// The pairs of parentheses around a value that becomes the `Bits<N>` of `bit_cast::<M, N>`.
const OPERAND: usize = 4;

/// The pairs of parentheses around a `signed_bit_cast` whose width the `bit_cast` around it has.
const SIGNED: usize = 5;

/// The pairs of parentheses around the operand of `past`, in a property. They are inside those of a
/// conversion: `past(x).index()` has 2 around 6.
const PAST: usize = 6;

pub fn mark(body: &mut Block) {
    Marker.visit_block_mut(body);
}

struct Marker;

impl VisitMut for Marker {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        match expression {
            // Around a call they mean nothing, and would be taken for marks.
            Expr::Paren(parentheses) if !has_operator(&parentheses.expr) => {
                *expression = mem::replace(&mut *parentheses.expr, Expr::PLACEHOLDER);
            }
            Expr::MethodCall(call) if call.method == "index" => {
                enclose(&mut call.receiver, INTEGER)
            }
            Expr::MethodCall(call) if call.method == "to_bits" => {
                // Bits that become an integer and bits again are only widened or narrowed.
                if let Expr::MethodCall(inner) = &mut *call.receiver
                    && inner.method == "index"
                {
                    enclose(&mut inner.receiver, 0);
                }
                enclose(&mut call.receiver, BITS);
                let width = call.turbofish.as_ref().and_then(|generics| generics.args.first());
                if let Some(width) = width.cloned() {
                    keep_width(expression, &width);
                }
            }
            Expr::Call(call) if is_past(call) => {
                let mut operand = call.args[0].clone();
                let pairs = remove_parentheses(&mut operand);
                add_parentheses(&mut operand, pairs + PAST);
                *expression = operand;
            }
            Expr::Call(call) => {
                mark_argument(call);
                if let Some(width) = signed_width(call) {
                    keep_signed_width(expression, &width);
                }
            }
            _ => {}
        }
    }
}

fn has_operator(expression: &Expr) -> bool {
    matches!(expression, Expr::Binary(_) | Expr::Unary(_) | Expr::Range(_) | Expr::Reference(_))
}

/// Marks what `bits` and `bit_cast` convert: `bits(x.into())` takes an integer,
/// `bit_cast::<M, N>(x.into())` takes `N` bits.
fn mark_argument(call: &mut ExprCall) {
    let (Expr::Path(function), Some(argument)) = (&*call.func, call.args.first_mut()) else {
        return;
    };
    let converted = match argument {
        Expr::MethodCall(conversion) if is_conversion(conversion) => conversion,
        _ => return,
    };
    if is_called(&function.path, "bits") && converted.method == "into" {
        enclose(&mut converted.receiver, INTEGER);
    } else if is_called(&function.path, "bit_cast")
        && let Some(width) = generic(&function.path, 1)
    {
        if converted.method == "into" {
            enclose(&mut converted.receiver, OPERAND);
        }
        keep_width(argument, &width);
    }
}

fn is_conversion(call: &ExprMethodCall) -> bool {
    call.method == "into" || call.method == "to_bits"
}

fn is_called(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// Returns the `M` of `signed_bit_cast::<M, N>`, unless it is inferred.
fn signed_width(call: &ExprCall) -> Option<GenericArgument> {
    match &*call.func {
        Expr::Path(function) if is_called(&function.path, "signed_bit_cast") => {
            generic(&function.path, 0)
        }
        _ => None,
    }
}

/// Returns a generic argument of a function, unless it is inferred.
fn generic(path: &Path, place: usize) -> Option<GenericArgument> {
    let PathArguments::AngleBracketed(generics) = &path.segments.last()?.arguments else {
        return None;
    };
    let width = generics.args.iter().nth(place)?;
    (!matches!(width, GenericArgument::Type(Type::Infer(_)))).then(|| width.clone())
}

fn keep_signed_width(value: &mut Expr, width: &GenericArgument) {
    if has_loop_variable(value) {
        return;
    }
    let mut bits = parse_quote!(unsigned_cast(#value));
    enclose(&mut bits, SIGNED);
    keep_width(&mut bits, width);
    *value = parse_quote!(signed_cast(#bits));
}

fn keep_width(value: &mut Expr, width: &GenericArgument) {
    if !has_loop_variable(value) {
        *value = parse_quote!(bit_cast::<#width, #width>(#value));
    }
}

/// Whether a value depends on the variable of a loop: a kernel has no other names of its own.
fn has_loop_variable(value: &Expr) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_expr_path(&mut self, found: &ExprPath) {
            let path = &found.path;
            self.0 |= path.get_ident().is_some_and(|name| name != "self" && !is_constant(path));
        }

        fn visit_expr_call(&mut self, call: &ExprCall) {
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
    let mut search = Search(false);
    search.visit_expr(value);
    search.0
}

/// Puts as many pairs of parentheses around an expression, instead of those that it has; those of
/// `past` stay.
fn enclose(expression: &mut Expr, pairs: usize) {
    let before = remove_parentheses(expression);
    add_parentheses(expression, pairs + before / PAST * PAST);
}

fn remove_parentheses(expression: &mut Expr) -> usize {
    let mut pairs = 0;
    while let Expr::Paren(parentheses) = expression {
        *expression = mem::replace(&mut *parentheses.expr, Expr::PLACEHOLDER);
        pairs += 1;
    }
    pairs
}

fn add_parentheses(expression: &mut Expr, pairs: usize) {
    let enclosed =
        (0..pairs).fold(quote!(#expression), |inner, _| -> TokenStream { quote!((#inner)) });
    *expression = parse_quote!(#enclosed);
}

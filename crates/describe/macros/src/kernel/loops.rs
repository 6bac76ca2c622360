//! Rewrites `for i in 0..=N` to `for i in 0..(N + 1)`: rust-hdl takes every range for a half-open
//! one.

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprForLoop, ExprLit, Lit, LitInt, RangeLimits, Token, parse_quote};

pub fn open_ranges(body: &mut Block) {
    Opener.visit_block_mut(body);
}

struct Opener;

impl VisitMut for Opener {
    fn visit_expr_for_loop_mut(&mut self, repetition: &mut ExprForLoop) {
        if let Expr::Range(range) = &mut *repetition.expr
            && let (RangeLimits::Closed(_), Some(last)) = (&range.limits, &range.end)
        {
            range.end = Some(Box::new(after(last)));
            range.limits = RangeLimits::HalfOpen(<Token![..]>::default());
        }
        visit_mut::visit_expr_for_loop_mut(self, repetition);
    }
}

/// Returns the number after `last`.
fn after(last: &Expr) -> Expr {
    if let Expr::Lit(ExprLit { lit: Lit::Int(integer), .. }) = last
        && let Some(next) = integer.base10_parse::<u128>().ok().and_then(|last| last.checked_add(1))
    {
        let next = LitInt::new(&format!("{next}{}", integer.suffix()), Span::call_site());
        return parse_quote!(#next);
    }
    parse_quote!((#last + 1))
}

//! Expands match patterns into those that rust-hdl accepts: a single decimal integer,
//! `Enum::Variant` or `_`.

use proc_macro2::Span;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Block, Error, Expr, ExprLit, ExprMatch, Lit, LitInt, Pat, PatRange, RangeLimits, Result,
};

/// The most values of a range. Each becomes an arm.
const LARGEST_RANGE: u128 = 256;

pub fn expand(body: &mut Block) -> Result<()> {
    let mut expander = Expander { error: None };
    expander.visit_block_mut(body);
    match expander.error {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

struct Expander {
    error: Option<Error>,
}

impl VisitMut for Expander {
    fn visit_expr_match_mut(&mut self, choice: &mut ExprMatch) {
        // Inner matches first, because arms that contain them are copied here.
        visit_mut::visit_expr_match_mut(self, choice);
        let mut arms = Vec::new();
        for arm in choice.arms.drain(..) {
            match single_patterns(&arm.pat) {
                Ok(patterns) => arms.extend(patterns.into_iter().map(|pattern| Arm {
                    pat: pattern,
                    comma: Some(Default::default()),
                    ..arm.clone()
                })),
                Err(error) => match &mut self.error {
                    Some(errors) => errors.combine(error),
                    None => self.error = Some(error),
                },
            }
        }
        choice.arms = arms;
    }
}

/// Returns single-value patterns that together match the same values as `pattern`, in the same
/// order.
fn single_patterns(pattern: &Pat) -> Result<Vec<Pat>> {
    match pattern {
        Pat::Paren(parenthesised) => single_patterns(&parenthesised.pat),
        Pat::Or(alternatives) => {
            let mut patterns = Vec::new();
            for alternative in &alternatives.cases {
                patterns.extend(single_patterns(alternative)?);
            }
            Ok(patterns)
        }
        Pat::Range(range) => values(range),
        Pat::Lit(ExprLit { lit: Lit::Int(integer), .. }) => {
            Ok(vec![decimal(integer.base10_digits(), integer)])
        }
        _ => Ok(vec![pattern.clone()]),
    }
}

fn values(range: &PatRange) -> Result<Vec<Pat>> {
    let (Some((first, start)), Some((end, _))) = (bound(&range.start)?, bound(&range.end)?) else {
        return Err(Error::new_spanned(
            range,
            "a range in a kernel needs both bounds, because each of its values becomes an arm",
        ));
    };
    let after = match range.limits {
        RangeLimits::HalfOpen(_) => Some(end),
        RangeLimits::Closed(_) => end.checked_add(1),
    };
    match after.and_then(|after| after.checked_sub(first)) {
        None | Some(0) => Err(Error::new_spanned(range, "this range is empty")),
        Some(count) if count > LARGEST_RANGE => Err(Error::new_spanned(
            range,
            format!(
                "this range has {count} values, and the limit is {LARGEST_RANGE}: \
                 compare with `if`, or match the values with `_`"
            ),
        )),
        Some(count) => {
            Ok((first..first + count).map(|value| decimal(&value.to_string(), start)).collect())
        }
    }
}

/// Returns the value and the literal of a range's bound, if it has one.
fn bound(end: &Option<Box<Expr>>) -> Result<Option<(u128, &LitInt)>> {
    match end.as_deref() {
        None => Ok(None),
        Some(Expr::Lit(ExprLit { lit: Lit::Int(integer), .. })) => {
            Ok(Some((integer.base10_parse()?, integer)))
        }
        Some(other) => Err(Error::new_spanned(
            other,
            "the bounds of a range in a kernel must be integer literals",
        )),
    }
}

/// Returns a literal at the place of a written one. Clippy does not compare literals of a macro
/// with the text there.
fn decimal(digits: &str, written: &LitInt) -> Pat {
    let span = written.span().resolved_at(Span::mixed_site());
    Pat::Lit(ExprLit { attrs: Vec::new(), lit: Lit::Int(LitInt::new(digits, span)) })
}

//! Type inference: the type of an expression without its context.

use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

use super::super::design::Type;
use super::expression::Operand;
use super::kernel::KernelLowering;
use super::literal;

/// Returns the type, or `None` for an integer and for a `signed_bit_cast` or `to_bits` whose type
/// depends on the context.
pub(super) fn type_of(kernel: &KernelLowering, tree: &VerilogExpression) -> Option<Type> {
    let inner_width =
        |inner: &VerilogExpression| type_of(kernel, inner).map(|ty| (ty, kernel.symbols.width(ty)));
    if kernel.conversion(tree).is_some() {
        return None;
    }
    match tree {
        VerilogExpression::Signal(_) => match kernel.operand(tree, None, "").ok()? {
            Operand::Typed(expression) => Some(expression.ty),
            Operand::Number(..) => None,
        },
        VerilogExpression::Literal(_) => None,
        VerilogExpression::Paren(inner) => type_of(kernel, inner),
        VerilogExpression::Cast(_, width) => kernel.bits(*width, "").ok(),
        VerilogExpression::Signed(inner) => match (kernel.signed_width(inner), inner_width(inner)?)
        {
            (Some((_, ty)), _) => Some(ty),
            (None, (Type::Signed(_), _)) => None,
            (None, (_, width)) => Some(Type::Signed(width)),
        },
        VerilogExpression::Unsigned(inner) => {
            inner_width(inner).map(|(_, width)| Type::Bits(width))
        }
        VerilogExpression::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner) => {
            type_of(kernel, inner)
        }
        VerilogExpression::Unary(..) | VerilogExpression::Index(..) => Some(Type::Bit),
        VerilogExpression::Binary(left, operator, right) => match operator {
            VerilogOp::Mul => {
                let (ty, width) = inner_width(left).or_else(|| inner_width(right))?;
                let product = kernel.bits(2 * width as usize, "").ok()?;
                Some(if ty.is_signed() { Type::Signed(2 * width) } else { product })
            }
            VerilogOp::Shl | VerilogOp::Shr => type_of(kernel, left),
            VerilogOp::Eq
            | VerilogOp::Ne
            | VerilogOp::Lt
            | VerilogOp::Le
            | VerilogOp::Gt
            | VerilogOp::Ge => Some(Type::Bit),
            _ => type_of(kernel, left).or_else(|| type_of(kernel, right)),
        },
        VerilogExpression::Slice(base, width, offset) => {
            let (base, ty) = (type_of(kernel, base)?, kernel.bits(*width, "").ok()?);
            let width = kernel.symbols.width(ty);
            if let VerilogExpression::Literal(offset) = &**offset
                && let Some(offset) = literal::value_of(offset)?.to_u64()
                && let Ok(offset) = u32::try_from(offset)
                && let Some(field) = kernel.symbols.field_at(base, offset, width)
            {
                return Some(field.ty);
            }
            Some(if base.is_signed() { Type::Signed(width) } else { ty })
        }
        VerilogExpression::IndexReplace(base, ..) => type_of(kernel, base),
    }
}

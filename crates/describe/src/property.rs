//! Properties, which `#[kernel]` puts into rust-hdl's tree.

use rust_hdl::prelude::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogStatement,
};

use crate::comment::decode_property_marker;

/// What a property states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub enum PropertyKind {
    /// The condition holds at each rising edge of the clock.
    Assert,
    /// Whatever drives the module sees to it that the condition holds at each rising edge.
    Assume,
    /// The condition holds at some rising edge.
    Cover,
}

impl PropertyKind {
    /// Every kind.
    pub const ALL: [PropertyKind; 3] =
        [PropertyKind::Assert, PropertyKind::Assume, PropertyKind::Cover];

    /// Returns its name in Rust and in SystemVerilog: `assert`, `assume` or `cover`.
    pub fn keyword(self) -> &'static str {
        match self {
            PropertyKind::Assert => "assert",
            PropertyKind::Assume => "assume",
            PropertyKind::Cover => "cover",
        }
    }
}

/// A property in a kernel.
#[derive(Clone, Debug)]
pub struct KernelProperty {
    /// What it states.
    pub kind: PropertyKind,
    /// Its name as an identifier.
    pub label: String,
    /// The field that is its clock, if the author gave one.
    pub clock: Option<String>,
    /// Its condition. The operand of `past` is a
    /// [`Conversion::Past`](crate::Conversion::Past).
    pub condition: VerilogExpression,
}

/// Returns the property that a statement is, if [`#[kernel]`](macro@crate::kernel) made it of one.
pub fn decode_property(statement: &VerilogStatement) -> Option<KernelProperty> {
    let VerilogStatement::If(VerilogConditional { test, then, otherwise }) = statement else {
        return None;
    };
    let ([VerilogStatement::Comment(text)], VerilogBlockOrConditional::None) =
        (then.as_slice(), otherwise)
    else {
        return None;
    };
    let (kind, clock, label) = decode_property_marker(text)?;
    let kind = PropertyKind::ALL.into_iter().find(|known| known.keyword() == kind)?;
    Some(KernelProperty { kind, label, clock, condition: test.clone() })
}

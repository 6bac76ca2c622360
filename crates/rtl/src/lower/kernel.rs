//! Statements of the kernel: loops are unrolled, comments attached to the statement below them.

use rust_hdl::prelude::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLinkDetails, VerilogLoop, VerilogMatch, VerilogStatement,
};
use rust_hdl_describe::{decode_comment, decode_line};

use super::super::design::{
    Arm, Expression, SignalId, Slice, Statement, StatementKind, Target, Type, Value, mask,
};
use super::super::error::Error;
use super::super::paths::covers_all;
use super::array_index::{self, LoopVariables};
use super::expression::Operand;
use super::literal;
use super::symbols::{Role, Symbols};

/// The most iterations of a loop that is unrolled.
const MAXIMUM_ITERATIONS: u128 = 65536;

/// A lowered kernel.
#[derive(Default)]
pub(super) struct Kernel {
    pub statements: Vec<Statement>,
    /// Pairs of bidirectional signals that are the same wire.
    pub wires: Vec<(SignalId, SignalId)>,
}

/// The state of lowering a kernel.
pub(super) struct Lowering<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) variables: LoopVariables,
    wires: Vec<(SignalId, SignalId)>,
}

/// Lowers a kernel to typed statements over [`Symbols::drafts`].
pub(super) fn lower(block: &[VerilogStatement], symbols: &Symbols) -> Result<Kernel, Error> {
    let mut lowering = Lowering { symbols, variables: LoopVariables::new(), wires: vec![] };
    let statements = lowering.block(block)?;
    Ok(Kernel { statements, wires: lowering.wires })
}

impl Lowering<'_> {
    fn block(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>, Error> {
        let mut statements = Vec::new();
        let mut comments = Vec::new();
        let mut line = None;
        for tree in block {
            if let VerilogStatement::Comment(text) = tree {
                line = decode_line(text).or(line);
                comments.extend(
                    decode_comment(text).iter().flat_map(|text| text.lines()).map(str::to_string),
                );
                continue;
            }
            let mut lowered = self.statement(tree)?;
            if let Some(first) = lowered.first_mut() {
                let mut above = std::mem::take(&mut comments);
                above.append(&mut first.comments);
                first.comments = above;
            }
            if let Some(line) = line.take() {
                lowered.iter_mut().for_each(|statement| statement.line = Some(line));
            }
            statements.append(&mut lowered);
        }
        if !comments.is_empty() {
            statements.push(Statement { comments, line: None, kind: StatementKind::Comment });
        }
        Ok(statements)
    }

    fn statement(&mut self, tree: &VerilogStatement) -> Result<Vec<Statement>, Error> {
        match tree {
            VerilogStatement::Assignment(target, value) => {
                let (target, ty) = self.whole_target(target)?;
                Ok(vec![self.assignment(target, ty, value)?])
            }
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                let target = self.slice_target(base, *width, offset)?;
                let offset = target.slice.map_or(0, |slice| slice.offset);
                let field = self.symbols.field_at(target.signal, offset.into(), *width);
                let ty = field.map_or(Type::Bits(*width as u32), |field| field.ty);
                Ok(vec![self.assignment(target, ty, replacement)?])
            }
            VerilogStatement::If(conditional) => self.conditional(conditional),
            VerilogStatement::Match(tree) => self.case(tree),
            VerilogStatement::Loop(tree) => self.unroll(tree),
            VerilogStatement::Link(links) => self.links(links),
            VerilogStatement::Macro(block) => self.block(block),
            VerilogStatement::Comment(_) => Ok(vec![]),
        }
    }

    fn assignment(
        &self,
        target: Target,
        ty: Type,
        value: &VerilogExpression,
    ) -> Result<Statement, Error> {
        let place = format!("in the assignment to `{}`", self.symbols.draft(target.signal).name);
        let value = self.value(value, ty, &place)?;
        Ok(StatementKind::Assign(target, value).into())
    }

    fn whole_target(&self, tree: &VerilogExpression) -> Result<(Target, Type), Error> {
        let VerilogExpression::Signal(name) = tree else {
            return Err(self
                .symbols
                .unsupported("an assignment to an expression", "assign to `self.signal.next`"));
        };
        let resolved = self.resolve(name)?;
        if let Some((signal, field)) = self.symbols.field(&resolved) {
            let width = self.symbols.width(field.ty);
            let slice = Some(Slice { offset: field.offset, width });
            return Ok((Target { signal, slice }, field.ty));
        }
        let id = self.symbols.signal(&resolved).ok_or_else(|| self.unknown(name))?;
        Ok((Target::whole(id), self.symbols.draft(id).ty))
    }

    fn slice_target(
        &self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
    ) -> Result<Target, Error> {
        let (target, ty) = self.whole_target(base)?;
        let offset = match offset {
            VerilogExpression::Literal(literal) => literal::value_of(literal),
            _ => None,
        }
        .ok_or_else(|| {
            self.symbols.unsupported("an assignment to a bit selected at run time", "use a `match`")
        })?;
        let available = self.symbols.width(ty);
        let offset = offset.to_u128().unwrap_or(u128::MAX);
        let fits = offset.saturating_add(width as u128) <= available.into();
        if width == 0 || !fits {
            return Err(self.symbols.unsupported(
                &format!("an assignment to {width} bits from bit {offset} of {available}"),
                "assign to bits that exist",
            ));
        }
        let slice = Slice { offset: offset as u32, width: width as u32 };
        let whole = slice.width == available;
        Ok(Target { slice: (!whole).then_some(slice), ..target })
    }

    fn conditional(&mut self, tree: &VerilogConditional) -> Result<Vec<Statement>, Error> {
        let condition = self.condition(&tree.test, "in an `if`")?;
        // A branch that a constant excludes is not lowered: it may use an element out of range.
        let known = condition.as_literal().map(|value| !value.is_zero());
        let then = if known == Some(false) { vec![] } else { self.block(&tree.then)? };
        let otherwise = match &tree.otherwise {
            _ if known == Some(true) => vec![],
            VerilogBlockOrConditional::Block(block) => self.block(block)?,
            VerilogBlockOrConditional::Conditional(statement) => self.statement(statement)?,
            VerilogBlockOrConditional::None => vec![],
        };
        Ok(match known {
            Some(true) => then,
            Some(false) => otherwise,
            None => vec![StatementKind::If { condition, then, otherwise }.into()],
        })
    }

    fn case(&mut self, tree: &VerilogMatch) -> Result<Vec<Statement>, Error> {
        let subject = match self.operand(&tree.test, None, "in a `match`")? {
            Operand::Typed(subject) => subject,
            Operand::Number(value) => Expression::literal(value as u128, Type::Bits(128)),
        };
        if let Some(value) = subject.as_literal() {
            return self.chosen_arm(tree, &subject, value);
        }
        let mut arms: Vec<Arm> = Vec::new();
        let mut default = None;
        for VerilogCase { condition, block } in &tree.cases {
            let body = self.block(block)?;
            if condition == "default" {
                default = Some(body);
                break;
            }
            let value = self.pattern(condition, &subject)?;
            if arms.iter().any(|arm| arm.values.contains(&value)) {
                continue;
            }
            match arms.last_mut() {
                Some(last) if last.body == body => last.values.push(value),
                _ => arms.push(Arm { values: vec![value], body }),
            }
        }
        let default = self.default_of(&subject, &arms, default);
        Ok(vec![StatementKind::Case { subject, arms, default }.into()])
    }

    /// Returns the default of a case. If the arms cover every value, an empty or missing default would look like a latch; then it
    /// repeats the last arm, as it does for encodings without a variant.
    fn default_of(
        &self,
        subject: &Expression,
        arms: &[Arm],
        default: Option<Vec<Statement>>,
    ) -> Option<Vec<Statement>> {
        let values = arms.iter().map(|arm| arm.values.len()).sum();
        let is_full = covers_all(values, self.symbols.width(subject.ty));
        let is_complete = match subject.ty {
            Type::Enum(id) => values == self.symbols.enums[id.0].variants.len(),
            _ => is_full,
        };
        match (default, arms.last()) {
            (None, Some(last)) if is_complete => Some(last.body.clone()),
            (Some(nothing), Some(last)) if is_full && nothing.is_empty() => Some(last.body.clone()),
            (default, _) => default,
        }
    }

    /// Lowers the arm that a constant subject selects.
    fn chosen_arm(
        &mut self,
        tree: &VerilogMatch,
        subject: &Expression,
        value: &Value,
    ) -> Result<Vec<Statement>, Error> {
        for VerilogCase { condition, block } in &tree.cases {
            if condition == "default" || self.pattern(condition, subject)? == *value {
                return self.block(block);
            }
        }
        Ok(vec![])
    }

    fn pattern(&self, condition: &str, subject: &Expression) -> Result<Value, Error> {
        let refused = || Error::Pattern {
            module: self.symbols.module.clone(),
            pattern: condition.replace('$', "::"),
        };
        let value = match condition {
            "true" => 1.into(),
            "false" => Value::ZERO,
            _ => match literal::parse_rust_integer(condition) {
                Some(value) => value.into(),
                None => self
                    .symbols
                    .variant(condition)
                    .filter(|constant| constant.ty == subject.ty)
                    .and_then(|constant| constant.as_literal().cloned())
                    .ok_or_else(refused)?,
            },
        };
        let width = self.symbols.width(subject.ty);
        if value > mask(width) {
            let place = "in a `match` arm".to_string();
            return Err(Error::LiteralTooLarge {
                module: self.symbols.module.clone(),
                place,
                value: value.to_u128().unwrap_or_default() as i128,
                width,
            });
        }
        Ok(value)
    }

    fn unroll(&mut self, tree: &VerilogLoop) -> Result<Vec<Statement>, Error> {
        let name = &tree.index;
        if self.symbols.signal(name).is_some() || self.symbols.constant(name).is_some() {
            return Err(self.symbols.unsupported(
                &format!("the loop variable `{name}`, which has the name of a signal,"),
                "rename it",
            ));
        }
        let bound = |literal| literal::value_of(literal).and_then(|value| value.to_u128());
        let bounds = (bound(&tree.from), bound(&tree.to));
        let (from, to) = match bounds {
            (Some(from), Some(to)) if to.saturating_sub(from) <= MAXIMUM_ITERATIONS => (from, to),
            _ => {
                return Err(self.symbols.unsupported(
                    &format!("the loop over `{name}` from {} to {}", tree.from, tree.to),
                    &format!(
                        "start at 0 or above, and use at most {MAXIMUM_ITERATIONS} iterations"
                    ),
                ));
            }
        };
        let shadowed = self.variables.get(&tree.index).copied();
        let mut statements = Vec::new();
        for value in from..to {
            self.variables.insert(tree.index.clone(), value as i128);
            let mut body = self.block(&tree.block)?;
            if !statements.is_empty() {
                // The comment above the loop appears once.
                if let Some(first) = body.first_mut() {
                    first.comments.clear();
                }
            }
            statements.append(&mut body);
        }
        match shadowed {
            Some(value) => self.variables.insert(tree.index.clone(), value),
            None => self.variables.remove(&tree.index),
        };
        Ok(statements)
    }

    /// Lowers `join` and `link`: each connects one signal of an interface.
    fn links(&mut self, links: &[VerilogLink]) -> Result<Vec<Statement>, Error> {
        let mut statements = Vec::new();
        for link in links {
            let (details, owner_drives) = match link {
                VerilogLink::Forward(details) => (details, Some(true)),
                VerilogLink::Backward(details) => (details, Some(false)),
                VerilogLink::Bidirectional(details) => (details, None),
            };
            let VerilogLinkDetails { my_name, owner_name, other_name } = details;
            let end = |block: &str| {
                VerilogExpression::Signal(format!("{block}{}", my_name.replace('.', "$")))
            };
            let (owner, other) = (end(owner_name), end(other_name));
            let (from, to) = match owner_drives {
                Some(true) => (owner, other),
                Some(false) => (other, owner),
                None => {
                    let ends = (self.wire_end(&owner)?, self.wire_end(&other)?);
                    self.wires.push(ends);
                    continue;
                }
            };
            let (target, ty) = self.whole_target(&to)?;
            statements.push(self.assignment(target, ty, &from)?);
        }
        Ok(statements)
    }

    fn wire_end(&self, tree: &VerilogExpression) -> Result<SignalId, Error> {
        let signal = self.whole_target(tree)?.0.signal;
        match self.symbols.draft(signal).role {
            Role::InOut | Role::ChildInOut(..) => Ok(signal),
            _ => Err(self.symbols.unsupported(
                &format!("the bidirectional link of `{}`", self.symbols.kernel_name(signal)),
                "link `InOut` signals",
            )),
        }
    }

    /// Returns a name in the probe's spelling.
    pub(super) fn resolve(&self, name: &str) -> Result<String, Error> {
        let name = name.trim_start_matches('.').trim_end_matches("$next");
        array_index::resolve(name, self.variables()).ok_or_else(|| self.unknown(name))
    }
}

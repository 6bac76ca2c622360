//! Statements of the kernel: loops unrolled, comments put above what they speak of.

use rust_hdl::prelude::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLinkDetails, VerilogLoop, VerilogMatch, VerilogStatement,
};
use rust_hdl_describe::{decode_comment, decode_line};

use super::super::design::{
    Arm, Expression, SignalId, Slice, Statement, StatementKind, Target, Type, mask,
};
use super::super::error::Error;
use super::array_index::{self, LoopVariables};
use super::expression::Operand;
use super::literal;
use super::symbols::{Role, Symbols};

/// More turns than any loop over hardware has.
const MAXIMUM_TURNS: u128 = 65536;

/// What a kernel says.
#[derive(Default)]
pub(super) struct Kernel {
    pub statements: Vec<Statement>,
    /// Pairs of bidirectional signals that are one wire.
    pub wires: Vec<(SignalId, SignalId)>,
}

/// A kernel on its way from the tree to typed statements.
pub(super) struct Lowering<'a> {
    pub(super) symbols: &'a Symbols,
    pub(super) variables: LoopVariables,
    wires: Vec<(SignalId, SignalId)>,
}

/// The kernel as typed statements over [`Symbols::drafts`].
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
        // What a constant rules out need not make sense: it may speak of the element before the first.
        let known = condition.as_literal().map(|value| value != 0);
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

    /// What is done for values without an arm. If there are none, in Rust or in any hardware, a `_` arm that does nothing
    /// would still look like a latch: then it does what the last arm does, as for encodings that no variant has.
    fn default_of(
        &self,
        subject: &Expression,
        arms: &[Arm],
        default: Option<Vec<Statement>>,
    ) -> Option<Vec<Statement>> {
        let values = arms.iter().map(|arm| arm.values.len() as u128).sum::<u128>();
        let is_full = values > mask(self.symbols.width(subject.ty));
        let is_complete = match subject.ty {
            Type::Enum(id) => values == self.symbols.enums[id.0].variants.len() as u128,
            _ => is_full,
        };
        match (default, arms.last()) {
            (None, Some(last)) if is_complete => Some(last.body.clone()),
            (Some(nothing), Some(last)) if is_full && nothing.is_empty() => Some(last.body.clone()),
            (default, _) => default,
        }
    }

    /// The arm that a constant or a loop variable picks.
    fn chosen_arm(
        &mut self,
        tree: &VerilogMatch,
        subject: &Expression,
        value: u128,
    ) -> Result<Vec<Statement>, Error> {
        for VerilogCase { condition, block } in &tree.cases {
            if condition == "default" || self.pattern(condition, subject)? == value {
                return self.block(block);
            }
        }
        Ok(vec![])
    }

    fn pattern(&self, condition: &str, subject: &Expression) -> Result<u128, Error> {
        let refused = || Error::Pattern {
            module: self.symbols.module.clone(),
            pattern: condition.replace('$', "::"),
        };
        let value = match condition {
            "true" => 1,
            "false" => 0,
            _ => match literal::parse_rust_integer(condition) {
                Some(value) => value,
                None => self
                    .symbols
                    .variant(condition)
                    .filter(|constant| constant.ty == subject.ty)
                    .and_then(|constant| constant.as_literal())
                    .ok_or_else(refused)?,
            },
        };
        let width = self.symbols.width(subject.ty);
        if value > mask(width) {
            let place = "in a `match` arm".to_string();
            return Err(Error::LiteralTooLarge {
                module: self.symbols.module.clone(),
                place,
                value: value as i128,
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
        let bounds = (literal::value_of(&tree.from), literal::value_of(&tree.to));
        let (from, to) = match bounds {
            (Some(from), Some(to)) if to.saturating_sub(from) <= MAXIMUM_TURNS => (from, to),
            _ => {
                return Err(self.symbols.unsupported(
                    &format!("the loop over `{name}` from {} to {}", tree.from, tree.to),
                    &format!("start at 0 or above, and use at most {MAXIMUM_TURNS} iterations"),
                ));
            }
        };
        let shadowed = self.variables.get(&tree.index).copied();
        let mut statements = Vec::new();
        for value in from..to {
            self.variables.insert(tree.index.clone(), value as i128);
            let mut body = self.block(&tree.block)?;
            if !statements.is_empty() {
                // What is said of the loop is said once.
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

    /// `join` and `link` connect one signal of an interface each.
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

    /// The name as a probe would spell it.
    pub(super) fn resolve(&self, name: &str) -> Result<String, Error> {
        let name = name.trim_start_matches('.').trim_end_matches("$next");
        array_index::resolve(name, self.variables()).ok_or_else(|| self.unknown(name))
    }
}

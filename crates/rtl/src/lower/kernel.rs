//! Statements of the kernel: `if`, assignments, and loops, which are unrolled. Comments are
//! attached to the statement below them.

use std::collections::BTreeMap;

use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLinkDetails, VerilogLoop, VerilogStatement,
};
use rust_hdl_describe::{
    KernelProperty, decode_comment, decode_constant, decode_line, decode_property, is_marked,
};

use super::super::design::{SignalId, Slice, Statement, StatementKind, Target, Type};
use super::super::error::Error;
use super::super::identifiers::without_raw;
use super::array_index::{self, Variable, Variables};
use super::literal;
use super::properties;
use super::symbols::{self, Role, Symbols};

/// The most iterations of a loop that is unrolled.
const MAXIMUM_ITERATIONS: u128 = 65536;

/// A lowered kernel.
#[derive(Default)]
pub(super) struct Kernel {
    pub statements: Vec<Statement>,
    /// Pairs of bidirectional signals that are the same wire.
    pub wires: Vec<(SignalId, SignalId)>,
    /// The source line of the first assignment to each signal, if `#[kernel]` has recorded it.
    pub lines: BTreeMap<SignalId, u32>,
}

/// The state of lowering a kernel.
pub(super) struct KernelLowering<'a> {
    pub(super) symbols: &'a Symbols,
    /// Whether `#[kernel]` has marked the conversions.
    pub(super) is_marked: bool,
    pub(super) variables: Variables,
    wires: Vec<(SignalId, SignalId)>,
    /// The source file, if the block describes itself.
    file: Option<&'a str>,
    /// The line of the present statement.
    line: Option<u32>,
    /// The number of blocks around the present statement.
    depth: usize,
    lines: BTreeMap<SignalId, u32>,
    /// The properties with their lines.
    properties: Vec<(KernelProperty, Option<u32>)>,
}

/// Lowers a kernel to typed statements over [`Symbols::drafts`]. Errors have the statement's line,
/// if the source file is known.
pub(super) fn lower(
    block: &VerilogBlock,
    symbols: &mut Symbols,
    file: Option<&str>,
) -> Result<Kernel, Error> {
    let mut lowering = KernelLowering::new(symbols, is_marked(block), Variables::new(), file);
    let mut statements = lowering.block(block)?;
    let KernelLowering { variables, wires, lines, properties, .. } = lowering;
    statements.append(&mut properties::lower(properties, symbols, &variables, file)?);
    Ok(Kernel { statements, wires, lines })
}

impl<'a> KernelLowering<'a> {
    pub(super) fn new(
        symbols: &'a Symbols,
        is_marked: bool,
        variables: Variables,
        file: Option<&'a str>,
    ) -> Self {
        KernelLowering {
            symbols,
            is_marked,
            variables,
            wires: vec![],
            file,
            line: None,
            depth: 0,
            lines: BTreeMap::new(),
            properties: vec![],
        }
    }
}

impl KernelLowering<'_> {
    pub(super) fn block(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>, Error> {
        let mut statements = Vec::new();
        let mut comments = Vec::new();
        let mut line = None;
        let around = self.line;
        self.depth += 1;
        for tree in block {
            if let VerilogStatement::Comment(text) = tree {
                line = decode_line(text).or(line);
                comments.extend(
                    decode_comment(text).iter().flat_map(|text| text.lines()).map(str::to_string),
                );
                continue;
            }
            let own_line = line.take();
            self.line = own_line.or(around);
            let mut lowered =
                self.statement(tree).map_err(|error| match (self.file, self.line) {
                    (Some(file), Some(line)) => error.at(file, line),
                    _ => error,
                })?;
            if let Some(first) = lowered.first_mut() {
                let mut above = std::mem::take(&mut comments);
                above.append(&mut first.comments);
                first.comments = above;
            }
            if self.depth == 1
                && let Some(line) = own_line
            {
                lowered.iter_mut().for_each(|statement| statement.line = Some(line));
            }
            statements.append(&mut lowered);
        }
        self.depth -= 1;
        self.line = around;
        if !comments.is_empty() {
            statements.push(Statement { comments, line: None, kind: StatementKind::Comment });
        }
        Ok(statements)
    }

    fn statement(&mut self, tree: &VerilogStatement) -> Result<Vec<Statement>, Error> {
        if let Some(property) = decode_property(tree) {
            self.properties.push((property, self.line));
            return Ok(vec![]);
        }
        match tree {
            VerilogStatement::Assignment(target, value) => {
                let path = self.path(target)?;
                let (target, ty) = self.whole_target(target)?;
                Ok(vec![self.assignment(target, ty, &path, value)?])
            }
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                let path = self.path(base)?;
                let target = self.slice_target(base, *width, offset)?;
                let structure = self.symbols.draft(target.signal).ty;
                let offset = target.slice.map_or(0, |slice| slice.offset);
                let (ty, path) = match self.symbols.field_at(structure, offset, *width as u32) {
                    Some(field) => (field.ty, format!("{path}.{}", field.name)),
                    None => (Type::Bits(*width as u32), path),
                };
                Ok(vec![self.assignment(target, ty, &path, replacement)?])
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
        &mut self,
        target: Target,
        ty: Type,
        path: &str,
        value: &VerilogExpression,
    ) -> Result<Statement, Error> {
        let place = format!("in the assignment to `{path}`");
        let value = self.value(value, ty, &place)?;
        if let Some(line) = self.line {
            self.lines.entry(target.signal).or_insert(line);
        }
        Ok(StatementKind::Assign(target, value).into())
    }

    /// Returns the path of a target as the author writes it, without `.next`.
    fn path(&self, target: &VerilogExpression) -> Result<String, Error> {
        match target {
            VerilogExpression::Signal(name) => {
                Ok(symbols::written(&self.resolve(name)?.replace("$next$", "$")))
            }
            _ => Err(self
                .symbols
                .unsupported("an assignment to an expression", "assign to `self.signal.next`")),
        }
    }

    /// Returns the target of an assignment and its type in Rust.
    fn whole_target(&self, tree: &VerilogExpression) -> Result<(Target, Type), Error> {
        let VerilogExpression::Signal(name) = tree else {
            return Err(self
                .symbols
                .unsupported("an assignment to an expression", "assign to `self.signal.next`"));
        };
        let resolved = self.resolve(name)?;
        if let Some((signal, offset, ty)) = self.symbols.field(&resolved) {
            let slice = Some(Slice { offset, width: self.symbols.width(ty) });
            return Ok((Target { signal, slice }, ty));
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

    fn unroll(&mut self, tree: &VerilogLoop) -> Result<Vec<Statement>, Error> {
        let constant = decode_constant(&tree.index);
        let index = without_raw(&tree.index);
        let (name, what) = match &constant {
            Some(name) => (name.as_str(), "constant"),
            None => (index.as_str(), "loop variable"),
        };
        if self.symbols.signal(name).is_some() || self.symbols.constant(name, None).is_some() {
            return Err(self.symbols.unsupported(
                &format!("the {what} `{name}`, which has the name of a signal,"),
                "rename it",
            ));
        }
        let bound = |literal| literal::value_of(literal).and_then(|value| value.to_u128());
        if constant.is_some() {
            let value = bound(&tree.from).and_then(|value| i128::try_from(value).ok());
            let value = value.ok_or_else(|| {
                self.symbols.unsupported(
                    &format!("the constant `{}`, which is {},", name.replace('$', "::"), tree.from),
                    "use a number from 0 to 2^127 - 1",
                )
            })?;
            let is_integer = literal::has_64_bits(&tree.from);
            let variable = Variable { value, is_constant: true, is_integer };
            self.variables.insert(name.to_string(), variable);
            return Ok(vec![]);
        }
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
        let is_integer = [&tree.from, &tree.to].into_iter().any(literal::has_64_bits);
        let shadowed = self.variables.get(&index).copied();
        let mut statements = Vec::new();
        for value in from..to {
            let variable = Variable { value: value as i128, is_constant: false, is_integer };
            self.variables.insert(index.clone(), variable);
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
            Some(variable) => self.variables.insert(index.clone(), variable),
            None => self.variables.remove(&index),
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
            let path = self.path(&to)?;
            let (target, ty) = self.whole_target(&to)?;
            statements.push(self.assignment(target, ty, &path, &from)?);
        }
        Ok(statements)
    }

    fn wire_end(&self, tree: &VerilogExpression) -> Result<SignalId, Error> {
        let signal = self.whole_target(tree)?.0.signal;
        match self.symbols.draft(signal).role {
            Role::InOut | Role::ChildInOut(..) => Ok(signal),
            _ => Err(self.symbols.unsupported(
                &format!("the bidirectional link of `{}`", self.symbols.draft(signal).path),
                "link `InOut` signals",
            )),
        }
    }

    /// Returns a name in the probe's spelling.
    pub(super) fn resolve(&self, name: &str) -> Result<String, Error> {
        let name = name.trim_start_matches('.').trim_end_matches("$next");
        array_index::resolve(&without_raw(name), self.variables()).ok_or_else(|| self.unknown(name))
    }
}

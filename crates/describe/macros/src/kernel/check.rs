//! Rejects constructs that rust-hdl would silently drop, or reject with an obscure message.

use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BinOp, Block, Error, Expr, ExprCall, ExprField, ExprIf, ExprMatch,
    ExprMethodCall, ExprPath, Ident, Member, Pat, PatIdent, PatPath, Path, Result, Stmt,
};

use super::properties::{self, Property};
use super::{calls, constants};

/// Returns the constants of the kernel, or all of its faults, combined in one error.
pub fn check(body: &Block, properties: &[Property]) -> Result<Vec<Path>> {
    let mut checker =
        Checker { error: None, loop_variables: vec![], constants: vec![], in_property: false };
    checker.visit_block(body);
    checker.in_property = true;
    properties.iter().for_each(|property| checker.visit_expr(&property.condition));
    match checker.error {
        Some(error) => Err(error),
        None => Ok(checker.constants),
    }
}

struct Checker {
    error: Option<Error>,
    /// The variables of the loops around the present place.
    loop_variables: Vec<Ident>,
    /// The numbers that are read by name, once each.
    constants: Vec<Path>,
    /// Whether `past` can be called.
    in_property: bool,
}

impl Checker {
    fn refuse(&mut self, tokens: impl quote::ToTokens, message: impl std::fmt::Display) {
        let error = Error::new_spanned(tokens, message);
        match &mut self.error {
            Some(errors) => errors.combine(error),
            None => self.error = Some(error),
        }
    }

    /// Checks an expression in the position of a statement.
    fn statement(&mut self, expression: &Expr) {
        match expression {
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Match(choice) => self.choice(choice),
            _ => self.visit_expr(expression),
        }
    }

    fn conditional(&mut self, conditional: &ExprIf) {
        self.visit_expr(&conditional.cond);
        self.visit_block(&conditional.then_branch);
        if let Some((_, otherwise)) = &conditional.else_branch {
            self.statement(otherwise);
        }
    }

    fn choice(&mut self, choice: &ExprMatch) {
        self.visit_expr(&choice.expr);
        for arm in &choice.arms {
            self.arm(arm);
        }
    }

    fn arm(&mut self, arm: &Arm) {
        let pattern = match &arm.pat {
            Pat::Guard(guarded) => {
                self.refuse(
                    &guarded.guard,
                    "rust-hdl silently drops a match guard. Write the condition as an `if` inside the arm",
                );
                &*guarded.pat
            }
            pattern => pattern,
        };
        arm.attrs.iter().for_each(|attribute| self.visit_attribute(attribute));
        self.visit_pat(pattern);
        self.statement(&arm.body);
    }
}

impl<'ast> Visit<'ast> for Checker {
    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Local(local) => self.refuse(
                local,
                "`let` is not allowed in a kernel: declare a field `Signal<Local, _>` and assign its `.next`",
            ),
            Stmt::Item(item) => {
                self.refuse(item, "items are not allowed in a kernel: write literals, or declare `Constant` fields")
            }
            Stmt::Expr(expression, _) => self.statement(expression),
            Stmt::Macro(_) => {}
        }
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::If(conditional) => self.refuse(
                conditional,
                "`if` is not a value in a kernel: write an assignment in each branch",
            ),
            Expr::Match(choice) => self
                .refuse(choice, "`match` is not a value in a kernel: write an assignment in each arm"),
            Expr::Binary(binary) if is_compound_assignment(&binary.op) => self.refuse(
                binary,
                "compound assignment is not allowed in a kernel: write `self.x.next = self.x.val() ...`",
            ),
            Expr::Field(field) if is_reserved_field(field) => self.refuse(
                &field.member,
                "rust-hdl's macro panics on a field with this name: rename it",
            ),
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        match pattern {
            Pat::Ident(PatIdent { ident, .. }) => self.refuse(
                pattern,
                format!(
                    "`{ident}` may be a constant, a variant or a binding, and the hardware cannot tell which: \
                     write `Enum::Variant`, an integer or `_`"
                ),
            ),
            Pat::Path(PatPath { path, .. }) if path.segments.len() != 2 || path.segments[0].ident == "Self" => {
                self.refuse(
                    pattern,
                    "rust-hdl knows variants as `Enum::Variant` only: write it so, or write an integer",
                );
            }
            // Not the bounds of ranges, which `patterns` checks.
            Pat::Range(_) => {}
            _ => visit::visit_pat(self, pattern),
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        let is_past = self.in_property && properties::is_past(call);
        if let Some(fault) = calls::call_fault(call).filter(|_| !is_past) {
            self.refuse(&call.func, fault);
        }
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if let Some(fault) = calls::method_fault(call) {
            self.refuse(&call.method, fault);
        }
        // Not the generics: `rust-hdl` takes widths from Rust.
        self.visit_expr(&call.receiver);
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let name = path.path.get_ident();
        if name.is_some_and(|name| name == "self" || self.loop_variables.contains(name)) {
            return;
        }
        if path.qself.is_none() && constants::is_constant(&path.path) {
            let is_known = |known: &Path| {
                known.segments.iter().map(|segment| &segment.ident).eq(path
                    .path
                    .segments
                    .iter()
                    .map(|segment| &segment.ident))
            };
            if !self.constants.iter().any(is_known) {
                self.constants.push(path.path.clone());
            }
            return;
        }
        let Some(name) = name else { return };
        self.refuse(
            path,
            format!(
                "rust-hdl records only the name `{name}`, not its value: write the number, declare a `Constant` \
                 field, or write `Enum::Variant`"
            ),
        );
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.refuse(
                attribute,
                "rust-hdl ignores this condition and takes the code always: use an `if` with a `Constant` field",
            );
        }
    }

    // The index of a loop may bind a name, and rust-hdl takes the bounds from Rust.
    fn visit_expr_for_loop(&mut self, repetition: &'ast syn::ExprForLoop) {
        let index = match &*repetition.pat {
            Pat::Ident(index) => Some(index.ident.clone()),
            _ => None,
        };
        let outside = self.loop_variables.len();
        self.loop_variables.extend(index);
        self.visit_block(&repetition.body);
        self.loop_variables.truncate(outside);
    }
}

/// Whether this is a field of the module whose name trips an assertion in rust-hdl's macros.
fn is_reserved_field(field: &ExprField) -> bool {
    let is_own = matches!(&*field.base, Expr::Path(base) if base.path.is_ident("self"));
    let is_reserved = matches!(
        &field.member,
        Member::Named(name) if ["config", "input", "output"].iter().any(|reserved| name == reserved)
    );
    is_own && is_reserved
}

fn is_compound_assignment(operator: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        operator,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

//! Rejects constructs that rust-hdl would silently drop, or reject with an obscure message.

use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Error, Expr, ExprField, ExprIf, ExprMatch, Member, Pat, PatIdent, PatPath,
    Result, Stmt,
};

/// Returns all faults of the kernel, combined in one error.
pub fn check(body: &Block) -> Result<()> {
    let mut checker = Checker { error: None };
    checker.visit_block(body);
    match checker.error {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

struct Checker {
    error: Option<Error>,
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
        if let Some((_, condition)) = &arm.guard {
            self.refuse(
                condition,
                "rust-hdl silently drops a match guard. Write the condition as an `if` inside the arm",
            );
        }
        self.visit_pat(&arm.pat);
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
                self.refuse(item, "items are not allowed in a kernel: declare this outside the `impl`")
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
            _ => visit::visit_pat(self, pattern),
        }
    }

    // The index of a loop may bind a name.
    fn visit_expr_for_loop(&mut self, repetition: &'ast syn::ExprForLoop) {
        self.visit_expr(&repetition.expr);
        self.visit_block(&repetition.body);
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

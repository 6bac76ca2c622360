//! Inserts comments into a kernel as `comment!` statements.

use super::comments::Comment;
use super::encoding::encode;
use proc_macro2::{LineColumn, Literal, Span, TokenTree};
use quote::{ToTokens, quote};
use std::collections::VecDeque;
use std::mem;
use syn::{
    Arm, Block, Expr, ExprBlock, ExprIf, ExprMatch, LitStr, Macro, Stmt, Token, parse_quote,
};

/// Inserts `comments`, which are in source order, into `body`, and encodes the `comment!`s that it
/// contains.
pub fn insert(body: &mut Block, comments: VecDeque<Comment>) {
    CommentInserter { comments }.block(body);
}

struct CommentInserter {
    /// The comments that are still to be inserted.
    comments: VecDeque<Comment>,
}

impl CommentInserter {
    /// Removes and returns the comments that begin before `end`.
    fn before(&mut self, end: LineColumn) -> Vec<Stmt> {
        let count = self.comments.iter().take_while(|comment| comment.start < end).count();
        self.comments.drain(..count).map(|comment| statement(&comment.text)).collect()
    }

    /// Removes and returns the comments that begin on `line` before `end`.
    fn trailing(&mut self, line: usize, end: LineColumn) -> Vec<Stmt> {
        let next_line = LineColumn { line: line + 1, column: 0 };
        self.before(end.min(next_line))
    }

    fn block(&mut self, block: &mut Block) {
        let close = block.brace_token.span.close().start();
        let statements = mem::take(&mut block.stmts);
        let starts: Vec<LineColumn> = statements.iter().map(start).collect();
        for (index, mut statement) in statements.into_iter().enumerate() {
            let next = starts.get(index + 1).copied().unwrap_or(close);
            let end = end(&statement);
            block.stmts.extend(self.before(starts[index]));
            match &mut statement {
                Stmt::Expr(expression, _) => self.expression(expression, &mut block.stmts),
                Stmt::Macro(call) => encode_written(&mut call.mac),
                Stmt::Local(_) | Stmt::Item(_) => {}
            }
            block.stmts.extend(self.before(end));
            block.stmts.extend(self.trailing(end.line, next));
            block.stmts.push(statement);
        }
        append(block, self.before(close));
    }

    /// Inserts into the blocks inside a statement. Comments outside of them go to `lead`, the
    /// statements before it.
    fn expression(&mut self, expression: &mut Expr, lead: &mut Vec<Stmt>) {
        match expression {
            Expr::If(conditional) => self.conditional(conditional, lead),
            Expr::Match(choice) => self.choice(choice, lead),
            Expr::ForLoop(repetition) => self.inner_block(&mut repetition.body, lead),
            Expr::Block(inner) => self.inner_block(&mut inner.block, lead),
            Expr::Macro(call) => encode_written(&mut call.mac),
            _ => {}
        }
    }

    fn inner_block(&mut self, block: &mut Block, lead: &mut Vec<Stmt>) {
        lead.extend(self.before(block.brace_token.span.open().start()));
        self.block(block);
    }

    fn conditional(&mut self, conditional: &mut ExprIf, lead: &mut Vec<Stmt>) {
        self.inner_block(&mut conditional.then_branch, lead);
        if let Some((_, otherwise)) = &mut conditional.else_branch {
            self.expression(otherwise, lead);
        }
    }

    fn choice(&mut self, choice: &mut ExprMatch, lead: &mut Vec<Stmt>) {
        let braces = choice.brace_token.span;
        let (open, close) = (braces.open().end(), braces.close().start());
        let starts: Vec<LineColumn> = choice.arms.iter().map(start).collect();
        lead.extend(self.before(open));
        lead.extend(self.trailing(open.line, starts.first().copied().unwrap_or(close)));
        for (index, arm) in choice.arms.iter_mut().enumerate() {
            let next = starts.get(index + 1).copied().unwrap_or(close);
            self.arm(arm, next);
        }
        let last = self.before(close);
        match choice.arms.last_mut() {
            _ if last.is_empty() => {}
            Some(arm) => append(arm_block(arm), last),
            None => lead.extend(last),
        }
    }

    fn arm(&mut self, arm: &mut Arm, next: LineColumn) {
        let end = end(&*arm);
        let mut lead = self.before(start(&arm.body));
        self.expression(&mut arm.body, &mut lead);
        lead.extend(self.before(end));
        lead.extend(self.trailing(end.line, next));
        if !lead.is_empty() {
            arm_block(arm).stmts.splice(0..0, lead);
        }
    }
}

/// Returns the block of an arm; any other body is wrapped in one.
fn arm_block(arm: &mut Arm) -> &mut Block {
    if !matches!(*arm.body, Expr::Block(_)) {
        let body = &arm.body;
        *arm.body = Expr::Block(ExprBlock {
            attrs: Vec::new(),
            label: None,
            block: parse_quote!({ #body }),
        });
    }
    match &mut *arm.body {
        Expr::Block(body) => &mut body.block,
        _ => unreachable!("the body was made a block above"),
    }
}

/// Appends statements to a block, whose last statement may need a semicolon.
fn append(block: &mut Block, statements: Vec<Stmt>) {
    if statements.is_empty() {
        return;
    }
    match block.stmts.last_mut() {
        Some(Stmt::Expr(expression, semicolon @ None)) if needs_semicolon(expression) => {
            *semicolon = Some(<Token![;]>::default());
        }
        Some(Stmt::Macro(call)) if call.semi_token.is_none() => {
            call.semi_token = Some(<Token![;]>::default());
        }
        _ => {}
    }
    block.stmts.extend(statements);
}

fn needs_semicolon(expression: &Expr) -> bool {
    !matches!(expression, Expr::If(_) | Expr::Match(_) | Expr::ForLoop(_) | Expr::Block(_))
}

/// Returns the `comment!` statement for one line of text.
fn statement(text: &str) -> Stmt {
    let text = Literal::string(&encode(text));
    parse_quote!(comment!(#text);)
}

/// Encodes the text of a `comment!` in the source.
fn encode_written(call: &mut Macro) {
    if call.path.is_ident("comment")
        && let Ok(text) = call.parse_body::<LitStr>()
    {
        let encoded = LitStr::new(&encode(&text.value()), text.span());
        call.tokens = quote!(#encoded);
    }
}

/// Returns the position of the first token.
pub fn start(node: &impl ToTokens) -> LineColumn {
    let first = node.to_token_stream().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span()).start()
}

/// Returns the position after the last token.
fn end(node: &impl ToTokens) -> LineColumn {
    let last = node.to_token_stream().into_iter().last();
    last.map_or_else(Span::call_site, |token: TokenTree| token.span()).end()
}

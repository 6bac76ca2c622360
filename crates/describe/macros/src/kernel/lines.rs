//! Marks each top-level statement of a kernel with its source line.

use super::comment_inserter::start;
use super::encoding::encode_line;
use proc_macro2::Literal;
use std::mem;
use syn::{Block, Stmt, parse_quote};

/// Inserts a `comment!` with the line before each statement of `body` that is not a `comment!`.
pub fn mark(body: &mut Block) {
    for statement in mem::take(&mut body.stmts) {
        if !is_comment(&statement) {
            let line = Literal::string(&encode_line(start(&statement).line));
            body.stmts.push(parse_quote!(comment!(#line);));
        }
        body.stmts.push(statement);
    }
}

fn is_comment(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Macro(call) if call.mac.path.is_ident("comment"))
}

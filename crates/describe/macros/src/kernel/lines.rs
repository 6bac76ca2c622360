//! Marks each statement of a kernel with its source line.

use super::comment_inserter::start;
use super::encoding::encode_line;
use proc_macro2::Literal;
use std::mem;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, GenericArgument, Stmt, parse_quote};

/// Inserts a `comment!` with the line before each statement of `body`, and of the blocks in it,
/// that is not a `comment!`.
pub fn mark(body: &mut Block) {
    Marker.visit_block_mut(body);
}

struct Marker;

impl VisitMut for Marker {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for statement in mem::take(&mut block.stmts) {
            if !is_comment(&statement) {
                let line = Literal::string(&encode_line(start(&statement).line));
                block.stmts.push(parse_quote!(comment!(#line);));
            }
            block.stmts.push(statement);
        }
        visit_mut::visit_block_mut(self, block);
    }

    // The blocks in it are Rust's.
    fn visit_generic_argument_mut(&mut self, _: &mut GenericArgument) {}
}

fn is_comment(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Macro(call) if call.mac.path.is_ident("comment"))
}

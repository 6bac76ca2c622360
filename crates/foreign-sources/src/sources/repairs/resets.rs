//! Processes with an asynchronous reset that is not their first condition, or with several of them.

use std::ops::Range;

use crate::sources::tokens::Tokens;

/// Where the first process begins that has a clock and at least two other edges.
pub(super) fn several(tokens: &Tokens) -> Option<usize> {
    let mut processes = processes(tokens);
    processes.find(|place| edges(tokens, *place).len() > 2).map(|place| tokens.start(place))
}

fn processes(tokens: &Tokens) -> impl Iterator<Item = usize> {
    (0..tokens.tokens.len()).filter(|place| ["always", "always_ff"].contains(&tokens.text(*place)))
}

/// The edges that a process waits for.
fn edges(tokens: &Tokens, process: usize) -> Vec<usize> {
    let open = process + 2;
    if tokens.text(process + 1) != "@" || tokens.text(open) != "(" {
        return vec![];
    }
    let is_edge = |place: &usize| ["posedge", "negedge"].contains(&tokens.text(*place));
    (open..tokens.closing[open]).filter(is_edge).collect()
}

/// Where the first process begins that has several edges, and is not `if (reset) … else …` alone.
pub(super) fn irregular(tokens: &Tokens) -> Option<usize> {
    processes(tokens).find(|place| is_irregular(tokens, *place)).map(|place| tokens.start(place))
}

/// Where the first statement begins that is before or behind the `if (reset) … else …` of a process
/// with several edges.
pub(super) fn outside(tokens: &Tokens) -> Option<usize> {
    let of_process = |process: usize| {
        let edges = edges(tokens, process);
        let body = body(tokens, process).filter(|_| edges.len() > 1)?;
        let mut statements = vec![body.start];
        while let Some(end) = statements.last().map(|last| tokens.statement_end(*last))
            && end < body.end
        {
            statements.push(end);
        }
        let is_reset = |start: &usize| is_reset(tokens, *start, &edges);
        let reset = statements.iter().position(is_reset)?;
        statements.get(usize::from(reset == 0)).copied()
    };
    processes(tokens).find_map(of_process).map(|place| tokens.start(place))
}

fn is_irregular(tokens: &Tokens, process: usize) -> bool {
    let edges = edges(tokens, process);
    edges.len() > 1
        && body(tokens, process).is_some_and(|body| {
            let ends_there = tokens.statement_end(body.start) >= body.end;
            !is_reset(tokens, body.start, &edges) || !ends_there
        })
}

/// The statements of a process: those in its `begin … end`, if it has one.
fn body(tokens: &Tokens, process: usize) -> Option<Range<usize>> {
    let first = tokens.closing.get(process + 2)? + 1;
    let end = tokens.statement_end(first);
    if tokens.text(first) != "begin" {
        return Some(first..end);
    }
    let first = tokens.after_label(first);
    let last = (first..end).rev().find(|place| tokens.text(*place) == "end");
    Some(first..last.unwrap_or(end))
}

/// Whether a statement is an `if` with a condition about one of the edges.
fn is_reset(tokens: &Tokens, start: usize, edges: &[usize]) -> bool {
    if tokens.text(start) != "if" || tokens.text(start + 1) != "(" {
        return false;
    }
    let mut condition = start + 2..tokens.closing[start + 1];
    condition.any(|place| edges.iter().any(|edge| tokens.text(place) == tokens.text(edge + 1)))
}

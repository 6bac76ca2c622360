//! Processes with an asynchronous reset that is not their first condition, or with several of them.

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

fn is_irregular(tokens: &Tokens, process: usize) -> bool {
    let edges = edges(tokens, process);
    if edges.len() < 2 {
        return false;
    }
    let close = tokens.closing[process + 2];
    let end = tokens.statement_end(close + 1);
    let mut statement = close + 1;
    let mut last = end;
    if tokens.text(statement) == "begin" {
        statement = tokens.after_label(statement);
        last = (statement..end).rev().find(|place| tokens.text(*place) == "end").unwrap_or(end);
    }
    if tokens.text(statement) != "if" || tokens.text(statement + 1) != "(" {
        return true;
    }
    let condition = statement + 2..tokens.closing[statement + 1];
    let is_reset = edges
        .iter()
        .any(|edge| condition.clone().any(|place| tokens.text(place) == tokens.text(edge + 1)));
    let ends_there = tokens.statement_end(statement) >= last;
    !is_reset || !ends_there
}

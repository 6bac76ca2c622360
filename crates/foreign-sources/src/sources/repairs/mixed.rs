//! Processes that assign a variable with `<=` and with `=`, and initial values with `<=`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Change, Edit, Facts};
use crate::sources::tokens::Tokens;
use rust_hdl_rtl::VerilogTokenKind;

/// In clocked processes, `=` becomes `<=`, and `count++` becomes `count <= count + 1`; in others,
/// and where a clocked process reads the new value, `<=` becomes `=`. A variable is left alone if
/// the process may read it after an assignment that would change, if `=` follows `<=`, and if an
/// included text may read it.
pub(super) fn assignments(tokens: &Tokens, facts: &Facts) -> Vec<Change> {
    let keywords = ["always", "always_ff", "always_comb", "initial"];
    let places = 0..tokens.tokens.len();
    let processes = places.filter(|place| keywords.contains(&tokens.text(*place)));
    // The rest of a module that includes this text may read the variables.
    let is_known = |place: &usize| !facts.is_included || tokens.module_around(*place).is_some();
    processes.filter(is_known).flat_map(|place| of_process(tokens, place)).collect()
}

fn of_process(tokens: &Tokens, process: usize) -> Vec<Change> {
    let mut body = process + 1;
    if tokens.text(body) == "@" {
        body = tokens.after(body + 1);
    }
    let edges = ["posedge", "negedge", "edge"];
    let is_clocked = (process..body).any(|place| edges.contains(&tokens.text(place)));
    let is_initial = tokens.text(process) == "initial";
    let end = tokens.statement_end(body);
    let targets: BTreeSet<&str> = (body..end)
        .filter(|place| tokens.text(*place) == "<=")
        .filter_map(|place| variable(tokens, place))
        .collect();
    let with_sign = |variable, is_clocked| {
        let mut walk = Walk { tokens, variable, is_clocked, edits: vec![], signs: [false; 2] };
        let place = walk.statement(body, &mut Assigned::default())?;
        let [nonblocking, blocking] = walk.signs;
        let is_mixed = place == end && nonblocking && (blocking || is_initial);
        (is_mixed && !walk.edits.is_empty()).then_some(Change(walk.edits))
    };
    // A clocked process may read what `=` has assigned before.
    let of_variable = |variable| {
        with_sign(variable, is_clocked)
            .or_else(|| is_clocked.then(|| with_sign(variable, false)).flatten())
    };
    let module = tokens.module_around(process);
    let module = module.unwrap_or_else(|| {
        let end = (0..process).rev().find(|place| tokens.text(*place) == "endmodule");
        end.unwrap_or(0)..tokens.find("endmodule", process)
    });
    if tokens.includes.iter().any(|start| bytes(tokens, &module).contains(start)) {
        return vec![];
    }
    let is_own = |variable: &&str| {
        let is_elsewhere = is_initial && is_in_other_initial(tokens, &module, process, variable);
        !is_elsewhere && !is_in_subroutine(tokens, &module, variable)
    };
    targets.into_iter().filter(is_own).filter_map(of_variable).collect()
}

/// The variable that the assignment with this operator changes, in part or as a whole.
fn variable<'t>(tokens: &Tokens<'t>, operator: usize) -> Option<&'t str> {
    let mut place = operator.checked_sub(1)?;
    loop {
        if tokens.text(place) == "]" {
            place = tokens.opening(place)?.checked_sub(1)?;
        } else if place > 1 && tokens.text(place - 1) == "." {
            place -= 2;
        } else {
            return Some(tokens.text(place));
        }
    }
}

/// The bytes of some tokens.
fn bytes(tokens: &Tokens, places: &Range<usize>) -> Range<usize> {
    let start = |place: usize| tokens.tokens.get(place).map_or(usize::MAX, |token| token.start);
    start(places.start)..start(places.end)
}

/// Whether another `initial` of a module has a variable: it may run before or after this one.
fn is_in_other_initial(
    tokens: &Tokens,
    module: &Range<usize>,
    process: usize,
    variable: &str,
) -> bool {
    let others = module.clone().filter(|place| tokens.text(*place) == "initial");
    others.filter(|place| *place != process).any(|place| {
        (place..tokens.statement_end(place + 1)).any(|place| tokens.text(place) == variable)
    })
}

/// Whether a function or a task of the module may read or assign a variable.
fn is_in_subroutine(tokens: &Tokens, module: &Range<usize>, variable: &str) -> bool {
    let is_subroutine = |place: &usize| ["function", "task"].contains(&tokens.text(*place));
    module.clone().filter(is_subroutine).any(|start| {
        let end_word = if tokens.text(start) == "task" { "endtask" } else { "endfunction" };
        (start..tokens.find(end_word, start)).any(|place| tokens.text(place) == variable)
    })
}

/// The operators of assignments such as `+=`.
const COMPOUND: [&str; 12] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<<<", ">>>"];

/// How a variable may have been assigned.
#[derive(Clone, Copy, Default)]
struct Assigned {
    blocking: bool,
    nonblocking: bool,
}

/// The statements of a process.
struct Walk<'w, 't> {
    tokens: &'w Tokens<'t>,
    variable: &'w str,
    is_clocked: bool,
    edits: Vec<Edit>,
    /// Whether `<=` and `=` assign the variable somewhere.
    signs: [bool; 2],
}

impl Walk<'_, '_> {
    /// The place after a statement; `None` if it is unknown what that does.
    fn statement(&mut self, mut place: usize, assigned: &mut Assigned) -> Option<usize> {
        while ["unique", "unique0", "priority"].contains(&self.tokens.text(place)) {
            place += 1;
        }
        match self.tokens.text(place) {
            "begin" => {
                place = self.tokens.after_label(place);
                while self.tokens.text(place) != "end" {
                    place = self.statement(place, assigned)?;
                }
                Some(self.tokens.after_label(place))
            }
            "if" => {
                place = self.read(place + 1, assigned)?;
                let before = *assigned;
                place = self.statement(place, assigned)?;
                if self.tokens.text(place) != "else" {
                    assigned.or(before);
                    return Some(place);
                }
                let mut other = before;
                place = self.statement(place + 1, &mut other)?;
                assigned.or(other);
                Some(place)
            }
            "case" | "casez" | "casex" => {
                place = self.read(place + 1, assigned)?;
                let before = *assigned;
                while self.tokens.text(place) != "endcase" {
                    while self.tokens.text(place) != ":" {
                        let is_default = self.tokens.text(place) == "default";
                        place = self.read(place, &before)?;
                        if is_default {
                            break;
                        }
                    }
                    place += usize::from(self.tokens.text(place) == ":");
                    let mut branch = before;
                    place = self.statement(place, &mut branch)?;
                    assigned.or(branch);
                }
                Some(place + 1)
            }
            _ => self.simple(place, assigned),
        }
    }

    /// The place after an assignment, or after one of another variable.
    fn simple(&mut self, start: usize, assigned: &mut Assigned) -> Option<usize> {
        let tokens = self.tokens;
        if tokens.text(start) == ";" {
            return Some(start + 1);
        }
        let kind = tokens.tokens.get(start)?.kind;
        let is_name = [VerilogTokenKind::Word, VerilogTokenKind::EscapedName].contains(&kind);
        let mut operator = start + 1;
        // Of an element or of a member.
        loop {
            operator = match tokens.text(operator) {
                "[" => self.read(operator, assigned)?,
                "." if is_name => operator + 2,
                _ => break,
            };
        }
        let is_target = tokens.text(start) == self.variable;
        let signs = (tokens.text(operator), tokens.text(operator + 1));
        let value = operator
            + match signs {
                ("<=" | "=", _) if is_name => 1,
                ("+", "+") | ("-", "-") if is_target => 2,
                (sign, "=") if is_target && !self.is_clocked && COMPOUND.contains(&sign) => 2,
                _ if (start..tokens.find(";", start)).any(|at| self.may_be_assigned(at)) => {
                    return None;
                }
                _ => 0,
            };
        let mut place = value;
        while tokens.text(place) != ";" {
            place = self.read(place, assigned)?;
        }
        if !is_target || value == operator {
            return Some(place + 1);
        }
        let is_blocking = signs.0 != "<=";
        // `count++` reads the variable, too.
        let changed = if self.is_clocked { assigned.blocking } else { assigned.nonblocking };
        let reads_changed = value > operator + 1 && changed;
        if is_blocking && assigned.nonblocking || reads_changed {
            return None;
        }
        if is_blocking == self.is_clocked {
            let range = tokens.start(operator)..tokens.end(value - 1);
            let target = &tokens.tokens[start..operator];
            let target: String = target.iter().map(|token| token.text).collect();
            self.edits.push(Edit(
                range,
                match signs.0 {
                    "<=" => "=".into(),
                    "=" => "<=".into(),
                    sign => format!(" <= {target} {sign} 1"),
                },
            ));
        }
        self.signs[usize::from(is_blocking)] = true;
        assigned.blocking |= is_blocking;
        assigned.nonblocking |= !is_blocking;
        Some(place + 1)
    }

    /// Whether a token may stand for a statement with the variable, or with others.
    fn may_be_assigned(&self, place: usize) -> bool {
        let text = self.tokens.text(place);
        let others = ["for", "foreach", "while", "repeat", "forever", "do", "fork", "begin", "if"];
        text == self.variable || text.starts_with('`') || others.contains(&text)
    }

    /// The place after an operand; `None` if it reads a variable whose assignment changes.
    fn read(&self, place: usize, assigned: &Assigned) -> Option<usize> {
        let ends = ["", "end", "endmodule", "endcase"];
        let end = self.tokens.after(place);
        let is_end = ends.contains(&self.tokens.text(place));
        // A macro may read everything.
        let is_read = |text: &str| text == self.variable || text.starts_with('`');
        let reads = || (place..end).any(|place| is_read(self.tokens.text(place)));
        let changes = if self.is_clocked { assigned.blocking } else { assigned.nonblocking };
        if is_end || changes && reads() { None } else { Some(end) }
    }
}

impl Assigned {
    fn or(&mut self, other: Assigned) {
        self.blocking |= other.blocking;
        self.nonblocking |= other.nonblocking;
    }
}

//! SystemVerilog texts with a single fault, to find out whether a reader or a proof notices it.
//!
//! Every token is deleted, repeated and replaced: an operator by each other, a number by its
//! neighbours and by other widths and bases, a name by each other name of the text, a keyword by
//! others of its kind. Lines are deleted and exchanged; statements, `else` branches and
//! connections, too.

use std::ops::Range;

use rust_hdl_rtl::{VerilogTokenKind, verilog_tokens};

/// A text with a fault.
#[derive(Clone, Debug)]
pub struct TextMutant {
    /// What is changed: "operators", "numbers", "lines" and so on.
    pub kind: &'static str,
    /// The fault in one line: ``line 12: `<=` becomes `<` ``.
    pub fault: String,
    edits: Vec<Edit>,
}

/// A part of the text and what replaces it.
type Edit = (Range<usize>, String);

impl TextMutant {
    /// Returns the text with the fault.
    pub fn apply(&self, text: &str) -> String {
        let (mut mutated, mut end) = (String::new(), 0);
        for (range, replacement) in &self.edits {
            mutated.push_str(&text[end..range.start]);
            mutated.push_str(replacement);
            end = range.end;
        }
        mutated.push_str(&text[end..]);
        mutated
    }
}

/// Returns mutants of a text, at most `limit` for each token: the same ones in each run.
pub fn text_mutants(text: &str, limit: usize) -> Vec<TextMutant> {
    let tokens = tokens(text);
    let names = names(text, &tokens);
    let mut mutants = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let all = of_token(&text[token.clone()], &names);
        // The first of the sample changes from token to token.
        let step = all.len().div_ceil(limit);
        let chosen = all.into_iter().skip(index % step).step_by(step);
        let kind = kind(&text[token.clone()]);
        mutants.extend(chosen.map(|replacement| replaced(text, kind, token.clone(), &replacement)));
    }
    mutants.extend(lines(text));
    mutants.extend(statements(text, &tokens));
    mutants.extend(else_branches(text, &tokens));
    mutants.extend(connections(text, &tokens));
    mutants
}

fn mutant(text: &str, kind: &'static str, fault: String, edits: Vec<Edit>) -> TextMutant {
    let line = 1 + text[..edits[0].0.start].matches('\n').count();
    TextMutant { kind, fault: format!("line {line}: {fault}"), edits }
}

fn replaced(text: &str, kind: &'static str, range: Range<usize>, replacement: &str) -> TextMutant {
    let fault = format!("`{}` becomes `{replacement}`", &text[range.clone()]);
    mutant(text, kind, fault, vec![(range, replacement.to_string())])
}

fn deleted(text: &str, kind: &'static str, range: Range<usize>) -> TextMutant {
    let fault = format!("deleted: {}", text[range.clone()].trim());
    mutant(text, kind, fault, vec![(range, String::new())])
}

fn exchanged(
    text: &str,
    kind: &'static str,
    first: Range<usize>,
    second: Range<usize>,
) -> TextMutant {
    let (one, other) = (text[first.clone()].to_string(), text[second.clone()].to_string());
    let fault = format!("exchanged: {} and {}", one.trim(), other.trim());
    mutant(text, kind, fault, vec![(first, other), (second, one)])
}

/// The tokens of a text: words, numbers with their base, symbols. Comments are not tokens.
pub(crate) fn tokens(text: &str) -> Vec<Range<usize>> {
    let tokens = verilog_tokens(text).filter(|token| token.kind != VerilogTokenKind::Comment);
    tokens.map(|token| token.start..token.end()).collect()
}

/// Keywords that replace each other; the empty one is deletion.
const KEYWORDS: [&[&str]; 14] = [
    &["posedge", "negedge", ""],
    &["input", "output", "inout"],
    &["always_comb", "always_ff", "always", "always_latch", "initial", "assign"],
    &["logic", "wire", "reg", "bit", "int", "logic signed", "logic [1:0]"],
    &["signed", "unsigned", ""],
    &["$signed", "$unsigned", ""],
    &["case", "casez", "casex", "unique case"],
    &["unique", "unique0", "priority", ""],
    &["enum", "struct", "union"],
    &["packed", ""],
    &["begin", "end", "fork", ""],
    &["module", "package", "interface"],
    &["if", "while", "else"],
    &["`ifndef", "`ifdef"],
];

const BINARY: [&str; 17] =
    ["+", "-", "*", "&", "|", "^", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "<<", ">>", "="];

const UNARY: [&str; 6] = ["~", "!", "-", "&", "|", "^"];

/// Whether a word is a keyword, a directive, a system function or a macro.
fn is_keyword(word: &str) -> bool {
    rust_hdl_rtl::is_keyword(word) || word.starts_with(['$', '`']) || word == "SYNTHESIS"
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !is_keyword(token)
}

/// What a token is.
fn kind(token: &str) -> &'static str {
    match token {
        "posedge" | "negedge" => "edges",
        "=" | "<=" => "`=` and `<=`",
        _ if token.starts_with(|c: char| c.is_ascii_digit()) => "numbers",
        _ if is_name(token) => "names",
        _ if is_keyword(token) => "keywords",
        _ if BINARY.contains(&token) || UNARY.contains(&token) => "operators",
        _ => "punctuation",
    }
}

/// The names in a text, without repetitions.
fn names<'t>(text: &'t str, tokens: &[Range<usize>]) -> Vec<&'t str> {
    let mut names: Vec<&str> =
        tokens.iter().map(|token| &text[token.clone()]).filter(|token| is_name(token)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// What replaces a token.
fn of_token(token: &str, names: &[&str]) -> Vec<String> {
    let mut mutants: Vec<String> = vec![String::new(), format!("{token} {token}")];
    let others = |group: &[&str]| -> Vec<String> {
        group.iter().filter(|other| **other != token).map(|other| other.to_string()).collect()
    };
    if token.starts_with(|c: char| c.is_ascii_digit()) {
        mutants.extend(of_number(token));
    } else if is_name(token) {
        mutants.extend(others(names));
        mutants.extend(UNARY.map(|operator| format!("{operator}{token}")));
        mutants.extend([format!("{token}[0]"), format!("{token} + 1")]);
    } else {
        KEYWORDS
            .iter()
            .filter(|group| group.contains(&token))
            .for_each(|group| mutants.extend(others(group)));
    }
    if BINARY.contains(&token) {
        mutants.extend(others(&BINARY));
    }
    if UNARY.contains(&token) {
        mutants.extend(others(&UNARY));
    }
    match token {
        "(" => mutants.extend(["{".to_string(), "(~".to_string(), "(!".to_string()]),
        ")" => mutants.extend(["}".to_string(), " + 1)".to_string()]),
        "{" => mutants.extend(["(".to_string(), "{1'b0, ".to_string()]),
        "?" => mutants.push("&&".to_string()),
        ":" => mutants.extend(["?", "+:", "||"].map(str::to_string)),
        ";" => mutants.extend([",", "; ;", " + 1;"].map(str::to_string)),
        "," => mutants.extend([";", "."].map(str::to_string)),
        _ => {}
    }
    mutants
}

fn of_number(token: &str) -> Vec<String> {
    let digits = token.rfind(|c: char| "bdhs".contains(c)).map_or(0, |last| last + 1);
    let (before, digits) = match token.find('\'') {
        Some(_) => token.split_at(digits),
        None => ("", token),
    };
    let base = match before.chars().last() {
        Some('b') => 2,
        Some('h') => 16,
        _ => 10,
    };
    let mut mutants = vec![];
    if let Ok(value) = u128::from_str_radix(digits, base) {
        let highest = 1 << (127 - value.leading_zeros().min(127));
        let values = [
            Some(value.wrapping_add(1)),
            value.checked_sub(1),
            Some(value ^ highest),
            Some(value << 1),
        ];
        for other in values.into_iter().flatten().filter(|other| *other != value) {
            mutants.push(match base {
                2 => format!("{before}{other:b}"),
                16 => format!("{before}{other:x}"),
                _ => format!("{before}{other}"),
            });
        }
    }
    if let Some((width, rest)) = token.split_once('\'') {
        let width: u64 = width.parse().unwrap_or(0);
        mutants.extend([format!("{}'{rest}", width + 1), format!("'{rest}"), digits.to_string()]);
        mutants.extend((width > 1).then(|| format!("{}'{rest}", width - 1)));
        for base in ["b", "h", "d", "sd"] {
            mutants.push(format!("{width}'{base}{digits}"));
        }
        mutants.push(format!("-{token}"));
    } else {
        mutants.push(format!("{token} + 1"));
    }
    mutants.retain(|other| other != token);
    mutants
}

/// Deletes each line, and exchanges it with the next.
fn lines(text: &str) -> Vec<TextMutant> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default().trim();
        if !code.is_empty() {
            lines.push(start..start + line.len());
        }
        start += line.len();
    }
    let deletions = lines.iter().map(|line| deleted(text, "lines", line.clone()));
    let exchanges = lines
        .windows(2)
        .filter(|pair| {
            pair[0].end == pair[1].start && text[pair[0].clone()] != text[pair[1].clone()]
        })
        .map(|pair| exchanged(text, "lines", pair[0].clone(), pair[1].clone()));
    deletions.chain(exchanges).collect()
}

/// Deletes what ends in a semicolon.
fn statements(text: &str, tokens: &[Range<usize>]) -> Vec<TextMutant> {
    let mut start = 0;
    let mut mutants = Vec::new();
    for token in tokens {
        match &text[token.clone()] {
            ";" => {
                if text[start..token.end].contains('\n') {
                    mutants.push(deleted(text, "statements", start..token.end));
                }
                start = token.end;
            }
            "begin" | "end" | ":" | "endcase" | "endmodule" => start = token.end,
            _ => {}
        }
    }
    mutants
}

/// Deletes each `else` with the statement that it guards.
fn else_branches(text: &str, tokens: &[Range<usize>]) -> Vec<TextMutant> {
    let mut mutants = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if text[token.clone()] != *"else" {
            continue;
        }
        let mut depth = 0;
        for inner in &tokens[index..] {
            match &text[inner.clone()] {
                "begin" => depth += 1,
                "end" => depth -= 1,
                _ => continue,
            }
            if depth == 0 {
                mutants.push(deleted(text, "else branches", token.start..inner.end));
                break;
            }
        }
    }
    mutants
}

/// Exchanges the actuals of neighbouring connections.
fn connections(text: &str, tokens: &[Range<usize>]) -> Vec<TextMutant> {
    let mut actuals: Vec<Range<usize>> = Vec::new();
    for part in tokens.windows(3) {
        let [dot, name, open] = [&part[0], &part[1], &part[2]].map(|token| &text[token.clone()]);
        if dot != "." || open != "(" || !is_name(name) {
            continue;
        }
        let mut depth = 0;
        let end = tokens.iter().filter(|token| token.start >= part[2].start).find(|token| {
            match &text[(*token).clone()] {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        if let Some(end) = end {
            actuals.push(part[2].end..end.start);
        }
    }
    actuals
        .windows(2)
        .filter(|pair| text[pair[0].clone()] != text[pair[1].clone()])
        .map(|pair| exchanged(text, "connections", pair[0].clone(), pair[1].clone()))
        .collect()
}

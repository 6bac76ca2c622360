//! The tables in `docs/corpus.md`.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::case::{Case, Section};

/// The results of a case.
#[derive(Default)]
pub struct Row {
    pub emits: Mark,
    pub lints: Mark,
    /// Whether Verilator's model matches Rust.
    pub verilator: Mark,
    /// Whether Icarus Verilog matches Rust.
    pub icarus: Mark,
    /// The number of clock cycles compared in Verilator.
    pub cycles: u64,
    /// Why checks were not run; may be empty.
    pub note: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    Yes,
    /// No, with the reason.
    No(String),
    /// Not run, because an earlier check failed, or for the reason in the note.
    #[default]
    NotRun,
}

impl Mark {
    pub fn of(result: Result<(), String>) -> Mark {
        result.map_or_else(|reason| Mark::No(short(&reason)), |()| Mark::Yes)
    }

    pub fn is_yes(&self) -> bool {
        *self == Mark::Yes
    }

    fn word(&self) -> &'static str {
        match self {
            Mark::Yes => "yes",
            Mark::No(_) => "**no**",
            Mark::NotRun => "-",
        }
    }
}

impl Row {
    pub fn is_complete(&self) -> bool {
        self.marks().iter().all(|mark| mark.is_yes())
    }

    fn marks(&self) -> [&Mark; 4] {
        [&self.emits, &self.lints, &self.verilator, &self.icarus]
    }

    /// The reasons for missing marks.
    fn reasons(&self) -> String {
        let reasons = self.marks().into_iter().filter_map(|mark| match mark {
            Mark::No(reason) => Some(reason.as_str()),
            _ => None,
        });
        let note = Some(self.note.as_str()).filter(|note| !note.is_empty());
        let reasons = reasons.chain(note);
        reasons.collect::<Vec<_>>().join("; ")
    }

    /// The table row.
    pub fn line(&self, case: &Case) -> String {
        let cycles = if self.cycles == 0 { "-".to_string() } else { thousands(self.cycles) };
        let reasons = self.reasons();
        let reasons = case.reason.filter(|_| !reasons.is_empty()).unwrap_or(&reasons);
        format!(
            "| `{}` | {} | {} | {} | {} | {} | {cycles} | {} |",
            case.block,
            case.parameters,
            self.emits.word(),
            self.lints.word(),
            self.verilator.word(),
            self.icarus.word(),
            reasons.replace('|', "\\|")
        )
    }
}

/// The whole document.
pub fn document(sections: &[(Section, Vec<Row>)], versions: &[String]) -> String {
    let rows: Vec<&Row> = sections.iter().flat_map(|(_, rows)| rows).collect();
    // A block is complete if it is with all of its parameters.
    let mut blocks: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for (section, rows) in sections {
        for (case, row) in section.cases.iter().zip(rows) {
            *blocks.entry((section.library, case.block)).or_insert(true) &= row.is_complete();
        }
    }
    let count = |wanted: fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let mut text = include_str!("introduction.md").to_string();
    let _ = writeln!(
        text,
        "\n{} of {} blocks have all four marks in every case, as do {} of {} cases: {} cases are emitted, {} lint \
         cleanly, {} match in Verilator and {} in Icarus Verilog; {} clock cycles were compared.\n",
        blocks.values().filter(|complete| **complete).count(),
        blocks.len(),
        count(Row::is_complete),
        rows.len(),
        count(|row| row.emits.is_yes()),
        count(|row| row.lints.is_yes()),
        count(|row| row.verilator.is_yes()),
        count(|row| row.icarus.is_yes()),
        thousands(rows.iter().map(|row| row.cycles).sum()),
    );
    let _ = writeln!(text, "Tools:\n");
    for version in versions {
        let _ = writeln!(text, "- {version}");
    }
    for (section, rows) in sections {
        let _ = writeln!(
            text,
            "\n## {} ({})\n\n\
             | Block | Parameters | Emits | Lints | Verilator | Icarus | Cycles | Reason |\n\
             |---|---|---|---|---|---|---:|---|",
            section.title, section.library
        );
        for (case, row) in section.cases.iter().zip(rows) {
            let _ = writeln!(text, "{}", row.line(case));
        }
    }
    text + include_str!("excluded.md")
}

/// The first line of a message, truncated to 300 characters.
pub fn short(message: &str) -> String {
    const LENGTH: usize = 300;
    let line = message.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    if line.chars().count() <= LENGTH {
        return line.to_string();
    }
    line.chars().take(LENGTH).chain("...".chars()).collect()
}

pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = (digits.as_bytes().rchunks(3).rev())
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

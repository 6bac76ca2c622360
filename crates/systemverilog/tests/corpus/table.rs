//! The table of the corpus, and its form in `docs/corpus.md`.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::case::{Case, Section};

/// What became of a case.
pub struct Row {
    pub emits: Mark,
    pub lints: Mark,
    pub means_the_same: Mark,
    /// How many clock cycles were compared.
    pub cycles: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    Yes,
    /// No, and why.
    No(String),
    /// It did not come to that.
    Untried,
}

impl Mark {
    pub fn of(result: Result<(), String>) -> Mark {
        result.map_or_else(|why| Mark::No(short(&why)), |()| Mark::Yes)
    }

    pub fn is_yes(&self) -> bool {
        *self == Mark::Yes
    }

    fn word(&self) -> &'static str {
        match self {
            Mark::Yes => "yes",
            Mark::No(_) => "**no**",
            Mark::Untried => "-",
        }
    }
}

impl Row {
    pub fn is_complete(&self) -> bool {
        [&self.emits, &self.lints, &self.means_the_same].iter().all(|mark| mark.is_yes())
    }

    /// Why marks are missing.
    fn reasons(&self) -> String {
        let marks = [&self.emits, &self.lints, &self.means_the_same];
        let reasons = marks.into_iter().filter_map(|mark| match mark {
            Mark::No(why) => Some(why.as_str()),
            _ => None,
        });
        reasons.collect::<Vec<_>>().join("; ")
    }

    /// A line of the table.
    pub fn line(&self, case: &Case) -> String {
        let cycles = if self.cycles == 0 { "-".to_string() } else { thousands(self.cycles) };
        let reasons = self.reasons();
        let reasons = case.remark.filter(|_| !reasons.is_empty()).unwrap_or(&reasons);
        format!(
            "| `{}` | {} | {} | {} | {} | {cycles} | {} |",
            case.block,
            case.parameters,
            self.emits.word(),
            self.lints.word(),
            self.means_the_same.word(),
            reasons.replace('|', "\\|")
        )
    }
}

/// The whole document.
pub fn document(sections: &[(Section, Vec<Row>)], absent: &str, versions: &[String]) -> String {
    let rows: Vec<&Row> = sections.iter().flat_map(|(_, rows)| rows).collect();
    // A block is complete if it is so with whatever it was made with.
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
        "\n{} of {} blocks have all three marks in every case, and {} of {} cases. {} cases are emitted, {} are \
         clean, {} mean the same; {} clock cycles were compared.\n",
        blocks.values().filter(|complete| **complete).count(),
        blocks.len(),
        count(Row::is_complete),
        rows.len(),
        count(|row| row.emits.is_yes()),
        count(|row| row.lints.is_yes()),
        count(|row| row.means_the_same.is_yes()),
        thousands(rows.iter().map(|row| row.cycles).sum()),
    );
    let _ = writeln!(text, "Made with:\n");
    for version in versions {
        let _ = writeln!(text, "- {version}");
    }
    for (section, rows) in sections {
        let _ = writeln!(
            text,
            "\n## {} ({})\n\n\
             | Block | Parameters | Emits | Lints | Means the same | Cycles | Why not |\n\
             |---|---|---|---|---|---:|---|",
            section.title, section.library
        );
        for (case, row) in section.cases.iter().zip(rows) {
            let _ = writeln!(text, "{}", row.line(case));
        }
    }
    text + absent
}

/// The first line of what a tool says, cut where it gets long.
fn short(said: &str) -> String {
    const LENGTH: usize = 300;
    let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    if line.chars().count() <= LENGTH {
        return line.to_string();
    }
    line.chars().take(LENGTH).chain("...".chars()).collect()
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = (digits.as_bytes().rchunks(3).rev())
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

#[test]
fn thousands_have_commas() {
    let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345_678, "12,345,678")];
    for (number, text) in cases {
        assert_eq!(thousands(number), text);
    }
}

#[test]
fn only_the_first_line_of_what_a_tool_says_is_told_and_not_all_of_a_long_one() {
    assert_eq!(short("\n  first \nsecond"), "first");
    assert_eq!(short(&"x".repeat(300)), "x".repeat(300));
    assert_eq!(short(&"x".repeat(301)), "x".repeat(300) + "...");
}

//! The table of the corpus, and its form in `docs/corpus.md`.

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
    let blocks = |wanted: &dyn Fn(&Row) -> bool| -> usize {
        let cases = sections.iter().flat_map(|(section, rows)| {
            section.cases.iter().zip(rows).map(|(case, row)| (section.library, case.block, row))
        });
        let mut names: Vec<_> = cases.filter(|(_, _, row)| wanted(row)).collect();
        names.dedup_by_key(|(library, block, _)| (*library, *block));
        names.len()
    };
    let count = |wanted: fn(&Row) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let mut text = include_str!("introduction.md").to_string();
    let _ = writeln!(
        text,
        "\n{} of {} cases have all three marks, of {} of {} blocks. {} are emitted, {} are clean, {} mean \
         the same; {} clock cycles were compared.\n",
        count(Row::is_complete),
        rows.len(),
        blocks(&Row::is_complete),
        blocks(&|_| true),
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

//! `TOP.sta.rpt`: tables with titles.
//!
//! ```text
//! +--------------------------------------------------+
//! ; Slow 1100mV 85C Model Fmax Summary               ;
//! +------------+-----------------+------------+------+
//! ; Fmax       ; Restricted Fmax ; Clock Name ; Note ;
//! +------------+-----------------+------------+------+
//! ; 250.0 MHz  ; 250.0 MHz       ; CLOCK_50   ;      ;
//! +------------+-----------------+------------+------+
//! ```

use super::ReportFile;
use super::summaries::count;
use crate::flow::FlowError;
use crate::flow::report::{Clock, Unconstrained};

/// A table, its cells without the spaces around them.
struct Table<'t> {
    title: &'t str,
    header: Vec<&'t str>,
    rows: Vec<Vec<&'t str>>,
}

impl Table<'_> {
    fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|cell| *cell == name)
    }
}

fn tables(text: &str) -> Vec<Table<'_>> {
    let mut tables = Vec::new();
    let mut rows: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().chain([""]) {
        let line = line.trim();
        if line.starts_with('+') {
            continue;
        }
        match line.strip_prefix(';') {
            Some(cells) => {
                rows.push(cells.trim_end_matches(';').split(';').map(str::trim).collect());
            }
            None => {
                let mut found = std::mem::take(&mut rows).into_iter();
                if let (Some(title), Some(header)) = (found.next(), found.next())
                    && let [title] = title[..]
                {
                    tables.push(Table { title, header, rows: found.collect() });
                }
            }
        }
    }
    tables
}

/// The clocks with their Fmax, the lowest over all corners. It is the restricted Fmax, which
/// respects the limits of the device.
pub(super) fn with_fmax(report: &str, mut clocks: Vec<Clock>) -> Vec<Clock> {
    for table in tables(report).iter().filter(|table| table.title.ends_with("Fmax Summary")) {
        let (Some(fmax), Some(name)) =
            (table.column("Restricted Fmax"), table.column("Clock Name"))
        else {
            continue;
        };
        for row in &table.rows {
            let megahertz =
                row.get(fmax).and_then(|cell| cell.strip_suffix("MHz")?.trim().parse().ok());
            let clock = clocks.iter_mut().find(|clock| row.get(name) == Some(&clock.name.as_str()));
            if let (Some(megahertz), Some(clock)) = (megahertz, clock) {
                let lowest: f64 =
                    clock.fmax_mhz.map_or(megahertz, |lowest: f64| lowest.min(megahertz));
                clock.fmax_mhz = Some(lowest);
            }
        }
    }
    clocks
}

/// Counts the unconstrained clocks, ports and paths.
pub(super) fn unconstrained(report: &ReportFile) -> Result<Unconstrained, FlowError> {
    let tables = tables(&report.text);
    let table = tables.iter().find(|table| table.title == "Unconstrained Paths Summary");
    let table =
        table.ok_or_else(|| report.problem("it has no table `Unconstrained Paths Summary`"))?;
    let greatest = |property: &str| {
        let rows = table.rows.iter().filter(|row| row.first() == Some(&property));
        let counts = rows.flat_map(|row| row[1..].iter().filter_map(|cell| count(cell)));
        counts.max().ok_or_else(|| report.problem(format!("it does not count `{property}`")))
    };
    Ok(Unconstrained {
        clocks: greatest("Unconstrained Clocks")?,
        input_ports: greatest("Unconstrained Input Ports")?,
        input_paths: greatest("Unconstrained Input Port Paths")?,
        output_ports: greatest("Unconstrained Output Ports")?,
        output_paths: greatest("Unconstrained Output Port Paths")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::Slack;

    #[test]
    fn the_lowest_fmax_of_all_corners_counts() {
        let corner = |model: &str, fmax: &str| {
            format!(
                "; Slow 1100mV {model} Model Fmax Summary ;\n\
                 ; Fmax ; Restricted Fmax ; Clock Name ; Note ;\n; 300.0 MHz ; {fmax} MHz ; CLOCK_50 ; ;\n\n"
            )
        };
        for [hot, cold] in [["206.27", "208.51"], ["208.51", "206.27"]] {
            let clock =
                Clock { name: "CLOCK_50".into(), fmax_mhz: None, slack_ns: Slack::default() };
            let clocks = with_fmax(&(corner("85C", hot) + &corner("0C", cold)), vec![clock]);
            assert_eq!(clocks[0].fmax_mhz, Some(206.27), "{hot} {cold}");
        }
    }
}

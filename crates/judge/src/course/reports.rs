//! All verdicts as tables for other programs.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;

use super::outcome::{Assessed, Outcome, Standing};
use crate::Finding;

/// A table with a row for each solution.
///
/// # Errors
///
/// Only those of writing to memory.
pub fn csv(outcomes: &[Outcome]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "name",
        "result",
        "points",
        "maximum",
        "wrong_hands",
        "reasons",
        "wrong_at_end",
    ])?;
    for outcome in outcomes {
        let [points, maximum] = outcome
            .mark()
            .map_or_else(Default::default, |mark| mark.map(|number| number.to_string()));
        let [wrong, at_end] = outcome
            .wrong_hands()
            .map_or_else(Default::default, |hands| hands.map(|number| number.to_string()));
        writer.write_record([
            &cell(&outcome.name),
            outcome.standing().name(),
            &points,
            &maximum,
            &wrong,
            &cell(&outcome.reasons().join("; ")),
            &at_end,
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}

/// A text that spreadsheets do not take for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula { format!("'{text}") } else { text.to_string() }
}

/// A text without the control characters that XML does not have.
fn xml_text(text: &str) -> String {
    let is_forbidden = |one: char| one.is_control() && !"\n\t".contains(one);
    text.replace(|one| is_forbidden(one) || "\u{fffe}\u{ffff}".contains(one), "\u{fffd}")
}

/// A test suite for each solution with a test case for each property, as JUnit writes it.
///
/// # Errors
///
/// Only those of writing to memory.
pub fn junit(outcomes: &[Outcome]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.create_element("testsuites").with_attribute(("name", "baccarat")).write_inner_content(
        |writer| outcomes.iter().try_for_each(|outcome| suite(writer, outcome)),
    )?;
    Ok(writer.into_inner())
}

fn suite(writer: &mut Writer<Vec<u8>>, outcome: &Outcome) -> io::Result<()> {
    let all_reasons = outcome.reasons().join("; ");
    let properties = outcome.properties().unwrap_or_default();
    // The name of each case, and what it has unless it is passed: an element with a text.
    let cases: Vec<(&str, Option<(&str, String)>)> = match outcome.standing() {
        Standing::NotJudged => vec![("judged", Some(("error", all_reasons)))],
        Standing::Right | Standing::Wrong => {
            let detail = |one: &Assessed| match one.finding {
                Finding::Passed => None,
                Finding::NotReached => Some(("skipped", one.finding.to_string())),
                Finding::Failed if one.property.is_warning() => {
                    Some(("skipped", "may be wrong on a board".into()))
                }
                // Where the causes do not tell, such as for the reset, all reasons.
                Finding::Failed if one.causes.is_empty() => Some(("failure", all_reasons.clone())),
                Finding::Failed => Some(("failure", one.causes.join("; "))),
            };
            properties.iter().map(|one| (one.name, detail(one))).collect()
        }
    };
    let count = |kind: &str| {
        let kinds = cases.iter().filter_map(|(_, detail)| detail.as_ref());
        kinds.filter(|(one, _)| *one == kind).count()
    };
    let numbers = [
        ("tests", cases.len()),
        ("failures", count("failure")),
        ("errors", count("error")),
        ("skipped", count("skipped")),
    ]
    .map(|(name, number)| (name, number.to_string()));
    let mut suite = writer.create_element("testsuite").with_attribute(("name", &outcome.name[..]));
    for (name, number) in &numbers {
        suite = suite.with_attribute((*name, &number[..]));
    }
    suite.write_inner_content(|writer| {
        cases.iter().try_for_each(|(name, detail)| {
            let detail = detail.as_ref().map(|(kind, text)| (*kind, &text[..]));
            case(writer, &outcome.name, name, detail)
        })
    })?;
    Ok(())
}

fn case(
    writer: &mut Writer<Vec<u8>>,
    suite: &str,
    name: &str,
    detail: Option<(&str, &str)>,
) -> io::Result<()> {
    let case = writer
        .create_element("testcase")
        .with_attribute(("classname", suite))
        .with_attribute(("name", name));
    match detail {
        None => case.write_empty()?,
        Some((kind, text)) => case.write_inner_content(|writer| {
            writer.create_element(kind).write_text_content(BytesText::new(&xml_text(text)))?;
            Ok(())
        })?,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn outcomes() -> Vec<Outcome> {
        let verdicts = [
            json!({
                "passed": true, "wrong_hands": 0, "groups": [], "failing_resets": [],
                "properties": [{ "property": "tie", "result": "passed", "causes": [], "weight": 3 }],
                "mark": { "points": 3, "maximum": 3 },
            }),
            json!({
                "passed": false, "wrong_hands": 20, "wrong_at_end": 12,
                "groups": [{ "cause": "a < b" }, { "cause": "it is a tie, but no light is on" }],
                "failing_resets": [5],
                "properties": [
                    { "property": "tie", "result": "failed", "causes": [1], "weight": null },
                    { "property": "reset", "result": "failed", "causes": [], "weight": null },
                    { "property": "fits", "result": "not_reached", "causes": [], "weight": null },
                    { "property": "no_latches", "result": "failed", "causes": [], "weight": null },
                ],
                "mark": null,
            }),
            json!({ "passed": null, "error": "no module\u{1} \"task5\"" }),
        ];
        let names = ["alice", "b,ob", "=carol"];
        let outcome = |(verdict, name): (Value, &str)| {
            let Value::Object(verdict) = verdict else { panic!("{verdict}") };
            Outcome { name: name.into(), digest: String::new(), verdict, diagram: None }
        };
        verdicts.into_iter().zip(names).map(outcome).collect()
    }

    #[test]
    fn a_table_has_a_row_for_each_solution() {
        let text = csv(&outcomes()).expect("a table");
        let expected = "name,result,points,maximum,wrong_hands,reasons,wrong_at_end\n\
            alice,right,3,3,0,,0\n\
            \"b,ob\",wrong,,,20,\"a < b; it is a tie, but no light is on; KEY3 does not always start a new hand\",12\n\
            '=carol,not judged,,,,\"no module\u{1} \"\"task5\"\"\",\n";
        assert_eq!(String::from_utf8(text).expect("a text"), expected);
    }

    #[test]
    fn a_test_suite_has_a_case_for_each_property() {
        let text = junit(&outcomes()).expect("a document");
        let expected = r#"<testsuites name="baccarat">
  <testsuite name="alice" tests="1" failures="0" errors="0" skipped="0">
    <testcase classname="alice" name="tie"/>
  </testsuite>
  <testsuite name="b,ob" tests="4" failures="2" errors="0" skipped="2">
    <testcase classname="b,ob" name="tie">
      <failure>it is a tie, but no light is on</failure>
    </testcase>
    <testcase classname="b,ob" name="reset">
      <failure>a &lt; b; it is a tie, but no light is on; KEY3 does not always start a new hand</failure>
    </testcase>
    <testcase classname="b,ob" name="fits">
      <skipped>not reached</skipped>
    </testcase>
    <testcase classname="b,ob" name="no_latches">
      <skipped>may be wrong on a board</skipped>
    </testcase>
  </testsuite>
  <testsuite name="=carol" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="=carol" name="judged">
      <error>no module� &quot;task5&quot;</error>
    </testcase>
  </testsuite>
</testsuites>"#;
        assert_eq!(String::from_utf8(text).expect("a text"), expected);
    }
}

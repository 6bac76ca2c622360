//! All verdicts as tables for other programs.

use std::io;

use quick_xml::Writer;
use quick_xml::events::BytesText;
use serde_json::Value;

use super::outcome::{Outcome, Standing};

/// A table with a row for each solution.
///
/// # Errors
///
/// Only those of writing to memory.
pub fn csv(outcomes: &[Outcome]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["name", "result", "points", "maximum", "wrong_hands", "reasons"])?;
    for outcome in outcomes {
        let [points, maximum] = outcome
            .mark()
            .map_or_else(Default::default, |mark| mark.map(|number| number.to_string()));
        let wrong = outcome.field("wrong_hands").as_u64();
        writer.write_record([
            &outcome.name,
            outcome.standing().name(),
            &points,
            &maximum,
            &wrong.map_or_else(String::new, |hands| hands.to_string()),
            &outcome.reasons().join("; "),
        ])?;
    }
    writer.into_inner().map_err(|error| error.into_error())
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
    let groups = outcome.field("groups");
    let properties = outcome.field("properties").as_array().into_iter().flatten();
    let results: Vec<(&str, &str, String)> = properties
        .filter_map(|one| {
            let causes = one["causes"].as_array()?.iter().filter_map(Value::as_u64);
            let causes = causes.filter_map(|cause| groups[cause as usize]["cause"].as_str());
            let causes = causes.collect::<Vec<_>>().join("; ");
            Some((one["property"].as_str()?, one["result"].as_str()?, causes))
        })
        .collect();
    let count = |result: &str| results.iter().filter(|(_, one, _)| *one == result).count();
    let is_judged = outcome.standing() != Standing::NotJudged;
    let tests = if is_judged { results.len() } else { 1 };
    let numbers = [
        ("tests", tests),
        ("failures", count("failed")),
        ("errors", usize::from(!is_judged)),
        ("skipped", count("not_reached")),
    ]
    .map(|(name, number)| (name, number.to_string()));
    let mut suite = writer.create_element("testsuite").with_attribute(("name", &outcome.name[..]));
    for (name, number) in &numbers {
        suite = suite.with_attribute((*name, &number[..]));
    }
    suite.write_inner_content(|writer| {
        if !is_judged {
            let reasons = outcome.reasons().join("; ");
            return case(writer, &outcome.name, "judged", Some(("error", &reasons)));
        }
        results.iter().try_for_each(|(property, result, causes)| {
            let detail = match *result {
                "passed" => None,
                "failed" => Some(("failure", &causes[..])),
                _ => Some(("skipped", "")),
            };
            case(writer, &outcome.name, property, detail)
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
            writer.create_element(kind).write_text_content(BytesText::new(text))?;
            Ok(())
        })?,
    };
    Ok(())
}

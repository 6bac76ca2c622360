//! The weights of properties, and the mark that they give.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use serde_json::json;

use crate::{Assessment, Finding, Property};
use command_line::usage_error;
use foreign_sources::read_text;

/// A weight for each property that counts.
#[derive(Debug)]
pub struct Rubric(BTreeMap<Property, u32>);

/// The weights of what passed, and of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    pub points: u64,
    pub maximum: u64,
}

impl Rubric {
    /// The rubric of `--rubric`, if it is given.
    ///
    /// # Errors
    /// A usage error: the file cannot be read, or is not a rubric.
    pub fn given(path: Option<&Path>) -> anyhow::Result<Option<Rubric>> {
        let rubric = path.map(Rubric::read).transpose();
        rubric.map_err(|error| usage_error(format!("{error:#}")))
    }

    /// Reads a JSON object with properties and their weights.
    ///
    /// # Errors
    /// The file cannot be read, is not such an object, names something else than a property, or
    /// gives no property a weight.
    fn read(path: &Path) -> anyhow::Result<Rubric> {
        let name = path.display();
        let text = read_text(path)?;
        let weights: BTreeMap<String, u32> = serde_json::from_str(&text).with_context(|| {
            format!(
                "{name} is not a JSON object of properties with weights, such as {{\"cards\": 2}}"
            )
        })?;
        anyhow::ensure!(
            weights.values().any(|weight| *weight > 0),
            "{name} gives no property a weight"
        );
        let all = Property::ALL.map(|property| json!(property).to_string()).join(", ");
        let weights = weights.into_iter().map(|(key, weight)| {
            let problem = || format!("{name}: `{key}` is not a property; these are: {all}");
            let property = serde_json::from_value(json!(key)).ok().with_context(problem)?;
            anyhow::Ok((property, weight))
        });
        Ok(Rubric(weights.collect::<anyhow::Result<_>>()?))
    }

    /// The weight of a property; 0 if it does not count.
    pub fn weight(&self, property: Property) -> u32 {
        self.0.get(&property).copied().unwrap_or(0)
    }

    /// The sum of all weights.
    pub fn maximum(&self) -> u64 {
        self.0.values().map(|weight| u64::from(*weight)).sum()
    }

    /// The mark for a design with these properties.
    pub fn mark(&self, assessments: &[Assessment]) -> Mark {
        let passed = assessments.iter().filter(|one| one.finding == Finding::Passed);
        let points = passed.map(|one| u64::from(self.weight(one.property))).sum();
        Mark { points, maximum: self.maximum() }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::{Finding, Property};

    fn read(text: &str) -> Result<Rubric, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rubric.json");
        fs::write(&path, text).expect("a file");
        Rubric::read(&path).map_err(|error| {
            format!("{error:#}").replace(&path.display().to_string(), "rubric.json")
        })
    }

    #[test]
    fn a_mark_is_the_weight_of_what_passed() {
        let rubric = read(r#"{"cards": 3, "tie": 2, "fits": 1}"#).expect("a rubric");
        let assessment = |(property, finding)| Assessment { property, finding, causes: vec![] };
        let assessments = [
            (Property::Cards, Finding::Passed),
            (Property::Scores, Finding::Passed),
            (Property::Tie, Finding::Failed),
            (Property::Fits, Finding::NotReached),
        ];
        let mark = rubric.mark(&assessments.map(assessment));
        assert_eq!(mark, Mark { points: 3, maximum: 6 });
    }

    #[test]
    fn a_rubric_that_makes_no_mark_is_explained() {
        let form =
            "rubric.json is not a JSON object of properties with weights, such as {\"cards\": 2}";
        let cases = [
            ("", format!("{form}: EOF while parsing a value at line 1 column 0")),
            ("[1]", format!("{form}: invalid type: sequence, expected a map at line 1 column 0")),
            (r#"{"cards": 0}"#, "rubric.json gives no property a weight".into()),
        ];
        for (text, message) in cases {
            assert_eq!(read(text).expect_err(text), message);
        }
        let error = read(r#"{"cards": -1}"#).expect_err("a weight below 0");
        let part = "invalid value: integer `-1`, expected u32";
        assert!(error.starts_with(form) && error.contains(part), "{error}");
        let error = read(r#"{"card": 1}"#).expect_err("a misspelt property");
        let start = "rubric.json: `card` is not a property; these are: \"cards\", \"scores\", ";
        assert!(error.starts_with(start), "{error}");
    }
}

//! The verdict on one solution.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{Finding, Property};
use punto_banco::grouped;

/// A solution and what `verify --json` says of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Of the submission.
    pub name: String,
    /// Changes with the solution and with what it was judged by.
    pub digest: String,
    pub verdict: Map<String, Value>,
    /// The timing diagram of the first wrong hand, if it was just judged.
    #[serde(skip)]
    pub diagram: Option<String>,
}

/// A property of a solution, and whether it has it.
pub(super) struct Assessed<'o> {
    /// Its name in the verdict.
    pub name: &'o str,
    pub property: Property,
    pub finding: Finding,
    /// Why it is not passed, if that is known.
    pub causes: Vec<&'o str>,
    /// 0 if it does not count, or without a rubric.
    pub weight: u64,
}

/// A property as `verify --json` writes it.
#[derive(Deserialize)]
struct Known {
    property: Property,
    result: Finding,
    causes: Vec<usize>,
    weight: Option<u64>,
}

impl<'o> Assessed<'o> {
    fn read(one: &'o Value, groups: &'o Value) -> Option<Assessed<'o>> {
        let Known { property, result, causes, weight } = Known::deserialize(one).ok()?;
        let causes = causes.into_iter().filter_map(|place| groups[place]["cause"].as_str());
        let name = one["property"].as_str()?;
        let weight = weight.unwrap_or(0);
        Some(Assessed { name, property, finding: result, causes: causes.collect(), weight })
    }
}

/// Whether a solution is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Right,
    Wrong,
    NotJudged,
}

impl Standing {
    /// As a word.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Right => "right",
            Standing::Wrong => "wrong",
            Standing::NotJudged => "not judged",
        }
    }
}

impl Outcome {
    /// That of a solution that could not be judged.
    pub(super) fn not_judged(error: &str) -> Map<String, Value> {
        let Value::Object(verdict) = json!({ "passed": null, "error": error }) else {
            return Map::new();
        };
        verdict
    }

    pub fn standing(&self) -> Standing {
        match self.verdict.get("passed").and_then(Value::as_bool) {
            Some(true) => Standing::Right,
            Some(false) => Standing::Wrong,
            None => Standing::NotJudged,
        }
    }

    /// A field of the verdict, or null.
    pub fn field(&self, name: &str) -> &Value {
        self.verdict.get(name).unwrap_or(&Value::Null)
    }

    /// The points and the maximum, if there is a rubric.
    pub fn mark(&self) -> Option<[u64; 2]> {
        let mark = self.field("mark");
        Some([mark["points"].as_u64()?, mark["maximum"].as_u64()?])
    }

    /// How many hands are wrong, and how many when they end.
    pub fn wrong_hands(&self) -> Option<[u64; 2]> {
        let wrong = self.field("wrong_hands").as_u64()?;
        Some([wrong, self.field("wrong_at_end").as_u64().unwrap_or(wrong)])
    }

    /// What no set of causes explains, if anything.
    pub fn contradiction(&self) -> Option<String> {
        let contradicting = self.field("contradicting").as_u64().filter(|number| *number > 0)?;
        let number = grouped(contradicting.into());
        Some(format!(
            "no set of causes explains everything: {number} draws or lights contradict the best one"
        ))
    }

    /// The properties, unless it could not be judged.
    pub(super) fn properties(&self) -> Option<Vec<Assessed<'_>>> {
        let groups = self.field("groups");
        let all = self.field("properties").as_array()?.iter();
        Some(all.filter_map(|one| Assessed::read(one, groups)).collect())
    }

    /// Why it is not right: the causes, the most frequent first, or the error.
    pub fn reasons(&self) -> Vec<String> {
        let text = |value: &Value| value.as_str().map(str::to_string);
        let groups = self.field("groups").as_array().into_iter().flatten();
        let mut reasons: Vec<String> = groups.filter_map(|group| text(&group["cause"])).collect();
        if self.field("failing_resets").as_array().is_some_and(|resets| !resets.is_empty()) {
            reasons.push("KEY3 does not always start a new hand".into());
        }
        reasons.extend(self.contradiction());
        reasons
            .extend(["observation", "error"].into_iter().filter_map(|name| text(self.field(name))));
        reasons
    }
}

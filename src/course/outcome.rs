//! The verdict on one solution.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

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

    /// The causes of a property that is not passed.
    pub(super) fn causes(&self, property: &Value) -> Vec<&str> {
        let places = property["causes"].as_array().into_iter().flatten().filter_map(Value::as_u64);
        places.filter_map(|place| self.field("groups")[place as usize]["cause"].as_str()).collect()
    }

    /// Why it is not right: the causes, the most frequent first, or the error.
    pub fn reasons(&self) -> Vec<String> {
        let text = |value: &Value| value.as_str().map(str::to_string);
        let groups = self.field("groups").as_array().into_iter().flatten();
        let mut reasons: Vec<String> = groups.filter_map(|group| text(&group["cause"])).collect();
        if self.field("failing_resets").as_array().is_some_and(|resets| !resets.is_empty()) {
            reasons.push("KEY3 does not always start a new hand".into());
        }
        reasons
            .extend(["observation", "error"].into_iter().filter_map(|name| text(self.field(name))));
        reasons
    }
}

//! The verdict on one solution as autograders read it.

use serde_json::{Value, json};

use super::outcome::{Assessed, Outcome, Standing};
use crate::Finding;

/// What reads the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autograder {
    /// `results.json` of Gradescope:
    /// <https://gradescope-autograders.readthedocs.io/en/latest/specs/>.
    Gradescope,
    /// What the graders of GitHub Classroom hand to its `autograding-grading-reporter`, once it is
    /// encoded in Base64.
    GithubClassroom,
}

/// A property with a weight.
struct Test {
    name: String,
    passed: bool,
    points: u64,
    maximum: u64,
    /// Why it did not pass.
    message: String,
}

impl Autograder {
    /// The name of the folder with its files.
    pub fn folder(self) -> &'static str {
        match self {
            Autograder::Gradescope => "gradescope",
            Autograder::GithubClassroom => "github-classroom",
        }
    }

    /// The result of a solution that can have so many points.
    pub fn result(self, outcome: &Outcome, maximum: u64) -> Value {
        let tests = tests(outcome, maximum);
        match self {
            Autograder::Gradescope => json!({
                "score": tests.iter().map(|test| test.points).sum::<u64>(),
                "output": outcome.reasons().join("\n"),
                "tests": tests.iter().map(|test| json!({
                    "name": test.name,
                    "status": if test.passed { "passed" } else { "failed" },
                    "score": test.points,
                    "max_score": test.maximum,
                    "output": test.message,
                })).collect::<Vec<_>>(),
            }),
            Autograder::GithubClassroom => {
                let is_judged = outcome.standing() != Standing::NotJudged;
                let status = |passed: bool| match (passed, is_judged) {
                    (true, _) => "pass",
                    (false, true) => "fail",
                    (false, false) => "error",
                };
                json!({
                    "version": 1,
                    "status": status(tests.iter().all(|test| test.passed)),
                    "max_score": maximum,
                    "tests": tests.iter().map(|test| json!({
                        "name": test.name,
                        "status": status(test.passed),
                        "score": test.points,
                        "message": test.message,
                        "test_code": "",
                        "filename": "",
                        "line_no": 0,
                        "duration": 0,
                    })).collect::<Vec<_>>(),
                })
            }
        }
    }
}

/// The properties that have a weight, or a single test if the solution could not be judged.
fn tests(outcome: &Outcome, maximum: u64) -> Vec<Test> {
    let Some(properties) = outcome.properties() else {
        let message = outcome.reasons().join("\n");
        let name = "the solution can be judged".into();
        return vec![Test { name, passed: false, points: 0, maximum, message }];
    };
    let test = |one: Assessed| {
        let message = match (one.finding, one.causes.is_empty()) {
            (Finding::NotReached, true) => one.finding.to_string(),
            _ => one.causes.join("\n"),
        };
        let passed = one.finding == Finding::Passed;
        let points = if passed { one.weight } else { 0 };
        Test { name: one.property.to_string(), passed, points, maximum: one.weight, message }
    };
    properties.into_iter().filter(|one| one.weight > 0).map(test).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(verdict: Value) -> Outcome {
        let Value::Object(verdict) = verdict else { panic!("{verdict}") };
        Outcome { name: "alice".into(), digest: String::new(), verdict, diagram: None }
    }

    fn wrong() -> Outcome {
        outcome(json!({
            "passed": false, "groups": [{ "cause": "banker 6 draws" }], "failing_resets": [],
            "properties": [
                { "property": "bankers_rule", "result": "failed", "causes": [0], "weight": 3 },
                { "property": "tie", "result": "passed", "causes": [], "weight": 2 },
                { "property": "fits", "result": "not_reached", "causes": [], "weight": 1 },
                { "property": "cards", "result": "passed", "causes": [], "weight": 0 },
            ],
        }))
    }

    #[test]
    fn gradescope_sees_the_points_of_each_property_that_counts() {
        let test = |name: &str, status: &str, score: u64, max_score: u64, output: &str| {
            json!({
                "name": name, "status": status, "score": score, "max_score": max_score,
                "output": output,
            })
        };
        let expected = json!({
            "score": 2,
            "output": "banker 6 draws",
            "tests": [
                test("banker's rule", "failed", 0, 3, "banker 6 draws"),
                test("tie", "passed", 2, 2, ""),
                test("fits the FPGA", "failed", 0, 1, "not reached"),
            ],
        });
        assert_eq!(Autograder::Gradescope.result(&wrong(), 6), expected);
    }

    #[test]
    fn github_classroom_sees_the_same() {
        let result = Autograder::GithubClassroom.result(&wrong(), 6);
        assert_eq!((&result["status"], &result["max_score"]), (&json!("fail"), &json!(6)));
        let tests = result["tests"].as_array().expect("tests").iter();
        let tests = tests.map(|test| [&test["status"], &test["score"]]);
        let expected = [["fail", "0"], ["pass", "2"], ["fail", "0"]];
        assert!(
            tests.map(|test| test.map(|value| value.to_string().replace('"', ""))).eq(expected)
        );
    }

    #[test]
    fn a_solution_that_could_not_be_judged_has_no_points_and_says_why() {
        let error = outcome(json!({ "passed": null, "error": "syntax error" }));
        let result = Autograder::Gradescope.result(&error, 6);
        assert_eq!((&result["score"], &result["tests"][0]["max_score"]), (&json!(0), &json!(6)));
        assert_eq!(result["output"], "syntax error");
        let result = Autograder::GithubClassroom.result(&error, 6);
        assert_eq!((&result["status"], &result["max_score"]), (&json!("error"), &json!(6)));
        assert_eq!(result["tests"][0]["message"], "syntax error");
    }
}

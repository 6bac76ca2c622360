//! A page about one solution.

use quick_xml::escape::escape;
use serde_json::Value;

use super::outcome::{Outcome, Standing};
use punto_banco::grouped;

const STYLE: &str = "\
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; } pre { white-space: pre-wrap; } figure { margin: 1rem 0; overflow-x: auto; background: #fff; }";

/// The page, with the timing diagram of the first wrong hand, if there is one, and the command that
/// puts the solution on the board. If it could not be judged, the page says how to try again.
pub fn page(outcome: &Outcome) -> String {
    let name = escape(&outcome.name[..]);
    let mut body = format!("<h1>{name}</h1>\n<p>{}", outcome.standing().name());
    if let Some([points, maximum]) = outcome.mark() {
        body += &format!(", {points} of {maximum} points");
    }
    body += "</p>\n";
    let texts = |field: &str| texts(outcome.field(field));
    for error in ["error", "observation"].into_iter().flat_map(texts) {
        body += &format!("<pre>{}</pre>\n", escape(&error[..]));
    }
    let properties = outcome.properties().into_iter().flatten();
    let rows: String = properties
        .map(|one| format!("<tr><td>{}</td><td>{}</td></tr>\n", one.finding, one.property))
        .collect();
    body += &section("What the solution has to do", "table", &rows);
    let groups = outcome.field("groups").as_array().into_iter().flatten();
    let row = |group: &Value| {
        let cause = escape(group["cause"].as_str().unwrap_or_default());
        let hands = grouped(group["hands"].as_u64().unwrap_or_default().into());
        format!("<tr><td class=\"number\">{hands}</td><td>{cause}</td></tr>\n")
    };
    body += &section("Wrong hands, by cause", "table", &groups.map(row).collect::<String>());
    for sentence in outcome.contradiction().into_iter().chain(right_at_end(outcome)) {
        body += &format!("<p>{}</p>\n", escape(&sentence[..]));
    }
    if let Some(diagram) = &outcome.diagram {
        body += &format!("<h2>The first wrong hand</h2>\n<figure>{diagram}</figure>\n");
    }
    for (title, field) in [("Conventions", "conventions"), ("Warnings", "warnings")] {
        let items: String =
            texts(field).iter().map(|text| format!("<li>{}</li>\n", escape(&text[..]))).collect();
        body += &section(title, "ul", &items);
    }
    body += match outcome.standing() {
        Standing::NotJudged => {
            "<h2>Try again</h2>\n<p>In the folder of the solution:</p>\n\
             <pre>baccarat-judge verify --sources .</pre>\n\
             <p>This command has the options that the message may name. <code>judge</code> uses \
             none of them.</p>\n"
        }
        _ => {
            "<h2>On the board</h2>\n<p>In the folder of the solution:</p>\n\
             <pre>baccarat-board --sources . --open</pre>\n"
        }
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// How many wrong hands are wrong when they end, if these are fewer.
fn right_at_end(outcome: &Outcome) -> Option<String> {
    let [wrong, at_end] = outcome.wrong_hands().filter(|[wrong, at_end]| wrong != at_end)?;
    let [wrong, at_end] = [wrong, at_end].map(|number| grouped(number.into()));
    Some(format!("Of {wrong} wrong hands, {at_end} are wrong at their end."))
}

/// A text or a list of texts.
fn texts(value: &Value) -> Vec<String> {
    let one = value.as_str().into_iter();
    let many = value.as_array().into_iter().flatten().filter_map(Value::as_str);
    one.chain(many).map(str::to_string).collect()
}

/// Nothing without content.
fn section(title: &str, element: &str, content: &str) -> String {
    match content {
        "" => String::new(),
        _ => format!("<h2>{title}</h2>\n<{element}>\n{content}</{element}>\n"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page_of(verdict: Value) -> String {
        let Value::Object(verdict) = verdict else { panic!("{verdict} is not an object") };
        let (name, digest) = ("alice".to_string(), String::new());
        page(&Outcome { name, digest, verdict, diagram: None })
    }

    #[test]
    fn hands_are_counted_with_commas() {
        let page = page_of(json!({
            "passed": false,
            "groups": [{ "hands": 370_448, "cause": "the player draws on 6" }],
        }));
        assert!(page.contains(">370,448</td><td>the player draws on 6</td>"), "{page}");
        assert!(page.contains("baccarat-board --sources . --open"), "{page}");
    }

    #[test]
    fn what_is_not_explained_and_what_is_right_at_the_end_is_said() {
        let page = page_of(json!({
            "passed": false, "wrong_hands": 4_826_809, "wrong_at_end": 0, "contradicting": 2_000,
            "groups": [{ "hands": 1, "cause": "the lights do not show the winner" }],
        }));
        for sentence in [
            "no set of causes explains everything: 2,000 draws or lights contradict the best one",
            "Of 4,826,809 wrong hands, 0 are wrong at their end.",
        ] {
            assert!(page.contains(&format!("<p>{sentence}</p>")), "{page}");
        }
    }

    #[test]
    fn a_solution_that_could_not_be_judged_has_a_command_with_the_options_of_its_message() {
        let error = "several modules are in no other one: `a`, `b`; choose one with --top";
        let page = page_of(json!({ "passed": null, "error": error }));
        assert!(page.contains(error), "{page}");
        assert!(page.contains("baccarat-judge verify --sources ."), "{page}");
        assert!(!page.contains("baccarat-board"), "{page}");
    }
}

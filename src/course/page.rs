//! A page about one solution.

use quick_xml::escape::escape;
use serde_json::Value;

use super::outcome::Outcome;

const STYLE: &str = "\
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; } td, th { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; }
.number { text-align: right; } pre { white-space: pre-wrap; } figure { margin: 1rem 0; overflow-x: auto; background: #fff; }";

/// The page, with the timing diagram of the first wrong hand, if there is one, and the command that
/// puts the solution on the board.
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
        format!("<tr><td class=\"number\">{}</td><td>{cause}</td></tr>\n", group["hands"])
    };
    body += &section("Wrong hands, by cause", "table", &groups.map(row).collect::<String>());
    if let Some(diagram) = &outcome.diagram {
        body += &format!("<h2>The first wrong hand</h2>\n<figure>{diagram}</figure>\n");
    }
    for (title, field) in [("Conventions", "conventions"), ("Warnings", "warnings")] {
        let items: String =
            texts(field).iter().map(|text| format!("<li>{}</li>\n", escape(&text[..]))).collect();
        body += &section(title, "ul", &items);
    }
    body += "<h2>On the board</h2>\n<p>In the folder of the solution:</p>\n\
             <pre>baccarat board --sources . --open</pre>\n";
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
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

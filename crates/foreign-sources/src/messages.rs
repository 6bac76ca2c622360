//! Yosys's errors for people: with the user's names, and with remedies.

use super::error::first_lines;
use super::sources::{FOLDER, SourceSet, line_number};
use super::{ForeignError, intel, remedies};
use fpga_tools::synthesis::{Yosys, YosysError};
use fpga_tools::toolchain::ToolError;
use rust_hdl_rtl::{VerilogToken, VerilogTokenKind, verilog_tokens};

/// Yosys's error as one of its own, with a remedy.
pub(super) fn rejection(error: YosysError, sources: &SourceSet, yosys: &Yosys) -> ForeignError {
    let YosysError::Tool(ToolError::Failed { report, outcome }) = &error else {
        return without_script(error).into();
    };
    if report.last_lines.iter().any(|line| line.contains("std::bad_alloc")) {
        return ForeignError::OutOfMemory;
    }
    let Some(line) = report.last_lines.iter().find(|line| line.contains("ERROR:")) else {
        // Not the command, which has the whole script, and not the stack.
        let is_frame = |line: &&String| line.contains(": 0x") || line.starts_with("note: ");
        let lines = report.last_lines.iter().filter(|line| !is_frame(line));
        let lines = lines.map(|line| sources.with_given_names(line));
        let lines = lines.map(|line| format!("\n{line}")).collect::<String>();
        let message = format!("the program {outcome}, without an error message{lines}");
        let is_of_stack = report.last_lines.iter().any(|line| line.contains("stack exhausted"));
        let remedy = if is_of_stack { remedies::STACK } else { remedies::CRASH }.into();
        return ForeignError::Rejected { message, remedy };
    };
    let limitation = yosys.limitation().filter(|_| sources.has_newer_syntax());
    rejected(line, sources, limitation)
}

/// The error without the script, which is the last argument of the command.
fn without_script(mut error: YosysError) -> YosysError {
    if let YosysError::Tool(ToolError::TimedOut { report, .. }) = &mut error {
        let first = report.command.lines().next().unwrap_or_default();
        report.command = format!("{first} …");
    }
    error
}

/// The error for this line of Yosys. `limitation` is what an old Yosys lacks.
fn rejected(line: &str, sources: &SourceSet, limitation: Option<String>) -> ForeignError {
    if let Some(message) = intel::missing_contents(line, &sources.missing_contents) {
        return ForeignError::MissingContents(message.to_string());
    }
    let line = &with_line_of_loop(line, sources);
    let is_of_reset = RESETS.iter().any(|part| line.contains(part));
    let place = match is_of_reset {
        true if !line.contains(FOLDER) => sources.irregular_reset(),
        _ => instance_place(line, sources),
    };
    let place = place.map_or(String::new(), |place| place + ": ");
    let message = place + &sources.with_given_names(line).replace('\\', "");
    let known = REMEDIES.iter().find(|(part, _)| message.contains(part));
    let mut remedy = known.map_or(OTHER_REMEDY, |(_, remedy)| *remedy).to_string();
    if known.is_some_and(|(part, _)| [UNKNOWN_MODULE, UNKNOWN_TO_SLANG].contains(part)) {
        let blocks: Vec<&str> = intel::blocks().collect();
        remedy = format!("{remedy} Of Intel's blocks, these are known: {}.", blocks.join(", "));
        remedy += &first_lines(&sources.missing_files);
    }
    if let Some(place) = sources.statement_outside_reset().filter(|_| is_of_reset) {
        remedy = format!("{place}: {OUTSIDE}\n{remedy}");
    }
    match (known, limitation) {
        (Some((part, _)), Some(limitation)) if *part == SYNTAX_ERROR => {
            remedy = format!("{remedy}\nIf nothing is: {limitation}");
        }
        (None, Some(limitation)) => remedy = format!("{remedy} {limitation}"),
        _ => {}
    }
    ForeignError::Rejected { message, remedy }
}

/// What Yosys's own reader says, at line 0.
const WHILE: &str = "While loops are only allowed in constant functions";

/// The message with the line of the first `while` of its file that is not in a function.
fn with_line_of_loop(message: &str, sources: &SourceSet) -> String {
    let with_line = || {
        let (name, _) = message.split_once(":0: ").filter(|_| message.contains(WHILE))?;
        let file = sources.files.iter().find(|file| file.name == name)?;
        let mut is_in_function = false;
        let mut tokens = verilog_tokens(&file.text);
        let found = tokens.find(|token| {
            is_in_function =
                token.text == "function" || is_in_function && token.text != "endfunction";
            token.text == "while" && !is_in_function
        })?;
        let line = line_number(&file.text, found.start);
        Some(message.replacen(":0: ", &format!(":{line}: "), 1))
    };
    with_line().unwrap_or_else(|| message.into())
}

/// Parts of messages about processes whose registers have no such reset. Those of Yosys's own
/// reader have no place.
const RESETS: [&str; 3] =
    ["Multiple edge sensitive events", "Async reset ", "simple if-else pattern expected"];

/// Parts of messages about a module that no file declares.
pub(crate) const UNKNOWN_MODULE: &str = "is not part of the design";
pub(crate) const UNKNOWN_TO_SLANG: &str = "unknown module '";

/// Parts of messages of slang about designs of which it has read all syntax.
pub(crate) const AFTER_SYNTAX: [&str; 2] =
    ["simple if-else pattern expected", " is not supported after previous "];

pub(crate) const SYNTAX_ERROR: &str = "syntax error";

/// Parts of Yosys's messages, and what usually helps.
const REMEDIES: [(&str, &str); 20] = [
    (
        intel::NO_CONTENTS,
        "The init_file of an altsyncram has to be a plain string such as \"picture.mif\", or \"UNUSED\".",
    ),
    (UNKNOWN_MODULE, remedies::OTHER_FILE),
    (UNKNOWN_TO_SLANG, remedies::OTHER_FILE),
    ("Can't open include file", remedies::INCLUDE_ITS_FOLDER),
    ("Can not open file", "A file for $readmemh has to be beside the source that reads it."),
    ("not found!", remedies::CHOOSE_TOP),
    (RESETS[0], RESET),
    (RESETS[1], RESET),
    (RESETS[2], RESET),
    ("object for defparam", PARAMETER),
    (WHILE, "Write a `for` loop with constant bounds, and the condition as an `if` in it."),
    (
        "assign to a net within a procedural context",
        "A signal that a process assigns is a variable: declare it with `logic` or `reg`, not with `wire`.",
    ),
    ("unsupported system task", TASK),
    ("resolve function name `", TASK),
    ("resolve task name `", TASK),
    (
        "unroll limit of",
        "The loop does not end, or has more rounds than the limit. Check its condition. A memory gets its contents from a file with $readmemh.",
    ),
    ("ERROR: Assert `", remedies::CRASH),
    ("ERROR: Abort in ", remedies::CRASH),
    ("unknown macro", remedies::DEFINE),
    (
        SYNTAX_ERROR,
        "A semicolon, `end` or parenthesis may be missing here or before. Testbenches, classes and interfaces are not supported: \
         leave testbenches out.",
    ),
];

/// The remedy for a parameter that the top module lacks.
pub(crate) const PARAMETER: &str =
    "--parameter sets a parameter of the top module: check its name.";

const RESET: &str = "A register needs one clock. A process with an asynchronous reset is `if (reset) … else …` alone: the reset is \
     its first condition, and registers without the reset are in another `always` block.";

/// The remedy for a statement beside the condition of a reset.
const OUTSIDE: &str = "this statement is outside of `if (reset) … else …`, so it would also run when the reset begins. Move it into the `else` \
     part, or into an `always` block with the clock alone.";

/// The remedy for system tasks, methods, and undeclared functions.
const TASK: &str = "Declare a function or a task of this name, or include its file. A method of an array, such as `sum`, is a `for` loop \
     in hardware; methods of strings, such as `len`, are not supported. A file is read with $readmemh or $readmemb; other tasks for files are of simulators only.";

pub(crate) const OTHER_REMEDY: &str = "Yosys reads the synthesisable part of SystemVerilog.";

/// Where the instance is that a message of Yosys's `hierarchy` names, or its port: `lab.sv:12`.
/// That message has no line.
fn instance_place(message: &str, sources: &SourceSet) -> Option<String> {
    let (_, names) = message.split_once(" referenced in module ")?;
    let mut names = names.split(['`', '\'']).skip(1).step_by(2).map(plain_name);
    let (module, instance, port) = (names.next()?, names.next()?, names.next());
    sources.files.iter().find_map(|file| {
        let is_code = |token: &VerilogToken| token.kind != VerilogTokenKind::Comment;
        let tokens: Vec<VerilogToken> = verilog_tokens(&file.text).filter(is_code).collect();
        // The first such pair of tokens from a place on.
        let find = |from: usize, first: &str, second: &[&str]| {
            let is = |two: &[VerilogToken]| two[0].text == first && second.contains(&two[1].text);
            Some(from + tokens[from..].windows(2).position(is)?)
        };
        let begin = find(0, "module", &[module])?;
        let instance = find(begin, instance, &["(", "["])?;
        let place = port.and_then(|port| find(instance, ".", &[port])).unwrap_or(instance);
        Some(sources.place(file, tokens[place].start))
    })
}

/// The name of a module or cell in the sources: `sub` for `\sub` and `$paramod\sub\W=4`.
fn plain_name(name: &str) -> &str {
    if name.starts_with('$') {
        name.split('\\').nth(1).unwrap_or(name)
    } else {
        name.trim_start_matches('\\')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::sample::of_text;

    #[test]
    fn a_wrong_instance_has_its_line() {
        let (folder, set) = of_text(
            "module sub (input a); endmodule\n\
             module top (input s);\n\
             // sub s (.z(s));\n\
             sub #(.W(4))\n  s (\n  .z(s));\n\
             endmodule\n",
        );
        let file = folder.path().join("lab.sv");
        let cases = [
            ("in cell `s' does not have a port named 'z'.", ":6: "),
            ("in cell `\\s' is not part of the design.", ":5: "),
            ("in cell `unknown' is not part of the design.", ""),
        ];
        for (end, line) in cases {
            let of = |module: &str| format!("Module `sub' referenced in module `{module}' {end}");
            for module in ["top", "\\top", "$paramod\\top\\W=4"] {
                let line =
                    if line.is_empty() { "".into() } else { format!("{}{line}", file.display()) };
                let error = rejected(&format!("ERROR: {}", of(module)), &set, None).to_string();
                assert!(error.starts_with(&format!("{line}ERROR: Module `sub'")), "{error}");
            }
        }
    }

    #[test]
    fn a_loop_that_is_not_read_has_its_line() {
        let (folder, set) = of_text(
            "module top;\nfunction f(); while (1) f = 0; endfunction\n\
             // while\nalways @* while (a) a = 0;\nendmodule\n",
        );
        let line = format!("sources/lab.sv:0: ERROR: {WHILE}!");
        let error = rejected(&line, &set, None).to_string();
        let expected = format!(
            "{}:4: ERROR: {WHILE}!\nWrite a `for` loop",
            folder.path().join("lab.sv").display()
        );
        assert!(error.starts_with(&expected), "{error}");
    }

    #[test]
    fn a_statement_beside_a_reset_has_its_line() {
        let process = "always @(posedge c or negedge r) begin\n";
        for (body, line) in [
            ("if (!r) q <= 0; else q <= d;\nx <= y;", Some(4)),
            ("if (!r) q <= 0;\nelse if (e) begin q <= d; end\n\nif (r) x <= y;\nz <= y;", Some(6)),
            ("x <= 0;\nif (!r) q <= 0; else q <= d;", Some(3)),
            ("if (e) q <= d;", None),
        ] {
            let (folder, set) = of_text(&format!("module top;\n{process}{body} end\nendmodule"));
            let file = folder.path().join("lab.sv");
            for error in
                ["lab.sv:2: ERROR: simple if-else pattern expected", "ERROR: Async reset \\r"]
            {
                let error = rejected(error, &set, None).to_string();
                let remedy = error.split_once('\n').expect("a remedy").1;
                let expected = line.map_or("A register needs".into(), |line| {
                    format!("{}:{line}: this statement is outside", file.display())
                });
                assert!(remedy.starts_with(&expected), "{body}: {error}");
            }
        }
    }

    #[test]
    fn tasks_of_simulators_have_a_remedy() {
        let (_folder, set) = of_text("");
        for message in [
            "ERROR: unsupported system task '$fgetc'",
            "ERROR: Can't resolve function name `\\a.sum'.",
            "ERROR: Can't resolve task name `\\send'.",
        ] {
            let error = rejected(&format!("sources/lab.sv:3: {message}"), &set, None).to_string();
            assert!(error.contains("lab.sv:3: "), "{error}");
            assert!(error.contains("`sum`, is a `for` loop"), "{error}");
        }
    }

    #[test]
    fn an_old_yosys_may_be_the_cause_of_errors_without_another_cause() {
        let (_folder, set) = of_text("");
        for (line, is_possible) in [
            ("sources/lab.sv:3: ERROR: syntax error, unexpected '['", true),
            ("sources/lab.sv:3: ERROR: Failed to evaluate system function `\\$clog2'", true),
            ("sources/lab.sv:3: ERROR: Can't open include file `cards.svh'!", false),
            ("ERROR: Module `top' not found!", false),
        ] {
            let error = rejected(line, &set, Some("Yosys is old".into())).to_string();
            assert_eq!(error.contains("Yosys is old"), is_possible, "{error}");
            assert!(!error.contains("sources/"), "{error}");
        }
    }
}

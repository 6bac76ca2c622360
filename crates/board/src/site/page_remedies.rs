//! What a visitor of the page that reads designs can do, who has no options of a command line.

use foreign_sources::remedies;

/// Texts for a command line, and those for the page.
const REMEDIES: [(&str, &str); remedies::ALL.len()] = [
    (remedies::INCLUDE, "open the folder that contains both"),
    (remedies::INCLUDE_ABOVE, "open the folder that contains both"),
    (
        remedies::INCLUDE_ITS_FOLDER,
        "Open it with the other files, or the folder that contains all.",
    ),
    (remedies::IN_INCLUDED, " or in another folder of the design"),
    (remedies::SOURCES, "open or write at least one file"),
    (remedies::ONE_DESIGN, "remove the other file"),
    (remedies::ONE_PROJECT, "remove the files of the others"),
    (remedies::DEFINE, "Define it in one of the files: `define NAME VALUE."),
    (remedies::OTHER_FILE, "Open the file with that module, too."),
    (remedies::OTHER_PACKAGE, "Open the file with that package, too."),
    (
        remedies::CRASH,
        "Yosys has a fault, or too little memory. To find the line, remove files until Yosys reads the rest.",
    ),
    (
        remedies::STACK,
        "Yosys has too small a stack in a browser for this design. Usually a loop makes a long chain of logic: do one round in each \
         clock cycle instead.",
    ),
    (remedies::OR_SLANG, ""),
    (remedies::SLANG, ""),
    (remedies::CHOOSE_TOP, "Choose the top module in the field Top module."),
    (remedies::TOP, "the field Top module"),
];

/// An error or a warning of sources in the words of the page.
pub fn on_page(message: &str) -> String {
    let replace = |message: String, (from, to): &(&str, &str)| message.replace(from, to);
    REMEDIES.iter().fold(message.into(), replace)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use foreign_sources::{ForeignError, Sources, remedies};

    use super::{REMEDIES, on_page};

    #[test]
    fn each_remedy_has_one_for_the_page_which_names_no_option() {
        for text in remedies::ALL {
            let shown = on_page(text);
            assert_ne!(shown, text);
            assert!(!shown.contains("--") && !shown.contains("pip "), "{shown}");
        }
        assert_eq!(REMEDIES.map(|remedy| remedy.0), remedies::ALL);
    }

    #[test]
    fn errors_of_sources_say_what_to_do_on_the_page() {
        let top = "module top(input wire CLOCK_50); other o(); endmodule\n";
        for (files, expected) in [
            (vec![], "no sources: open or write at least one file"),
            (
                vec![("a.sv", "module a; endmodule"), ("b.sv", "module b; endmodule")],
                "choose the top module with the field Top module",
            ),
            (
                vec![("top.sv", "`include \"x.svh\"\nmodule top; endmodule")],
                "beside the source or in another folder of the design",
            ),
            (vec![("a.qpf", ""), ("b.qpf", ""), ("top.sv", top)], "remove the files of the others"),
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            for (name, text) in &files {
                fs::write(folder.path().join(name), text).expect("written");
            }
            let files = if files.is_empty() { vec![] } else { vec![PathBuf::from(folder.path())] };
            let error = match (Sources { files, ..Sources::default() }).collect() {
                Ok(_) => panic!("no error: {expected}"),
                Err(error) => error,
            };
            let message = on_page(&ForeignError::to_string(&error));
            assert!(message.contains(expected), "{message}");
            assert!(!message.contains("--"), "{message}");
        }
    }
}

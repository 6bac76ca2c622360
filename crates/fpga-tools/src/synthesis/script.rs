//! The synthesis script for Yosys.

/// Synthesis for a Cyclone V, one command per line, for `yosys -p` or `yosys -s`: reads the
/// SystemVerilog files, maps `top` to cells of the FPGA, and writes them as JSON for nextpnr.
///
/// Without `-norom`, the case statements of the displays would become memories.
///
/// File names are relative to Yosys's working folder. Names with spaces are quoted; quotation marks
/// and newlines are not supported by Yosys's scripts.
pub fn script(sources: &[impl AsRef<str>], top: &str, json_output: &str) -> String {
    let mut text = String::from("read_verilog -sv");
    for source in sources {
        text.push(' ');
        text.push_str(&quoted(source.as_ref()));
    }
    text + "\n" + &mapping(Some(top), json_output)
}

/// The part of [`script`] after the sources are read. Without a top module, Yosys finds the one
/// that no other contains.
pub fn mapping(top: Option<&str>, json_output: &str) -> String {
    let (hierarchy, synth) = match top {
        Some(top) => (format!("-top {top}"), format!(" -top {top}")),
        None => ("-auto-top".to_string(), String::new()),
    };
    format!(
        "hierarchy -check {hierarchy}\n\
         proc -norom\n\
         synth_intel_alm -family cyclonev{synth}\n\
         write_json {}\n",
        quoted(json_output)
    )
}

/// A file name as a word of a script.
pub fn quoted(name: &str) -> String {
    let is_plain = |character: char| character.is_alphanumeric() || "_-./+:\\".contains(character);
    if !name.is_empty() && name.chars().all(is_plain) {
        name.to_string()
    } else {
        format!("\"{name}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_one_command_a_line() {
        assert_eq!(
            script(&["reg4.sv", "task5.sv"], "task5", "build/task5.json"),
            "read_verilog -sv reg4.sv task5.sv\n\
             hierarchy -check -top task5\n\
             proc -norom\n\
             synth_intel_alm -family cyclonev -top task5\n\
             write_json build/task5.json\n"
        );
    }

    #[test]
    fn names_are_quoted_where_a_word_would_end() {
        let cases = [
            ("a.sv", "a.sv"),
            ("../g-1/a_b.sv", "../g-1/a_b.sv"),
            ("my files/a.sv", "\"my files/a.sv\""),
            ("a;b.sv", "\"a;b.sv\""),
            ("#1.sv", "\"#1.sv\""),
            ("", "\"\""),
        ];
        for (name, word) in cases {
            assert_eq!(quoted(name), word);
        }
    }
}

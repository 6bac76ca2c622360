//! What Yosys is asked to do.

use std::fmt::Write;

/// Synthesis for a Cyclone V, a command a line, for `yosys -p` or a file for `yosys -s`: reads these SystemVerilog files, makes cells
/// of the FPGA of `top` and all in it, and writes them as JSON, as nextpnr reads them.
///
/// Without `-norom`, the displays' cases would become memories that every card's bits have to pass.
///
/// File names are relative to where Yosys runs. Those with spaces are quoted; a quotation mark or a line end in a name
/// is more than Yosys' scripts can say.
pub fn script(sources: &[impl AsRef<str>], top: &str, json_output: &str) -> String {
    let mut text = String::from("read_verilog -sv");
    for source in sources {
        text.push(' ');
        text.push_str(&quoted(source.as_ref()));
    }
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "\n\
         hierarchy -check -top {top}\n\
         proc -norom\n\
         synth_intel_alm -family cyclonev -top {top}\n\
         write_json {}\n",
        quoted(json_output)
    );
    text
}

/// A file name as a word of a script.
fn quoted(name: &str) -> String {
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

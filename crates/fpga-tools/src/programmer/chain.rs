//! Parses the cables and JTAG chains printed by `jtagconfig` and `openFPGALoader --detect`.

/// A cable and its JTAG chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cable {
    /// As `quartus_pgm -c` takes it: `DE-SoC [1-2]`.
    pub name: String,
    pub state: State,
}

/// The result of reading a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The devices, in the tool's order.
    Chain(Vec<Device>),
    /// Permission denied.
    Forbidden,
    /// Nothing answers: the board is off.
    Dead,
    /// Another error: the tool's message.
    Unreadable(String),
}

/// A device in a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    pub idcode: u32,
    /// The tool's name for it; may be empty.
    pub name: String,
}

/// Reads the output of `jtagconfig`:
///
/// ```text
/// 1) DE-SoC [1-2]
///   4BA00477   SOCVHPS
///   02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..
/// ```
pub(super) fn read_jtagconfig(lines: &[String]) -> Vec<Cable> {
    let mut cables: Vec<Cable> = Vec::new();
    for line in lines {
        if let Some((number, name)) = line.split_once(") ")
            && !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit())
        {
            // A remote server that does not answer is listed among the cables.
            if !name.starts_with("Remote server") {
                let state = State::Chain(Vec::new());
                cables.push(Cable { name: name.trim().to_string(), state });
            }
        } else if let Some(cable) = cables.last_mut()
            && let Some(inside) = line.strip_prefix("  ")
        {
            note(&mut cable.state, inside);
        }
    }
    for cable in &mut cables {
        if cable.state == State::Chain(Vec::new()) {
            cable.state = State::Dead;
        }
    }
    cables
}

/// One line about a cable.
fn note(state: &mut State, line: &str) {
    let text = line.trim();
    if let (Some(idcode), State::Chain(devices)) = (idcode_of(line), &mut *state) {
        let name = text[8..].trim().to_string();
        devices.push(Device { idcode, name });
    } else if text.contains("Insufficient port permissions") {
        *state = State::Forbidden;
    } else if text.contains("JTAG chain broken") {
        *state = State::Dead;
    } else if text.starts_with("Unable") {
        *state = State::Unreadable(text.to_string());
    }
}

/// The IDCODE at the beginning. Nodes within a device are further in, behind a `+`.
fn idcode_of(line: &str) -> Option<u32> {
    let code = line.get(..8)?;
    let ends = line[8..].is_empty() || line[8..].starts_with(' ');
    let is_code = ends && code.chars().all(|c| c.is_ascii_hexdigit());
    is_code.then(|| u32::from_str_radix(code, 16).ok())?
}

/// Reads the output of `openFPGALoader --detect`:
///
/// ```text
/// index 1:
///         idcode 0x2d120dd
///         family cyclone V Soc
/// ```
pub(super) fn read_detection(lines: &[String]) -> Vec<Device> {
    let mut devices: Vec<Device> = Vec::new();
    for line in lines.iter().map(|line| line.trim()) {
        if let Some(idcode) = line.strip_prefix("idcode") {
            let digits = idcode.trim().trim_start_matches("0x");
            if let Ok(idcode) = u32::from_str_radix(digits, 16) {
                devices.push(Device { idcode, name: String::new() });
            }
        } else if let Some((key, value)) = line.split_once(' ')
            && matches!(key, "model" | "type")
            && let Some(device) = devices.last_mut()
        {
            device.name = value.trim().to_string();
        }
    }
    devices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_string).collect()
    }

    fn device(idcode: u32, name: &str) -> Device {
        Device { idcode, name: name.to_string() }
    }

    #[test]
    fn jtagconfig_output_is_parsed_in_order() {
        let said = "1) DE-SoC [1-2]\n  4BA00477   SOCVHPS\n  02D120DD   5CSE(BA5|MA5)/5CSTFD5D5/..\n    + Node 19104600  Nios II #0\n\
                    2) USB-Blaster [3-1]\n  Unable to read device chain - JTAG chain broken\n\
                    3) USB-Blaster [3-2]\n  Unable to lock chain - Insufficient port permissions\n\
                    4) USB-BlasterII on lab [2-1]\n  Unable to read device chain - Hardware not attached\n\
                    5) Remote server lab:1310: Unable to connect\n\
                    6) USB-Blaster [4-1]\n  020F30DD\n";
        let hps =
            vec![device(0x4BA0_0477, "SOCVHPS"), device(0x02D1_20DD, "5CSE(BA5|MA5)/5CSTFD5D5/..")];
        let cables: Vec<_> = read_jtagconfig(&lines(said))
            .into_iter()
            .map(|cable| (cable.name, cable.state))
            .collect();
        let expected = [
            ("DE-SoC [1-2]", State::Chain(hps)),
            ("USB-Blaster [3-1]", State::Dead),
            ("USB-Blaster [3-2]", State::Forbidden),
            (
                "USB-BlasterII on lab [2-1]",
                State::Unreadable(
                    "Unable to read device chain - Hardware not attached".to_string(),
                ),
            ),
            ("USB-Blaster [4-1]", State::Chain(vec![device(0x020F_30DD, "")])),
        ];
        assert_eq!(cables, expected.map(|(name, state)| (name.to_string(), state)));
        assert_eq!(read_jtagconfig(&lines("No JTAG hardware available")), []);
    }

    #[test]
    fn openfpgaloader_output_is_parsed_in_order() {
        let said = "empty\nindex 0:\n\tidcode   0x4ba00477\n\ttype     ARM cortex A9\n\tirlength 4\nindex 1:\n\
                    \tidcode 0x2d120dd\n\tmanufacturer altera\n\tfamily cyclone V Soc\n\tmodel  5CSEMA5\n\tirlength 10\n";
        let expected = [device(0x4BA0_0477, "ARM cortex A9"), device(0x02D1_20DD, "5CSEMA5")];
        assert_eq!(read_detection(&lines(said)), expected);
    }
}

//! What a project assigns to the ports of its top module.

/// The assignments of a project to ports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignments {
    /// The pins of ports. Without any, ports are connected by their names.
    pub pins: Vec<PinAssignment>,
    /// The pull-ups of pins, in the order of the settings.
    pub pull_ups: Vec<PullUp>,
}

/// A pin that a project assigns to a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinAssignment {
    pub port: String,
    /// The bit of the port; `None` for a port of one bit.
    pub index: Option<usize>,
    /// Such as `PIN_AF14`.
    pub pin: String,
}

/// A setting of the pull-up of pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullUp {
    /// A port such as `GPIO_0`, a bit of one, or a name with the wildcards `*` and `?`.
    pub to: String,
    pub is_on: bool,
}

impl PullUp {
    /// Returns whether the setting is for a bit of a port.
    pub fn is_for(&self, port: &str, index: usize) -> bool {
        matches(&self.to, port) || matches(&self.to, &format!("{port}[{index}]"))
    }
}

/// Returns whether a name fits a pattern. After a mismatch, the last `*` takes one more character,
/// so that no pattern takes longer than the product of both lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut place, mut retry) = (0, 0, None);
    while place < name.len() {
        match pattern.get(at) {
            Some('*') => {
                retry = Some((at + 1, place + 1));
                at += 1;
            }
            Some(one) if *one == '?' || *one == name[place] => (at, place) = (at + 1, place + 1),
            _ => {
                let Some((next, taken)) = retry else { return false };
                (at, place) = (next, taken);
                retry = Some((next, taken + 1));
            }
        }
    }
    pattern[at..].iter().all(|one| *one == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pull_up_is_for_a_port_a_bit_or_what_fits_its_wildcards() {
        for (to, expected) in [
            ("GPIO_0", true),
            ("GPIO_0[3]", true),
            ("GPIO_0[*]", true),
            ("GPIO_?[3]", true),
            ("G*0*", true),
            ("*", true),
            ("GPIO_0[13]", false),
            ("GPIO_0[", false),
            ("GPIO", false),
            ("GPIO_*1", false),
            ("", false),
        ] {
            let pull_up = PullUp { to: to.into(), is_on: true };
            assert_eq!(pull_up.is_for("GPIO_0", 3), expected, "{to}");
        }
    }
}

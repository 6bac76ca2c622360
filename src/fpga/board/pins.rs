//! The pin table of a board, and the ports of a top placed on it.

use super::{Board, BoardError, Port};

/// A row of a board's pin table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pin {
    /// Signal of the board, such as `CLOCK_50` or `KEY[0]`.
    pub signal: &'static str,
    /// Where it is, as Quartus writes it: `PIN_AF14`.
    pub location: &'static str,
    /// Its I/O standard, as Quartus writes it: `3.3-V LVTTL`.
    pub io_standard: &'static str,
}

impl Pin {
    /// The signal without its index: `KEY` for `KEY[0]`.
    pub fn name(&self) -> &'static str {
        self.signal.split('[').next().unwrap_or(self.signal)
    }
}

/// A bit of a port on its pin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub pin: Pin,
    /// Index into [`Board::connectors`].
    pub connector: usize,
}

const HEADER: &str = "signal,pin,io_standard";

impl Board {
    /// The rows of the pin table, in its order.
    ///
    /// # Errors
    ///
    /// [`BoardError::PinTable`] if the table is not made of rows of three filled columns under its header.
    pub fn pins(&self) -> Result<Vec<Pin>, BoardError> {
        let bad_row = |line: usize, text: &str| BoardError::PinTable {
            board: self.name,
            line,
            text: text.to_owned(),
        };
        let mut lines = self.pin_table.lines();
        let header = lines.next().unwrap_or_default();
        if header != HEADER {
            return Err(bad_row(1, header));
        }
        lines
            .zip(2..)
            .map(|(text, line)| match text.split(',').collect::<Vec<_>>()[..] {
                [signal, location, io_standard]
                    if [signal, location, io_standard].iter().all(|c| !c.is_empty()) =>
                {
                    Ok(Pin { signal, location, io_standard })
                }
                _ => Err(bad_row(line, text)),
            })
            .collect()
    }
}

/// Finds the pin of every bit of every port, in the order of the ports.
pub(super) fn place(board: &Board, ports: &[Port]) -> Result<Vec<Placed>, BoardError> {
    let pins = board.pins()?;
    let mut placed = Vec::new();
    for port in ports {
        let Some(connector) = board.connector(&port.name) else {
            return Err(unknown_port(board, port));
        };
        let expected = board.connectors[connector].direction;
        if port.direction != expected {
            return Err(BoardError::Direction {
                port: port.name.clone(),
                direction: port.direction,
                board: board.name,
                expected,
            });
        }
        for bit in port.bits() {
            match pins.iter().find(|pin| pin.signal == bit) {
                Some(&pin) => placed.push(Placed { pin, connector }),
                None => return Err(width_mismatch(board, port, bit, &pins)),
            }
        }
    }
    Ok(placed)
}

fn unknown_port(board: &Board, port: &Port) -> BoardError {
    let known: Vec<_> =
        board.connectors.iter().flat_map(|connector| connector.signals.iter().copied()).collect();
    BoardError::UnknownPort {
        port: port.name.clone(),
        bit: port.bits().next().unwrap_or_default(),
        board: board.name,
        known: known.join(", "),
    }
}

fn width_mismatch(board: &Board, port: &Port, bit: String, pins: &[Pin]) -> BoardError {
    let available: Vec<_> =
        pins.iter().filter(|pin| pin.name() == port.name).map(|pin| pin.signal).collect();
    BoardError::Width {
        port: port.range(),
        bit,
        board: board.name,
        available: match available[..] {
            [first, .., last] => format!("{first} to {last}"),
            _ => available.concat(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Board, BoardError, DE1_SOC};

    fn with_table(pin_table: &'static str) -> Board {
        Board { pin_table, ..DE1_SOC }
    }

    #[test]
    fn a_bad_row_is_named_by_its_line() {
        for (table, line, text) in [
            ("", 1, ""),
            ("signal,pin\n", 1, "signal,pin"),
            ("signal,pin,io_standard\nA,PIN_A1\n", 2, "A,PIN_A1"),
            ("signal,pin,io_standard\nA,PIN_A1,X,Y\n", 2, "A,PIN_A1,X,Y"),
            ("signal,pin,io_standard\nA,PIN_A1,X\nB,,X\n", 3, "B,,X"),
        ] {
            assert_eq!(
                with_table(table).pins(),
                Err(BoardError::PinTable { board: "DE1-SoC", line, text: text.to_owned() })
            );
        }
    }

    #[test]
    fn windows_line_ends_are_fine() {
        let pins = with_table("signal,pin,io_standard\r\nA,PIN_A1,X\r\n").pins();
        assert_eq!(pins.unwrap()[0].io_standard, "X");
    }
}

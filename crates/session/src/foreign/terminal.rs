//! The terminal at the headers of a foreign design as messages.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::RequestError;
use crate::protocol::{Reply, TerminalState};
use virtual_board::{BAUD_RATES, ForeignBoard, PinPosition, TerminalSettings};

/// Connects a terminal, or takes it away.
///
/// # Errors
///
/// The pin does not exist, or the baud rate is out of range.
pub fn connect(
    board: &mut ForeignBoard,
    settings: Option<TerminalSettings>,
) -> Result<(), RequestError> {
    if let Some(TerminalSettings { from, to, baud }) = settings {
        let unknown = [from, to].into_iter().flatten().find(|pin| !pin.is_known());
        if let Some(PinPosition { header, pin }) = unknown {
            return Err(RequestError::UnknownHeaderPin { header, pin });
        }
        if !BAUD_RATES.contains(&baud) {
            return Err(RequestError::BaudRate);
        }
    }
    board.set_terminal(settings);
    Ok(())
}

/// Sends bytes in Base64 to the design.
///
/// # Errors
///
/// They are in another format, or no terminal sends.
pub fn type_bytes(board: &mut ForeignBoard, bytes: &str) -> Result<(), RequestError> {
    let bytes = STANDARD.decode(bytes).map_err(|_| RequestError::NotBase64)?;
    if board.terminal().is_none_or(|terminal| terminal.settings().to.is_none()) {
        return Err(RequestError::NoTerminal);
    }
    if board.type_bytes(&bytes) { Ok(()) } else { Err(RequestError::TooManyBytes) }
}

/// What the page shows of the terminal.
pub fn state(board: &ForeignBoard) -> Option<TerminalState> {
    let terminal = board.terminal()?;
    let (settings, waiting) = (terminal.settings(), terminal.waiting());
    Some(TerminalState { settings, waiting, errors: terminal.errors() })
}

/// What the design has sent since the last call.
pub fn received(board: &mut ForeignBoard) -> Option<Reply> {
    let bytes = board.take_received();
    (!bytes.is_empty()).then(|| Reply::Received { bytes: STANDARD.encode(bytes) })
}

//! Takes the place of `rust-hdl-ok-frontpanel-sys`, which links Opal Kelly's proprietary FrontPanel
//! library. `rust-hdl`'s board crates need it to talk to a board, and not for the designs. Here no
//! board is ever found.

#![allow(missing_docs, non_upper_case_globals)]

/// An error of the library.
#[derive(Debug, Clone)]
pub struct OkError {
    pub code: i32,
}

pub const ok_ErrorCode_ok_DataAlignmentError: i32 = -10;
pub const ok_ErrorCode_ok_InvalidParameter: i32 = -11;
pub const ok_ErrorCode_ok_Timeout: i32 = -2;

const NO_BOARD: Result<(), OkError> = Err(OkError { code: -3 });

/// A connection to a board.
pub struct OkHandle;

macro_rules! without_a_board {
    ($($name:ident($($argument:ty),*) $(-> $result:ty, $value:expr)?;)*) => {
        #[allow(clippy::new_without_default, unused_variables)]
        impl OkHandle {
            pub fn new() -> OkHandle {
                OkHandle
            }

            $(pub fn $name(&self, $(_: $argument),*) $(-> $result)? { $($value)? })*
        }
    };
}

without_a_board! {
    open() -> Result<(), OkError>, NO_BOARD;
    open_with_serial(&str) -> Result<(), OkError>, NO_BOARD;
    close();
    get_board_model() -> String, String::new();
    reset_firmware(i32);
    reset_fpga() -> Result<(), OkError>, NO_BOARD;
    load_default_pll_configuration() -> Result<(), OkError>, NO_BOARD;
    get_serial_number() -> String, String::new();
    get_device_id() -> String, String::new();
    get_firmware_version() -> (i32, i32), (0, 0);
    get_api_version() -> (i32, i32, i32), (0, 0, 0);
    set_wire_in(i32, u16);
    update_wire_ins();
    get_wire_in(i32) -> Result<u16, OkError>, Err(OkError { code: -3 });
    update_wire_outs();
    get_wire_out(i32) -> u16, 0;
    configure_fpga(&str) -> Result<(), OkError>, NO_BOARD;
    activate_trigger_in(i32, i32) -> Result<(), OkError>, NO_BOARD;
    update_trigger_outs();
    is_triggered(i32, i32) -> bool, true;
    write_to_pipe_in(i32, &[u8]) -> Result<(), OkError>, NO_BOARD;
    write_to_block_pipe_in(i32, i32, &[u8]) -> Result<(), OkError>, NO_BOARD;
    read_from_pipe_out(i32, &mut [u8]) -> Result<(), OkError>, NO_BOARD;
    read_from_block_pipe_out(i32, i32, &mut [u8]) -> Result<(), OkError>, NO_BOARD;
}

/// Returns pairs of bytes as numbers, the low byte first.
pub fn make_u16_buffer(data: &[u8]) -> Vec<u16> {
    data.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Returns pairs of numbers as one, the low half first.
pub fn make_u32_buffer(data: &[u16]) -> Vec<u32> {
    data.chunks_exact(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16).collect()
}

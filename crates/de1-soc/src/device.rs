//! The board and its FPGA, as the tools name and recognise them.

use crate::pins;

/// Name of the board: Terasic's, with a Cyclone V SE in an FBGA-896 of speed grade 6.
pub const BOARD: &str = "DE1-SoC";

/// Quartus device family.
pub const FAMILY: &str = "Cyclone V";

/// Full ordering code of the FPGA.
pub const DEVICE: &str = "5CSEMA5F31C6";

/// JTAG IDCODE of the FPGA, by which it is found in the chain.
pub const JTAG_IDCODE: u32 = 0x02D1_20DD;

/// JTAG IDCODE of the FPGA on boards that are easily mistaken for this one, and their names.
pub const LOOKALIKES: (u32, &str) = (0x02D0_20DD, "the DE10-Nano and the DE10-Standard");

/// Size in bytes of an uncompressed raw configuration (.rbf), as public logs of users show it.
pub const CONFIGURATION_BYTES: u64 = 7_007_204;

/// Look-up tables of the FPGA, two in each of its 32,070 ALMs, as Quartus's fitter counts them.
/// Each has two registers.
pub const LOOK_UP_TABLES: usize = 2 * 32_070;

/// What openFPGALoader calls the board.
pub const OPENFPGALOADER_NAME: &str = "de1Soc";

/// The ball of a signal, such as `AF14` for `CLOCK_50`.
///
/// The table has the signals for designs without the ARM processor. Eight public sources agree on
/// every pin, four on those of VGA, six on those of PS/2.
pub fn ball(signal: &str) -> Option<&'static str> {
    pins().find(|row| row.0 == signal)?.1.strip_prefix("PIN_")
}

//! Programs as machine code.

#[cfg(target_family = "wasm")]
mod wasm;
#[cfg(target_arch = "x86_64")]
#[expect(
    clippy::useless_conversion,
    reason = "the assembler's macro converts every register number"
)]
mod x86_64;

#[cfg(target_family = "wasm")]
pub(super) use wasm::MachineCode;
#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{MachineCode, vectorised};

//! Prints rust-hdl's own first example as SystemVerilog: `cargo run --example blinky > blinky.sv`.

use std::time::Duration;

use rust_hdl::prelude::*;
use rust_hdl_systemverilog::{Files, Options, SourceFile, emit};

const CLOCK_SPEED_HZ: u64 = 10_000;

/// Lights an LED for a quarter of each second.
#[derive(LogicBlock)]
pub struct Blinky {
    pub clock: Signal<In, Clock>,
    pulser: Pulser,
    pub led: Signal<Out, Bit>,
}

impl Default for Blinky {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            pulser: Pulser::new(CLOCK_SPEED_HZ, 1.0, Duration::from_millis(250)),
            led: Default::default(),
        }
    }
}

impl Logic for Blinky {
    #[hdl_gen]
    fn update(&mut self) {
        self.pulser.clock.next = self.clock.val();
        self.pulser.enable.next = true;
        self.led.next = self.pulser.pulse.val();
    }
}

/// The block and all blocks inside it, in one file.
pub fn source() -> Result<Vec<SourceFile>, rust_hdl_systemverilog::Error> {
    let options = Options { files: Files::Single, ..Options::default() };
    emit(&[("blinky", &Blinky::default())], &options)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for file in source()? {
        print!("{}", file.text);
    }
    Ok(())
}

//! Trace files of the Rust simulation, which Verilator models replay.
//!
//! `replay.hpp` reads this binary format:
//!
//! - `P`: power-up;
//! - `I`, index, value: set an input; the value is little-endian, with as many bytes as the port needs;
//! - `O`, index, value: the expected value of an output from the next comparison on;
//! - `B`, index, 0 or 1: settle, then stop or start to drive a bidirectional port from outside, which is after the clock edge
//!   so that blocks that sample the port at this edge read the old value;
//! - `C`: settle and compare all outputs.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::cosimulation::Model;
use crate::interface::{Interface, Port};

/// A writer of a trace file.
pub struct Trace<'a> {
    interface: &'a Interface,
    file: BufWriter<File>,
    /// The outputs last written.
    outputs: Vec<Option<u128>>,
    /// For each bidirectional port, the external drive last written.
    outside: Vec<Option<bool>>,
}

impl<'a> Trace<'a> {
    pub fn create(path: &Path, interface: &'a Interface) -> io::Result<Trace<'a>> {
        let file = BufWriter::new(File::create(path)?);
        let outputs = vec![None; interface.outputs.len()];
        Ok(Trace { interface, file, outputs, outside: vec![None; interface.buses().count()] })
    }

    /// Flushes the file.
    pub fn close(mut self) -> io::Result<()> {
        self.file.flush()
    }

    fn value(&mut self, tag: u8, index: usize, port: &Port, value: u128) -> io::Result<()> {
        let index = u8::try_from(index).expect("fewer than 256 ports");
        self.file.write_all(&[tag, index])?;
        self.file.write_all(&value.to_le_bytes()[..port.bytes()])
    }
}

impl Model for Trace<'_> {
    fn power_up(&mut self) -> Result<(), String> {
        self.outside.fill(None);
        self.file.write_all(b"P").map_err(|error| error.to_string())
    }

    fn step(
        &mut self,
        changes: &[(usize, u128)],
        outputs: &[u128],
        drives: &[bool],
    ) -> Result<(), String> {
        let interface = self.interface;
        let mut write = || {
            for (index, value) in changes {
                self.value(b'I', *index, &interface.inputs[*index], *value)?;
            }
            for (bus, drives) in drives.iter().enumerate() {
                if self.outside[bus] != Some(!drives) {
                    self.outside[bus] = Some(!drives);
                    let index = u8::try_from(bus).expect("fewer than 256 ports");
                    self.file.write_all(&[b'B', index, u8::from(!drives)])?;
                }
            }
            for (index, value) in outputs.iter().enumerate() {
                if self.outputs[index] != Some(*value) {
                    self.outputs[index] = Some(*value);
                    self.value(b'O', index, &interface.outputs[index], *value)?;
                }
            }
            self.file.write_all(b"C")
        };
        write().map_err(|error: io::Error| error.to_string())
    }
}

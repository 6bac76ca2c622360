//! A trace of the Rust simulation in a file, for a program of Verilator's making to follow.
//!
//! It is a row of bytes; `replay.hpp` reads it:
//!
//! - `P`: power-up;
//! - `I`, place, value: an input changes; the value has as many bytes as the port needs, the lowest first;
//! - `O`, place, value: so an output will be from the next comparison on;
//! - `B`, place, 0 or 1: everything settles, and then others drive a bidirectional port, or cease to. That others do so
//!   only after an edge has had its effect keeps who samples the port at this edge out of doubt;
//! - `C`: everything settles and all outputs are compared.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::device::{Interface, Port};
use crate::play::Follower;

/// Writes down what happens.
pub struct Trace<'a> {
    interface: &'a Interface,
    file: BufWriter<File>,
    /// The outputs as the reader of the file knows them.
    outputs: Vec<Option<u128>>,
    /// For each bidirectional port, whether others drive it, as the reader of the file knows it.
    outside: Vec<Option<bool>>,
}

impl<'a> Trace<'a> {
    pub fn create(path: &Path, interface: &'a Interface) -> io::Result<Trace<'a>> {
        let file = BufWriter::new(File::create(path)?);
        let outputs = vec![None; interface.outputs.len()];
        Ok(Trace { interface, file, outputs, outside: vec![None; interface.buses()] })
    }

    /// Ends the file.
    pub fn close(mut self) -> io::Result<()> {
        self.file.flush()
    }

    fn value(&mut self, tag: u8, place: usize, port: &Port, value: u128) -> io::Result<()> {
        let place = u8::try_from(place).expect("fewer than 256 ports");
        self.file.write_all(&[tag, place])?;
        self.file.write_all(&value.to_le_bytes()[..port.bytes()])
    }
}

impl Follower for Trace<'_> {
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
            for (place, value) in changes {
                self.value(b'I', *place, &interface.inputs[*place], *value)?;
            }
            for (bus, drives) in drives.iter().enumerate() {
                if self.outside[bus] != Some(!drives) {
                    self.outside[bus] = Some(!drives);
                    let place = u8::try_from(bus).expect("fewer than 256 ports");
                    self.file.write_all(&[b'B', place, u8::from(!drives)])?;
                }
            }
            for (place, value) in outputs.iter().enumerate() {
                if self.outputs[place] != Some(*value) {
                    self.outputs[place] = Some(*value);
                    self.value(b'O', place, &interface.outputs[place], *value)?;
                }
            }
            self.file.write_all(b"C")
        };
        write().map_err(|error: io::Error| error.to_string())
    }
}

//! The bytes between a device and the host.

use std::collections::VecDeque;

use super::link::{Lines, Link, Outcome, microseconds};
use crate::devices::Device;
use crate::pins::Pins;
use crate::window::{Levels, Window};
use de1_soc::PS2_BITS;

/// The rest of the self test when the FPGA has been configured, and the self test after a reset.
const POWER_UP: u64 = microseconds(10_000);
const SELF_TEST: u64 = microseconds(300_000);

/// A device's end of the connection.
#[derive(Clone, Debug)]
pub struct Port {
    pub link: Link,
    /// The bytes to send, and the one that was sent last.
    pub waiting: VecDeque<u8>,
    pub sent: u8,
    /// The end of the self test.
    self_test: Option<u64>,
}

impl Default for Port {
    /// The port of a device at power-up.
    fn default() -> Port {
        Port { link: Link::default(), waiting: VecDeque::new(), sent: 0, self_test: Some(POWER_UP) }
    }
}

impl Port {
    /// Sends bytes before those that wait.
    pub fn respond(&mut self, bytes: &[u8]) {
        bytes.iter().rev().for_each(|byte| self.waiting.push_front(*byte));
    }

    /// Starts the self test after a reset.
    pub fn test(&mut self, cycle: u64) {
        self.self_test = Some(cycle + SELF_TEST);
    }

    /// Whether the self test goes on.
    pub fn is_testing(&self) -> bool {
        self.self_test.is_some()
    }
}

/// What a device does with bytes.
pub trait Protocol {
    /// The place of its lines in [`PS2_BITS`].
    const CONNECTOR: usize;

    /// What it sends after its self test.
    const PASSED: &[u8];

    fn port(&self) -> &Port;
    fn port_mut(&mut self) -> &mut Port;

    /// The cycle in which it does something unasked. It may have passed.
    fn timer(&self) -> Option<u64>;

    /// Does that.
    fn tick(&mut self, cycle: u64);

    /// Executes a command, or its argument. `None` is a byte with a wrong parity or stop bit.
    fn receive(&mut self, byte: Option<u8>, cycle: u64);
}

impl<P: Protocol> Device for P {
    fn drive(&self, pins: &Pins) -> Vec<(u32, bool)> {
        let Lines { clock, data } = self.port().link.drive();
        pins.ps2[P::CONNECTOR].into_iter().flatten().zip([clock, data]).collect()
    }

    fn due(&self) -> Option<u64> {
        let Port { link, waiting, self_test, .. } = self.port();
        let send = if waiting.is_empty() { None } else { link.ready() };
        [link.due(), *self_test, self.timer(), send].into_iter().flatten().min()
    }

    fn act(&mut self, cycle: u64) {
        let is_due = |due: Option<u64>| due.is_some_and(|due| due <= cycle);
        while is_due(self.due()) {
            let is_ticking = is_due(self.timer());
            let port = self.port_mut();
            if is_due(port.link.due()) {
                match port.link.step(cycle) {
                    Some(Outcome::Sent) => port.sent = port.waiting.pop_front().unwrap_or_default(),
                    Some(Outcome::Received(byte)) => self.receive(byte, cycle),
                    None => {}
                }
            } else if is_due(port.self_test) {
                port.self_test = None;
                port.waiting.extend(P::PASSED);
            } else if is_ticking {
                self.tick(cycle);
            } else if let Some(byte) = port.waiting.front() {
                port.link.send(*byte, cycle);
            }
        }
    }

    fn settle(&mut self, levels: &Levels, cycle: u64) {
        let levels = levels.value(PS2_BITS[P::CONNECTOR].clone());
        self.port_mut().link.observe(lines(levels), cycle);
    }

    fn observe(&mut self, window: &Window, first: u64) {
        for change in window.changes(PS2_BITS[P::CONNECTOR].clone()) {
            self.port_mut().link.observe(lines(change.value), first + window.cycle(&change));
        }
    }

    fn is_quiet(&self, period: u64, cycle: u64) -> bool {
        self.port().link.is_quiet(period, cycle)
    }
}

/// The lines of a device, as the levels of outputs.
fn lines(levels: u64) -> Lines {
    Lines { clock: levels & 1 != 0, data: levels & 2 != 0 }
}

//! The casino as a netlist, with the registers that the checks read or force.

use super::boards::Boards;
use crate::SimulationError;
use baccarat_hdl::top::Top;
use baccarat_hdl::{casino::Casino, field_path};
use de1_soc::{LIGHTS_AND_DISPLAYS, light_and_display_names};
use rust_hdl_gates::netlist::NetlistWithMemories;
use rust_hdl_gates::{Netlist, bit_blast_observed};
use rust_hdl_lanes::{Execution, Lanes};
use rust_hdl_rtl::Design;

/// The bankroll of the hardware at power-up, in credits.
const POWER_UP_CREDITS: u64 = 10_000;

/// The registers of the cards on the table, in the order of their displays, HEX0 first, and of the
/// burn card.
const CARDS: [&str; 7] = [
    field_path!(Casino, game.hand.pcard1),
    field_path!(Casino, game.hand.pcard2),
    field_path!(Casino, game.hand.pcard3),
    field_path!(Casino, game.hand.dcard1),
    field_path!(Casino, game.hand.dcard2),
    field_path!(Casino, game.hand.dcard3),
    field_path!(Casino, game.progress.turned_up),
];

/// The place of the burn card among the registers of cards.
pub(super) const BURN_CARD: usize = 6;

/// The address of the card that the memory of the shoe shows, from 1.
const POSITION: &str = field_path!(Casino, game.dealing_shoe.shown);

/// The register of the bankroll.
const BANKROLL: &str = field_path!(Casino, game.settlement.account.toggled);

/// The design of the casino.
pub struct CasinoDesign {
    netlist: NetlistWithMemories,
    pub(super) registers: Registers,
    decks: usize,
}

/// Registers by the leaves of their bits, the lowest first.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    /// Of the cards on the table, in the order of their displays, and of the burn card.
    pub cards: Vec<Vec<u32>>,
    pub position: Vec<u32>,
    pub bankroll: Bankroll,
}

/// The register of the bankroll.
#[derive(Clone, Debug)]
pub(super) struct Bankroll {
    pub name: String,
    pub leaves: Vec<u32>,
    /// The register holds the credits, exclusive or this.
    mask: u64,
}

impl Bankroll {
    /// Returns the value of the register for a number of credits.
    pub fn value(&self, credits: u32) -> u64 {
        u64::from(credits) ^ self.mask
    }
}

impl CasinoDesign {
    /// Finds the casino in a design, with a shoe of `decks` decks.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoBoard`] if it does not have the pins and registers of the casino;
    /// [`SimulationError::Design`] if it cannot be simulated.
    pub fn new(design: &Design, decks: usize) -> Result<CasinoDesign, SimulationError> {
        let top = design.find(Top::Casino.module()).ok_or_else(no_board)?;
        let netlist = bit_blast_observed(design, top, &light_and_display_names())?;
        let outputs = netlist.netlist.outputs.iter();
        let outputs = outputs.map(|port| (port.name.as_str(), port.bits.len()));
        if !outputs.eq(LIGHTS_AND_DISPLAYS) {
            return Err(no_board());
        }
        let registers = registers(&netlist.netlist).ok_or_else(no_board)?;
        Ok(CasinoDesign { netlist, registers, decks })
    }

    /// Creates boards at power-up, in chunks of 256.
    ///
    /// # Errors
    ///
    /// [`SimulationError::NoBoard`] if it does not have the pins of the casino.
    pub fn boards(&self, chunks: usize, execution: Execution) -> Result<Boards, SimulationError> {
        let lanes = Lanes::new(self.netlist.clone(), chunks, execution);
        Boards::new(lanes, self.decks)?.ok_or_else(no_board)
    }
}

fn registers(netlist: &Netlist) -> Option<Registers> {
    let find = |name: &str| Some(leaves(netlist, name)).filter(|leaves| !leaves.is_empty());
    let cards: Option<Vec<_>> = CARDS.into_iter().map(find).collect();
    Some(Registers { cards: cards?, position: find(POSITION)?, bankroll: bankroll(netlist)? })
}

/// Returns the leaves of a register.
fn leaves(netlist: &Netlist, name: &str) -> Vec<u32> {
    let bits = netlist.registers.iter().filter(|bit| register_of(&bit.name) == name);
    bits.map(|bit| bit.leaf).collect()
}

/// Returns the name of the register of a bit: `shoe.shown` for `shoe.shown[2]`.
fn register_of(bit: &str) -> &str {
    bit.strip_suffix(']').and_then(|bit| bit.rsplit_once('[')).map_or(bit, |(name, _)| name)
}

fn bankroll(netlist: &Netlist) -> Option<Bankroll> {
    let bit = netlist.registers.iter().find(|bit| bit.name.starts_with(BANKROLL))?;
    let name = register_of(&bit.name).to_string();
    let bits = netlist.registers.iter().filter(|bit| register_of(&bit.name) == name);
    let value = bits.enumerate().map(|(index, bit)| u64::from(bit.power_up) << index).sum::<u64>();
    Some(Bankroll { leaves: leaves(netlist, &name), mask: POWER_UP_CREDITS ^ value, name })
}

fn no_board() -> SimulationError {
    SimulationError::NoBoard(Top::Casino.module())
}

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::outcome::Outcome;

/// The rows of the plate.
const PLATE_ROWS: u64 = 6;

/// The rightmost column of the plate.
const LAST_PLATE_COLUMN: u64 = 11;

/// The bead plate of a shoe: every hand in order, column by column from top to bottom, with six
/// rows and the newest 12 columns.
///
/// The memory has 16 columns of eight rows and is used as a ring: column 0 of the plate is `first`
/// of the memory, and moves on when a 13th column begins. What an earlier shoe left in it is not
/// shown. Hands are at least ten clock cycles apart.
#[derive(Default, Module)]
#[module(name = "bead_plate", types(Outcome))]
pub struct BeadPlate {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: a new shoe, with an empty plate.
    pub renew: Signal<In, Bit>,
    /// High at a rising edge: a hand is over.
    pub record: Signal<In, Bit>,
    /// The outcome of that hand.
    pub outcome: Signal<In, Outcome>,
    /// The column that is read, 0 to 11 from the left.
    pub column: Signal<In, Bits<4>>,
    /// The row that is read, 0 to 5 from the top.
    pub row: Signal<In, Bits<3>>,
    /// The bead that the last edge read, as an outcome.
    pub bead: Signal<Out, Outcome>,
    pub beads: RAM<Outcome, 7>,
    /// The column of the memory that is the leftmost of the plate.
    first: DFF<Bits<4>>,
    /// The column of the plate that was begun last.
    last: DFF<Bits<4>>,
    /// The number of beads in that column, 0 only on an empty plate.
    height: DFF<Bits<3>>,
    /// The place of the next bead: the column of the memory, and the row.
    written_column: DFF<Bits<4>>,
    written_row: DFF<Bits<3>>,
    /// The place that is read has a bead.
    pub has_bead: DFF<Bit>,
    column_is_full: Signal<Local, Bit>,
    plate_is_full: Signal<Local, Bit>,
    read_column: Signal<Local, Bits<4>>,
}

impl Logic for BeadPlate {
    #[kernel]
    #[assert(
        "the last bead is on the plate",
        self.height.q.val() <= PLATE_ROWS && self.last.q.val() <= LAST_PLATE_COLUMN
    )]
    #[assert("the next bead gets a row of the plate", self.written_row.q.val() < PLATE_ROWS)]
    #[assert(
        "only the first column can be empty",
        self.height.q.val() != 0 || self.last.q.val() == 0
    )]
    #[assert(
        "a new shoe has an empty plate",
        !past(self.renew.val()) || (self.height.q.val() == 0 && self.last.q.val() == 0)
    )]
    #[assert(
        "only a hand or a new shoe changes the height of the last column",
        past(self.record.val() || self.renew.val())
            || self.height.q.val() == past(self.height.q.val())
    )]
    #[assert(
        "a bead is put below the last one",
        past(past(self.record.val() || self.renew.val()))
            || past(!self.record.val() || self.renew.val())
            || self.height.q.val() == past(self.height.q.val()) + 1
            || (past(self.column_is_full.val()) && self.height.q.val() == 1)
    )]
    #[assert(
        "a bead beyond a full column begins the next",
        past(self.renew.val())
            || self.first.q.val() + self.last.q.val()
                == past(self.first.q.val() + self.last.q.val())
                    + bit_cast::<4, 1>(past(self.record.val() && self.column_is_full.val()).into())
    )]
    #[assert(
        "no bead is shown on an empty plate",
        !past(self.height.q.val() == 0) || self.bead.val() == Outcome::Nothing
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, first, last, height, has_bead, written_column);
        dff_setup!(self, clock, written_row);
        self.beads.read_clock.next = self.clock.val();
        self.beads.write_clock.next = self.clock.val();

        self.column_is_full.next = self.height.q.val() >= PLATE_ROWS;
        self.plate_is_full.next =
            self.column_is_full.val() && (self.last.q.val() >= LAST_PLATE_COLUMN);
        // Below the last bead, or at the top of the next column. Hands are far apart, so that this
        // is known before the hand is over.
        if self.column_is_full.val() {
            self.written_column.d.next = self.first.q.val() + self.last.q.val() + 1;
            self.written_row.d.next = 0.into();
        } else {
            self.written_column.d.next = self.first.q.val() + self.last.q.val();
            self.written_row.d.next = self.height.q.val();
        }
        self.beads.write_address.next = bit_cast::<7, 4>(self.written_column.q.val()) << 3
            | bit_cast::<7, 3>(self.written_row.q.val());
        self.beads.write_data.next = self.outcome.val();
        self.beads.write_enable.next = self.record.val();

        if self.record.val() {
            self.height.d.next = self.written_row.q.val() + 1;
        }
        if self.record.val() && self.column_is_full.val() && !self.plate_is_full.val() {
            self.last.d.next = self.last.q.val() + 1;
        }
        if self.renew.val() {
            self.height.d.next = 0.into();
            self.last.d.next = 0.into();
        }
        if self.record.val() && self.plate_is_full.val() {
            self.first.d.next = self.first.q.val() + 1;
        }

        self.read_column.next = self.first.q.val() + self.column.val();
        self.beads.read_address.next =
            bit_cast::<7, 4>(self.read_column.val()) << 3 | bit_cast::<7, 3>(self.row.val());
        self.has_bead.d.next = (self.column.val() < self.last.q.val())
            || ((self.column.val() == self.last.q.val()) && (self.row.val() < self.height.q.val()));
        if self.has_bead.q.val() {
            self.bead.next = self.beads.read_data.val();
        } else {
            self.bead.next = Outcome::Nothing;
        }
    }
}

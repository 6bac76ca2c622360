use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use crate::outcome::Outcome;
use crate::road_row::RoadRow;

/// The columns of the window.
const SHOWN_COLUMNS: u64 = 20;

/// The column that is free in a row that does not exist: right of all others.
const BEYOND_ALL: u64 = 127;

/// The rows of a column in the memory.
const ROWS_IN_MEMORY: u64 = 8;

/// A cell of the big road.
#[derive(Clone, Copy, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct RoadCell {
    /// The side that won, with the code of its outcome.
    pub mark: Outcome,
    /// A tie follows this win, or comes before the first.
    pub tie: Bit,
}

/// The big road of a shoe: the wins in streaks, with six rows and the newest 20 columns.
///
/// A streak of one side starts in the first free cell of the top row. It goes down to the bottom or
/// to a taken cell, then right along its row. No win is left of its streak's start, and a cell
/// there or right of it is taken exactly if a mark of its row is in this column or right of it:
/// each row needs to know the column of its rightmost mark only.
///
/// A tie is noted on the win before it. Ties before the first win are noted in its cell.
///
/// The memory has a column of eight rows for each win of a shoe. When the road gets a column, the
/// one right of it is erased, row by row, so that it is empty when the road reaches it. Hands are
/// at least ten clock cycles apart.
///
/// Edge 0 records a hand:
///
/// | after edge | what is new |
/// |---|---|
/// | 0 | `is_win` or `is_tie`; the place of a win in `next_column` and `next_row` |
/// | 1 | `last_column`, `last_row`, `last_mark`, `has_tie`, `columns`, `unwritten` |
/// | 2 | the cell in the memory; `first_shown`, `free_below` |
/// | 3 | `turns`; after a new column, the first of the eight rows that are erased |
/// | 10 | the last of the rows that are erased |
#[derive(Default, Module)]
#[module(name = "big_road", types(Outcome, RoadCell))]
pub struct BigRoad {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: a new shoe, with an empty road.
    pub renew: Signal<In, Bit>,
    /// High at a rising edge: a hand is over.
    pub record: Signal<In, Bit>,
    /// The outcome of that hand. It stays for another rising edge.
    pub outcome: Signal<In, Outcome>,
    /// The column that is read, 0 to 19 from the left.
    pub column: Signal<In, Bits<5>>,
    /// The row that is read, 0 to 5 from the top.
    pub row: Signal<In, Bits<3>>,
    /// The side that won at the last rising edge's column and row.
    pub mark: Signal<Out, Outcome>,
    /// A tie follows this win, or comes before the first.
    pub tie: Signal<Out, Bit>,
    pub cells: RAM<RoadCell, 10>,
    rows: [RoadRow; 6],
    /// The number of columns, all that have left the window included.
    columns: DFF<Bits<7>>,
    /// The place of the last win.
    last_column: DFF<Bits<7>>,
    last_row: DFF<Bits<3>>,
    /// The side that won last.
    last_mark: DFF<Outcome>,
    /// A tie is to be noted on the last win, or on the first that comes.
    has_tie: DFF<Bit>,
    /// The streak has turned right.
    turned: DFF<Bit>,
    /// The last win, or the tie after it, is to be written.
    unwritten: DFF<Bit>,
    /// A hand is over since the last edge, and somebody won it.
    is_win: DFF<Bit>,
    /// A hand is over since the last edge, and it was a tie.
    is_tie: DFF<Bit>,
    /// The column that is free in the row below the last win.
    free_below: DFF<Bits<7>>,
    /// A streak goes on to the right.
    turns: DFF<Bit>,
    /// The place of the next win.
    next_column: DFF<Bits<7>>,
    next_row: DFF<Bits<3>>,
    /// The leftmost column of the window.
    pub first_shown: DFF<Bits<7>>,
    /// How many rows are still to be erased.
    erasing: DFF<Bits<4>>,
    /// The place that is read is on the road.
    pub is_on_road: DFF<Bit>,
    is_first: Signal<Local, Bit>,
    takes_place: Signal<Local, Bit>,
    starts_streak: Signal<Local, Bit>,
    gets_column: Signal<Local, Bit>,
    erased_row: Signal<Local, Bits<3>>,
    written_column: Signal<Local, Bits<7>>,
    written_row: Signal<Local, Bits<3>>,
    read_column: Signal<Local, Bits<7>>,
    shown: Signal<Local, RoadCell>,
}

impl Logic for BigRoad {
    #[kernel]
    #[assume(
        "the result stays for another edge",
        !past(self.record.val())
            || self.outcome.val() == past(self.outcome.val())
    )]
    #[assert("the last mark is that of a side", self.last_mark.q.val() != Outcome::Tie)]
    #[assert("at most a column of the memory is erased", self.erasing.q.val() <= ROWS_IN_MEMORY)]
    #[assert(
        "a new shoe has no road",
        !past(self.renew.val())
            || (self.columns.q.val() == 0
                && self.last_mark.q.val() == Outcome::Nothing
                && !self.has_tie.q.val()
                && self.erasing.q.val() == ROWS_IN_MEMORY)
    )]
    #[assert(
        "the road grows only by the column of a mark",
        past(self.renew.val())
            || self.columns.q.val() == past(self.columns.q.val())
            || (past(
                self.takes_place.val() && self.next_column.q.val() >= self.columns.q.val(),
            ) && self.columns.q.val() == past(self.next_column.q.val()) + 1)
    )]
    #[assert(
        "the next column is erased after the road gets one",
        past(!self.gets_column.val()) || self.erasing.q.val() == ROWS_IN_MEMORY
    )]
    #[assert(
        "a tie is noted until a win is placed",
        past(self.renew.val())
            || self.has_tie.q.val()
                == past(
                    (self.has_tie.q.val() || self.is_tie.q.val())
                        && (self.is_first.val() || !self.is_win.q.val()),
                )
    )]
    #[assert(
        "the window has the newest 20 columns",
        self.first_shown.q.val() + SHOWN_COLUMNS == past(self.columns.q.val())
            || (past(self.columns.q.val()) <= SHOWN_COLUMNS && self.first_shown.q.val() == 0)
    )]
    #[assert(
        "nothing is shown of an empty road",
        !past(self.columns.q.val() == 0) || (self.mark.val() == Outcome::Nothing && !self.tie.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, columns, last_column, last_row, last_mark, has_tie);
        dff_setup!(self, clock, turned, unwritten, is_win, is_tie, free_below, turns, next_column);
        dff_setup!(self, clock, next_row, first_shown, erasing, is_on_road);
        self.cells.read_clock.next = self.clock.val();
        self.cells.write_clock.next = self.clock.val();

        self.is_tie.d.next = self.record.val() && (self.outcome.val() == Outcome::Tie);
        self.is_win.d.next = self.record.val()
            && ((self.outcome.val() == Outcome::Player) || (self.outcome.val() == Outcome::Banker));

        // A tie before the first win takes the place of that win.
        self.is_first.next = self.last_mark.q.val() == Outcome::Nothing;
        self.takes_place.next = self.is_win.q.val() || (self.is_tie.q.val() && self.is_first.val());

        self.starts_streak.next = self.outcome.val() != self.last_mark.q.val();
        match self.last_row.q.val().index() {
            0 => self.free_below.d.next = self.rows[1].first_free.val(),
            1 => self.free_below.d.next = self.rows[2].first_free.val(),
            2 => self.free_below.d.next = self.rows[3].first_free.val(),
            3 => self.free_below.d.next = self.rows[4].first_free.val(),
            4 => self.free_below.d.next = self.rows[5].first_free.val(),
            // There is no row below.
            _ => self.free_below.d.next = BEYOND_ALL.into(),
        }
        self.turns.d.next =
            self.turned.q.val() || (self.free_below.q.val() > self.last_column.q.val());
        // The place of a win: the start of a streak, or right of the last one or below it. All of
        // this is known long before the hand is over, except which streak it belongs to.
        if self.starts_streak.val() {
            self.next_column.d.next = self.rows[0].first_free.val();
            self.next_row.d.next = 0.into();
        } else if self.turns.q.val() {
            self.next_column.d.next = self.last_column.q.val() + 1;
            self.next_row.d.next = self.last_row.q.val();
        } else {
            self.next_column.d.next = self.last_column.q.val();
            self.next_row.d.next = self.last_row.q.val() + 1;
        }
        if self.takes_place.val() {
            self.last_column.d.next = self.next_column.q.val();
            self.last_row.d.next = self.next_row.q.val();
            self.turned.d.next = !self.starts_streak.val() && self.turns.q.val();
        }
        for i in 0..6 {
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].clear.next = self.renew.val();
            self.rows[i].place.next = self.is_win.q.val() && (self.next_row.q.val().index() == i);
            self.rows[i].column.next = self.next_column.q.val();
        }
        self.gets_column.next =
            self.takes_place.val() && (self.next_column.q.val() >= self.columns.q.val());
        if self.gets_column.val() {
            self.columns.d.next = self.next_column.q.val() + 1;
        }
        if self.is_win.q.val() {
            self.last_mark.d.next = self.outcome.val();
        }
        if self.is_win.q.val() && !self.is_first.val() {
            self.has_tie.d.next = false;
        } else if self.is_tie.q.val() {
            self.has_tie.d.next = true;
        }
        if self.renew.val() {
            self.columns.d.next = 0.into();
            self.last_mark.d.next = Outcome::Nothing;
            self.has_tie.d.next = false;
        }

        // The last win is written one clock cycle later, and then the column right of the road is
        // erased.
        self.unwritten.d.next = self.is_win.q.val() || self.is_tie.q.val();
        if self.renew.val() || self.gets_column.val() {
            self.erasing.d.next = ROWS_IN_MEMORY.into();
        } else if !self.unwritten.q.val() && (self.erasing.q.val() != 0) {
            self.erasing.d.next = self.erasing.q.val() - 1;
        }
        self.erased_row.next = bit_cast::<3, 4>(self.erasing.q.val());
        if self.unwritten.q.val() {
            self.written_column.next = self.last_column.q.val();
            self.written_row.next = self.last_row.q.val();
            self.cells.write_data.next.mark = self.last_mark.q.val();
            self.cells.write_data.next.tie = self.has_tie.q.val();
        } else {
            self.written_column.next = self.columns.q.val();
            self.written_row.next = self.erased_row.val();
            self.cells.write_data.next.mark = Outcome::Nothing;
            self.cells.write_data.next.tie = false;
        }
        self.cells.write_address.next = bit_cast::<10, 7>(self.written_column.val()) << 3
            | bit_cast::<10, 3>(self.written_row.val());
        self.cells.write_enable.next = self.unwritten.q.val() || (self.erasing.q.val() != 0);

        // The window has the newest columns.
        if self.columns.q.val() > SHOWN_COLUMNS {
            self.first_shown.d.next = self.columns.q.val() - SHOWN_COLUMNS;
        } else {
            self.first_shown.d.next = 0.into();
        }
        self.read_column.next = self.first_shown.q.val() + bit_cast::<7, 5>(self.column.val());
        self.cells.read_address.next =
            bit_cast::<10, 7>(self.read_column.val()) << 3 | bit_cast::<10, 3>(self.row.val());
        self.is_on_road.d.next = self.read_column.val() < self.columns.q.val();
        if self.is_on_road.q.val() {
            self.shown.next = self.cells.read_data.val();
        } else {
            self.shown.next.mark = Outcome::Nothing;
            self.shown.next.tie = false;
        }
        self.mark.next = self.shown.val().mark;
        self.tie.next = self.shown.val().tie;
    }
}

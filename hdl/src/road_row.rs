use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Where a row of the big road is free: right of its rightmost mark.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "road_row")]
pub struct RoadRow {
    pub clock: Signal<In, Clock>,
    /// High at a rising edge: the row is empty again.
    pub clear: Signal<In, Bit>,
    /// High at a rising edge: a mark right of all others.
    pub place: Signal<In, Bit>,
    /// The column of that mark.
    pub column: Signal<In, Bits<7>>,
    /// The column right of the rightmost mark; 0 for an empty row.
    pub first_free: Signal<Out, Bits<7>>,
    value: DFF<Bits<7>>,
}

impl Logic for RoadRow {
    #[kernel]
    #[assert("a cleared row is free", !past(self.clear.val()) || self.first_free.val() == 0)]
    #[assert(
        "a row is free right of the mark that was placed",
        !past(self.place.val() && !self.clear.val())
            || self.first_free.val() == past(self.column.val()) + 1
    )]
    #[assert(
        "only a mark or a new shoe changes a row",
        past(self.place.val() || self.clear.val())
            || self.first_free.val() == past(self.first_free.val())
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.place.val() {
            self.value.d.next = self.column.val() + 1;
        }
        if self.clear.val() {
            self.value.d.next = 0.into();
        }
        self.first_free.next = self.value.q.val();
    }
}

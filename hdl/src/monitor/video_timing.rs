use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The pixels of a line, in order.
const H_VISIBLE: u64 = 640;
const H_FRONT_PORCH: u64 = 16;
const H_SYNC: u64 = 96;
const H_BACK_PORCH: u64 = 48;

/// The first column of the sync pulse, and the one after it.
const H_SYNC_START: u64 = H_VISIBLE + H_FRONT_PORCH;
const H_SYNC_END: u64 = H_SYNC_START + H_SYNC;
const H_TOTAL: u64 = H_SYNC_END + H_BACK_PORCH;
const LAST_COLUMN: u64 = H_TOTAL - 1;

/// The lines of a frame, in order.
const V_VISIBLE: u64 = 480;
const V_FRONT_PORCH: u64 = 10;
const V_SYNC: u64 = 2;
const V_BACK_PORCH: u64 = 33;

/// The first line of the sync pulse, and the one after it.
const V_SYNC_START: u64 = V_VISIBLE + V_FRONT_PORCH;
const V_SYNC_END: u64 = V_SYNC_START + V_SYNC;
const V_TOTAL: u64 = V_SYNC_END + V_BACK_PORCH;
const LAST_LINE: u64 = V_TOTAL - 1;

/// The same limits without the bits that are 0 in all of them.
const H_VISIBLE_128THS: u64 = H_VISIBLE / 128;
const H_SYNC_START_16THS: u64 = H_SYNC_START / 16;
const H_SYNC_END_16THS: u64 = H_SYNC_END / 16;
const V_VISIBLE_32NDS: u64 = V_VISIBLE / 32;
const V_SYNC_HALF: u64 = V_SYNC_START / 2;

const _: () = {
    assert!(
        H_VISIBLE.is_multiple_of(128)
            && H_SYNC_START.is_multiple_of(16)
            && H_SYNC_END.is_multiple_of(16)
    );
    assert!(V_VISIBLE.is_multiple_of(32) && V_SYNC_START.is_multiple_of(2) && V_SYNC == 2);
};

/// The position of the beam and the sync pulses of 640×480 pixels at 59.5 frames per second, with a
/// pixel clock of 25 MHz.
///
/// A line has 640 visible pixels, then 16 of front porch, 96 of sync pulse and 48 of back porch. A
/// frame has 480 visible lines, then 10, 2 and 33.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "video_timing")]
pub struct VideoTiming {
    /// 50 MHz.
    pub clock: Signal<In, Clock>,
    /// 25 MHz.
    pub pixel_clock: Signal<Out, Bit>,
    /// High in the clock cycle before `pixel_clock` falls: pixels and the position change at the
    /// end of this cycle.
    pub pixel_enable: Signal<Out, Bit>,
    /// The column of the beam, 0 to 799. Columns from 640 are blanked.
    pub x: Signal<Out, Bits<10>>,
    /// The line of the beam, 0 to 524. Lines from 480 are blanked.
    pub y: Signal<Out, Bits<10>>,
    /// The beam is on the picture.
    pub visible: Signal<Out, Bit>,
    /// Horizontal sync, active low.
    pub hsync: Signal<Out, Bit>,
    /// Vertical sync, active low.
    pub vsync: Signal<Out, Bit>,
    divider: DFF<Bit>,
    column: DFF<Bits<10>>,
    line: DFF<Bits<10>>,
    pixel_ends: Signal<Local, Bit>,
    line_ends: Signal<Local, Bit>,
}

impl Logic for VideoTiming {
    #[kernel]
    #[assert("the beam stays in the frame", self.x.val() < H_TOTAL && self.y.val() < V_TOTAL)]
    #[assert(
        "hsync is low in columns 656 to 751",
        self.hsync.val() != (self.x.val() >= H_SYNC_START && self.x.val() < H_SYNC_END)
    )]
    #[assert(
        "vsync is low in lines 490 and 491",
        self.vsync.val() != (self.y.val() >= V_SYNC_START && self.y.val() < V_SYNC_END)
    )]
    #[assert(
        "the picture has 640 columns and 480 lines",
        self.visible.val() == (self.x.val() < H_VISIBLE && self.y.val() < V_VISIBLE)
    )]
    #[assert(
        "a pixel takes two clock cycles",
        past(self.pixel_enable.val()) != self.pixel_enable.val()
    )]
    #[assert(
        "the beam moves by one column",
        self.x.val() == past(self.x.val()) + bit_cast::<10, 1>(past(self.pixel_enable.val()).into())
            || (past(self.pixel_enable.val()) && past(self.x.val()) == LAST_COLUMN && self.x.val() == 0)
    )]
    #[assert(
        "the beam moves by one line after the last column",
        self.y.val()
            == past(self.y.val())
                + bit_cast::<10, 1>(past(self.pixel_enable.val() && self.x.val() == LAST_COLUMN).into())
            || (past(self.pixel_enable.val() && self.x.val() == LAST_COLUMN)
                && past(self.y.val()) == LAST_LINE
                && self.y.val() == 0)
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, divider, column, line);
        self.divider.d.next = !self.divider.q.val();
        self.pixel_ends.next = self.divider.q.val();

        // Positions outside the frame, which only an upset reaches, go on to 1023 and then to 0.
        self.line_ends.next = self.pixel_ends.val() && (self.column.q.val() == LAST_COLUMN);
        if self.line_ends.val() {
            self.column.d.next = 0.into();
        } else if self.pixel_ends.val() {
            self.column.d.next = self.column.q.val() + 1;
        }
        if self.line_ends.val() && (self.line.q.val() == LAST_LINE) {
            self.line.d.next = 0.into();
        } else if self.line_ends.val() {
            self.line.d.next = self.line.q.val() + 1;
        }

        self.pixel_clock.next = self.divider.q.val();
        self.pixel_enable.next = self.pixel_ends.val();
        self.x.next = self.column.q.val();
        self.y.next = self.line.q.val();

        // The limits are multiples of 128, 32, 16 and 2, so the bits below them are not compared.
        // Columns below 640 and lines below 480 are visible.
        self.visible.next = (self.column.q.val().get_bits::<3>(7) < H_VISIBLE_128THS)
            && (self.line.q.val().get_bits::<5>(5) < V_VISIBLE_32NDS);
        // Columns 656 to 751.
        self.hsync.next = (self.column.q.val().get_bits::<6>(4) < H_SYNC_START_16THS)
            || (self.column.q.val().get_bits::<6>(4) >= H_SYNC_END_16THS);
        // Lines 490 and 491.
        self.vsync.next = self.line.q.val().get_bits::<9>(1) != V_SYNC_HALF;
    }
}

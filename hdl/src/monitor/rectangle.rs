use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Where a pixel is in a rectangle.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "rectangle")]
pub struct Rectangle {
    /// The pixel, from the left edge; those further left wrap around.
    pub column: Signal<In, Bits<10>>,
    /// The pixel, from the upper edge.
    pub row: Signal<In, Bits<10>>,
    /// The width less one.
    pub last_column: Signal<In, Bits<10>>,
    /// The height less one.
    pub last_row: Signal<In, Bits<10>>,
    /// The pixel is in the rectangle.
    pub contains: Signal<Out, Bit>,
    /// It is one of the outermost pixels.
    pub outermost: Signal<Out, Bit>,
    /// It is one of the two outermost pixels of a row or column.
    pub frame: Signal<Out, Bit>,
    /// It is cut off at a corner.
    pub corner: Signal<Out, Bit>,
    from_right: Signal<Local, Bits<10>>,
    from_below: Signal<Local, Bits<10>>,
    from_side: Signal<Local, Bits<10>>,
    from_edge: Signal<Local, Bits<10>>,
}

impl Logic for Rectangle {
    #[kernel]
    fn update(&mut self) {
        self.contains.next = (self.column.val() <= self.last_column.val())
            && (self.row.val() <= self.last_row.val());
        self.from_right.next = self.last_column.val() - self.column.val();
        self.from_below.next = self.last_row.val() - self.row.val();
        // Distances above four need no distinction.
        if self.column.val() < 4 {
            self.from_side.next = self.column.val();
        } else {
            self.from_side.next = self.from_right.val();
        }
        if self.row.val() < 4 {
            self.from_edge.next = self.row.val();
        } else {
            self.from_edge.next = self.from_below.val();
        }
        self.outermost.next = (self.from_side.val() == 0) || (self.from_edge.val() == 0);
        self.frame.next = (self.from_side.val() < 2) || (self.from_edge.val() < 2);
        self.corner.next = (self.from_side.val() < 3)
            && (self.from_edge.val() < 3)
            && (self.from_side.val() + self.from_edge.val() < 3);
    }
}

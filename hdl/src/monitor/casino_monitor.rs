use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::video_timing::VideoTiming;

/// Draws the table on a VGA monitor.
///
/// All outputs but `vga_clk` change as `vga_clk` falls, so that the digital-to-analogue converter of the board, which samples
/// them as it rises, has half a period of it before and after.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "casino_monitor")]
pub struct CasinoMonitor {
    /// 50 MHz.
    pub clock: Signal<In, Clock>,
    /// The brightness of red.
    pub vga_r: Signal<Out, Bits<8>>,
    /// The brightness of green.
    pub vga_g: Signal<Out, Bits<8>>,
    /// The brightness of blue.
    pub vga_b: Signal<Out, Bits<8>>,
    /// The pixel clock, 25 MHz.
    pub vga_clk: Signal<Out, Bit>,
    /// Low outside the picture.
    pub vga_blank_n: Signal<Out, Bit>,
    /// Sync on green: not used.
    pub vga_sync_n: Signal<Out, Bit>,
    /// Horizontal sync, active low.
    pub vga_hs: Signal<Out, Bit>,
    /// Vertical sync, active low.
    pub vga_vs: Signal<Out, Bit>,
    timing: VideoTiming,
    red: DFF<Bits<8>>,
    green: DFF<Bits<8>>,
    blue: DFF<Bits<8>>,
    blank_n: DFF<Bit>,
    hsync: DFF<Bit>,
    vsync: DFF<Bit>,
    pixel_enable: Signal<Local, Bit>,
    visible: Signal<Local, Bit>,
}

impl Logic for CasinoMonitor {
    #[kernel]
    fn update(&mut self) {
        self.timing.clock.next = self.clock.val();
        self.pixel_enable.next = self.timing.pixel_enable.val();
        self.visible.next = self.timing.visible.val();

        dff_setup!(self, clock, red, green, blue, blank_n, hsync, vsync);
        if self.pixel_enable.val() {
            self.blank_n.d.next = self.visible.val();
            self.hsync.d.next = self.timing.hsync.val();
            self.vsync.d.next = self.timing.vsync.val();
        }

        // Felt.
        if self.pixel_enable.val() && self.visible.val() {
            self.red.d.next = 14.into();
            self.green.d.next = 88.into();
            self.blue.d.next = 56.into();
        } else if self.pixel_enable.val() {
            self.red.d.next = 0.into();
            self.green.d.next = 0.into();
            self.blue.d.next = 0.into();
        }

        self.vga_r.next = self.red.q.val();
        self.vga_g.next = self.green.q.val();
        self.vga_b.next = self.blue.q.val();
        self.vga_clk.next = self.timing.pixel_clock.val();
        self.vga_blank_n.next = self.blank_n.q.val();
        self.vga_sync_n.next = false;
        self.vga_hs.next = self.hsync.q.val();
        self.vga_vs.next = self.vsync.q.val();
    }
}

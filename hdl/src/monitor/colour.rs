//! The colours of the picture.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// The colours of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Colour {
    /// The table.
    Felt,
    /// The header, the scores and the bar of the shoe.
    Dark,
    /// Below cards.
    Shadow,
    /// The betting boxes.
    Box,
    /// Outlines.
    Line,
    /// Labels.
    Dim,
    /// Cards, roads and text.
    Ivory,
    /// Headings, and whatever wins.
    Gold,
    /// The player.
    LightBlue,
    /// The banker, and warnings.
    LightRed,
    /// The tie.
    LightGreen,
    /// The player on the roads.
    Blue,
    /// The banker on the roads; hearts and diamonds.
    Red,
    /// The tie on the roads.
    Green,
    /// Clubs and spades.
    Black,
    /// The lines of the roads.
    Grid,
}

/// The red, green and blue of a colour.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "colour_palette", types(Colour))]
pub struct ColourPalette {
    pub colour: Signal<In, Colour>,
    pub red: Signal<Out, Bits<8>>,
    pub green: Signal<Out, Bits<8>>,
    pub blue: Signal<Out, Bits<8>>,
    #[module(radix = 16)]
    rgb: Signal<Local, Bits<24>>,
}

impl Logic for ColourPalette {
    #[kernel]
    fn update(&mut self) {
        match self.colour.val() {
            Colour::Felt => self.rgb.next = 0x0E5838.into(),
            Colour::Dark => self.rgb.next = 0x072A1C.into(),
            Colour::Shadow => self.rgb.next = 0x083A25.into(),
            Colour::Box => self.rgb.next = 0x093C26.into(),
            Colour::Line => self.rgb.next = 0x287854.into(),
            Colour::Dim => self.rgb.next = 0xA0CEB2.into(),
            Colour::Ivory => self.rgb.next = 0xFAF6E8.into(),
            Colour::Gold => self.rgb.next = 0xF4CC60.into(),
            Colour::LightBlue => self.rgb.next = 0x68ACFF.into(),
            Colour::LightRed => self.rgb.next = 0xFF7A6E.into(),
            Colour::LightGreen => self.rgb.next = 0x70E480.into(),
            Colour::Blue => self.rgb.next = 0x2060D0.into(),
            Colour::Red => self.rgb.next = 0xD02028.into(),
            Colour::Green => self.rgb.next = 0x188C48.into(),
            Colour::Black => self.rgb.next = 0x181A22.into(),
            Colour::Grid => self.rgb.next = 0xCDD6C8.into(),
        }
        self.red.next = self.rgb.val().get_bits::<8>(16);
        self.green.next = self.rgb.val().get_bits::<8>(8);
        self.blue.next = self.rgb.val().get_bits::<8>(0);
    }
}

/// One of red, green and blue of a pixel of two colours, one clock cycle later.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "colour_blend")]
pub struct ColourBlend {
    pub clock: Signal<In, Clock>,
    /// The colour of three quarters of the pixel.
    pub most: Signal<In, Bits<8>>,
    /// The colour of the fourth quarter, which can be the same.
    pub rest: Signal<In, Bits<8>>,
    pub mixed: Signal<Out, Bits<8>>,
    three_quarters: DFF<Bits<10>>,
    quarter: DFF<Bits<8>>,
    four_times: Signal<Local, Bits<10>>,
}

impl Logic for ColourBlend {
    #[kernel]
    #[assert(
        "the mixture is between its colours",
        (self.mixed.val() >= past(self.most.val()) || self.mixed.val() >= past(self.rest.val()))
            && (self.mixed.val() <= past(self.most.val())
                || self.mixed.val() <= past(self.rest.val()))
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, three_quarters, quarter);
        self.three_quarters.d.next =
            (bit_cast::<10, 8>(self.most.val()) << 1) + bit_cast::<10, 8>(self.most.val());
        self.quarter.d.next = self.rest.val();
        self.four_times.next =
            self.three_quarters.q.val() + bit_cast::<10, 8>(self.quarter.q.val());
        self.mixed.next = bit_cast::<8, 10>(self.four_times.val() >> 2);
    }
}

/// The red, green and blue of a pixel that ink covers in part. They follow the inputs one clock
/// cycle later.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "colour_mixer", types(Colour))]
pub struct ColourMixer {
    pub clock: Signal<In, Clock>,
    pub back: Signal<In, Colour>,
    pub ink: Signal<In, Colour>,
    /// How much of the pixel the ink covers: 0 is none, 1 a quarter, 2 three quarters, 3 all.
    pub coverage: Signal<In, Bits<2>>,
    pub red: Signal<Out, Bits<8>>,
    pub green: Signal<Out, Bits<8>>,
    pub blue: Signal<Out, Bits<8>>,
    most_palette: ColourPalette,
    rest_palette: ColourPalette,
    red_blend: ColourBlend,
    green_blend: ColourBlend,
    blue_blend: ColourBlend,
}

impl Logic for ColourMixer {
    #[kernel]
    fn update(&mut self) {
        if self.coverage.val().get_bit(1) {
            self.most_palette.colour.next = self.ink.val();
        } else {
            self.most_palette.colour.next = self.back.val();
        }
        if self.coverage.val().get_bit(0) {
            self.rest_palette.colour.next = self.ink.val();
        } else {
            self.rest_palette.colour.next = self.back.val();
        }
        self.red_blend.clock.next = self.clock.val();
        self.red_blend.most.next = self.most_palette.red.val();
        self.red_blend.rest.next = self.rest_palette.red.val();
        self.red.next = self.red_blend.mixed.val();
        self.green_blend.clock.next = self.clock.val();
        self.green_blend.most.next = self.most_palette.green.val();
        self.green_blend.rest.next = self.rest_palette.green.val();
        self.green.next = self.green_blend.mixed.val();
        self.blue_blend.clock.next = self.clock.val();
        self.blue_blend.most.next = self.most_palette.blue.val();
        self.blue_blend.rest.next = self.rest_palette.blue.val();
        self.blue.next = self.blue_blend.mixed.val();
    }
}

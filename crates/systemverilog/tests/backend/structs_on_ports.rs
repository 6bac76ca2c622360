//! Structs on ports, also with enums in them.

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_systemverilog::{Options, print_package};

use crate::harness::{design, text};
use crate::language::{Frame, Inner, Mode};

mod uart {
    use rust_hdl::prelude::*;
    use rust_hdl_describe::*;

    /// How a UART sends.
    #[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, DescribeType)]
    pub struct Setup {
        pub parity: Bit,
        /// Of the baud rate.
        pub divider: Bits<6>,
    }
}

mod spi {
    use rust_hdl::prelude::*;
    use rust_hdl_describe::*;

    /// How an SPI controller sends.
    #[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, DescribeType)]
    pub struct Setup {
        pub mode: Bits<2>,
        /// Of the bit rate.
        pub divider: Bits<6>,
    }
}

/// A jump of a robot.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct, DescribeType)]
pub struct Jump {
    /// In metres.
    pub length: Bits<4>,
    pub backwards: Bit,
}

blocks! { self:
    /// Does not describe the type of its input.
    Robot: #[hdl_gen] {
        pub jump: Signal<In, Jump>,
        pub falls: Signal<Out, Bit>,
    } {
        self.falls.next = self.jump.val().backwards & (self.jump.val().length > 3);
    }

    #[module(types(Jump))]
    Trainer: #[kernel] {
        pub length: Signal<In, Bits<4>>,
        pub falls: Signal<Out, Bit>,
        jump: Signal<Local, Jump>,
        robot: Robot,
    } {
        self.jump.next.length = self.length.val();
        self.jump.next.backwards = true;
        self.robot.jump.next = self.jump.val();
        self.falls.next = self.robot.falls.val();
    }

    /// Has a parameter.
    Uart: #[hdl_gen] {
        pub setup: Signal<In, uart::Setup>,
        pub busy: Signal<Out, Bit>,
    } {
        self.busy.next = self.setup.val().parity & (self.setup.val().divider != 0);
    }

    /// Has a parameter with a type of the same name.
    Spi: #[hdl_gen] {
        pub setup: Signal<In, spi::Setup>,
        pub busy: Signal<Out, Bit>,
    } {
        self.busy.next = (self.setup.val().mode == 1) & (self.setup.val().divider != 0);
    }

    /// Packs a parameter for the first.
    #[module(name = "setup_pkg", types(spi::Setup, uart::Setup))]
    UartSide: #[kernel] {
        pub divider: Signal<In, Bits<6>>,
        pub busy: Signal<Out, Bit>,
        setup: Signal<Local, uart::Setup>,
        port: Uart,
    } {
        self.setup.next.parity = true;
        self.setup.next.divider = self.divider.val();
        self.port.setup.next = self.setup.val();
        self.busy.next = self.port.busy.val();
    }

    /// Packs a parameter for the second.
    #[module(types(uart::Setup, spi::Setup))]
    SpiSide: #[kernel] {
        pub divider: Signal<In, Bits<6>>,
        pub busy: Signal<Out, Bit>,
        setup: Signal<Local, spi::Setup>,
        port: Spi,
    } {
        self.setup.next.mode = 1.into();
        self.setup.next.divider = self.divider.val();
        self.port.setup.next = self.setup.val();
        self.busy.next = self.port.busy.val();
    }

    /// One of the modules has the name of the package that both types would get.
    Bridge: #[hdl_gen] {
        pub divider: Signal<In, Bits<6>>,
        pub busy: Signal<Out, Bits<2>>,
        uart: UartSide,
        spi: SpiSide,
    } {
        self.uart.divider.next = self.divider.val();
        self.spi.divider.next = self.divider.val();
        self.busy.next = bit_cast::<2, 1>(self.spi.busy.val().into()) << 1
            | bit_cast::<2, 1>(self.uart.busy.val().into());
    }

    /// Changes single fields of a frame.
    Filter: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub faster: Signal<In, Bit>,
        pub received: Signal<In, Frame>,
        pub sent: Signal<Out, Frame>,
        pub idle: Signal<Out, Bit>,
        last: DFF<Frame>,
    } {
        dff_setup!(self, clock, last);
        self.sent.next = self.last.q.val();
        if self.faster.val() {
            self.sent.next.inner.mode = Mode::Fast;
        }
        if self.received.val().valid {
            self.last.d.next = self.received.val();
        }
        self.idle.next = self.received.val().inner.mode == Mode::Off;
    }

    /// Makes a frame for a child, and unpacks what comes back.
    Station: #[hdl_gen] {
        pub clock: Signal<In, Clock>,
        pub level: Signal<In, Bits<4>>,
        pub echoed: Signal<Out, Frame>,
        pub level_back: Signal<Out, Bits<3>>,
        pub is_fast: Signal<Out, Bit>,
        pub idle: Signal<Out, Bit>,
        pub moving: Signal<Out, Bit>,
        pub speed: Signal<Out, Bits<2>>,
        mode: Signal<Local, Mode>,
        frame: Signal<Local, Frame>,
        inner: Signal<Local, Inner>,
        filter: Filter,
    } {
        self.filter.clock.next = self.clock.val();
        self.filter.faster.next = self.level.val().get_bit(3);
        self.frame.next.valid = self.level.val().get_bit(0);
        self.frame.next.inner.level = self.level.val().get_bits::<3>(0);
        self.frame.next.inner.mode = Mode::Slow;
        if self.level.val() == 0 {
            self.frame.next.inner.mode = Mode::Off;
        }
        self.frame.next.data = self.level.val() + 1;
        self.filter.received.next = self.frame.val();
        self.echoed.next = self.filter.sent.val();
        self.mode.next = self.filter.sent.val().inner.mode;
        self.level_back.next = self.filter.sent.val().inner.level;
        self.is_fast.next = self.mode.val() == Mode::Fast;
        self.idle.next = self.filter.idle.val();
        match self.filter.sent.val().inner.mode {
            Mode::Off => self.moving.next = false,
            _ => self.moving.next = true,
        }
        self.inner.next = self.filter.sent.val().inner;
        match self.inner.val().mode {
            Mode::Off => self.speed.next = 0.into(),
            Mode::Slow => self.speed.next = 1.into(),
            Mode::Fast => self.speed.next = 3.into(),
        }
    }
}

matches_rust! {
    fields_with_enums_are_read_and_assigned: Station,
    structs_may_have_the_same_name: Bridge,
    structs_may_describe_themselves: Trainer,
}

#[test]
fn packages_of_the_same_name_are_numbered() {
    let packages = design::<Bridge>().packages().into_iter().map(|package| package.name);
    assert_eq!(packages.collect::<Vec<_>>(), ["setup_2_pkg", "setup_3_pkg"]);
}

#[test]
fn packages_of_the_same_name_have_their_own_comments() {
    let design = design::<Bridge>();
    let print = |package| print_package(&design, package, &Options::default()).text;
    let texts: Vec<String> = design.packages().iter().map(print).collect();
    assert!(texts[0].contains("// How a UART sends.") && texts[0].contains("// Of the baud rate."));
    assert!(
        texts[1].contains("// How an SPI controller") && texts[1].contains("// Of the bit rate")
    );
}

#[test]
fn a_package_has_the_comments_of_any_module_that_describes_its_struct() {
    let design = design::<Trainer>();
    let file = print_package(&design, &design.packages()[0], &Options::default());
    assert_eq!(
        file.text,
        "\
// Generated from crates/systemverilog/tests/backend/structs_on_ports.rs. Edit that file instead of
// this one.
package jump_pkg;

  // A jump of a robot.
  typedef struct packed {
    logic       backwards;
    logic [3:0] length;     // In metres.
  } jump_t;

endpackage
"
    );
}

#[test]
fn a_struct_on_a_port_has_a_package_and_so_have_the_types_in_it() {
    let design = design::<Station>();
    let packages: Vec<_> = design.packages().into_iter().map(|package| package.name).collect();
    assert_eq!(packages, ["mode_pkg", "frame_pkg", "inner_pkg"]);
    let filter = text(&design, design.find("filter").unwrap());
    for line in [
        "  input  frame_pkg::frame_t received,\n",
        "  output frame_pkg::frame_t sent,\n",
        "  frame_pkg::frame_t last = '0;\n",
        "      sent[5:4] = mode_pkg::Fast;\n",
        "  assign idle = received.inner[4:3] == mode_pkg::Off;\n",
    ] {
        assert!(filter.contains(line), "{line}{filter}");
    }
}

#[test]
fn ports_of_a_top_are_vectors_and_so_is_an_enum_that_gets_one() {
    let design = design::<Station>();
    let station = text(&design, design.tops[0]);
    for line in [
        "  output logic [9:0] echoed,\n",
        // A field of a struct in a package is a vector.
        "  logic [1:0]        mode;\n",
        "  frame_pkg::frame_t frame;\n",
    ] {
        assert!(station.contains(line), "{line}{station}");
    }
}

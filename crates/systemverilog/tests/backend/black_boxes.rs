//! Black boxes: the names in their texts, and what several of them have in common.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{Design, elaborate};
use rust_hdl_systemverilog::{Options, emit};

use crate::harness::{NAME, NamedDesign};

/// The wires to a chip.
#[derive(Clone, Default, LogicInterface)]
pub struct Pads {
    pub ready: Signal<In, Bit>,
    pub data: Signal<Out, Bits<4>>,
    pub bus: Signal<InOut, Bits<2>>,
}

/// A black box with a text that each test chooses.
#[derive(Clone, LogicBlock)]
pub struct Chip {
    pub clock: Signal<In, Clock>,
    pub pads: Pads,
    step: Constant<Bits<4>>,
    state: Signal<Local, Bits<4>>,
    register: DFF<Bits<4>>,
    model: Model,
    _text: Text,
}

/// A model for simulation, which cannot become hardware.
#[derive(Clone, Default, LogicBlock)]
pub struct Model {
    pub a: Signal<In, Bits<4>>,
    _position: usize,
}

impl Logic for Model {
    fn update(&mut self) {
        self._position += 1;
    }
}

#[derive(Clone)]
pub enum Text {
    Custom(String),
    Wrapper(String, String),
    BlackBox(String),
}

impl Chip {
    fn of(text: Text) -> Chip {
        let (clock, pads, state, register, model) = Default::default();
        let step = Constant::new(3.into());
        let mut chip = Chip { clock, pads, step, state, register, model, _text: text };
        chip.connect();
        chip
    }
}

impl Logic for Chip {
    fn update(&mut self) {
        self.model.a.next = self.state.val();
        self.register.clock.next = self.clock.val();
        self.register.d.next = self.step.val();
        self.pads.data.next = self.register.q.val();
        self.state.next = 0.into();
    }

    fn connect(&mut self) {
        self.pads.data.connect();
        self.pads.bus.connect();
        self.state.connect();
        self.register.d.connect();
        self.register.clock.connect();
        self.model.a.connect();
    }

    fn hdl(&self) -> Verilog {
        match self._text.clone() {
            Text::Custom(text) => Verilog::Custom(text),
            Text::Wrapper(code, cores) => Verilog::Wrapper(Wrapper { code, cores }),
            Text::BlackBox(code) => Verilog::Blackbox(BlackBox { code, name: "chip".into() }),
        }
    }
}

/// Two chips with the same ports.
#[derive(Clone, LogicBlock)]
pub struct Board {
    pub clock: Signal<In, Clock>,
    pub left_pads: Pads,
    pub right_pads: Pads,
    left: Chip,
    right: Chip,
}

impl Board {
    fn of(left: Text, right: Text) -> Board {
        let (clock, left_pads, right_pads) = Default::default();
        Board { clock, left_pads, right_pads, left: Chip::of(left), right: Chip::of(right) }
    }
}

impl Logic for Board {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.clock.next = self.clock.val();
        self.right.clock.next = self.clock.val();
        Pads::link(&mut self.left_pads, &mut self.left.pads);
        Pads::link(&mut self.right_pads, &mut self.right.pads);
    }
}

/// The names and texts of the files of a board, without headers.
fn files(left: Text, right: Text) -> Vec<(String, String)> {
    let options = Options { header: &|_| String::new(), ..Options::default() };
    let files = emit(&[(NAME, &Board::of(left, right))], &options);
    let files = files.unwrap_or_else(|error| panic!("{error}")).into_iter();
    files.map(|file| (file.name, file.text)).collect()
}

fn names(files: &[(String, String)]) -> Vec<&str> {
    files.iter().map(|(name, _)| name.as_str()).collect()
}

fn error(left: Text, right: Text) -> String {
    elaborate(&[(NAME, &Board::of(left, right))]).expect_err("an error").to_string()
}

/// A module with the ports of a chip, called after the interface as rust-hdl calls them.
const CHIP: &str =
    "module chip(input clock, input pads$ready, output [3:0] pads$data, inout [1:0] pads$bus);
  buffer buffer(.i(pads$ready), .o(pads$data[0]));
endmodule
";

const BUFFER: &str = "(* blackbox *)
module buffer(input i, output o);
endmodule
";

const BODY: &str = "buffer buffer(.i(pads$ready), .o(pads$data[0]));
assign pads$bus = clock ? 2'b01 : 2'bzz;";

fn black_box(text: &str) -> Text {
    Text::BlackBox(text.to_string())
}

fn wrapper(code: &str, cores: &str) -> Text {
    Text::Wrapper(code.to_string(), cores.to_string())
}

#[test]
fn each_module_of_a_text_has_one_file() {
    let both = format!("{CHIP}\n{BUFFER}");
    let files = files(black_box(&both), black_box(&both));
    assert_eq!(names(&files), ["buffer.sv", "chip.sv", "device.sv"]);
    assert!(files[0].1.ends_with(&format!(".\n{BUFFER}")), "{}", files[0].1);
    assert!(files[1].1.ends_with(&format!(".\n{CHIP}")), "{}", files[1].1);
}

#[test]
fn the_text_decides_how_ports_of_an_interface_are_called() {
    for (text, port) in [(CHIP.to_string(), "pads$ready"), (CHIP.replace('$', "_"), "pads_ready")] {
        let files = files(black_box(&text), black_box(&text));
        let instance = format!("    .{port} (left_pads_ready),\n");
        assert!(files[1].1.contains(&instance), "{}", files[1].1);
    }
    for (code, port) in [(BODY.to_string(), "pads$ready"), (BODY.replace('$', "_"), "pads_ready")] {
        let files = files(wrapper(&code, BUFFER), wrapper(&code, BUFFER));
        assert_eq!(names(&files), ["buffer.sv", "left.sv", "right.sv", "device.sv"]);
        assert!(files[1].1.contains(&format!("  input  logic       {port},\n")), "{}", files[1].1);
        assert!(files[1].1.contains(&code), "{}", files[1].1);
        let instance = format!("    .{port} (left_pads_ready),\n");
        assert!(files[3].1.contains(&instance), "{}", files[3].1);
    }
}

#[test]
fn a_core_of_two_texts_is_written_once_even_if_white_space_and_comments_differ() {
    let spaced = "// A buffer.\n(* blackbox *) module buffer(\n\tinput i, output o /* inverted */);\nendmodule : buffer";
    for second in [BUFFER.to_string(), spaced.replace(" : buffer", "")] {
        let files = files(wrapper(BODY, BUFFER), wrapper(BODY, &second));
        assert_eq!(names(&files), ["buffer.sv", "left.sv", "right.sv", "device.sv"]);
    }
}

#[test]
fn a_module_without_a_description_does_not_get_the_name_of_a_core() {
    let core = "module left(input i, output o); endmodule";
    let code = BODY.replace("buffer buffer", "left inner");
    let files = files(wrapper(&code, core), wrapper(&code, core));
    assert_eq!(names(&files), ["left.sv", "device_left.sv", "right.sv", "device.sv"]);
}

#[test]
fn only_texts_among_the_children_of_a_black_box_are_written() {
    let board = Board::of(wrapper(BODY, BUFFER), wrapper(BODY, BUFFER));
    let design = elaborate(&[(NAME, &board)]).unwrap();
    let names: Vec<&str> = design.modules.iter().map(|module| module.name.as_str()).collect();
    assert_eq!(names, ["left", "right", "device"]);
    let files = emit(&[("pll", &Pll::default())], &Options::default()).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["PLL_CORE.sv", "pll.sv"]);
}

/// A block whose text instantiates a child that is a black box, as in rust-hdl's support of the
/// iCE40.
#[derive(Clone, Default, LogicBlock)]
pub struct Pll {
    pub clock_in: Signal<In, Clock>,
    pub clock_out: Signal<Out, Clock>,
    core: PllCore,
}

impl Logic for Pll {
    fn update(&mut self) {}

    fn connect(&mut self) {
        self.clock_out.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom("PLL_CORE core(.i(clock_in), .o(clock_out));".to_string())
    }
}

#[derive(Clone, Default, LogicBlock)]
pub struct PllCore {}

impl Logic for PllCore {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Blackbox(BlackBox {
            code: "module PLL_CORE(input i, output o); assign o = i; endmodule".to_string(),
            name: "PLL_CORE".to_string(),
        })
    }
}

#[test]
fn texts_that_do_not_fit_the_block_are_rejected() {
    let text = |from: &str, to: &str| {
        assert!(CHIP.contains(from), "{from}");
        black_box(&CHIP.replace(from, to))
    };
    let body = |from: &str, to: &str| wrapper(&BODY.replace(from, to), BUFFER);
    let cases: Vec<(Text, &str)> = vec![
        (black_box(""), "has no module `chip`; declare it there"),
        (black_box(BUFFER), "has no module `chip`; declare it there"),
        (
            text("pads$ready,", "ready, // pads$ready"),
            "has no port `pads$ready`; add it, or rename it in the block",
        ),
        (
            text("input pads$ready", "output pads$ready"),
            "declares `pads$ready` as an output of 1 bit, but in the block it is an input of 1 bit; change one",
        ),
        (
            text("[3:0]", "[7:0]"),
            "declares `pads$data` as an output of 8 bits, but in the block it is an output of 4 bits; change one",
        ),
        (text("endmodule", ""), "has a `module` without `endmodule`"),
        (text("endmodule", "endmodule wire a;"), "has `wire` outside a module"),
        (text("endmodule", "endmodule\n`ifdef A\n`endif"), "has ``ifdef` outside a module"),
        (body("pads$data", "data"), "does not mention the output `pads$data`; assign it"),
        (
            body("2'b01", "step[1:0]"),
            "uses `step`, a constant, but only ports are declared; declare another in the text",
        ),
        (
            body("2'b01", "register$q"),
            "uses `register$q`, a port of a child, but only ports are declared; declare another in the text",
        ),
        (
            Text::Custom(BODY.replace("2'b01", "state[1:0]")),
            "uses `state`, a local signal, but only ports are declared; declare another in the text",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(
            error(text.clone(), text),
            format!("module `device.left`: its Verilog text {message}")
        );
    }
}

#[test]
fn different_texts_of_one_name_are_rejected_with_both_paths() {
    let clash = |name: &str| {
        format!(
            "two different modules are called `{name}`: `device.left` and `device.right`; give them different names in \
             their Verilog texts"
        )
    };
    let other_chip = CHIP.replace(".i(", ".j(");
    assert_eq!(error(black_box(CHIP), black_box(&other_chip)), clash("chip"));
    let other_cell = BUFFER.replace("input i", "input j");
    assert_eq!(error(wrapper(BODY, BUFFER), wrapper(BODY, &other_cell)), clash("buffer"));
    assert_eq!(
        error(wrapper(BODY, BUFFER), wrapper(BODY, &BUFFER.replace("buffer", "Buffer"))),
        "module `device.right`: `Buffer` differs only in case from the module `buffer`; rename it"
    );
    let device = BUFFER.replace("buffer", NAME);
    assert_eq!(
        error(wrapper(BODY, &device), wrapper(BODY, &device)),
        "two different modules are called `device`: `device` and the Verilog text of `device.left`; rename one of them"
    );
}

/// Two wrappers of one core.
fn wrappers() -> Design {
    let code = format!("assign pads$data[3:1] = 3'd0;\n{BODY}");
    design(wrapper(&code, BUFFER), wrapper(&code, BUFFER))
}

/// One complete module with its core, twice.
fn modules() -> Design {
    let text = CHIP.replace("endmodule", "  assign pads$data[3:1] = 3'd0;\nendmodule") + BUFFER;
    design(black_box(&text), black_box(&text))
}

fn design(left: Text, right: Text) -> Design {
    elaborate(&[(NAME, &Board::of(left, right))]).unwrap_or_else(|error| panic!("{error}"))
}

pub const DESIGNS: &[NamedDesign] = &[("wrappers", wrappers), ("complete modules", modules)];

//! Black boxes, packages, structs, tristate drivers and memories.

use rust_hdl::prelude::*;
use rust_hdl_rtl::{Evaluator, elaborate};
use rust_hdl_systemverilog::{Options, SourceFile, emit};

use crate::harness::{NAME, printed};
use crate::language::{Car, Fields};

/// The files of a block without headers.
fn files(block: &dyn Block) -> Vec<SourceFile> {
    let options = Options { header: &|_| String::new(), ..Options::default() };
    emit(&[(NAME, block)], &options).unwrap_or_else(|error| panic!("{error}"))
}

/// A buffer supplied as Verilog text.
#[derive(Default, LogicBlock)]
struct Written {
    pub a: Signal<In, Bits<4>>,
    pub pad: OpenDrainReceiver,
    pub y: Signal<Out, Bits<4>>,
}

impl Logic for Written {
    fn update(&mut self) {
        self.y.next = self.a.val();
        self.pad.line_state.next = false;
    }

    fn connect(&mut self) {
        self.y.connect();
        self.pad.line_state.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: "\n  core core(a, y);\n  assign pad$line_state = pad$drive_low;\n".into(),
            cores: "module core(input [3:0] a, output [3:0] y);\n  assign y = a;\nendmodule".into(),
        })
    }
}

#[test]
fn a_black_box_is_copied_unchanged_below_a_comment() {
    let files = files(&Written::default());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["core.sv", "device.sv"]);
    assert_eq!(
        files[0].text,
        "\
// Black box: the Verilog below was supplied as text and copied unchanged. It was not checked.
module core(input [3:0] a, output [3:0] y);
  assign y = a;
endmodule
"
    );
    assert_eq!(
        files[1].text,
        "\
// Black box: the Verilog below was supplied as text and copied unchanged. It was not checked.
module device (
  input  logic [3:0] a,
  input  logic       pad$drive_low,
  output logic       pad$line_state,
  output logic [3:0] y
);

  core core(a, y);
  assign pad$line_state = pad$drive_low;

endmodule
"
    );
}

#[test]
fn a_black_box_can_be_printed_but_not_evaluated() {
    let design = elaborate(&[(NAME, &Written::default())]).unwrap();
    assert_eq!(
        Evaluator::new(&design, design.top()).unwrap_err().to_string(),
        "module `device` is written in Verilog, which only Verilog tools can simulate; give it a kernel, or simulate \
         the printed files"
    );
}

#[test]
fn an_enum_on_a_port_is_defined_in_a_package() {
    let files = files(&Car::default());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["mode_pkg.sv", "gearbox.sv", "device.sv"]);
    assert_eq!(
        files[0].text,
        "\
package mode_pkg;

  typedef enum logic [1:0] {
    Off  = 2'd0,
    Slow = 2'd1,
    Fast = 2'd2
  } mode_e;

endpackage
"
    );
    let port = "  input  mode_pkg::mode_e wanted,\n";
    assert!(files[1].text.contains(port), "{}", files[1].text);
    let register = "mode_pkg::mode_e mode = mode_pkg::Off;\n";
    assert!(files[2].text.contains(register), "{}", files[2].text);
}

#[test]
fn a_packed_struct_lists_its_last_field_first() {
    let text = printed::<Fields>();
    let definition = "\
  typedef struct packed {
    logic [3:0] data;
    inner_t     inner;
    logic       valid;
  } frame_t;
";
    assert!(text.contains(definition), "{text}");
    assert!(text.contains("frame.inner.mode = Fast;"), "{text}");
}

#[test]
fn a_bidirectional_port_has_a_tristate_driver() {
    let text = &files(&TristateBuffer::<Bits<8>>::default())[0].text;
    assert!(text.contains("  inout  wire [7:0]  bus,\n"), "{text}");
    assert!(text.contains("  assign bus = write_enable ? write_data : 8'bz;\n"), "{text}");
}

#[test]
fn a_bidirectional_port_has_the_value_of_its_driver_inside_or_outside() {
    let design = elaborate(&[(NAME, &TristateBuffer::<Bits<8>>::default())]).unwrap();
    let mut buffer = Evaluator::new(&design, design.top()).unwrap();
    let port = |buffer: &Evaluator, name: &str| buffer.flat().module.find(name).unwrap();
    for (driving, outside, read) in [(0, 0x12, 0x12), (1, 0x12, 0xAB)] {
        for (name, value) in [("write_enable", driving), ("bus", outside), ("write_data", 0xAB)] {
            buffer.set(port(&buffer, name), value);
        }
        buffer.settle().unwrap();
        for (name, value) in [("read_data", read), ("bus.value", read), ("bus.driven", driving)] {
            assert_eq!(buffer.get(port(&buffer, name)), value, "{name}");
        }
    }
}

#[test]
fn a_memory_without_contents_is_cleared_only_in_simulation() {
    let text = &files(&RAM::<Bits<8>, 2>::default())[0].text;
    let start = "\
  logic [7:0] memory [4];

  `ifndef SYNTHESIS
  // Block RAM powers up cleared. Simulators need this loop. Yosys defines SYNTHESIS and skips it;
  // Quartus does not, and gets a memory of zeros.
  initial begin
    for (int word = 0; word < 4; word++) begin
      memory[word] = 8'd0;
    end
  end
  `endif
";
    assert!(text.contains(start), "{text}");
}

/// The text of a table in read-only memory.
fn table<const N: usize>(word: impl Fn(u64) -> u64) -> String {
    let words = (0..1 << N).map(|address| word(address).into());
    files(&SyncROM::<Bits<20>, N>::from(words))[0].text.clone()
}

#[test]
fn a_memory_with_many_words_is_a_table_in_hexadecimal() {
    let text = table::<6>(|address| if address < 20 { 0xabc00 + address } else { 0 });
    let start = "
  // At the end of a row: the address of its first word, in hexadecimal.
  localparam logic [1279:0] MEMORY_CONTENTS = {
    20'habc00, 20'habc01, 20'habc02, 20'habc03, 20'habc04, 20'habc05, 20'habc06, 20'habc07,  // 00
    20'habc08, 20'habc09, 20'habc0a, 20'habc0b, 20'habc0c, 20'habc0d, 20'habc0e, 20'habc0f,  // 08
    20'habc10, 20'habc11, 20'habc12, 20'habc13, 20'h00000, 20'h00000, 20'h00000, 20'h00000,  // 10
    {40{20'h00000}}                                                                          // 18
  };

  logic [19:0] memory [64];

  initial begin
    for (int word = 0; word < 64; word++) begin
      memory[word] = MEMORY_CONTENTS[20 * (63 - word) +: 20];
    end
  end
";
    assert!(text.contains(start), "{text}");
}

#[test]
fn a_memory_with_few_words_is_cleared_and_then_assigned() {
    let text = table::<6>(|address| if address < 16 { 0 } else { address / 63 });
    let start = "
  logic [19:0] memory [64];

  initial begin
    for (int word = 0; word < 64; word++) begin
      memory[word] = 20'd0;
    end
    memory[6'd63] = 20'd1;
  end
";
    assert!(text.contains(start), "{text}");
}

#[test]
fn no_table_is_wider_than_65536_bits() {
    let text = table::<12>(|address| address);
    for part in [
        "localparam logic [40959:0] MEMORY_CONTENTS_0 = {\n",
        "    20'h00000, 20'h00001, 20'h00002, 20'h00003, 20'h00004, ",
        "localparam logic [40959:0] MEMORY_CONTENTS_1 = {\n",
        "    for (int word = 2048; word < 4096; word++) begin\n",
        "      memory[word] = MEMORY_CONTENTS_1[20 * (4095 - word) +: 20];\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn no_table_has_more_words_than_quartus_unrolls() {
    let words = (0..1_u64 << 13).map(|address| (address & 15).into());
    let text = &files(&SyncROM::<Bits<4>, 13>::from(words))[0].text;
    assert!(text.contains("    for (int word = 4096; word < 8192; word++) begin\n"), "{text}");
}

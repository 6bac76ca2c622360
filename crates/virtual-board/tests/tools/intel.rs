//! The models of Intel's blocks: in Icarus Verilog with testbenches that follow Intel's guides, and
//! as gates.

use crate::foreign;
use std::fs;
use test_support::external_tool::{IVERILOG, VVP};
use test_support::{Sandbox, repository};

/// The folder of the models.
const MODELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../foreign-sources/src/intel");

/// The models, and the testbench of each.
const TESTBENCHES: [(&str, &str); 8] = [
    ("altsyncram.v", "altsyncram_tb"),
    ("fifo.v", "scfifo_tb"),
    ("fifo.v", "dcfifo_tb"),
    ("lpm.v", "lpm_counter_tb"),
    ("lpm.v", "lpm_arithmetic_tb"),
    ("lpm.v", "lpm_registers_tb"),
    ("pll.v", "pll_tb"),
    ("altddio_out.v", "altddio_out_tb"),
];

/// What altsyncram includes to have contents.
const CONTENTS: &str = "initial if (init_file != \"UNUSED\") $readmemh(\"rom.hex\", mem);\n";

/// A folder with all models and the contents of a ROM.
fn sandbox(contents: &str) -> Sandbox {
    let sandbox = Sandbox::new("");
    for file in fs::read_dir(MODELS).expect("the models") {
        let path = file.expect("a model").path();
        fs::copy(&path, sandbox.path(path.file_name().expect("a name"))).expect("a copy");
    }
    sandbox.write("contents.vh", contents);
    sandbox.write("rom.hex", foreign::rom());
    let words = foreign::rom();
    let header = "DEPTH = 16; WIDTH = 8; ADDRESS_RADIX = HEX; DATA_RADIX = HEX;";
    sandbox.write("rom.mif", format!("{header}\nCONTENT BEGIN\n0 : {words};\nEND;\n"));
    sandbox
}

#[test]
#[ignore = "needs iverilog: apt-get install iverilog"]
fn every_model_does_what_the_guides_of_intel_promise() {
    let folder = repository().join("crates/virtual-board/tests/tools/intel");
    for (model, testbench) in TESTBENCHES {
        let sandbox = sandbox(CONTENTS);
        let file = folder.join(format!("{testbench}.v"));
        let file = file.to_str().expect("a path in UTF-8");
        let clock = folder.join("clock.v");
        let clock = clock.to_str().expect("a path in UTF-8");
        let arguments = ["-g2012", "-s", testbench, "-o", "testbench", file, model, clock];
        IVERILOG.run(&sandbox.path(""), arguments).expect_clean();
        VVP.run(&sandbox.path(""), ["-n", "testbench"]).expect_stdout("ok\n");
    }
}

/// Connects a port in Icarus Verilog, which knows no default values of ports.
const OPEN: &str = "
`ifdef __ICARUS__
`define OPEN(port, value) .port(value),
`else
`define OPEN(port, value)
`endif
";

/// What a block does, its model, and the body of a module as in [`foreign::text`].
const BLOCKS: [(&str, &str, &str); 13] = [
    (
        "altsyncram with contents",
        "altsyncram.v",
        r#"
        altsyncram #(
            .operation_mode("ROM"), .width_a(8), .widthad_a(4), .numwords_a(16),
            .init_file("rom.mif"), .outdata_reg_a("UNREGISTERED")
        ) rom (
            `OPEN(wren_a, 1'b0) `OPEN(rden_a, 1'b1) `OPEN(wren_b, 1'b0) `OPEN(rden_b, 1'b1)
            `OPEN(clock1, 1'b0) `OPEN(clocken0, 1'b1) `OPEN(clocken1, 1'b1) `OPEN(aclr0, 1'b0)
            `OPEN(aclr1, 1'b0) `OPEN(byteena_a, 1'b1) `OPEN(byteena_b, 1'b1)
            `OPEN(addressstall_a, 1'b0) `OPEN(addressstall_b, 1'b0)
            .clock0(a), .address_a(d), .q_a(q)
        );"#,
    ),
    (
        "altsyncram with parts of words",
        "altsyncram.v",
        r#"
        altsyncram #(
            .operation_mode("DUAL_PORT"), .width_a(16), .widthad_a(2), .numwords_a(4),
            .width_byteena_a(2), .width_b(8), .widthad_b(3), .numwords_b(8),
            .address_reg_b("CLOCK0"), .outdata_reg_b("UNREGISTERED")
        ) ram (
            `OPEN(wren_b, 1'b0) `OPEN(rden_a, 1'b1) `OPEN(rden_b, 1'b1) `OPEN(clock1, 1'b0)
            `OPEN(clocken0, 1'b1) `OPEN(clocken1, 1'b1) `OPEN(aclr0, 1'b0) `OPEN(aclr1, 1'b0)
            `OPEN(byteena_b, 1'b1) `OPEN(addressstall_a, 1'b0) `OPEN(addressstall_b, 1'b0)
            .clock0(a), .wren_a(b), .byteena_a({c, ~d[0]}), .data_a({~d, d, d, d ^ 4'd6}),
            .address_a(d[2:1]), .address_b({d[3], c, d[0]}), .q_b(q)
        );"#,
    ),
    (
        "altsyncram with two clocks",
        "altsyncram.v",
        r#"
        altsyncram #(
            .operation_mode("DUAL_PORT"), .width_a(16), .widthad_a(2), .numwords_a(4),
            .width_byteena_a(2), .width_b(8), .widthad_b(3), .numwords_b(8),
            .outdata_reg_b("CLOCK1")
        ) ram (
            `OPEN(wren_b, 1'b0) `OPEN(rden_a, 1'b1) `OPEN(rden_b, 1'b1)
            `OPEN(clocken0, 1'b1) `OPEN(clocken1, 1'b1) `OPEN(aclr0, 1'b0) `OPEN(aclr1, 1'b0)
            `OPEN(byteena_b, 1'b1) `OPEN(addressstall_a, 1'b0) `OPEN(addressstall_b, 1'b0)
            .clock0(a), .clock1(b), .wren_a(1'b1), .byteena_a({c, ~d[0]}),
            .data_a({~d, d, d, d ^ 4'd6}),
            .address_a(d[2:1]), .address_b({d[3], c, d[0]}), .q_b(q)
        );"#,
    ),
    (
        "altsyncram with two ports",
        "altsyncram.v",
        r#"
        wire [3:0] q_a, q_b;
        altsyncram #(
            .operation_mode("BIDIR_DUAL_PORT"), .width_a(4), .widthad_a(2), .numwords_a(4),
            .width_b(4), .widthad_b(2), .numwords_b(4), .outdata_reg_a("CLOCK0"),
            .read_during_write_mode_port_b("OLD_DATA"), .address_reg_b("CLOCK0")
        ) ram (
            `OPEN(clock1, 1'b0) `OPEN(rden_a, 1'b1) `OPEN(rden_b, 1'b1)
            `OPEN(clocken0, 1'b1) `OPEN(clocken1, 1'b1) `OPEN(aclr0, 1'b0) `OPEN(aclr1, 1'b0)
            `OPEN(byteena_a, 1'b1) `OPEN(byteena_b, 1'b1)
            `OPEN(addressstall_a, 1'b0) `OPEN(addressstall_b, 1'b0)
            .clock0(a), .wren_a(c), .wren_b(b & ~c), .data_a(d), .data_b(~d),
            .address_a(d[1:0]), .address_b(d[2:1]), .q_a(q_a), .q_b(q_b)
        );
        assign q = {q_a, q_b};"#,
    ),
    (
        "altsyncram with contents of the wider port",
        "altsyncram.v",
        r#"
        wire [7:0] q_a;
        wire [3:0] q_b;
        altsyncram #(
            .operation_mode("BIDIR_DUAL_PORT"), .width_a(8), .widthad_a(4), .numwords_a(16),
            .width_b(4), .widthad_b(5), .numwords_b(32), .address_reg_b("CLOCK0"),
            .init_file("rom.mif")
        ) ram (
            `OPEN(clock1, 1'b0) `OPEN(rden_a, 1'b1) `OPEN(rden_b, 1'b1)
            `OPEN(clocken0, 1'b1) `OPEN(clocken1, 1'b1) `OPEN(aclr0, 1'b0) `OPEN(aclr1, 1'b0)
            `OPEN(byteena_a, 1'b1) `OPEN(byteena_b, 1'b1)
            `OPEN(addressstall_a, 1'b0) `OPEN(addressstall_b, 1'b0)
            .clock0(a), .wren_a(1'b0), .wren_b(b), .data_a({d, ~d}), .data_b(~d),
            .address_a(d), .address_b({d, c}), .q_a(q_a), .q_b(q_b)
        );
        assign q = q_a ^ q_b;"#,
    ),
    (
        "memory with ram_init_file",
        "altsyncram.v",
        r#"
        (* ram_init_file = "rom.mif" *) reg [7:0] m[0:15];
        `ifdef __ICARUS__
          initial $readmemh("rom.hex", m);
        `endif
        reg [7:0] r = 0;
        always @(posedge a) r <= m[d];
        assign q = r;"#,
    ),
    (
        "scfifo",
        "fifo.v",
        r#"
        scfifo #(.lpm_width(4), .lpm_widthu(2), .lpm_numwords(4), .lpm_showahead("ON")) fifo (
            `OPEN(aclr, 1'b0) `OPEN(sclr, 1'b0)
            .clock(a), .data(d), .wrreq(b), .rdreq(c), .q(q[3:0]), .empty(q[4]), .full(q[5]),
            .usedw(q[7:6])
        );"#,
    ),
    (
        "dcfifo",
        "fifo.v",
        r#"
        wire rdempty;
        dcfifo #(.lpm_width(4), .lpm_widthu(2), .lpm_numwords(4)) fifo (
            `OPEN(aclr, 1'b0)
            .wrclk(a), .rdclk(b), .data(d), .wrreq(c), .rdreq(!rdempty), .q(q[3:0]),
            .rdempty(rdempty), .wrfull(q[5]), .wrusedw(q[7:6])
        );
        assign q[4] = rdempty;"#,
    ),
    (
        "dcfifo_mixed_widths",
        "fifo.v",
        r#"
        wire rdempty;
        dcfifo_mixed_widths #(
            .lpm_width(4), .lpm_widthu(3), .lpm_numwords(8), .lpm_width_r(2), .lpm_widthu_r(4)
        ) fifo (
            `OPEN(aclr, 1'b0)
            .wrclk(a), .rdclk(b), .data(d), .wrreq(c), .rdreq(!rdempty), .q(q[1:0]),
            .rdempty(rdempty), .wrfull(q[5]), .wrusedw(q[4:2])
        );
        assign q[7:6] = rdempty;"#,
    ),
    (
        "lpm_counter",
        "lpm.v",
        r#"
        lpm_counter #(
            .lpm_width(4), .lpm_modulus(11), .lpm_svalue("7"), .lpm_port_updown("PORT_USED")
        ) counter (
            `OPEN(clk_en, 1'b1) `OPEN(cnt_en, 1'b1) `OPEN(cin, 1'b1) `OPEN(aclr, 1'b0)
            `OPEN(aset, 1'b0) `OPEN(aload, 1'b0) `OPEN(sclr, 1'b0)
            .clock(a), .sset(b && d[3]), .sload(b), .data(d), .updown(c), .q(q[3:0]),
            .cout(q[4])
        );
        assign q[7:5] = 0;"#,
    ),
    (
        "lpm_divide",
        "lpm.v",
        r#"
        wire [5:0] quotient;
        lpm_divide #(
            .lpm_widthn(6), .lpm_widthd(3), .lpm_nrepresentation("SIGNED"),
            .lpm_drepresentation("SIGNED"), .lpm_hint("LPM_REMAINDERPOSITIVE=FALSE")
        ) divide (
            `OPEN(clock, 1'b0) `OPEN(aclr, 1'b0) `OPEN(clken, 1'b1)
            .numer({b, a, d}), .denom({c, d[2], 1'b1}), .quotient(quotient), .remain(q[7:5])
        );
        assign q[4:0] = quotient[5:1] ^ quotient[4:0];"#,
    ),
    (
        "lpm_add_sub without a carry",
        "lpm.v",
        r#"
        lpm_add_sub #(.lpm_width(4)) sum (
            `OPEN(cin, 2'b10) `OPEN(clock, 1'b0) `OPEN(aclr, 1'b0) `OPEN(clken, 1'b1)
            .dataa(d), .datab({b, c, 2'b10}), .add_sub(a), .result(q[3:0]), .cout(q[4]),
            .overflow(q[5])
        );
        assign q[7:6] = 0;"#,
    ),
    (
        "altddio_out",
        "altddio_out.v",
        r#"
        altddio_out #(.width(2)) ddio (
            `OPEN(outclocken, 1'b1) `OPEN(aset, 1'b0) `OPEN(sset, 1'b0) `OPEN(sclr, 1'b0)
            `OPEN(oe, 1'b1)
            .outclock(a), .aclr(b), .datain_h(d[3:2]), .datain_l(d[1:0]), .dataout(q[1:0])
        );
        assign q[7:2] = 0;"#,
    ),
];

#[test]
#[ignore = "needs yosys and iverilog: apt-get install yosys iverilog"]
fn every_model_behaves_as_gates_as_in_icarus() {
    for (name, model, body) in BLOCKS {
        let sandbox = sandbox(CONTENTS);
        sandbox.write("dut.v", format!("{OPEN}{}", foreign::text(body)));
        foreign::compare(name, &sandbox, &[model]);
    }
}

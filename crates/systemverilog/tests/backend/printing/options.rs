//! The effects of the printer's options.

use rust_hdl::prelude::*;
use rust_hdl_rtl::elaborate;
use rust_hdl_systemverilog::{
    CaseStyle, Files, Options, ResetStyle, SourceFile, Unit, emit, print_all,
};

use super::blocks::{Gate, Instances, Long, Shapes};

/// The text of a block's top module with these options, without a header.
fn text<B: Block + Default>(options: &Options) -> String {
    let files = emit(&[("device", &B::default())], &without_header(options));
    files.unwrap().pop().expect("a block is a module").text
}

fn without_header<'a>(options: &Options<'a>) -> Options<'a> {
    Options { header: &|_| String::new(), ..*options }
}

/// The paragraph (between empty lines) that contains `wanted`.
fn paragraph<B: Block + Default>(wanted: &str, options: &Options) -> String {
    let text = text::<B>(options);
    let found = text.split("\n\n").find(|part| part.contains(wanted));
    found.unwrap_or_else(|| panic!("no `{wanted}` in\n{text}")).trim_end().to_string()
}

fn names(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.name.as_str()).collect()
}

#[test]
fn by_default_each_module_has_a_file_with_its_source_in_the_header() {
    let files = emit(&[("halves", &Instances::default())], &Options::default()).unwrap();
    assert_eq!(names(&files), ["inner.sv", "instances.sv"]);
    let source = file!().replace("options.rs", "blocks.rs");
    let header = format!("// Generated from {source}. Edit that file instead of this one.\n");
    // The path is so long that the header is wrapped.
    let text = files[1].text.replacen("\n// ", " ", 1);
    assert!(text.starts_with(&header), "{text}");

    let files = emit(&[("inverter", &crate::rejections::Inverter::default())], &Options::default());
    assert_eq!(
        files.unwrap()[0].text,
        "// Generated from a rust-hdl design. Edit the design instead of this file.
module inverter (
  input  logic a,
  output logic y
);

  assign y = !a;

endmodule
"
    );
}

#[test]
fn a_single_file_has_all_modules_with_their_headers_and_the_name_of_the_last() {
    let header = |unit: &Unit| format!("This is {}.", unit.name);
    let separate = Options { header: &header, ..Options::default() };
    let design = elaborate(&[("halves", &Instances::default())]).unwrap();
    let [inner, outer] = print_all(&design, &separate).try_into().unwrap();
    let together = print_all(&design, &Options { files: Files::Single, ..separate });
    assert_eq!(names(&together), ["instances.sv"]);
    assert_eq!(together[0].text, format!("{}\n{}", inner.text, outer.text));
    assert!(outer.text.starts_with("// This is instances.\n"));
}

#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Direction {
    Up,
    Down,
}

blocks! { self:
    /// An enum on a port, which is defined in a package.
    Lift: #[hdl_gen] {
        pub call: Signal<In, Bit>,
        pub direction: Signal<Out, Direction>,
    } {
        self.direction.next = Direction::Down;
        if self.call.val() {
            self.direction.next = Direction::Up;
        }
    }
}

#[test]
fn a_package_has_a_header_too_and_follows_the_style() {
    let header = |unit: &Unit| format!("This is {}.", unit.name);
    let options = Options { header: &header, indentation: 3, ..Options::default() };
    let files = emit(&[("lift", &Lift::default())], &options).unwrap();
    assert_eq!(names(&files), ["direction_pkg.sv", "lift.sv"]);
    assert_eq!(
        files[0].text,
        "// This is direction_pkg.
package direction_pkg;

   typedef enum logic {
      Up   = 1'd0,
      Down = 1'd1
   } direction_e;

endpackage
"
    );
    let together =
        emit(&[("lift", &Lift::default())], &Options { files: Files::Single, ..options });
    let text = format!("{}\n{}", files[0].text, files[1].text);
    assert_eq!(together, Ok(vec![SourceFile { name: "lift.sv".into(), text }]));
}

#[test]
fn a_design_without_modules_has_no_files() {
    for files in [Files::OnePerModule, Files::Single] {
        assert_eq!(emit(&[], &Options { files, ..Options::default() }), Ok(vec![]));
    }
}

#[test]
fn indentation_applies_to_every_level() {
    let options = Options { indentation: 4, ..Options::default() };
    assert_eq!(
        paragraph::<Gate>("posedge clock) begin\n        if (reset)", &options),
        "    // The gate moves.
    always_ff @(posedge clock) begin
        if (reset) begin
            state <= Shut;
        end else begin
            case (state)
                Shut: begin
                    if (visitor) begin
                        state <= Opening;
                    end
                end
                Opening: state <= Open;  // Halfway.
                Open: ;
                default: state <= Shut;  // never
            endcase
        end
    end"
    );
    assert_eq!(
        paragraph::<Long>("assign somebody_is_served", &options),
        "    assign somebody_is_served =
            permission_of_the_arbiter &&
            (the_first_of_the_requests > 8'd200) &&
            ((the_second_of_the_requests == 8'd17) ||
             (the_third_of_the_requests != the_second_of_the_requests) ||
             (the_third_of_the_requests < 8'd3));"
    );
    assert_eq!(
        paragraph::<Instances>("inner high", &options),
        "    // The upper half.
    inner high (
        .first_word (word[15:8]),
        .w          ({3'd0, low_carry}),
        .sum        (high_sum_wire),
        .carry      (unused_high_carry)
    );"
    );
    assert_eq!(
        paragraph::<Gate>("typedef", &options),
        "    // What the gate does.
    typedef enum logic [1:0] {
        Shut    = 2'd0,  // The gate is closed.
        Opening = 2'd1,
        Open    = 2'd2   // The gate is open.
    } gate_state_e;"
    );
}

#[test]
fn lines_are_broken_at_the_line_length() {
    let options = Options { line_length: 60, ..Options::default() };
    assert_eq!(
        paragraph::<Long>("assign somebody_is_served", &options),
        "  assign somebody_is_served =
      permission_of_the_arbiter &&
      (the_first_of_the_requests > 8'd200) &&
      ((the_second_of_the_requests == 8'd17) ||
       (the_third_of_the_requests !=
        the_second_of_the_requests) ||
       (the_third_of_the_requests < 8'd3));"
    );
    assert_eq!(
        paragraph::<Gate>("  // Counts", &options),
        "  // Counts the visitors. This comment is longer than one
  // hundred columns, so the printer has to wrap it
  // somewhere.
  always_ff @(posedge clock) begin
    if (visitor && !reset) begin
      count <= count + 8'd1;
    end
  end"
    );
}

#[test]
fn a_long_expression_stays_on_one_line_if_the_line_length_permits() {
    let options = Options { line_length: usize::MAX, ..Options::default() };
    assert_eq!(
        paragraph::<Shapes>("case (b)", &options),
        "  always_comb begin
    case (b)
      4'd0, 4'd1, 4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7, 4'd8, 4'd9, 4'd10, 4'd11, 4'd12, 4'd13, 4'd14: table_b = a;
      default:                                                                                       table_b = 4'd0;
    endcase
  end"
    );
}

#[test]
fn line_length_0_breaks_lines_wherever_possible() {
    let options = Options { line_length: 0, indentation: 0, ..Options::default() };
    assert_eq!(
        paragraph::<Shapes>("assign plain", &options),
        "assign plain =
(a &
 b) +
4'd1;"
    );
}

#[test]
fn broken_expressions_keep_their_parentheses() {
    let options = Options { line_length: 40, ..Options::default() };
    assert_eq!(
        paragraph::<crate::language::ReplacedBits>("assign of_a_sum", &options),
        "  assign of_a_sum =
      (((word + 8'd3) & ~(8'd1 << place)) |
       ({7'd0, value} << place)) ^
      8'd15;"
    );
}

#[test]
fn a_selected_clock_is_one_expression_at_any_line_length() {
    let options = Options { line_length: 40, ..Options::default() };
    assert_eq!(
        paragraph::<crate::language::IntermediateValues>("assign chosen_clock", &options),
        "  assign chosen_clock =
      inverted ? !clock : clock;"
    );
}

#[test]
fn a_reset_can_stay_where_the_kernel_has_it() {
    let options = Options { reset: ResetStyle::KernelOrder, ..Options::default() };
    assert_eq!(
        paragraph::<Gate>("state <= Opening", &options),
        "  // The gate moves.
  always_ff @(posedge clock) begin
    case (state)
      Shut: begin
        if (visitor) begin
          state <= Opening;
        end
      end
      Opening: state <= Open;  // Halfway.
      Open: ;
      default: state <= Shut;  // never
    endcase
    if (reset) begin
      state <= Shut;
    end
  end"
    );
}

#[test]
fn a_case_is_unique_on_request() {
    let options = Options { case: CaseStyle::Unique, ..Options::default() };
    assert_eq!(
        paragraph::<Shapes>("case (a)", &options),
        "  always_comb begin
    unique case (a)
      4'd0, 4'd1:                                     table_a = 4'b0011;  // few
      4'd2, 4'd3, 4'd4, 4'd5, 4'd6, 4'd7, 4'd8, 4'd9: table_a = 4'b1100;
      4'd10:                                          table_a = 4'b1111;  // ten
      default:                                        table_a = 4'b0000;
    endcase
  end"
    );
}

mod located {
    use rust_hdl::prelude::*;
    use rust_hdl_describe::*;

    use crate::hierarchy::FullAdder;

    #[derive(Default, Module)]
    pub struct Located {
        pub clock: Signal<In, Clock>,
        pub a: Signal<In, Bits<2>>,
        pub y: Signal<Out, Bits<2>>,
        pub z: Signal<Out, Bits<2>>,
        pub sum: Signal<Out, Bit>,
        pub either: Signal<Out, Bit>,
        first: DFF<Bits<2>>,
        second: DFF<Bits<2>>,
        adder: FullAdder,
    }

    /// The line above the kernel's attribute.
    pub const ABOVE: u32 = line!() + 2;
    #[rustfmt::skip]
    impl Logic for Located {
        #[kernel]
        fn update(&mut self) {
            // Both wait.
            dff_setup!(self, clock, first, second);
            self.first.d.next = self.a.val();
            self.second.d.next = self.first.q.val();
            self.y.next = self.second.q.val();
            // The adder.
            self.adder.a.next = self.a.val().get_bit(0);
            self.adder.b.next = self.a.val().get_bit(1);
            self.adder.carry_in.next = false;
            self.sum.next = self.adder.sum.val();
            self.either.next = self.a.val().any();
            self.z.next = 0.into();
            match self.a.val().index() {
                1 => self.z.next = 2.into(),
                2 => self.z.next = 1.into(),
                _ => {}
            }
        }
    }
}

#[test]
fn each_item_has_its_source_line() {
    let options = Options { source_lines: true, ..Options::default() };
    let text = text::<located::Located>(&options);
    let line = |offset: u32| format!("{}:{}", file!(), located::ABOVE + offset);
    let (_, body) = text.split_once("unused_adder_carry_out;\n\n").expect("declarations");
    assert_eq!(
        body,
        format!(
            "  // Both wait.
  (* src = \"{first}|{second}\" *)
  always_ff @(posedge clock) begin
    first <= a;
    y <= first;
  end

  // The adder.
  (* src = \"{adder}\" *)
  adder adder (
    .a         (a[0]),
    .b         (a[1]),
    .carry_in  (1'b0),
    .sum       (sum),
    .carry_out (unused_adder_carry_out)
  );

  // src: {either}
  assign either = |a;

  (* src = \"{z}\" *)
  always_comb begin
    z = 2'd0;
    case (a)
      2'd1: z = 2'd2;
      2'd2: z = 2'd1;
      default: ;
    endcase
  end

endmodule
",
            first = line(5),
            second = line(6),
            adder = line(9),
            either = line(13),
            z = line(14),
        )
    );
}

#[test]
fn kernels_without_known_lines_have_no_source_lines() {
    let options = Options { source_lines: true, ..Options::default() };
    assert!(!text::<crate::hierarchy::Outer>(&options).contains("src"));
}

pub const DESIGNS: &[crate::harness::NamedDesign] = &[
    ("located", crate::harness::design::<located::Located>),
    ("lift", crate::harness::design::<Lift>),
];

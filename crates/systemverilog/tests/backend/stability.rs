//! Small edits of a kernel cause small differences in the text, and the text is reproducible.

use std::process::Command;

use rust_hdl::prelude::*;
use rust_hdl_describe::*;
use rust_hdl_systemverilog::{Options, emit, print_all};

/// The text of all modules, concatenated.
fn text<B: Block + Default>() -> String {
    let files = emit(&[("device", &B::default())], &Options::default()).unwrap();
    files.into_iter().map(|file| file.text).collect()
}

/// The removed lines, with `-`, and the added lines, with `+`, in the order of the text.
fn difference(before: &str, after: &str) -> Vec<String> {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    // The lengths of the longest common subsequences of the remaining lines.
    let mut common = vec![vec![0; after.len() + 1]; before.len() + 1];
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            common[i][j] = match old == new {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, vec![]);
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            (i, j) = (i + 1, j + 1);
        } else if i < before.len() && (j == after.len() || common[i + 1][j] >= common[i][j + 1]) {
            lines.push(format!("-{}", before[i]));
            i += 1;
        } else {
            lines.push(format!("+{}", after[j]));
            j += 1;
        }
    }
    lines
}

/// Declares a `Module` called `counter` in a Rust module of its own: its first fields, its local
/// signal, its last fields, its further registers, and what drives the local signal.
macro_rules! version {
    ($version:ident { $($first:tt)* } $step:ident { $($last:tt)* } [$($register:ident)*]
        $hash:tt $kernel:tt $self:ident { $($logic:tt)* }) => {
        mod $version {
            use super::*;

            #[derive(Clone, Default, Module)]
            #[module(name = "counter")]
            pub struct Counter {
                $($first)*
                pub clock: Signal<In, Clock>,
                pub reset: Signal<In, Bit>,
                pub enable: Signal<In, Bit>,
                pub count: Signal<Out, Bits<4>>,
                pub full: Signal<Out, Bit>,
                $step: Signal<Local, Bits<4>>,
                value: DFF<Bits<4>>,
                $($last)*
            }

            impl Logic for Counter {
                $hash $kernel
                fn update(&mut $self) {
                    dff_setup!($self, clock, value $(, $register)*);
                    $($logic)*
                    $self.value.d.next = $self.value.q.val() + $self.$step.val();
                    if $self.reset.val() {
                        $self.value.d.next = 0.into();
                    }
                    $self.count.next = $self.value.q.val();
                    $self.full.next = $self.value.q.val() == 15;
                }
            }
        }
    };
}

version! { original {} step {} [] #[kernel] self {
    self.step.next = 0.into();
    if self.enable.val() {
        self.step.next = 1.into();
    }
} }

#[track_caller]
fn assert_difference<B: Block + Default>(expected: &[&str]) {
    assert_eq!(difference(&text::<original::Counter>(), &text::<B>()), expected);
}

version! { with_a_statement {} step {} [] #[kernel] self {
    self.step.next = 0.into();
    if self.enable.val() {
        self.step.next = 1.into();
        if self.value.q.val() == 7 {
            self.step.next = 2.into();
        }
    }
} }

#[test]
fn a_new_statement_changes_only_its_process() {
    assert_difference::<with_a_statement::Counter>(&[
        "-  assign step = enable ? 4'd1 : 4'd0;",
        "+  always_comb begin",
        "+    step = 4'd0;",
        "+    if (enable) begin",
        "+      step = 4'd1;",
        "+      if (count == 4'd7) begin",
        "+        step = 4'd2;",
        "+      end",
        "+    end",
        "+  end",
        "+",
    ]);
}

version! { with_another_name {} a_much_longer_increment {} [] #[kernel] self {
    self.a_much_longer_increment.next = 0.into();
    if self.enable.val() {
        self.a_much_longer_increment.next = 1.into();
    }
} }

#[test]
fn a_renamed_local_changes_only_the_lines_with_its_name() {
    assert_difference::<with_another_name::Counter>(&[
        "-  logic [3:0] step;",
        "+  logic [3:0] a_much_longer_increment;",
        "-  assign step = enable ? 4'd1 : 4'd0;",
        "+  assign a_much_longer_increment = enable ? 4'd1 : 4'd0;",
        "-      count <= count + step;",
        "+      count <= count + a_much_longer_increment;",
    ]);
}

version! { with_a_register {} step { enabled: DFF<Bit>, } [enabled] #[kernel] self {
    self.enabled.d.next = self.enable.val();
    self.step.next = 0.into();
    if self.enabled.q.val() {
        self.step.next = 1.into();
    }
} }

#[test]
fn a_new_register_adds_a_declaration_and_a_process_and_changes_its_readers() {
    assert_difference::<with_a_register::Counter>(&[
        "+  logic       enabled = 1'b0;",
        "-  assign step = enable ? 4'd1 : 4'd0;",
        "+  always_ff @(posedge clock) begin",
        "+    enabled <= enable;",
        "+  end",
        "+",
        "+  assign step = enabled ? 4'd1 : 4'd0;",
    ]);
}

version! { with_a_field_before { pub hold: Signal<In, Bit>, } step {} [] #[kernel] self {
    self.step.next = 0.into();
    if self.enable.val() && !self.hold.val() {
        self.step.next = 1.into();
    }
} }

#[test]
fn a_new_port_adds_a_line_and_changes_its_readers() {
    assert_difference::<with_a_field_before::Counter>(&[
        "+  input  logic       hold,",
        "-  assign step = enable ? 4'd1 : 4'd0;",
        "+  assign step = (enable && !hold) ? 4'd1 : 4'd0;",
    ]);
}

#[derive(Clone, Default, Module)]
#[module(name = "counter")]
struct WithAComment {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,
    /// Says that the next step overflows.
    pub full: Signal<Out, Bit>,
    step: Signal<Local, Bits<4>>,
    value: DFF<Bits<4>>,
}

impl Logic for WithAComment {
    #[kernel]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        self.step.next = 0.into();
        if self.enable.val() {
            self.step.next = 1.into();
        }
        self.value.d.next = self.value.q.val() + self.step.val();
        if self.reset.val() {
            self.value.d.next = 0.into();
        }
        self.count.next = self.value.q.val();
        // All ones.
        self.full.next = self.value.q.val() == 15;
    }
}

#[test]
fn comments_are_beside_the_code_they_belong_to() {
    assert_difference::<WithAComment>(&[
        "-  output logic       full",
        "+  output logic       full           // Says that the next step overflows.",
        "+",
        "+  // All ones.",
    ]);
}

#[derive(Clone, Default, Module)]
#[module(name = "top")]
struct One {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,
    counter: original::Counter,
}

impl Logic for One {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, counter);
        self.counter.reset.next = self.reset.val();
        self.counter.enable.next = true;
        self.count.next = self.counter.count.val();
    }
}

#[derive(Clone, Default, Module)]
#[module(name = "top")]
struct Two {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub count: Signal<Out, Bits<4>>,
    first: original::Counter,
    counter: original::Counter,
}

impl Logic for Two {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, first, counter);
        self.first.reset.next = self.reset.val();
        self.first.enable.next = true;
        self.counter.reset.next = self.reset.val();
        self.counter.enable.next = self.first.full.val();
        self.count.next = self.counter.count.val();
    }
}

#[test]
fn a_second_instance_does_not_change_the_module() {
    assert_eq!(
        difference(&text::<One>(), &text::<Two>()),
        [
            // Declarations are aligned to the widest.
            "-  logic unused_counter_full;",
            "+  logic [3:0] unused_first_count;",
            "+  logic       first_full;",
            "+  logic       unused_counter_full;",
            "-  counter counter (",
            "+  counter first (",
            "+    .count  (unused_first_count),",
            "+    .full   (first_full)",
            "+  );",
            "+",
            "+  counter counter (",
            "+    .clock  (clock),",
            "+    .reset  (reset),",
            "+    .enable (first_full),",
        ]
    );
}

#[test]
fn source_lines_are_not_printed_by_default() {
    let (options, with_lines) =
        (Options::default(), Options { source_lines: true, ..Options::default() });
    let print = |options| emit(&[("device", &original::Counter::default())], options).unwrap();
    assert!(!print(&options)[0].text.contains("src"));
    assert!(print(&with_lines)[0].text.contains("src"));
}

#[test]
#[ignore = "prints what another test compares"]
fn print_every_design() {
    for (name, design) in crate::tools::designs() {
        println!("// {name}");
        for file in print_all(&design(), &Options::default()) {
            assert!(file.text.ends_with('\n') && !file.text.ends_with("\n\n"), "{name}");
            print!("{}", file.text);
        }
    }
}

#[test]
fn two_processes_print_the_same_bytes() {
    let run = || {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "stability::print_every_design", "--nocapture"]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let printed = String::from_utf8(output.stdout).unwrap();
        // The rest has the duration of the test.
        printed.split("\ntest result").next().unwrap_or_default().to_string()
    };
    let first = run();
    let modules = first.matches("\nendmodule\n").count();
    assert!(modules >= crate::tools::designs().count(), "{modules} modules in\n{first}");
    assert_eq!(first, run());
}

//! The positions of a kernel's comments in its tree.

use rust_hdl::prelude::ast::{VerilogBlock, VerilogBlockOrConditional, VerilogStatement};
use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Formats a kernel's tree as lines of text: comments decoded after `//`, assignments by their
/// target.
fn outline(block: &dyn Block) -> Vec<String> {
    let Verilog::Combinatorial(statements) = block.hdl() else {
        panic!("a kernel is combinatorial");
    };
    let mut lines = Vec::new();
    outline_block(&statements, "", &mut lines);
    lines
}

fn outline_block(block: &VerilogBlock, indent: &str, lines: &mut Vec<String>) {
    let deeper = format!("{indent}  ");
    for statement in block {
        match statement {
            VerilogStatement::Comment(text) => match decode_comment(text) {
                Some(text) => lines.push(format!("{indent}// {text}").trim_end().to_owned()),
                None => assert!(decode_line(text).is_some(), "{text} is not a comment"),
            },
            VerilogStatement::Assignment(target, _) => {
                let target = format!("{target:?}");
                let name = target.split('"').nth(1).unwrap_or_default();
                lines.push(format!("{indent}{}", name.trim_end_matches("$next")));
            }
            VerilogStatement::If(conditional) => {
                lines.push(format!("{indent}if"));
                outline_block(&conditional.then, &deeper, lines);
                match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => {
                        lines.push(format!("{indent}else"));
                        outline_block(block, &deeper, lines);
                    }
                    VerilogBlockOrConditional::Conditional(conditional) => {
                        lines.push(format!("{indent}else"));
                        outline_block(&vec![(**conditional).clone()], &deeper, lines);
                    }
                    VerilogBlockOrConditional::None => {}
                }
            }
            VerilogStatement::Match(matched) => {
                lines.push(format!("{indent}match"));
                for case in &matched.cases {
                    lines.push(format!("{indent}{} =>", case.condition));
                    outline_block(&case.block, &deeper, lines);
                }
            }
            VerilogStatement::Loop(repetition) => {
                lines.push(format!("{indent}for"));
                outline_block(&repetition.block, &deeper, lines);
            }
            other => panic!("the kernels here have no {other:?}"),
        }
    }
}

/// Declares a module with the ports `a` to `d` and `x` to `z` for a test kernel.
macro_rules! module {
    ($name:ident) => {
        #[derive(Clone, Debug, Default, Module)]
        struct $name {
            pub a: Signal<In, Bits<4>>,
            pub b: Signal<In, Bit>,
            pub x: Signal<Out, Bits<4>>,
            pub y: Signal<Out, Bits<4>>,
            pub z: Signal<Out, Bits<4>>,
        }
    };
}

module!(Statements);

impl Logic for Statements {
    #[kernel]
    #[rustfmt::skip]
    fn update(&mut self) {
        // first
        //
        //   indented, and a \ "quoted" ("word") 100% // twice — unicode 😀

        // after a blank line
        self.x.next = self.a.val(); // after x
        // before y
        self.y.next = self.a.val() // inside y
            // and on its own line
            + 1; // after y
        /// a doc comment
        self.z.next = 0.into(); self.z.next = 1.into(); // after the second z
        /* a block comment // stays */
        comment!("by hand: \"(\")\" 50%");
        // A line that is as long as a line may be is one comment, although the compiler breaks it on its way through.
        // last
    }
}

#[test]
fn comments_precede_their_statements_with_their_text_intact() {
    assert_eq!(
        outline(&Statements::default()),
        [
            "// first",
            "//",
            "//   indented, and a \\ \"quoted\" (\"word\") 100% // twice \u{2014} unicode \u{1f600}",
            "// after a blank line",
            "// after x",
            "x",
            "// before y",
            "// inside y",
            "// and on its own line",
            "// after y",
            "y",
            "// a doc comment",
            "z",
            "// after the second z",
            "z",
            "// by hand: \"(\")\" 50%",
            "// A line that is as long as a line may be is one comment, although the compiler breaks it on its way through.",
            "// last",
        ]
    );
}

module!(Conditionals);

impl Logic for Conditionals {
    #[kernel]
    #[rustfmt::skip]
    fn update(&mut self) {
        // before if
        if self.b.val() { // after the brace
            // in then
            self.x.next = 1.into();
            // end of then
        } else if self.a.val() == 3 // in the condition
        {
            self.x.next = 2.into();
        }
        // between the branches
        else {
            // only this
        } // after if
        for i in 0..2 {
            // in the loop
            self.y.next = i.into();
        }
        // end
    }
}

#[test]
fn comments_in_branches_stay_and_those_between_precede_the_statement() {
    assert_eq!(
        outline(&Conditionals::default()),
        [
            "// before if",
            "// in the condition",
            "// between the branches",
            "// after if",
            "if",
            "  // after the brace",
            "  // in then",
            "  x",
            "  // end of then",
            "else",
            "  if",
            "    x",
            "  else",
            "    // only this",
            "for",
            "  // in the loop",
            "  y",
            "// end",
        ]
    );
}

module!(Matches);

impl Logic for Matches {
    #[kernel]
    #[rustfmt::skip]
    fn update(&mut self) {
        self.x.next = 0.into();
        match self.a.val().index() { // after the brace
            // before zero
            0 => self.x.next = 1.into(), // after zero
            1 => {
                // in one
                self.x.next = 2.into();
                // end of one
            } // after one
            // before two and three
            2 | 3 =>
                // after the arrow
                self.x.next = 3.into(),
            4 => {} // nothing for four
            5 => match self.b.val() {
                // before the inner arm
                true => self.x.next = 4.into(),
                _ => self.x.next = 5.into(),
                // end of the inner match
            },
            6 => comment!("six by hand"),
            _ => self.x.next = 6.into()
            // end of the match
        }
    }
}

#[test]
fn comments_at_an_arm_come_first_in_its_block() {
    assert_eq!(
        outline(&Matches::default()),
        [
            "x",
            "// after the brace",
            "match",
            "0 =>",
            "  // before zero",
            "  // after zero",
            "  x",
            "1 =>",
            "  // after one",
            "  // in one",
            "  x",
            "  // end of one",
            "2 =>",
            "  // before two and three",
            "  // after the arrow",
            "  x",
            "3 =>",
            "  // before two and three",
            "  // after the arrow",
            "  x",
            "4 =>",
            "  // nothing for four",
            "5 =>",
            "  match",
            "  true =>",
            "    // before the inner arm",
            "    x",
            "  default =>",
            "    x",
            "    // end of the inner match",
            "6 =>",
            "  // six by hand",
            "default =>",
            "  x",
            "  // end of the match",
        ]
    );
}

module!(OnlyComments);

impl Logic for OnlyComments {
    #[kernel]
    fn update(&mut self) {
        // Nothing here, "// neither".
    }
}

#[test]
fn a_kernel_may_contain_only_comments() {
    assert_eq!(outline(&OnlyComments::default()), ["// Nothing here, \"// neither\"."]);
}

module!(ByHand);

impl Logic for ByHand {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("count \"up\" \\ caf\u{e9}");
        println!("x is {:?}", self.x.val());
        self.x.next = self.a.val();
    }
}

#[test]
fn comments_of_plain_rust_hdl_are_also_decoded() {
    assert_eq!(outline(&ByHand::default()), ["// count \"up\" \\ caf\u{e9}", "// x is {:?}", "x"]);
}

module!(EndingInComments);

impl Logic for EndingInComments {
    #[kernel]
    #[rustfmt::skip]
    fn update(&mut self) {
        if self.b.val() {
            self.x.next = self.a.val()
            // after a statement without semicolon
        } else {
            comment!("by hand")
            // after a comment without semicolon
        }
        match self.a.val().index() {
            0 => if self.b.val() { self.y.next = 1.into() },
            _ => self.y.next = 2.into(),
        } // after the match
        // last
    }
}

#[test]
fn a_comment_may_follow_a_statement_without_semicolon() {
    assert_eq!(
        outline(&EndingInComments::default()),
        [
            "if",
            "  x",
            "  // after a statement without semicolon",
            "else",
            "  // by hand",
            "  // after a comment without semicolon",
            "// after the match",
            "match",
            "0 =>",
            "  if",
            "    y",
            "default =>",
            "  y",
            "// last",
        ]
    );
}

module!(Lines);

/// The line of `#[kernel]`.
const KERNEL: u32 = line!() + 3;
#[rustfmt::skip]
impl Logic for Lines {
    #[kernel]
    fn update(&mut self) {
        // A comment has no line,
        self.x.next = self.a.val(); // wherever it stands.
        self.y.next = self.a.val()
            + 1;

        match self.a.val().index() {
            0 => self.z.next = 1.into(),
            _ => {
                self.z.next = 2.into();
            }
        }
        comment!("nor when it is written by hand");
        if self.b.val() { self.z.next = 3.into(); } self.x.next = 1.into();
    }
}

#[test]
fn each_statement_follows_its_line_number() {
    let Verilog::Combinatorial(statements) = Lines::default().hdl() else {
        panic!("a kernel is combinatorial");
    };
    let lines = statements.windows(2).filter_map(|pair| match pair {
        [VerilogStatement::Comment(text), statement] => {
            let line = decode_line(text)?;
            assert!(!matches!(statement, VerilogStatement::Comment(_)), "{statement:?}");
            Some(line - KERNEL)
        }
        _ => None,
    });
    assert_eq!(lines.collect::<Vec<_>>(), [3, 4, 7, 14, 14]);
    let all = format!("{statements:?}").matches("rust-hdl-describe line").count();
    assert_eq!(all, 5 + 2, "two are in the blocks of others");
}

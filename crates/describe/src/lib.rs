//! Names, documentation and comments of Rust-HDL modules.
//!
//! What a [`Probe`](rust_hdl::prelude::Probe) sees of a rust-hdl design are the names of fields, the signals and the kernels. What
//! a module is called, where it was written, what its documentation says and what the comments in its kernel say are not there.
//! This crate adds them, and nothing else: simulation, VCD files and rust-hdl's own checks stay as they are.
//!
//! | instead of | write | and the design's tree carries |
//! |---|---|---|
//! | `#[derive(LogicBlock)]` | [`#[derive(Module)]`](derive@Module) | a [`Description`]: name, source file, documentation, parameters |
//! | `#[derive(LogicState)]` | `#[derive(LogicState, DescribeEnum)]` | an [`EnumDescription`] in the descriptions of modules that list the enum |
//! | `#[hdl_gen]` | [`#[kernel]`](macro@kernel) | the kernel's comments and the lines of its statements; or-patterns and ranges are taken as well |
//!
//! Both preludes are needed: `use rust_hdl::prelude::*;` and `use rust_hdl_describe::*;`.
//!
//! # Example
//!
//! A traffic light, and a probe that reads it:
//!
//! ```
//! use rust_hdl::prelude::*;
//! use rust_hdl_describe::*;
//!
//! /// What the light shows.
//! #[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeEnum)]
//! enum Colour {
//!     /// Stand.
//!     Red,
//!     Green,
//! }
//!
//! /// A light that turns green with the first count and red again with the seventh.
//! #[derive(Default, Module)]
//! #[module(name = "traffic_light", enums(Colour))]
//! struct Light<const N: usize> {
//!     /// The count, `N` bits wide.
//!     pub count: Signal<In, Bits<N>>,
//!     pub colour: Signal<Out, Colour>,
//! }
//!
//! impl<const N: usize> Logic for Light<N> {
//!     #[kernel]
//!     fn update(&mut self) {
//!         // A count of zero comes right after reset:
//!         // nobody drives then.
//!         match self.count.val().index() {
//!             1..=6 => self.colour.next = Colour::Green, // "go"
//!             _ => self.colour.next = Colour::Red,
//!         }
//!     }
//! }
//!
//! #[derive(Default)]
//! struct Reader {
//!     descriptions: Vec<Description>,
//!     comments: Vec<String>,
//! }
//!
//! impl Probe for Reader {
//!     fn visit_start_scope(&mut self, _name: &str, block: &dyn Block) {
//!         if let Verilog::Combinatorial(statements) = block.hdl() {
//!             for statement in statements {
//!                 if let ast::VerilogStatement::Comment(text) = statement {
//!                     self.comments.extend(decode_comment(&text));
//!                 }
//!             }
//!         }
//!     }
//!
//!     fn visit_atom(&mut self, _name: &str, atom: &dyn Atom) {
//!         self.descriptions.extend(Description::from_atom(atom));
//!     }
//! }
//!
//! let mut light = Light::<4>::default();
//! light.connect_all();
//! let mut reader = Reader::default();
//! light.accept("light", &mut reader);
//!
//! let [description] = reader.descriptions.try_into().unwrap();
//! assert_eq!(description, Light::<4>::description());
//! assert_eq!(description.name, "traffic_light");
//! assert_eq!(description.documentation, "A light that turns green with the first count and red again with the seventh.");
//! assert_eq!(description.parameters, [("N".into(), "4".into())]);
//! assert_eq!(description.fields, [("count".into(), "The count, `N` bits wide.".into())]);
//! assert_eq!(description.enums[0].variants[0], ("Red".into(), "Stand.".into()));
//! assert_eq!(reader.comments, ["A count of zero comes right after reset:", "nobody drives then."]);
//! ```
//!
//! The comment `"go"` is in the tree too, in the block of each of the six arms.
//!
//! # Limits
//!
//! rust-hdl's own Verilog gains an unused `localparam _description` in each module. It prints the comments and lines of a `#[kernel]` in the
//! form they travel in, and one of more than some 45 characters on two lines, of which the second is no comment to a Verilog
//! tool: a `#[hdl_gen]` kernel with a long `comment!` has the same fault. A backend of one's own is not concerned.
//!
//! # What a kernel may not hold
//!
//! A match guard:
//!
//! ```compile_fail
//! # use rust_hdl::prelude::*;
//! # use rust_hdl_describe::*;
//! # #[derive(Default, Module)]
//! # struct Gate { a: Signal<In, Bits<2>>, b: Signal<In, Bit>, y: Signal<Out, Bit> }
//! # impl Logic for Gate {
//! #     #[kernel]
//! #     fn update(&mut self) {
//! #         self.y.next = false;
//! match self.a.val().index() {
//!     0 if self.b.val() => self.y.next = true,
//!     _ => {}
//! }
//! #     }
//! # }
//! ```
//!
//! Write the condition inside the arm:
//!
//! ```
//! # use rust_hdl::prelude::*;
//! # use rust_hdl_describe::*;
//! # #[derive(Default, Module)]
//! # struct Gate { a: Signal<In, Bits<2>>, b: Signal<In, Bit>, y: Signal<Out, Bit> }
//! # impl Logic for Gate {
//! #     #[kernel]
//! #     fn update(&mut self) {
//! #         self.y.next = false;
//! match self.a.val().index() {
//!     0 => {
//!         if self.b.val() {
//!             self.y.next = true;
//!         }
//!     }
//!     _ => {}
//! }
//! #     }
//! # }
//! ```

#![warn(missing_docs)]

mod atom;
mod comment;
mod derived;
mod description;
mod descriptor;

pub use comment::{decode_comment, decode_line};
pub use description::{Describe, DescribeEnum, Description, EnumDescription};
pub use rust_hdl_describe_macros::{DescribeEnum, Module, kernel};

/// What the expansions of the macros name. Not part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::atom::visit_description;
    pub use crate::derived::{documentation, identifier_part, short_type_name, source_file};
    pub use rust_hdl::prelude::{Block, Logic, Probe, hdl_gen};
}

/// The macros, expanding to paths in `rust_hdl_systemverilog::describe`, which re-exports them. Not part of the interface.
#[doc(hidden)]
pub mod __systemverilog {
    pub use rust_hdl_describe_macros::{
        SystemverilogDescribeEnum as DescribeEnum, SystemverilogModule as Module,
        systemverilog_kernel as kernel,
    };
}

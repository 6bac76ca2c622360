//! Names, documentation, comments and ports of rust-hdl modules, for backends that print, draw or
//! simulate them.
//!
//! A [`Probe`](rust_hdl::prelude::Probe) of a rust-hdl design sees the names of fields, the signals
//! and the kernels. It does not see the name of a module, its source file, its documentation and
//! the comments in its kernel. This crate adds these. Simulation, VCD files and rust-hdl's own
//! checks are unchanged.
//!
//! | instead of | write | and the design's tree carries |
//! |---|---|---|
//! | `#[derive(LogicBlock)]` | [`#[derive(Module)]`](derive@Module) | a [`Description`]: name, source file, documentation, parameters |
//! | `#[derive(LogicState)]`, `#[derive(LogicStruct)]` | `#[derive(LogicState, DescribeType)]`, `#[derive(LogicStruct, DescribeType)]` | a [`TypeDescription`] in the descriptions of modules that list the type |
//! | `#[hdl_gen]` | [`#[kernel]`](macro@kernel) | the kernel's comments, the lines of its statements, its conversions and its properties; or-patterns and ranges also work |
//!
//! Both `use rust_hdl::prelude::*;` and `use rust_hdl_describe::*;` are needed. A user of
//! `rust-hdl-systemverilog` imports `rust_hdl_systemverilog::describe::*` instead and needs no
//! dependency on this crate.
//!
//! # Example
//!
//! A traffic light, and a probe that reads its description:
//!
//! ```
//! use rust_hdl::prelude::*;
//! use rust_hdl_describe::*;
//!
//! /// The colours of the light.
//! #[derive(Copy, Clone, Debug, PartialEq, LogicState, DescribeType)]
//! enum Colour {
//!     /// Stop.
//!     Red,
//!     Green,
//! }
//!
//! /// A light that is green while the count is from 1 to 6.
//! #[derive(Default, Module)]
//! #[module(name = "traffic_light", types(Colour))]
//! struct Light<const N: usize> {
//!     /// The count, `N` bits wide.
//!     pub count: Signal<In, Bits<N>>,
//!     pub colour: Signal<Out, Colour>,
//! }
//!
//! impl<const N: usize> Logic for Light<N> {
//!     #[kernel]
//!     fn update(&mut self) {
//!         // The count is zero after reset:
//!         // the light must be red.
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
//! assert_eq!(description.documentation, "A light that is green while the count is from 1 to 6.");
//! assert_eq!(description.parameters, [("N".into(), "4".into())]);
//! assert_eq!(description.fields, [("count".into(), "The count, `N` bits wide.".into())]);
//! assert_eq!(description.types[0].members[0], ("Red".into(), "Stop.".into()));
//! assert_eq!(reader.comments, ["The count is zero after reset:", "the light must be red."]);
//! ```
//!
//! The comment `"go"` is in the tree, too, in each of the six arms.
//!
//! # Ports
//!
//! A probe reads signals, but cannot set them. A test that drives any block with random values
//! needs its ports: `Module` implements [`Ports`], which shows each [`Port`] by name, also those in
//! arrays and interfaces. What the ports are made of needs derives, too:
//!
//! | port | derive |
//! |---|---|
//! | an interface | `#[derive(LogicInterface, Ports)]` |
//! | an input whose type is a struct | `#[derive(LogicStruct, DescribeType)]` or `#[derive(LogicStruct, FromBits)]` |
//! | an input whose type is an enum | `#[derive(LogicState, DescribeType)]` or `#[derive(LogicState, FromBits)]` |
//!
//! Where one is missing, the compiler reports it when the ports are used:
//!
//! ```compile_fail,E0277
//! # use rust_hdl::prelude::*;
//! # use rust_hdl_describe::*;
//! # #[derive(Copy, Clone, Debug, PartialEq, LogicState)]
//! # enum Mode { Slow, Fast }
//! #[derive(Default, Module)]
//! struct Motor {
//!     mode: Signal<In, Mode>,
//! }
//! # impl Logic for Motor {
//! #     fn update(&mut self) {}
//! # }
//!
//! // error: values of `Mode` cannot be made from their bits
//! Motor::default().visit_ports(PortName::BLOCK, &mut |name, _| println!("{name}"));
//! ```
//!
//! # Paths
//!
//! [`field_path!`] returns the path of a signal, a register or an instance in the hierarchy. A
//! renamed field is then a compile error, and not a path that leads nowhere.
//!
//! # Limits
//!
//! rust-hdl's own Verilog gets an unused `localparam _description` in each module, and prints the
//! comments and lines of a `#[kernel]` in their encoded form, and more parentheses. It breaks a
//! comment of more than about 45 characters into two lines, the second of which is not a comment in
//! Verilog; this also happens to a long `comment!` under `#[hdl_gen]`. Other backends are not
//! affected.
//!
//! # What `#[kernel]` rejects
//!
//! What rust-hdl drops or mistakes: match guards, `#[cfg(...)]` on statements, constants with a
//! path, functions and methods of your own. For example a match guard:
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
//! Write the condition as an `if` inside the arm:
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
//!
//! rust-hdl takes a call of any function whose name begins with `bits` or `bit_cast` for a
//! conversion. A kernel has to call rust-hdl's own:
//!
//! ```compile_fail
//! use rust_hdl::prelude::*;
//! use rust_hdl_describe::*;
//!
//! #[derive(Default, Module)]
//! struct Copy { a: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>> }
//!
//! /// Not rust-hdl's.
//! fn bit_cast<const M: usize, const N: usize>(_: Bits<N>) -> Bits<M> {
//!     1.into()
//! }
//!
//! impl Logic for Copy {
//!     #[kernel]
//!     fn update(&mut self) {
//!         self.y.next = bit_cast::<4, 4>(self.a.val());
//!     }
//! }
//! ```

#![warn(missing_docs)]

mod atom;
mod comment;
mod conversion;
mod derived;
mod description;
mod descriptor;
mod field_path;
mod from_bits;
mod ports;
mod property;

pub use comment::{decode_comment, decode_line};
pub use conversion::{Conversion, decode_constant, decode_conversion, is_marked};
pub use description::{Describe, DescribeType, Description, FieldAttribute, TypeDescription};
pub use from_bits::FromBits;
pub use ports::{Port, PortName, PortVisitor, Ports};
pub use property::{KernelProperty, PropertyKind, decode_property};
pub use rust_hdl_describe_macros::{DescribeType, FromBits, Module, Ports, kernel};

/// What the expansions of the macros name. Not part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::atom::visit_description;
    pub use crate::derived::{documentation, identifier_part, short_type_name, source_file};
    pub use crate::from_bits::variant;
    pub use crate::ports::{Field, Kind, OfBlock, OfInterface, SkipField, VisitField, type_name};
    pub use rust_hdl::prelude::{
        Bits, Block, Logic, Probe, Synth, bit_cast, bits, hdl_gen, signed_bit_cast, signed_cast,
        unsigned_cast,
    };
    pub use rust_hdl_describe_macros::check_names;

    /// Compiles if both have the same type.
    pub fn must_be_of_rust_hdl<T>(_: T, _: T) {}
}

/// The macros, expanding to paths in `rust_hdl_systemverilog::describe`, which re-exports them. Not
/// part of the interface.
#[doc(hidden)]
pub mod __systemverilog {
    pub use rust_hdl_describe_macros::{
        SystemverilogDescribeType as DescribeType, SystemverilogFromBits as FromBits,
        SystemverilogModule as Module, SystemverilogPorts as Ports, systemverilog_kernel as kernel,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

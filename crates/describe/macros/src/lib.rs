//! The macros of `rust-hdl-describe`. Use them through that crate, which re-exports and documents
//! them, or through `rust-hdl-systemverilog`.
//!
//! | macro | what it expands to |
//! |---|---|
//! | [`derive(Module)`](macro@Module) | rust-hdl's `Block`, and `Describe` and `Ports` of `rust_hdl_describe` |
//! | [`derive(Ports)`](macro@Ports) | `rust_hdl_describe::Ports` |
//! | [`derive(DescribeType)`](macro@DescribeType) | `DescribeType` and `FromBits` of `rust_hdl_describe` |
//! | [`derive(FromBits)`](macro@FromBits) | `rust_hdl_describe::FromBits` |
//! | [`kernel`](macro@kernel) | the checked kernel under rust-hdl's `#[hdl_gen]`, with its comments as `comment!` statements |
//!
//! The expansions name items of `rust-hdl-describe` by absolute paths. Each macro therefore exists
//! twice: the hidden second one finds the same items in `rust_hdl_systemverilog::describe`, so that
//! a user of that crate need not depend on this one's.

#![warn(missing_docs)]

mod data_type;
mod documentation;
mod from_bits;
mod kernel;
mod module;
mod ports;
mod template;

use proc_macro::TokenStream;
use syn::{DeriveInput, Path, Result, parse_macro_input, parse_quote};

/// Makes a struct with named fields a module that describes itself. Derive it in place of
/// `LogicBlock`.
///
/// It implements rust-hdl's `Block` as `LogicBlock` does, over the fields whose names do not begin
/// with `_`, and `Describe` and `Ports` of `rust_hdl_describe`. A probe that visits the module
/// finds one more atom, `_description`, first in its scope.
///
/// - `#[module(name = "fifo_{D}x{N}")]` names the module. `{D}` is replaced by the value of the
///   const or type parameter `D`; a type is written in snake case (`bits4` for `Bits<4>`).
/// - `#[module(name = EXPRESSION)]` names it with a `&str` expression, which is evaluated inside
///   the `impl` and may use the struct's generics.
/// - Without either, the name is the type's name in snake case. A digit stays with the letters
///   around it: `StateMachine` becomes `state_machine`, `Adder8Bit` becomes `adder8bit`,
///   `HTTPServer` becomes `http_server`.
/// - `#[module(types(State, Mode))]` adds the descriptions of these enums and structs, which are
///   types of the module's signals. Each must derive `DescribeType`.
/// - `#[module(radix = 2)]` on a field (2, 10 or 16) sets the base in which a backend prints the
///   literals of that signal.
/// - `#[module(attribute(keep = "true"))]` on a field gives its declaration an attribute for tools:
///   `(* keep = "true" *)`. Several are separated by commas.
#[proc_macro_derive(Module, attributes(module))]
pub fn module(input: TokenStream) -> TokenStream {
    expand(input, module::derive, &in_describe())
}

/// Makes the ports of a block or an interface known: derive it beside `LogicInterface`, or beside
/// `LogicBlock` if the block cannot derive `Module`, which implements the same.
///
/// A port is a field of type `Signal` with a direction, or one inside of a field that is an array
/// or an interface with `Ports`. Inputs need a type with `FromBits`.
#[proc_macro_derive(Ports)]
pub fn ports(input: TokenStream) -> TokenStream {
    expand(input, ports::derive, &in_describe())
}

/// Gives an enum or a struct a description: its name, its documentation and that of its variants or
/// fields. Derive it along with `LogicState` or `LogicStruct`.
///
/// It also implements `FromBits`, which every field of a struct needs.
#[proc_macro_derive(DescribeType)]
pub fn describe_type(input: TokenStream) -> TokenStream {
    expand(input, data_type::derive, &in_describe())
}

/// Makes values of a struct or an enum from their bits. Derive it along with `LogicStruct` or
/// `LogicState`.
#[proc_macro_derive(FromBits)]
pub fn from_bits(input: TokenStream) -> TokenStream {
    expand(input, from_bits::derive, &in_describe())
}

/// Makes `fn update(&mut self)` a hardware kernel. Use it in place of `#[hdl_gen]`, which it
/// applies to the rewritten function.
///
/// # What it adds
///
/// - **Comments.** Each `//` comment line becomes a `comment!` statement;
///   `rust_hdl_describe::decode_comment` returns its text. A comment above a statement, or after it
///   on its last line, is placed before the statement. One of a match arm comes first in the arm's
///   block; one above a `}` comes last in that block. A comment inside an expression is placed
///   before the statement. Block comments (`/* */`) are not carried over. `comment!` must be in
///   scope: `use rust_hdl_describe::*`.
/// - **Lines.** Each statement is preceded by its line number, which
///   `rust_hdl_describe::decode_line` returns.
/// - **Patterns.** `0 | 1 | 2` and `2..=7` become one arm for each value, with the same body and
///   comments. A range covers at most 256 values. Integers in patterns may have any radix,
///   underscores and suffixes.
/// - **Loops.** `for i in 0..=N` runs to `N`; rust-hdl's tree would end before it.
/// - **Constants.** The value of a number with a name in capitals, such as `LIMIT` or a const
///   parameter `N`, is recorded by an empty loop; `rust_hdl_describe::decode_constant` finds it.
///   The name may have a path that cannot be that of a variant: `Self::K`, `u8::MAX`.
/// - **Conversions.** `.index()` and `.to_bits()`, which rust-hdl drops, are marked with
///   parentheses; `rust_hdl_describe::decode_conversion` finds them.
/// - **Properties.** `#[assert("name", condition)]`, `#[assume(...)]` and `#[cover(...)]` below
///   `#[kernel]` state something about the signals at each rising edge of the module's clock, or
///   of the one in `clock = NAME` before the condition. `past(x)` is the value at the edge before.
///   Each becomes an `if` without an effect; `rust_hdl_describe::decode_property` finds it.
///
/// # What it rejects
///
/// What rust-hdl drops or mistakes without a warning: match guards, `#[cfg(...)]`, calls of
/// functions and methods of your own, variables. Also patterns that bind or import a name,
/// `let`, compound assignments such as `+=`, and `if` or `match` as a value. Everything else is up
/// to rust-hdl.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    kernel::expand(arguments.into(), item.into(), &in_describe()).into()
}

/// [`Module`](macro@Module), for users of `rust_hdl_systemverilog::describe`.
#[doc(hidden)]
#[proc_macro_derive(SystemverilogModule, attributes(module))]
pub fn systemverilog_module(input: TokenStream) -> TokenStream {
    expand(input, module::derive, &in_systemverilog())
}

/// [`Ports`](macro@Ports), for users of `rust_hdl_systemverilog::describe`.
#[doc(hidden)]
#[proc_macro_derive(SystemverilogPorts)]
pub fn systemverilog_ports(input: TokenStream) -> TokenStream {
    expand(input, ports::derive, &in_systemverilog())
}

/// [`DescribeType`](macro@DescribeType), for users of `rust_hdl_systemverilog::describe`.
#[doc(hidden)]
#[proc_macro_derive(SystemverilogDescribeType)]
pub fn systemverilog_describe_type(input: TokenStream) -> TokenStream {
    expand(input, data_type::derive, &in_systemverilog())
}

/// [`FromBits`](macro@FromBits), for users of `rust_hdl_systemverilog::describe`.
#[doc(hidden)]
#[proc_macro_derive(SystemverilogFromBits)]
pub fn systemverilog_from_bits(input: TokenStream) -> TokenStream {
    expand(input, from_bits::derive, &in_systemverilog())
}

/// [`kernel`](macro@kernel), for users of `rust_hdl_systemverilog::describe`.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn systemverilog_kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    kernel::expand(arguments.into(), item.into(), &in_systemverilog()).into()
}

/// What [`kernel`](macro@kernel) leaves on the function.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn check_names(names: TokenStream, function: TokenStream) -> TokenStream {
    kernel::check_names(names.into(), function.into()).into()
}

fn in_describe() -> Path {
    parse_quote!(::rust_hdl_describe)
}

fn in_systemverilog() -> Path {
    parse_quote!(::rust_hdl_systemverilog::describe)
}

fn expand(
    input: TokenStream,
    derive: fn(&DeriveInput, &Path) -> Result<proc_macro2::TokenStream>,
    root: &Path,
) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    derive(&input, root).unwrap_or_else(|error| error.to_compile_error()).into()
}

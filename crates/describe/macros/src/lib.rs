//! The macros of `rust-hdl-describe`, which re-exports and documents them. Use them through that crate: the code that they
//! write names it.

mod documentation;
mod enumeration;
mod kernel;
mod module;
mod template;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Makes a struct with named fields a module that can describe itself. It takes the place of `#[derive(LogicBlock)]`.
///
/// It implements rust-hdl's `Block` as `LogicBlock` does, over the fields whose names do not begin with `_`, and
/// `rust_hdl_describe::Describe`. A probe that visits the module meets one more atom, `_description`, right after the start of
/// its scope.
///
/// - `#[module(name = "fifo_{D}x{N}")]` names the module; `{D}` stands for the value of the const or type parameter `D`, a type's
///   in snake case (`bits4` for `Bits<4>`).
/// - `#[module(name = EXPRESSION)]` does so as well; the expression gives a `&str`, is evaluated inside the `impl` and may use the
///   struct's generics. Without it the name is the type's in snake case, a digit staying with the letter that follows it:
///   `StateMachine` is `state_machine`, `Card7Seg` is `card7seg`, `HTTPServer` is `http_server`.
/// - `#[module(enums(State, Mode))]` adds the descriptions of the enums that the module uses. Each derives `DescribeEnum`.
#[proc_macro_derive(Module, attributes(module))]
pub fn module(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    module::derive(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Lets an enum say its name, its documentation and those of its variants. It stands beside rust-hdl's `LogicState`.
#[proc_macro_derive(DescribeEnum)]
pub fn describe_enum(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    enumeration::derive(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes `fn update(&mut self)` a hardware kernel. It takes the place of `#[hdl_gen]`, which it hands the rewritten function.
///
/// # What it adds
///
/// - **Comments reach the tree.** Each `//` comment line becomes a `comment!` statement, to be read back with
///   `rust_hdl_describe::decode_comment`. Lines above a statement, or behind it on its last line, stand before it; those of a match
///   arm are the first statements of its block; those above a `}` are the last of that block. A comment inside an expression
///   stands before the statement. Block comments (`/* */`) stay in the Rust. Bring `comment!` into scope with
///   `use rust_hdl_describe::*`.
/// - **Lines reach the tree.** The line of each statement at the top of the kernel stands before it, to be read back with
///   `rust_hdl_describe::decode_line`.
/// - **Patterns.** `0 | 1 | 2` and `2..=7` become one arm for each value, every one with the same body and comments. A range
///   covers at most 256 values. Integers in patterns may be written in any radix, with underscores and suffixes.
///
/// # What it refuses
///
/// Match guards (rust-hdl's tree drops them without a word), patterns that bind or import a name, `let`, `+=` and its like, and
/// `if` or `match` as a value. The rest of the language is as rust-hdl has it.
#[proc_macro_attribute]
pub fn kernel(arguments: TokenStream, item: TokenStream) -> TokenStream {
    kernel::expand(arguments.into(), item.into()).into()
}

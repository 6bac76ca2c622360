//! Records the values of constants.
//!
//! rust-hdl keeps only their names, but it takes the bounds of loops from Rust. So the kernel
//! begins with an empty loop for each: `for _value_of_N in N..identity(N) {}`. `decode_constant`
//! of `rust-hdl-describe` finds its name.

use quote::format_ident;
use syn::{Block, Ident, Stmt, parse_quote};

/// Records the values of constants and const parameters.
// Clippy takes `N..N` for a mistake.
pub fn record(body: &mut Block, constants: &[Ident]) {
    let loops = constants.iter().map(|name| -> Stmt {
        let index = format_ident!("_value_of_{name}");
        parse_quote! {
            #[allow(non_snake_case)]
            for #index in #name..::std::convert::identity(#name) {}
        }
    });
    body.stmts.splice(0..0, loops.collect::<Vec<_>>());
}

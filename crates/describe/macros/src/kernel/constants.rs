//! Records the values of constants.
//!
//! rust-hdl keeps only their names, but it takes the bounds of loops from Rust. So the kernel
//! begins with an empty loop for each: `for _value_of_N in N..identity(N) {}`, or
//! `for _value_at_Self__K in Self::K..identity(Self::K) {}`. `decode_constant` of
//! `rust-hdl-describe` finds its name.

use quote::format_ident;
use syn::{Block, Path, Stmt, parse_quote};

/// Whether a path can only be that of a constant or a const parameter: `N`, `Self::K`, `u8::MAX` or
/// `limits::MAX`. `Mode::ON` may be a variant.
pub fn is_constant(path: &Path) -> bool {
    let names: Vec<String> =
        path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let [scopes @ .., name] = &names[..] else { return false };
    let is_plain = path.leading_colon.is_none()
        && path.segments.iter().all(|segment| segment.arguments.is_none())
        && scopes.iter().all(|scope| !scope.contains("__"));
    let is_unambiguous = |scope: &String| scope == "Self" || !scope.contains(char::is_uppercase);
    is_plain
        && !name.contains(char::is_lowercase)
        && scopes.first().is_none_or(is_unambiguous)
        && scopes.last().is_none_or(is_unambiguous)
}

/// Records the values of constants and const parameters.
// Clippy takes `N..N` for a mistake.
pub fn record(body: &mut Block, constants: &[Path]) {
    let loops = constants.iter().map(|path| -> Stmt {
        let index = match path.get_ident() {
            Some(name) => format_ident!("_value_of_{name}"),
            None => {
                let names = path.segments.iter().map(|segment| segment.ident.to_string());
                format_ident!("_value_at_{}", names.collect::<Vec<_>>().join("__"))
            }
        };
        parse_quote! {
            #[allow(non_snake_case)]
            for #index in #path..::std::convert::identity(#path) {}
        }
    });
    body.stmts.splice(0..0, loops.collect::<Vec<_>>());
}

//! Blocks that are written in Verilog: the text is passed on unchanged.

use rust_hdl::prelude::Verilog;

use super::super::collect::Scope;
use super::super::design::BlackBox;
use super::processes::Body;
use super::symbols::plain;

/// Returns a body with the block's Verilog text. Ports of interfaces are renamed in it, as the design has other names for them.
pub(super) fn body(scope: &Scope) -> Body {
    let renamed = |text: &str| {
        let inner = scope.atoms.iter().map(|atom| &atom.name).filter(|name| name.contains('$'));
        inner.fold(text.to_string(), |text, name| text.replace(name, &plain(name)))
    };
    let black_box = match &scope.code {
        Verilog::Custom(text) => Some(BlackBox::Body { text: renamed(text), cores: String::new() }),
        Verilog::Wrapper(wrapper) => {
            Some(BlackBox::Body { text: renamed(&wrapper.code), cores: wrapper.cores.clone() })
        }
        Verilog::Blackbox(black_box) => Some(BlackBox::Module(black_box.code.clone())),
        Verilog::Combinatorial(_) | Verilog::Empty => None,
    };
    Body { black_box, ..Body::default() }
}

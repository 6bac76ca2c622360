//! What Yosys makes of SystemVerilog on a Cyclone V.
//!
//! | room | what happens there |
//! |---|---|
//! | `script` | what Yosys is asked to do |

mod script;

pub use script::script;

//! The files that put a top on the DE1-SoC, as Quartus, nextpnr-mistral and FuseSoC would read them.

mod files;
mod fusesoc;
mod lab;
mod pin_lists;
mod pins;
mod quartus;
mod refusals;

//! The server of `baccarat-board`: the requests of its page, and invalid and hostile ones.

mod access_control;
mod casino;
mod clock;
mod devices;
mod foreign;
mod harness;
mod history;
mod load;
mod page_types;
mod requests;
mod sessions;
mod soak;
mod tab;
mod table;

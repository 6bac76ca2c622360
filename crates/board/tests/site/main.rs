//! `baccarat-board export`: a board as a folder of static files.

mod folder;
mod replies;
mod webassembly;

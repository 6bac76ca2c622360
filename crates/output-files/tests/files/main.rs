//! Sets of files in temporary folders: what is replaced, removed and kept, also on full disks and
//! with signals.

#![cfg(unix)]

mod file_set;
mod folders;
mod ownership;
mod signals;

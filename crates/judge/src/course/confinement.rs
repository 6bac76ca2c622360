//! Limits what a process may write.

use std::io;
use std::path::Path;

/// From now on, this thread, the threads that it starts and their processes write only below
/// `folder`, to nothing (`/dev/null`) and to files that are open already. Returns whether this
/// computer has such a limit, which is Landlock in Linux 5.13 and newer.
///
/// # Errors
///
/// The folder cannot be opened, or Linux refuses the limit.
#[cfg(target_os = "linux")]
pub fn confine(folder: &Path) -> io::Result<bool> {
    use landlock::{
        ABI, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    };
    let writing = AccessFs::from_write(ABI::V3);
    let below = PathBeneath::new(PathFd::new(folder).map_err(io::Error::other)?, writing);
    let null = PathFd::new("/dev/null").map_err(io::Error::other)?;
    let null = PathBeneath::new(null, AccessFs::WriteFile);
    let limited = || {
        let ruleset = Ruleset::default().handle_access(writing)?.create()?;
        ruleset.add_rule(below)?.add_rule(null)?.restrict_self()
    };
    let status = limited().map_err(io::Error::other)?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// See the version for Linux.
#[cfg(not(target_os = "linux"))]
pub fn confine(_: &Path) -> io::Result<bool> {
    Ok(false)
}

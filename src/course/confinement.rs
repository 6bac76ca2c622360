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
        ABI, AccessFs, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, path_beneath_rules,
    };
    let writing = AccessFs::from_write(ABI::V3);
    let limited = || {
        let ruleset = Ruleset::default().handle_access(writing)?.create()?;
        let ruleset = ruleset.add_rules(path_beneath_rules([folder], writing))?;
        let device = path_beneath_rules(["/dev/null"], AccessFs::WriteFile);
        ruleset.add_rules(device)?.restrict_self()
    };
    let status = limited().map_err(io::Error::other)?;
    Ok(status.ruleset != RulesetStatus::NotEnforced)
}

/// See the version for Linux.
#[cfg(not(target_os = "linux"))]
pub fn confine(_: &Path) -> io::Result<bool> {
    Ok(false)
}

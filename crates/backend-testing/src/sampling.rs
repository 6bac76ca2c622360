//! How much the slow checks cover: samples, or everything.

/// The environment variable that makes slow checks cover everything if it is `all`, as
/// `make verify-all` sets it.
const CHECKS: &str = "CHECKS";

/// Whether slow checks cover everything instead of samples.
pub fn covers_everything() -> bool {
    std::env::var_os(CHECKS).is_some_and(|checks| checks == "all")
}

/// Keeps one in so many items, in their order, or all of them if the checks cover everything.
pub fn sample<T>(items: impl IntoIterator<Item = T>, one_in: usize) -> Vec<T> {
    items.into_iter().step_by(if covers_everything() { 1 } else { one_in }).collect()
}

//! Ten thousand hands on one connection.

use crate::premises::{Premises, settings};

const HANDS: usize = 10_000;

/// After so many hands everything has been allocated that is kept.
const WARM: usize = 2_000;

/// Resident memory in KiB, where the system says so.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[tokio::test]
async fn ten_thousand_hands_need_no_more_memory_than_the_first() {
    let settings = baccarat::server::Settings { messages: 1e9, ..settings() };
    let premises = Premises::with(settings).await;
    let mut tab = premises.tab().await;
    let mut warm = None;
    for hand in 0..HANDS {
        if hand == WARM {
            warm = memory();
        }
        // As many presses as the longest hand takes; those that are too many do nothing.
        for (key, pressed) in [(3, true), (0, true), (0, false), (3, false)]
            .into_iter()
            .chain([(0, true), (0, false)].repeat(6))
        {
            tab.key(key, pressed).await;
        }
        tab.settle().await;
        assert_ne!(tab.picture().ledr() >> 8, 0, "hand {hand} has no winner");
    }
    if let (Some(warm), Some(end)) = (warm, memory()) {
        assert!(end < warm + 4 * 1024, "{warm} KiB after {WARM} hands, {end} KiB after {HANDS}");
    }
    premises.close().await;
}

//! Ten thousand hands on one connection.

use crate::harness::{TestServer, settings};

const HANDS: usize = 10_000;

/// After this many hands, memory use has levelled off.
const WARM_UP: usize = 2_000;

/// Returns the resident memory in KiB, on Linux.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[tokio::test]
async fn memory_use_does_not_grow_over_ten_thousand_hands() {
    let settings = baccarat::server::Settings { messages_per_second: 1e9, ..settings() };
    let server = TestServer::with(settings).await;
    let mut tab = server.tab().await;
    let mut warm = None;
    for hand in 0..HANDS {
        if hand == WARM_UP {
            warm = resident_memory();
        }
        // A new hand, and as many presses as the longest hand takes; further presses have no effect.
        for (key, pressed) in [(3, true), (0, true), (0, false), (3, false)]
            .into_iter()
            .chain([(0, true), (0, false)].repeat(6))
        {
            tab.key(key, pressed).await;
        }
        tab.sync().await;
        assert_ne!(tab.outputs().ledr() >> 8, 0, "hand {hand} has no winner");
    }
    if let (Some(warm), Some(end)) = (warm, resident_memory()) {
        assert!(end < warm + 4 * 1024, "{warm} KiB after {WARM_UP} hands, {end} KiB after {HANDS}");
    }
    server.shut_down().await;
}

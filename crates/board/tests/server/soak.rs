//! Thousands of hands on one connection.

use backend_testing::sampling::covers_everything;

use crate::harness::{TASK5, TestServer};
use crate::tab::Tab;

/// After this many hands, memory use has levelled off.
const WARM_UP: usize = 2_000;

/// Memory use is measured after so many hands each.
const WINDOW: usize = 500;

/// What memory use may grow by in a window, in KiB: half a KiB a hand.
const MAXIMUM_GROWTH: u64 = WINDOW as u64 / 2;

/// Returns the resident memory in KiB, on Linux.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Starts a new hand and presses KEY0 as often as the longest hand takes; further presses have no
/// effect.
async fn send_hand(tab: &mut Tab) {
    let new_hand = [(3, true), (0, true), (0, false), (3, false)];
    for (key, pressed) in new_hand.into_iter().chain([(0, true), (0, false)].repeat(6)) {
        tab.key(key, pressed).await;
    }
    tab.send_sync().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half a minute"]
async fn memory_use_does_not_grow_over_thousands_of_hands() {
    let hands: usize = if covers_everything() { 10_000 } else { 4_000 };
    let (_server, mut tab) = TestServer::with_tab(TASK5).await;
    let mut measured = vec![];
    // The next hand is sent before the replies to the last one are read, so that server and client
    // run in parallel.
    send_hand(&mut tab).await;
    for hand in 0..hands {
        if hand >= WARM_UP && hand % WINDOW == 0 {
            measured.extend(resident_memory());
        }
        if hand + 1 < hands {
            send_hand(&mut tab).await;
        }
        tab.wait_for_sync().await;
        // This list is of the test, not of the server.
        tab.hands.clear();
        assert_ne!(tab.outputs().ledr() >> 8, 0, "hand {hand} has no winner");
    }
    // What a hand leaves behind shows in every window. In a single one, the memory allocator may
    // have added an arena for another thread.
    let grows = |pair: &[u64]| pair[1] > pair[0] + MAXIMUM_GROWTH;
    let is_leak = measured.len() > 1 && measured.windows(2).all(grows);
    assert!(!is_leak, "KiB after {WARM_UP} hands and each further {WINDOW}: {measured:?}");
}

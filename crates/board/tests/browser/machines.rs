//! The links between the pages of the two machines.

use crate::game_page::GamePage;

const MACHINE: &str = "document.documentElement?.dataset.machine";

impl GamePage {
    pub async fn go_to(&mut self, machine: &str) {
        self.click("#other-machine").await;
        let loaded = format!("{MACHINE} === '{machine}' && document.readyState === 'complete'");
        self.wait_until(&loaded).await;
        self.wait_until_connected().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn one_tab_changes_between_the_machines_and_keeps_both_games() {
    tokio::join!(change("task5", "casino"), change("casino", "task5"));
}

async fn change(first: &str, other: &str) {
    let mut page = GamePage::of(first).await;
    assert_eq!(page.evaluate_text(MACHINE).await, first);
    let seen = "document.querySelector('#diagram .current')?.dataset.state";
    // Two cards; the casino turns up its burn card first.
    for _ in 0..if first == "casino" { 3 } else { 2 } {
        page.type_key("Space").await;
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    page.wait_until(&format!("{seen} === 'PlayerSecond'")).await;
    let hands = page.hands().await;
    page.go_to(other).await;
    page.wait_until(&format!("{seen} === 'PlayerFirst'")).await;
    // Longer than the machine of a closed tab is kept.
    tokio::time::sleep(std::time::Duration::from_secs(7)).await;
    page.go_to(first).await;
    page.wait_until(&format!("{seen} === 'PlayerSecond'")).await;
    assert_eq!(page.hands().await, hands, "{first}");
    page.assert_no_console_errors().await;
}

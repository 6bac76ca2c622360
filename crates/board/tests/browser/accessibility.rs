//! Screen readers and keyboard operation.

use punto_banco::Outcome;
use serde_json::json;

use crate::game_page::{GamePage, name};

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_control_and_image_has_an_accessible_name() {
    let mut page = GamePage::of("task5").await;
    page.assert_accessible_names(&[
        "button KEY0, deal",
        "button KEY3, new hand",
        "image HEX0, player's first card: blank",
        "image HEX5, banker's third card: blank",
        "image Lights: player's score 0, banker's score 0, no winner yet",
        "button Banker pays 19:20: bet, staked 0.00",
        "switch SW9",
        "textbox Name",
        "region Board",
        "region Table",
    ])
    .await;
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn cards_and_results_are_announced() {
    let mut page = GamePage::of("task5").await;
    assert_eq!(page.evaluate_text("document.querySelector('#announcer').ariaLive").await, "polite");
    let announcement = "document.querySelector('#announcer').textContent";
    page.click("[data-bet=player]").await;
    page.play_hand(async |page: &mut GamePage| {
        page.type_key("Space").await;
        page.wait_until(&format!("/card: |wins|Tie/.test({announcement})")).await;
    })
    .await;
    page.wait_until(&format!("/(Player|Banker) wins, |Tie, /.test({announcement})")).await;
    let result = page.evaluate_text(announcement).await;
    assert!(result.contains("card: ") && result.contains("Bankroll"), "{result}");
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn each_card_is_one_announcement() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        if machine == "task5" {
            page.click("[data-bet=player]").await;
            page.wait_for_stake("player", "5.00").await;
        } else {
            page.click_switches(&[8, 1]).await;
            page.type_key("Space").await;
            page.wait_until("document.querySelector('#table').dataset.release === 'player'").await;
        }
        // What screen readers announce when it changes.
        page.evaluate(
            "window.announced = []; \
             for (const region of document.querySelectorAll('[role=status], [role=alert], [aria-live], output')) \
                 new MutationObserver(() => region.ariaLive !== 'off' && announced.push(region.id)) \
                     .observe(region, { childList: true, characterData: true, subtree: true });",
        )
        .await;
        for cards in 1..=4 {
            page.type_key("Space").await;
            page.wait_for_cards(cards).await;
            page.wait_until(&format!("announced.length >= {cards}")).await;
        }
        let announced = page.evaluate("announced").await;
        assert_eq!(announced, json!(vec!["announcer"; 4]), "{machine}");
        page.assert_no_console_errors().await;
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn a_bet_and_a_hand_can_be_played_with_the_keyboard() {
    let mut page = GamePage::of("task5").await;
    let tab_to = async |page: &mut GamePage, selector: &str| {
        for _ in 0..60 {
            page.type_key("Tab").await;
            if page.evaluate_bool(&format!("document.activeElement.matches({selector:?})")).await {
                let outline = "getComputedStyle(document.activeElement).outlineStyle";
                assert_eq!(
                    page.evaluate_text(outline).await,
                    "solid",
                    "the focus on {selector} is not visible"
                );
                return;
            }
        }
        panic!("Tab does not reach {selector}");
    };
    tab_to(&mut page, "[data-bet=tie]").await;
    page.type_key("Space").await;
    page.wait_for_stake("tie", "5.00").await;
    page.wait_for_cards(0).await;
    tab_to(&mut page, "[data-key=KEY0]").await;
    // Enter and Space each press a focused key once.
    let mut codes = ["Enter", "Space"].into_iter().cycle();
    page.play_hand(async |page: &mut GamePage| {
        page.type_key(codes.next().expect("endless")).await;
    })
    .await;
    tab_to(&mut page, "#new-hand").await;
    page.type_key("Enter").await;
    page.wait_for_cards(0).await;
    page.assert_no_console_errors().await;
}

/// The script of axe-core, which reports what is not accessible.
fn axe_script() -> String {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/node/node_modules/axe-core/axe.min.js");
    std::fs::read_to_string(path).unwrap_or_else(|error| {
        panic!("{path}: {error}; npm install --prefix target/node axe-core@4.14.1")
    })
}

#[tokio::test]
#[ignore = "needs Chromium and axe-core: npm install --prefix target/node axe-core@4.14.1"]
async fn axe_reports_nothing_on_either_page_in_either_theme() {
    for machine in ["task5", "casino"] {
        let mut page = GamePage::of(machine).await;
        // With cards on the table and entries in the roads.
        while !page.evaluate_bool("document.querySelector('#road-bead .solid') !== null").await {
            page.type_key("Space").await;
        }
        page.evaluate("void (document.querySelector('#guide').open = true)").await;
        page.evaluate("document.querySelector('#waveform').scrollIntoView()").await;
        page.assert_axe_reports_nothing(machine).await;
    }
}

impl GamePage {
    /// Checks the page with axe, wide and narrow, in both themes.
    pub async fn assert_axe_reports_nothing(&mut self, machine: &str) {
        self.evaluate(&format!("{};0", axe_script())).await;
        for (width, theme) in [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")] {
            self.set_viewport(width, 900, theme).await;
            // The colours of an animation are not those that one reads.
            self.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
                .await;
            // Experimental, or of WCAG 2.2, and so not among the defaults.
            let run = "axe.run({ rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } }).then(({ violations }) => \
                violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`))";
            let violations = self.evaluate(run).await;
            assert_eq!(violations, json!([]), "{machine}, {width}, {theme}");
        }
    }
}

#[tokio::test]
#[ignore = "needs Chromium (Debian: apt-get install chromium)"]
async fn every_round_is_on_the_roads_also_for_screen_readers() {
    let mut page = GamePage::of("task5").await;
    let (mut expected, mut wins) = (Vec::new(), 0);
    for rounds in 1..=6 {
        let round = page.play().await;
        let outcome = name(round.outcome());
        wins += usize::from(round.outcome() != Outcome::Tie);
        expected.push(match round.has_natural() {
            true => format!("{outcome}, natural"),
            false => outcome.to_string(),
        });
        page.wait_until(&format!(
            "document.querySelectorAll('#road-bead .solid').length === {rounds} && \
             document.querySelector('#road-bead svg > g:last-child').classList.contains('road-{outcome}') && \
             document.querySelectorAll('#road-big .hollow').length === {wins}"
        ))
        .await;
        page.new_hand().await;
    }
    let items = "[...document.querySelectorAll('#road-bead li')].map((item) => item.textContent)";
    assert_eq!(page.evaluate(items).await, json!(expected));
    // The runs of the big road have all wins.
    let runs = page
        .evaluate_number(
            "[...document.querySelectorAll('#road-big li')].map((item) => Number(/^(?:player|banker) (\\d+)/.exec(item.textContent)?.[1] ?? 0)) \
             .reduce((sum, run) => sum + run, 0)",
        )
        .await;
    assert_eq!(runs, wins as f64);
    page.assert_no_console_errors().await;
}

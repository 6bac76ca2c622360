//! The machine `casino`: switches, bets, money and shoe, compared with the Rust reference after
//! every request.

use baccarat_hdl::top::Top;
use baccarat_sim::{Glyph, HandOutputs};
use punto_banco::casino::{CHIP, Card, Casino, MAXIMUM_BANKROLL, Release, SwitchBet};
use punto_banco::{Bet, Outcome, Rank, Side, Step, score};
use serde_json::{Value, json};

use crate::harness::TestServer;
use crate::tab::{Tab, request};

/// A tab, its switches, and the reference.
struct Player {
    tab: Tab,
    switches: u16,
    reference: Casino,
}

/// What each bet has paid, by the odds.
fn payouts(bet: SwitchBet, outcome: Outcome) -> Vec<Value> {
    let stake = bet.chips * CHIP;
    let payout = |on: Bet| {
        let (result, returned) = match (on, outcome) {
            (Bet::Player, Outcome::Player) => ("win", 2 * stake),
            (Bet::Banker, Outcome::Banker) => ("win", stake + stake * 19 / 20),
            (Bet::Tie, Outcome::Tie) => ("win", 9 * stake),
            (Bet::Player | Bet::Banker, Outcome::Tie) => ("push", stake),
            _ => ("lose", 0),
        };
        json!({"on": on, "stake": stake, "result": result, "returned": returned})
    };
    bet.boxes().filter(|_| stake > 0).map(payout).collect()
}

impl Player {
    /// Starts a server and opens a tab.
    async fn start() -> (TestServer, Player) {
        let (server, tab) = TestServer::with_tab(Top::Casino).await;
        let mut player = Player { tab, switches: 0, reference: Casino::new(8) };
        player.wait_for_the_shoe().await;
        player.check("at power-up");
        (server, player)
    }

    /// Presses KEY0 until the hand is over.
    async fn finish_hand(&mut self) {
        while self.reference.outcome().is_none() {
            self.press(false).await;
        }
    }

    /// Waits until a new shoe has been written.
    async fn wait_for_the_shoe(&mut self) {
        while self.tab.casino["release"] == "wait" {
            self.tab.sync().await;
        }
    }

    async fn set_switches(&mut self, positions: u16) {
        for switch in (0..10).filter(|switch| (positions ^ self.switches) >> switch & 1 == 1) {
            let on = positions >> switch & 1 == 1;
            self.tab.send(json!({"type": "switch", "switch": switch, "on": on})).await;
        }
        self.tab.sync().await;
        self.switches = positions;
        assert_eq!(self.tab.board["switches"], positions);
        self.check("after the switches moved");
    }

    /// Presses KEY0, with KEY3 held or not, and moves the reference.
    async fn press(&mut self, key3_held: bool) -> Release {
        match key3_held {
            true => self.tab.new_hand().await,
            false if self.tab.board["paused"] == true => self.tab.request("press").await,
            false => self.tab.press().await,
        }
        let bet = SwitchBet::from_switches(self.switches);
        // The position of the drawn card is one that holds the card on the page.
        let position = match self.reference.clone().release(0, key3_held, bet) {
            Release::Burned(_) => self.position(&self.tab.casino["shoe"]["burn_card"]),
            Release::Dealt(_) => {
                let dealt = self.reference.dealt();
                let ranks: Vec<Rank> = dealt.iter().map(|card| card.rank).collect();
                let side = Step::after(&ranks).next_card().expect("a card is due");
                let place = self.cards(side).len();
                self.position(&self.tab.casino[side.to_string()]["cards"][place])
            }
            _ => 0,
        };
        let release = self.reference.release(position, key3_held, bet);
        if release == (Release::Cleared { new_shoe: true }) {
            self.wait_for_the_shoe().await;
        }
        self.check(&format!("after {release:?}"));
        release
    }

    fn position(&self, shown: &Value) -> usize {
        let position = self.reference.shoe().iter().position(|held| held.to_string() == *shown);
        position.unwrap_or_else(|| panic!("the shoe does not hold {shown}"))
    }

    /// The cards of a side on the reference's table.
    fn cards(&self, side: Side) -> Vec<Card> {
        let dealt = self.reference.dealt();
        let ranks: Vec<Rank> = dealt.iter().map(|card| card.rank).collect();
        let belongs = |place: &usize| Step::after(&ranks[..*place]).next_card() == Some(side);
        (0..dealt.len()).filter(belongs).map(|place| dealt[place]).collect()
    }

    /// Compares every value on the page with the reference.
    #[track_caller]
    fn check(&self, when: &str) {
        assert_eq!(self.tab.casino, self.expected(), "{when}: {:#?}", self.reference);
        if self.tab.casino["displays"] == "bankroll" {
            assert_eq!(self.number(), self.reference.credits(), "the displays, {when}");
        }
    }

    fn expected(&self) -> Value {
        let reference = &self.reference;
        let switches = SwitchBet::from_switches(self.switches);
        let bet = if reference.dealt().is_empty() { switches } else { reference.bet() };
        let hand = |side| {
            let cards = self.cards(side);
            json!({
                "cards": cards.iter().map(Card::to_string).collect::<Vec<_>>(),
                "score": score(cards.iter().map(|card| card.rank)),
            })
        };
        let (is_betting, outcome) = (reference.dealt().is_empty(), reference.outcome());
        let next = reference.step().next_card();
        let release = match next {
            None => "clear".to_string(),
            Some(_) if reference.refuses(switches) => "refused".to_string(),
            Some(_) if reference.burn_card().is_none() => "burn".to_string(),
            Some(side) => side.to_string(),
        };
        let shows_burn_card = reference.burn_card().is_some() && reference.hands() == 0;
        json!({
            "type": "casino",
            "release": release,
            "player": hand(Side::Player),
            "banker": hand(Side::Banker),
            "reason": reference.step().to_string(),
            "outcome": outcome,
            "displays": match () {
                () if !is_betting => "cards",
                () if shows_burn_card => "burn_card",
                () => "bankroll",
            },
            "bankroll": reference.credits(),
            "at_limit": reference.credits() == MAXIMUM_BANKROLL,
            "broke": outcome.is_some() && reference.credits() < CHIP,
            "stakes": {
                "each": bet.chips * CHIP,
                "player": bet.player,
                "banker": bet.banker,
                "tie": bet.tie,
                "total": bet.stakes(),
            },
            "paid": outcome.map(|outcome| bet.payment(outcome)),
            "payouts": outcome.map_or_else(Vec::new, |outcome| payouts(bet, outcome)),
            "shoe": {
                "cards": reference.shoe().len() - reference.burned(),
                "before_cut": reference.cards_before_cut(),
                "burn_card": reference.burn_card().map(|card| card.to_string()),
                "burned": reference.burned(),
                "cut_card_out": reference.is_cut_card_out(),
                "last_hand": reference.is_last_hand(),
                "hands": reference.hands(),
            },
        })
    }

    /// Reads the displays as a decimal number.
    fn number(&self) -> u32 {
        let outputs = self.tab.outputs();
        let digit = |number| match outputs.glyph(number) {
            Glyph::Blank => None,
            Glyph::Card(Rank::Ten) => Some(0),
            Glyph::Card(rank) => Some(u32::from(rank.number())),
            // An ordinary 1.
            Glyph::Unrecognised(0b111_1001) => Some(1),
            Glyph::Unrecognised(other) => panic!("HEX{number} shows {other:07b}"),
        };
        (0..6).rev().filter_map(digit).fold(0, |number, digit| 10 * number + digit)
    }
}

#[tokio::test]
async fn a_shoe_is_played_with_bets_and_every_value_is_that_of_the_reference() {
    let (_server, mut player) = Player::start().await;
    // The cycle of the burn card is chosen, and so this shoe is.
    player.tab.request("pause").await;
    player.press(false).await;
    player.tab.request("resume").await;
    let mut random = fastrand::Rng::with_seed(1);
    let mut beads = 0;
    loop {
        let highest = player.reference.credits() / CHIP / 3;
        let chips = random.u32(..=highest.min(127)) as u16;
        player.set_switches(random.u16(..8) << 7 | chips).await;
        while player.reference.outcome().is_none() {
            let release = player.press(false).await;
            assert!(matches!(release, Release::Burned(_) | Release::Dealt(_)), "{release:?}");
            // Moved during the hand, the switches have no effect on it.
            if random.u32(..4) == 0 && !player.reference.dealt().is_empty() {
                player.set_switches(random.u16(..1024)).await;
            }
        }
        beads += 1;
        assert_eq!(player.tab.roads["bead_plate"].as_array().map(Vec::len), Some(beads));
        let last = &player.tab.roads["bead_plate"][beads - 1];
        assert_eq!(last["mark"]["outcome"], player.tab.casino["outcome"]);
        let dealt = player.reference.dealt();
        let is_natural = |side| score(player.cards(side).iter().map(|card| card.rank)) >= 8;
        let natural = dealt.len() == 4 && Side::BOTH.into_iter().any(is_natural);
        assert_eq!(last["mark"]["natural"], natural, "{dealt:?}");
        if player.reference.is_last_hand() {
            // The next hand has a new shoe, with all of its cards.
            player.set_switches(0).await;
            let all = ["KS"; 8];
            player.tab.send(json!({"type": "choose", "cards": all})).await;
            assert_eq!(player.tab.receive("chosen").await["cards"], json!(all));
        }
        if player.press(true).await == (Release::Cleared { new_shoe: true }) {
            break;
        }
    }
    assert!(beads > 60, "{beads} hands");
    assert_eq!(player.tab.roads["bead_plate"], json!([]));
    assert!(player.tab.hands.iter().all(|hand| hand["chosen"] == true), "{:?}", player.tab.hands);
    player.set_switches(0).await;
    player.finish_hand().await;
    assert_eq!(player.tab.hands.last().expect("a hand")["chosen"], false, "in the new shoe");
}

#[tokio::test]
async fn stakes_above_the_bankroll_are_refused_until_the_switches_move() {
    let (_server, mut player) = Player::start().await;
    // 7,620 credits. Unless it is a tie, a hand loses some of them.
    let highest = 0b11_1111_1111;
    loop {
        player.set_switches(highest).await;
        if player.reference.refuses(SwitchBet::from_switches(highest)) {
            break;
        }
        player.finish_hand().await;
        player.press(true).await;
    }
    assert_eq!(player.tab.outputs().ledr(), 0x3ff);
    let before = player.tab.casino.clone();
    assert_eq!(player.press(false).await, Release::Refused);
    assert_eq!(player.tab.casino, before);
    player.set_switches(highest & !(1 << 7)).await;
    assert_eq!(player.tab.outputs().ledr(), 0);
    // After many ties, the cut card may be out: a new shoe begins with its burn card.
    let mut release = player.press(false).await;
    if matches!(release, Release::Burned(_)) {
        release = player.press(false).await;
    }
    assert!(matches!(release, Release::Dealt(_)), "{release:?}");
}

#[tokio::test]
async fn keys_1_and_2_show_stakes_bankroll_and_cards_before_the_cut_card() {
    let (_server, mut player) = Player::start().await;
    player.set_switches(0b10_1000_0011).await;
    player.press(false).await;
    player.press(false).await;
    let cases = [
        (&[1][..], "stakes", 120),
        (&[2], "bankroll", 9_880),
        (&[1, 2], "cards_before_cut", player.reference.cards_before_cut() as u32),
    ];
    for (keys, displays, expected) in cases {
        for key in keys {
            player.tab.key(*key, true).await;
        }
        player.tab.sync().await;
        assert_eq!(player.tab.casino["displays"], displays);
        assert_eq!(player.number(), expected, "{displays}");
        for key in keys {
            player.tab.key(*key, false).await;
        }
        player.tab.sync().await;
        player.check("after the keys were released");
    }
}

#[tokio::test]
async fn a_lost_connection_resumes_the_game_with_its_switches_roads_and_monitor() {
    let (server, mut player) = Player::start().await;
    player.set_switches(0b01_0000_0101).await;
    player.finish_hand().await;
    let token = player.tab.welcome["token"].clone();
    let (roads, picture) = (player.tab.roads.clone(), player.tab.picture.clone());
    // Without a close frame. A balance of the browser is ignored.
    let saved = json!({"name": "Ada", "bankroll": 5});
    player.tab = server.tab_with(json!({"type": "hello", "token": token, "saved": saved})).await;
    assert_eq!(player.tab.welcome["resumed"], true);
    player.check("after the connection was lost");
    assert_eq!(player.tab.board["switches"], player.switches);
    assert_eq!(player.tab.roads, roads);
    assert!(player.tab.picture == picture && picture["png"].is_string(), "another picture");
}

#[tokio::test]
async fn the_waveform_shows_the_bankroll_of_the_last_hand() {
    let (_server, mut player) = Player::start().await;
    player.set_switches(0b11_0000_1010).await;
    player.finish_hand().await;
    player.tab.send(request("waveform")).await;
    let waveform = player.tab.receive("waveform").await;
    let vcd = waveform["vcd"].as_str().expect("a waveform");
    assert!(vcd.contains("$scope module casino"));
    for credits in [10_000, 9_600, player.reference.credits()] {
        assert!(vcd.contains(&format!("s{credits} ")), "no bankroll of {credits}");
    }
}

//! A scene for every kind of state, and how it is reached at the pins.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use punto_banco::Rank;

use super::pin_driver::Action::{self, *};
use super::pin_driver::PinDriver;
use super::state::State;
use super::words::{headline, prompt};

/// A state of the machine.
pub struct Scene {
    /// The name of its picture.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The scene that it continues; `""` is power-up.
    after: &'static str,
    actions: &'static [Action],
}

/// The switches of the bets. The lower ones are the chips.
const BANKER: u64 = 1 << 9;
const PLAYER: u64 = 1 << 8;
const TIE: u64 = 1 << 7;

/// The most chips.
const MOST: u64 = 127;

const fn scene(
    name: &'static str,
    title: &'static str,
    after: &'static str,
    actions: &'static [Action],
) -> Scene {
    Scene { name, title, after, actions }
}

pub static SCENES: [Scene; 44] = [
    // The first shoe, and a hand of six cards.
    scene("new-shoe", "power-up, with a new shoe", "", &[]),
    scene("new-shoe-key3-held", "KEY3 held before the burn card", "new-shoe", &[HoldKey3]),
    scene("burn-card", "the burn card is turned up", "new-shoe", &[Deal("7H")]),
    scene("bets", "bets on all three boxes", "burn-card", &[Switches(PLAYER | BANKER | TIE | 25)]),
    scene("bets-key3-held", "KEY3 held while bets are taken", "bets", &[HoldKey3]),
    scene("card-1", "the first card of a hand", "bets", &[Deal("AS")]),
    scene("card-2", "the second card", "card-1", &[Deal("3D")]),
    scene("card-3", "the third card", "card-2", &[Deal("2H")]),
    scene("card-4", "the fourth card", "card-3", &[Deal("KC")]),
    scene("card-5", "the player's third card", "card-4", &[Deal("4C")]),
    scene("card-5-key3-held", "KEY3 held during a hand", "card-5", &[HoldKey3]),
    scene("player-wins", "the player wins after six cards", "card-5", &[Deal("2S")]),
    scene("player-wins-key3-held", "KEY3 held after a hand", "player-wins", &[HoldKey3]),
    scene("no-bets", "the second hand, without bets", "player-wins", &[Clear, Switches(0)]),
    // Bets and outcomes.
    scene(
        "banker-wins",
        "the bet on the banker pays 19 to 20",
        "no-bets",
        &[Switches(BANKER | 100), Deal("10D 5S 6C 2D")],
    ),
    scene(
        "banker-loses",
        "the bet on the banker loses",
        "banker-wins",
        &[Clear, Deal("JD 3S 4C KH 5H AD")],
    ),
    scene(
        "player-natural",
        "the player wins with a natural; the bet on the tie loses",
        "banker-loses",
        &[Clear, Switches(PLAYER | TIE | MOST), Deal("9H KD QS 6D")],
    ),
    scene(
        "banker-natural",
        "the banker wins with a natural; no box wins",
        "player-natural",
        &[Clear, Switches(PLAYER | TIE | 1), Deal("8H 4H QH 5S")],
    ),
    scene(
        "tie",
        "a tie pays 8 to 1; the other stakes are returned",
        "banker-natural",
        &[Clear, Switches(PLAYER | BANKER | TIE | MOST), Deal("2C 3C 3D 2H 4D 4H")],
    ),
    scene(
        "tie-of-naturals",
        "a tie of naturals",
        "tie",
        &[Clear, Switches(TIE | 50), Deal("QD 5H 8D 3S")],
    ),
    scene(
        "banker-draws-alone",
        "the player stands on 6, and the banker draws",
        "tie-of-naturals",
        &[Clear, Switches(PLAYER | 3), Deal("6D JC QC AC 9S")],
    ),
    // Stakes that are too high, and a bankroll that is lost.
    scene(
        "stakes-refused",
        "stakes above the bankroll",
        "burn-card",
        &[
            Switches(BANKER | TIE | MOST),
            Deal("JH 4S 8S 2S"),
            Clear,
            Switches(PLAYER | BANKER | TIE | MOST),
        ],
    ),
    scene(
        "stakes-refused-key3-held",
        "KEY3 held with stakes above the bankroll",
        "stakes-refused",
        &[HoldKey3],
    ),
    scene(
        "bankroll-lost",
        "the last credits are lost",
        "stakes-refused",
        &[Switches(BANKER | TIE | 123), Deal("9C 9D KS AH")],
    ),
    scene(
        "bankroll-lost-key3-held",
        "KEY3 held after the last credits are lost",
        "bankroll-lost",
        &[HoldKey3],
    ),
    scene("new-bankroll", "a new bankroll", "bankroll-lost", &[Clear]),
    // A shoe to its end.
    scene("fifty-hands", "fifty hands of a shoe", "stakes-refused", &[Switches(0), Play(49)]),
    scene("bead-plate-full", "the bead plate is full", "fifty-hands", &[Play(22)]),
    scene(
        "bead-plate-moved",
        "the oldest column of the bead plate has left",
        "bead-plate-full",
        &[Play(1)],
    ),
    scene(
        "cut-card",
        "the cut card came out during the hand",
        "bead-plate-moved",
        &[PlayToCutCard],
    ),
    scene(
        "last-hand",
        "the first card of the last hand of a shoe",
        "cut-card",
        &[Finish, Clear, DealAny],
    ),
    scene("last-hand-over", "the last hand of a shoe is over", "last-hand", &[Finish]),
    scene(
        "last-hand-over-key3-held",
        "KEY3 held after the last hand",
        "last-hand-over",
        &[HoldKey3],
    ),
    scene(
        "shoe-being-filled",
        "the next shoe is being filled: 8 microseconds",
        "last-hand-over",
        &[ClearAndFill(53)],
    ),
    scene("next-shoe", "the next shoe", "last-hand-over", &[Clear]),
    scene(
        "next-shoe-stakes-refused",
        "stakes above the bankroll before the burn card",
        "next-shoe",
        &[Switches(PLAYER | BANKER | TIE | MOST)],
    ),
    // Long roads, and a bankroll at its limit.
    scene(
        "leading-ties",
        "ties before the first win are noted in its cell of the big road",
        "new-shoe",
        &[Deal("AS"), Switches(TIE | MOST), Hands("TTTTTTTT")],
    ),
    scene(
        "bankroll-limit",
        "the bankroll is at its limit",
        "leading-ties",
        &[Hands("TTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTTT")],
    ),
    scene(
        "dragon-tails",
        "long streaks turn right",
        "bankroll-limit",
        &[Switches(0), Hands("BBBBBBBBBPPPPPPPPBBP")],
    ),
    scene("big-road-full", "the big road is full", "dragon-tails", &[Hands("BPBPBPBPBPBPBPBP")]),
    scene(
        "big-road-moved",
        "the oldest column of the big road has left",
        "big-road-full",
        &[Hands("B")],
    ),
    scene(
        "tail-at-the-edge",
        "a long streak at the edge of the big road moves it",
        "big-road-moved",
        &[Hands("PPPPPPPPP")],
    ),
    scene("hundred-hands", "a hundred hands", "tail-at-the-edge", &[Hands("PPPPT")]),
    scene(
        "cut-card-between-hands",
        "the cut card comes out before a hand, which is the last",
        "hundred-hands",
        &[Clear, DealAny],
    ),
];

/// Every scene, with a board that shows it.
pub static PLAYED: LazyLock<Vec<(&Scene, PinDriver)>> = LazyLock::new(|| {
    let mut played: Vec<(&Scene, PinDriver)> = vec![];
    for scene in &SCENES {
        let mut board = match played.iter().find(|(earlier, _)| earlier.name == scene.after) {
            Some((_, board)) => board.clone(),
            None if scene.after.is_empty() => PinDriver::new(),
            None => panic!("{} continues no scene before it", scene.name),
        };
        scene.actions.iter().for_each(|action| board.act(*action));
        played.push((scene, board));
    }
    played
});

/// Returns the scenes that last for a frame: not those while a shoe is filled.
pub fn lasting() -> impl Iterator<Item = &'static (&'static Scene, PinDriver)> {
    PLAYED.iter().filter(|(_, board)| board.state().game.shoe_ready)
}

#[test]
fn the_scenes_show_every_text_rank_suit_and_score() {
    let states: Vec<State> = PLAYED.iter().map(|(_, board)| board.state()).collect();
    let states = states.iter();
    let cards = states.clone().flat_map(|state| state.game.player.iter().chain(&state.game.banker));
    let ranks: BTreeSet<Rank> = cards.clone().map(|card| card.rank).collect();
    let suits: BTreeSet<u8> = cards.map(|card| card.suit).collect();
    let scores: BTreeSet<u32> = states
        .clone()
        .flat_map(|state| [state.game.player_score, state.game.banker_score])
        .collect();
    let headlines: BTreeSet<&str> = states.clone().map(|state| headline(state).0).collect();
    let prompts: BTreeSet<&str> = states.map(prompt).collect();
    assert_eq!(scores, (0..10).collect());
    assert_eq!([ranks.len(), suits.len(), headlines.len(), prompts.len()], [13, 4, 10, 12]);
}

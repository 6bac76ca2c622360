//! The messages on the screen, and which of them a state of the game shows.

use std::collections::BTreeMap;

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

use super::colour::Colour;
use super::glyph_rom::code;
use crate::bankroll::MAXIMUM_CREDITS;
use crate::bet::CHIP;
use crate::outcome::Outcome;
use crate::statemachine::LEAST_NATURAL;

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, LogicState, DescribeType)]
pub enum Message {
    Nothing,
    PlaceBets,
    NewShoe,
    Refused,
    NoMoreBets,
    PlayerWins,
    BankerWins,
    Tie,
    PlayerNatural,
    BankerNatural,
    TieOfNaturals,
    TurnUpBurnCard,
    DealToPlayer,
    DealToBanker,
    ClearTable,
    ClearForShoe,
    ClearForBankroll,
    HoldToClear,
    HoldForShoe,
    HoldForBankroll,
    ReleaseKey3,
    LowerStakes,
    WritingShoe,
    Bankroll,
    BankrollAtLimit,
    CutCard,
    LastHand,
    Stake,
    StakeAndWin,
    StakeReturned,
    StakeLost,
}

/// The width of a headline, in large glyphs.
const HEADLINE: usize = 40;

/// The width of a prompt.
const PROMPT: usize = 64;

/// The width of the label of the bankroll.
const LABEL: usize = 21;

/// Reads a character of a message. The ROM answers one clock cycle later.
#[derive(Module)]
#[module(name = "message_rom", types(Message))]
pub struct MessageRom {
    pub clock: Signal<In, Clock>,
    pub message: Signal<In, Message>,
    /// From the left.
    pub place: Signal<In, Bits<6>>,
    /// The code of the character: see `glyph_rom`.
    pub character: Signal<Out, Bits<6>>,
    /// The codes of the characters, at the addresses 64 message + place.
    characters: SyncROM<Bits<6>, 11>,
}

impl Default for MessageRom {
    fn default() -> MessageRom {
        MessageRom {
            clock: Default::default(),
            message: Default::default(),
            place: Default::default(),
            character: Default::default(),
            characters: SyncROM::new(characters()),
        }
    }
}

impl Logic for MessageRom {
    #[kernel]
    fn update(&mut self) {
        self.characters.clock.next = self.clock.val();
        self.characters.address.next =
            bit_cast::<11, 5>(self.message.val().into()) << 6 | bit_cast::<11, 6>(self.place.val());
        self.character.next = self.characters.data.val();
    }
}

/// Returns the codes of the characters, at the addresses 64 message + place.
fn characters() -> BTreeMap<Bits<11>, Bits<6>> {
    let mut characters = BTreeMap::new();
    for (message, text) in texts() {
        assert!(text.len() <= PROMPT, "`{text}` does not fit");
        for (place, character) in text.chars().enumerate() {
            if character != ' ' {
                let address = ((message as u64) << 6 | place as u64).into();
                characters.insert(address, (code(character) as u64).into());
            }
        }
    }
    characters
}

fn texts() -> impl Iterator<Item = (Message, String)> {
    use Message::*;
    let headlines = [
        (PlaceBets, "PLACE YOUR BETS"),
        (NewShoe, "A NEW SHOE"),
        (Refused, "STAKES ABOVE THE BANKROLL"),
        (NoMoreBets, "NO MORE BETS"),
        (PlayerWins, "PLAYER WINS"),
        (BankerWins, "BANKER WINS"),
        (Tie, "TIE"),
        (PlayerNatural, "PLAYER WINS WITH A NATURAL"),
        (BankerNatural, "BANKER WINS WITH A NATURAL"),
        (TieOfNaturals, "TIE OF NATURALS"),
    ];
    let prompts = [
        (TurnUpBurnCard, "RELEASE KEY0 TO TURN UP THE BURN CARD"),
        (DealToPlayer, "RELEASE KEY0 TO DEAL A CARD TO THE PLAYER"),
        (DealToBanker, "RELEASE KEY0 TO DEAL A CARD TO THE BANKER"),
        (ClearTable, "RELEASE KEY0 TO CLEAR THE TABLE"),
        (ClearForShoe, "RELEASE KEY0 FOR A NEW SHOE"),
        (ClearForBankroll, "RELEASE KEY0 FOR A NEW BANKROLL"),
        (HoldToClear, "HOLD KEY3 AND RELEASE KEY0 TO CLEAR THE TABLE"),
        (HoldForShoe, "HOLD KEY3 AND RELEASE KEY0 FOR A NEW SHOE"),
        (HoldForBankroll, "HOLD KEY3 AND RELEASE KEY0 FOR A NEW BANKROLL"),
        (ReleaseKey3, "RELEASE KEY3: WITH IT HELD, KEY0 HAS NO EFFECT"),
        (LowerStakes, "LOWER THE STAKES: SW6 TO SW0 ARE CHIPS OF 20"),
        (WritingShoe, "THE NEW SHOE IS BEING FILLED"),
    ];
    let others = [
        (Bankroll, format!("{:>LABEL$}", "BANKROLL")),
        (BankrollAtLimit, format!("{:>LABEL$}", "BANKROLL AT ITS LIMIT")),
        (CutCard, "CUT CARD".to_string()),
        (LastHand, "LAST HAND".to_string()),
        (Stake, "STAKE".to_string()),
        (StakeAndWin, "STAKE AND WIN".to_string()),
        (StakeReturned, "STAKE RETURNED".to_string()),
        (StakeLost, "STAKE LOST".to_string()),
    ];
    let centred = |text: &str, width: usize| " ".repeat((width - text.len()) / 2) + text;
    let headlines = headlines.map(|(message, text)| (message, centred(text, HEADLINE)));
    let prompts = prompts.map(|(message, text)| (message, centred(text, PROMPT)));
    headlines.into_iter().chain(prompts).chain(others)
}

/// Chooses the messages for a state of the game, within two clock cycles.
#[derive(Clone, Debug, Default, Module)]
#[module(name = "message_choice", types(Message, Colour, Outcome))]
pub struct MessageChoice {
    pub clock: Signal<In, Clock>,
    /// The outcome of the hand on the table.
    pub outcome: Signal<In, Outcome>,
    /// A side has a third card.
    pub third_card: Signal<In, Bit>,
    pub pscore: Signal<In, Bits<4>>,
    pub dscore: Signal<In, Bits<4>>,
    /// The next card is the player's.
    pub player_is_next: Signal<In, Bit>,
    /// Bets are taken.
    pub betting: Signal<In, Bit>,
    /// The stakes exceed the bankroll.
    pub refused: Signal<In, Bit>,
    /// The next card is the burn card.
    pub burn_is_next: Signal<In, Bit>,
    /// A card can be drawn from the shoe.
    pub shoe_ready: Signal<In, Bit>,
    /// KEY\[3\] is held.
    pub clear_table: Signal<In, Bit>,
    pub cut_card_out: Signal<In, Bit>,
    /// The hand on the table is the last of the shoe.
    pub last_hand: Signal<In, Bit>,
    /// The bankroll, in credits.
    pub credits: Signal<In, Bits<20>>,
    /// The result, or what can be done.
    pub headline: Signal<Out, Message>,
    pub headline_ink: Signal<Out, Colour>,
    /// The headline has an odd number of characters: it is centred half a character right of its
    /// places.
    pub headline_is_odd: Signal<Out, Bit>,
    /// What the next release of KEY\[0\] does.
    pub prompt: Signal<Out, Message>,
    /// The prompt has an odd number of characters.
    pub prompt_is_odd: Signal<Out, Bit>,
    /// The label of the bankroll.
    pub label: Signal<Out, Message>,
    /// The state of the shoe.
    pub shoe: Signal<Out, Message>,
    over: Signal<Local, Bit>,
    natural: Signal<Local, Bit>,
    broke: Signal<Local, Bit>,
    headline_now: DFF<Message>,
    prompt_now: DFF<Message>,
    label_now: DFF<Message>,
    headline_odd: DFF<Bit>,
    prompt_odd: DFF<Bit>,
}

impl Logic for MessageChoice {
    #[kernel]
    #[assert(
        "no bets are taken during a hand",
        past(self.over.val() || self.betting.val()) || self.headline.val() == Message::NoMoreBets
    )]
    #[assert(
        "a bet is placed only before a hand",
        self.headline.val() != Message::PlaceBets || past(self.betting.val() && !self.over.val())
    )]
    #[assert(
        "refused stakes have to be lowered",
        past(self.over.val() || self.clear_table.val() || !self.refused.val())
            || self.prompt.val() == Message::LowerStakes
    )]
    fn update(&mut self) {
        dff_setup!(self, clock, headline_now, prompt_now, label_now, headline_odd, prompt_odd);
        self.over.next = self.outcome.val() != Outcome::Nothing;
        self.natural.next = !self.third_card.val()
            && ((self.pscore.val() >= LEAST_NATURAL) || (self.dscore.val() >= LEAST_NATURAL));
        self.broke.next = self.credits.val() < CHIP;

        match self.outcome.val() {
            Outcome::Tie => {
                self.headline_ink.next = Colour::LightGreen;
                if self.natural.val() {
                    self.headline_now.d.next = Message::TieOfNaturals;
                } else {
                    self.headline_now.d.next = Message::Tie;
                }
            }
            Outcome::Player => {
                self.headline_ink.next = Colour::LightBlue;
                if self.natural.val() {
                    self.headline_now.d.next = Message::PlayerNatural;
                } else {
                    self.headline_now.d.next = Message::PlayerWins;
                }
            }
            Outcome::Banker => {
                self.headline_ink.next = Colour::LightRed;
                if self.natural.val() {
                    self.headline_now.d.next = Message::BankerNatural;
                } else {
                    self.headline_now.d.next = Message::BankerWins;
                }
            }
            _ => {
                self.headline_ink.next = Colour::Gold;
                if !self.betting.val() {
                    self.headline_now.d.next = Message::NoMoreBets;
                } else if self.refused.val() {
                    self.headline_ink.next = Colour::LightRed;
                    self.headline_now.d.next = Message::Refused;
                } else if self.burn_is_next.val() {
                    self.headline_now.d.next = Message::NewShoe;
                } else {
                    self.headline_now.d.next = Message::PlaceBets;
                }
            }
        }

        if self.over.val() && self.clear_table.val() {
            if self.broke.val() {
                self.prompt_now.d.next = Message::ClearForBankroll;
            } else if self.last_hand.val() {
                self.prompt_now.d.next = Message::ClearForShoe;
            } else {
                self.prompt_now.d.next = Message::ClearTable;
            }
        } else if self.over.val() {
            if self.broke.val() {
                self.prompt_now.d.next = Message::HoldForBankroll;
            } else if self.last_hand.val() {
                self.prompt_now.d.next = Message::HoldForShoe;
            } else {
                self.prompt_now.d.next = Message::HoldToClear;
            }
        } else if self.clear_table.val() {
            self.prompt_now.d.next = Message::ReleaseKey3;
        } else if self.refused.val() {
            self.prompt_now.d.next = Message::LowerStakes;
        } else if !self.shoe_ready.val() {
            self.prompt_now.d.next = Message::WritingShoe;
        } else if self.burn_is_next.val() {
            self.prompt_now.d.next = Message::TurnUpBurnCard;
        } else if self.player_is_next.val() {
            self.prompt_now.d.next = Message::DealToPlayer;
        } else {
            self.prompt_now.d.next = Message::DealToBanker;
        }

        match self.headline_now.q.val() {
            Message::NewShoe
            | Message::NoMoreBets
            | Message::PlayerNatural
            | Message::BankerNatural => self.headline_odd.d.next = false,
            _ => self.headline_odd.d.next = true,
        }
        match self.prompt_now.q.val() {
            Message::ReleaseKey3 | Message::LowerStakes | Message::WritingShoe => {
                self.prompt_odd.d.next = false;
            }
            _ => self.prompt_odd.d.next = true,
        }

        if self.credits.val() == MAXIMUM_CREDITS {
            self.label_now.d.next = Message::BankrollAtLimit;
        } else {
            self.label_now.d.next = Message::Bankroll;
        }

        self.headline.next = self.headline_now.q.val();
        self.prompt.next = self.prompt_now.q.val();
        self.label.next = self.label_now.q.val();
        self.headline_is_odd.next = self.headline_odd.q.val();
        self.prompt_is_odd.next = self.prompt_odd.q.val();

        if self.last_hand.val() {
            self.shoe.next = Message::LastHand;
        } else if self.cut_card_out.val() {
            self.shoe.next = Message::CutCard;
        } else {
            self.shoe.next = Message::Nothing;
        }
    }
}

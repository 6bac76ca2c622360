//! Examples, and the fields of `--json`, for the help.

macro_rules! examples {
    () => {
        "\
Examples:
  baccarat-sim verify
  baccarat-sim verify --clocking synchronised --vcd hand.vcd
  baccarat-sim verify --machine task5 --decks 2 --decks 8 --json
  baccarat-sim verify --machine casino --hands 1000000 --seed 7"
    };
}

pub(super) const EXAMPLES: &str = examples!();

pub(super) const FIELDS_AND_EXAMPLES: &str = concat!(
    "\
With --json, one object:
  passed            whether all hands match; if false, the exit code is 1
  seconds           duration of the simulation of task5
  hands_per_second  of task5, all clockings together; null after a mismatch
  machines          for each clocking of task5: clocking; hands, their number;
                    player, banker and tie, the hands that the lights show as
                    such; empty after a mismatch
  odds              for each shoe, empty without task5 and after a mismatch:
    decks           null is the infinite deck
    ways            {player, banker, tie, total}: the number of ways to deal six
                    cards with that outcome, as decimal strings, because a
                    double cannot hold them exactly
    share           {player, banker, tie}: fraction of all ways
    house_edge      {player, banker, tie}: fraction of the stake
  mismatch          null, or the first hand of task5 that does not match:
    clocking        synchronised or direct
    hand            the six cards in order
    press           the first press that does not match; 0 is the new hand
    replayed        whether the statement-level simulator, which is that of
                    simulate, shows the mismatch, too
    before          the hand that must be played first to see it, or null
    vcd             the file with the waveform, or null
    presses         for presses 0 to 6 in the statement-level simulator: shown
                    and expected, each {LEDR, HEX5 to HEX0}, the values of the
                    pins
  casino            null without casino, and after a mismatch of task5:
    seed, seconds   the seed, and the duration of the simulation
    hands, shoes, cards, bounced
                    hands dealt at random instants, shoes dealt to the end, cards
                    drawn, hands dealt by keys that bounce; null after a mismatch
    outcomes        {player, banker, tie}, each {hands, share, exact, deviation}:
                    the deviation of the share from the exact value is in
                    standard deviations; null after a mismatch
    paid, refused   bets at the limits of the bankroll; null after a mismatch
    mismatch        null, or the first hand that does not match:
      part          the part of the check that found it
      fault         what is wrong
      replayed      whether the statement-level simulator shows the same
      vcd           the file with the waveform, or null
      comparisons   each {cycle, KEY, SW, releases, shown, expected}: the cycle
                    since power-up, the values of the pins, the effects of
                    releases of KEY0 by the rules, and the outputs; expected is
                    null if a card is due and none is shown

",
    examples!()
);

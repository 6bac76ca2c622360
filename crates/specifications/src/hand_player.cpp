// Plays all 13^6 hands at the pins of a verilated task5: keys and CLOCK_50 in, lights and displays
// out.
//
// Every hand has six presses of KEY[0], timed so that they deal the wanted cards; presses after its
// end must change nothing. All pins are checked after every change of a key or the clock, against a
// separate implementation of the rules of punto banco. Prints the outcomes, or the first difference
// and its hand.
//
// EDGES_TO_DEAL is the number of rising edges of CLOCK_50 from the release of KEY[0] to the card: 0
// if KEY[0] clocks the registers itself.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "Vtask5.h"
#include "verilated.h"

namespace {

constexpr int CARDS = 6;
constexpr int RANKS = 13;
constexpr bool KEY_IS_CLOCK = EDGES_TO_DEAL == 0;

// 1 is the ace, 13 the king, 0 no card.
using Rank = int;

const char* const NAMES[RANKS + 1] = {
    "-", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
};

// The segments that show a rank.
const char* const SEGMENTS[RANKS + 1] = {
    "",    "abcefg",  "abdeg",  "abcdg",  "bcfg", "acdfg", "acdefg",
    "abc", "abcdefg", "abcdfg", "abcdef", "bcde", "abcfg", "bcefg",
};

// Whether the banker draws after the player has drawn: a row for each score of the banker's two
// cards, a column for each value of the player's third card.
const char* const TABLEAU[8] = {
    // 0123456789
    "yyyyyyyyyy",  // 0
    "yyyyyyyyyy",  // 1
    "yyyyyyyyyy",  // 2
    "yyyyyyyy.y",  // 3
    "..yyyyyy..",  // 4
    "....yyyy..",  // 5
    "......yy..",  // 6
    "..........",  // 7
};

// The values of all outputs.
struct Pins {
  unsigned lights;
  std::array<unsigned, CARDS> displays;

  bool operator==(const Pins& other) const {
    return lights == other.lights && displays == other.displays;
  }
};

// The cards on the table.
struct Table {
  std::array<Rank, 3> player{};
  std::array<Rank, 3> banker{};
  int dealt = 0;

  enum class Due { Player, Banker, Nobody };

  static int value(Rank rank) { return rank >= 10 ? 0 : rank; }

  static int score(const std::array<Rank, 3>& hand) {
    return (value(hand[0]) + value(hand[1]) + value(hand[2])) % 10;
  }

  Due due() const {
    if (dealt < 4) return dealt % 2 == 0 ? Due::Player : Due::Banker;
    const int player_two = (value(player[0]) + value(player[1])) % 10;
    const int banker_two = (value(banker[0]) + value(banker[1])) % 10;
    if (player_two >= 8 || banker_two >= 8 || banker[2] != 0) return Due::Nobody;
    if (player_two >= 6) return banker_two <= 5 ? Due::Banker : Due::Nobody;
    if (player[2] == 0) return Due::Player;
    return TABLEAU[banker_two][value(player[2])] == 'y' ? Due::Banker : Due::Nobody;
  }

  // Deals a card to the side that is due one; does nothing after the end of the hand.
  void deal(Rank rank) {
    const Due side = due();
    if (side == Due::Nobody) return;
    auto& hand = side == Due::Player ? player : banker;
    *std::find(hand.begin(), hand.end(), 0) = rank;
    ++dealt;
  }

  Pins pins() const {
    const int player_score = score(player), banker_score = score(banker);
    const bool over = due() == Due::Nobody;
    const bool player_light = over && player_score >= banker_score;
    const bool banker_light = over && banker_score >= player_score;
    const unsigned lights =
        player_score | banker_score << 4 | player_light << 8 | banker_light << 9;
    return {lights,
            {glyph(player[0]), glyph(player[1]), glyph(player[2]),  //
             glyph(banker[0]), glyph(banker[1]), glyph(banker[2])}};
  }

  // A display's pins, low where a segment is lit, segment a in bit 0.
  static unsigned glyph(Rank rank) {
    static const auto glyphs = [] {
      std::array<unsigned, RANKS + 1> all;
      for (Rank rank = 0; rank <= RANKS; ++rank) {
        all[rank] = 0x7f;
        for (const char* segment = SEGMENTS[rank]; *segment; ++segment) {
          all[rank] &= ~(1u << (*segment - 'a'));
        }
      }
      return all;
    }();
    return glyphs[rank];
  }
};

// The pins as readable text.
std::string describe(const Pins& pins) {
  std::string text = "[";
  for (int display = 0; display < CARDS; ++display) {
    Rank rank = 0;
    while (rank <= RANKS && Table::glyph(rank) != pins.displays[display]) ++rank;
    char bits[16];
    std::snprintf(bits, sizeof bits, "0x%02x?", pins.displays[display]);
    if (display > 0) text += display == 3 ? " | " : " ";
    text += rank <= RANKS ? NAMES[rank] : bits;
  }
  char lights[64];
  std::snprintf(lights, sizeof lights, "] player %u, banker %u, ", pins.lights & 15,
                pins.lights >> 4 & 15);
  const char* const winners[] = {"no light", "player's light", "banker's light", "both lights"};
  return text + lights + winners[pins.lights >> 8 & 3];
}

// The model with a player at its keys, who tracks the shoe.
class Machine {
 public:
  Machine() {
    // Uninitialised values start as ones. Nets driven by keys thus start with the keys up, where
    // zeros would cause a rising edge, and a register whose power-up value of 0 is missing fails.
    context.randReset(1);
    top.reset(new Vtask5{&context});
    top->CLOCK_50 = 0;
    set_keys();
  }

  ~Machine() { top->final(); }

  // The pins expected from now on.
  Pins expected = Table{}.pins();

  // The current hand, for reports of differences.
  std::array<Rank, CARDS> hand{};
  int press = 0;

  void wait(int cycles) {
    while (cycles-- > 0) cycle();
  }

  // Presses and releases the step key at the time that deals this card, if one is due, and expects
  // these pins.
  void deal(Rank rank, const Pins& then) {
    step_up = false;
    set_keys();
    // A press of one cycle is enough.
    do {
      cycle();
    } while (later(EDGES_TO_DEAL - 1) != rank);
    release(then);
  }

  // Starts a new hand: the reset key is down while the step key goes up.
  void new_hand() {
    reset_up = false;
    set_keys();
    cycle();
    step_up = false;
    set_keys();
    cycle();
    release(Table{}.pins());
    reset_up = true;
    set_keys();
  }

  Pins pins() const {
    return {top->LEDR, {top->HEX0, top->HEX1, top->HEX2, top->HEX3, top->HEX4, top->HEX5}};
  }

 private:
  VerilatedContext context;
  std::unique_ptr<Vtask5> top;
  bool step_up = true;
  bool reset_up = true;
  // The card on top of the shoe.
  Rank shoe = 0;
  unsigned cycles = 0;

  static Rank next(Rank rank) { return rank == RANKS ? 1 : rank + 1; }

  // The card on top of the shoe after this number of cycles.
  Rank later(int cycles) const {
    Rank rank = shoe;
    while (cycles-- > 0) rank = next(rank);
    return rank;
  }

  void release(const Pins& then) {
    step_up = true;
    if (KEY_IS_CLOCK) {
      expected = then;
      set_keys();
      return;
    }
    set_keys();
    for (int edge = 1; edge < EDGES_TO_DEAL; ++edge) cycle();
    cycle(&then);
  }

  // A cycle of CLOCK_50. If it deals, these pins are expected from its rising edge on.
  void cycle(const Pins* dealt = nullptr) {
    ++cycles;
    const bool resets_shoe = !reset_up && (KEY_IS_CLOCK || dealt);
    shoe = resets_shoe ? 1 : next(shoe);
    if (dealt) expected = *dealt;
    top->CLOCK_50 = 1;
    settle();
    top->CLOCK_50 = 0;
    set_keys();
  }

  // The unused keys toggle all the time.
  void set_keys() {
    top->KEY = step_up | (cycles >> 1 & 3) << 1 | reset_up << 3;
    settle();
  }

  void settle() {
    top->eval();
    if (!(pins() == expected)) fail();
  }

  [[noreturn]] void fail() const {
    std::printf("difference in hand");
    for (Rank rank : hand) std::printf(" %s", NAMES[rank]);
    std::printf(", press %d:\n  pins     %s\n  expected %s\n", press,
                describe(pins()).c_str(), describe(expected).c_str());
    std::exit(1);
  }
};

// The outcomes of hands, according to the pins.
struct Tally {
  unsigned hands = 0, banker = 0, player = 0, tie = 0, cards[CARDS + 1] = {}, naturals = 0;

  void add(const Pins& after_four, const Pins& end) {
    ++hands;
    const unsigned lights = end.lights >> 8;
    banker += lights == 2;
    player += lights == 1;
    tie += lights == 3;
    int shown = 0;
    for (unsigned display : end.displays) shown += display != 0x7f;
    ++cards[shown];
    naturals += (after_four.lights & 15) >= 8 || (after_four.lights >> 4 & 15) >= 8;
  }

  void print() const {
    std::printf("hands %u\nbanker %u\nplayer %u\ntie %u\n", hands, banker, player, tie);
    for (int dealt = 4; dealt <= CARDS; ++dealt) std::printf("%d cards %u\n", dealt, cards[dealt]);
    std::printf("naturals %u\n", naturals);
  }
};

class Everything {
 public:
  // Plays every continuation of this hand after this number of presses. If there is a `first`, only
  // hands that begin with it.
  void play(const Table& table, int presses, Rank first) {
    if (presses == CARDS) {
      play_one();
      return;
    }
    for (Rank rank = 1; rank <= RANKS; ++rank) {
      if (presses == 0 && first != 0 && rank != first) continue;
      Table next = table;
      next.deal(rank);
      hand[presses] = rank;
      expected[presses] = next.pins();
      play(next, presses + 1, first);
    }
  }

  Tally tally;

 private:
  Machine machine;
  std::array<Rank, CARDS> hand;
  std::array<Pins, CARDS> expected;

  void play_one() {
    if (tally.hands == 0) {
      // From power-up, without a reset. Nothing happens until a key is pressed.
      machine.wait(100);
    } else {
      machine.new_hand();
    }
    machine.hand = hand;
    Pins after_four{};
    for (int press = 0; press < CARDS; ++press) {
      machine.press = press + 1;
      machine.deal(hand[press], expected[press]);
      if (press == 3) after_four = machine.pins();
    }
    tally.add(after_four, machine.pins());
  }
};

}  // namespace

// With an argument: only hands that begin with this rank.
int main(int count, char** arguments) {
  Everything everything;
  everything.play(Table{}, 0, count > 1 ? std::atoi(arguments[1]) : 0);
  everything.tally.print();
}

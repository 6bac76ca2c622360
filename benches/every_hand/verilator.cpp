// Plays hands at the pins of a Verilator model of task5, compares LEDR and all displays at the end of each
// with precomputed answers, and prints the number of mismatches and the time in seconds.
//
// Usage: Vtask5 ANSWERS HANDS SHORTEST_WAIT RANK_AFTER_RESET
// ANSWERS is a file of 64-bit words in the order of the hands: LEDR, then HEX5 to HEX0, starting at bit 0.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vtask5.h"
#include "verilated.h"

namespace {

constexpr int RANKS = 13;
constexpr int CARDS = 6;

Vtask5 board;

void cycles(int count) {
  for (int cycle = 0; cycle < count; ++cycle) {
    board.CLOCK_50 = 1;
    board.eval();
    board.CLOCK_50 = 0;
    board.eval();
  }
}

// Presses KEY[0] as briefly as the hardware detects.
void press(int keys, int shortest) {
  if (shortest == 1) {
    cycles(1);
    board.KEY = keys & ~1;
    board.eval();
    board.KEY = keys;
    board.eval();
  } else {
    board.KEY = keys & ~1;
    cycles(1);
    board.KEY = keys;
    cycles(shortest - 1);
  }
}

uint64_t outputs() {
  uint64_t bits = board.LEDR;
  const uint64_t displays[] = {board.HEX5, board.HEX4, board.HEX3, board.HEX2, board.HEX1, board.HEX0};
  for (int index = 0; index < 6; ++index) bits |= displays[index] << (10 + 7 * index);
  return bits;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const long hands = std::atol(argv[2]);
  const int shortest = std::atoi(argv[3]);
  const int after_reset = std::atoi(argv[4]);
  std::vector<uint64_t> answers(hands);
  FILE* file = std::fopen(argv[1], "rb");
  if (!file || std::fread(answers.data(), 8, hands, file) != static_cast<size_t>(hands)) return 2;
  std::fclose(file);

  board.KEY = 15;
  board.eval();
  long wrong = 0;
  const auto start = std::chrono::steady_clock::now();
  for (long hand = 0; hand < hands; ++hand) {
    board.KEY = 7;
    cycles(1);
    press(7, shortest);
    board.KEY = 15;
    int ranks[CARDS];
    long rest = hand;
    for (int card = CARDS - 1; card >= 0; --card, rest /= RANKS) ranks[card] = rest % RANKS + 1;
    int from = after_reset;
    for (int to : ranks) {
      cycles((to + 2 * RANKS - from - shortest) % RANKS);
      press(15, shortest);
      from = to;
    }
    wrong += outputs() != answers[hand];
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%ld %.6f\n", wrong, seconds.count());
  return 0;
}

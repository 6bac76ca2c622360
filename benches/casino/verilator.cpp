// Plays hands at the pins of a Verilator model of casino on one table after the other, compares LEDR and all displays after
// each release of KEY[0] with precomputed answers, and prints the number of mismatches and the time in seconds.
//
// Usage: Vcasino ANSWERS (WAIT SWITCHES)...
// ANSWERS is a file of 64-bit words, for each table and release: LEDR, then HEX5 to HEX0, starting at bit 0.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "Vcasino.h"
#include "verilated.h"

namespace {

constexpr int CARDS = 416;
constexpr int FIRST_SHOE = 1000;

struct Release {
  int wait;
  int switches;
};

void cycles(Vcasino& board, int count) {
  for (int cycle = 0; cycle < count; ++cycle) {
    board.CLOCK_50 = 1;
    board.eval();
    board.CLOCK_50 = 0;
    board.eval();
  }
}

uint64_t outputs(const Vcasino& board) {
  uint64_t bits = board.LEDR;
  const uint64_t displays[] = {board.HEX5, board.HEX4, board.HEX3, board.HEX2, board.HEX1, board.HEX0};
  for (int index = 0; index < 6; ++index) bits |= displays[index] << (10 + 7 * index);
  return bits;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Release> releases;
  for (int index = 2; index + 1 < argc; index += 2) releases.push_back({std::atoi(argv[index]), std::atoi(argv[index + 1])});
  FILE* file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
  if (!file) return 2;
  std::vector<uint64_t> answers;
  for (uint64_t word; std::fread(&word, 8, 1, file) == 1;) answers.push_back(word);
  std::fclose(file);
  if (releases.empty() || answers.size() % releases.size()) return 2;

  long wrong = 0;
  size_t next = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int table = 0; next < answers.size(); ++table) {
    const auto board = std::make_unique<Vcasino>();
    board->KEY = 15;
    board->eval();
    cycles(*board, FIRST_SHOE - table % CARDS);
    bool over = false;
    for (const Release& release : releases) {
      const int keys = over ? 7 : 15;
      board->SW = release.switches;
      board->KEY = keys;
      cycles(*board, release.wait);
      board->KEY = keys & ~1;
      cycles(*board, 1);
      board->KEY = keys;
      cycles(*board, 5);
      // All ten lights mean that the stakes are refused.
      over = board->LEDR >> 8 && board->LEDR != 0x3ff;
      wrong += outputs(*board) != answers[next++];
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%ld %.6f\n", wrong, seconds.count());
  return 0;
}

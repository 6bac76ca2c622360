// Plays the events in a file at the pins of a verilated casino, and writes the next frame on its monitor to another: red, green
// and blue of each pixel, a byte each.

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "../../../crates/test-support/src/pin_events.h"
#include "Vcasino.h"
#include "verilated.h"

namespace {

constexpr int kWidth = 640;
constexpr int kHeight = 480;
// With blanking.
constexpr int kPixels = 800 * 525;
// Pixels from the start of the horizontal sync pulse to the picture.
constexpr int kLeft = 96 + 48;
// Horizontal sync pulses from the start of the vertical one to the picture.
constexpr int kTop = 2 + 33;

// Runs to the next rising edge of VGA_CLK.
void next_pixel(Vcasino& top) {
  while (top.VGA_CLK) run_cycle(top);
  while (!top.VGA_CLK) run_cycle(top);
}

bool play(Vcasino& top, const char* path) {
  std::ifstream events(path);
  std::string event;
  while (events >> event) {
    if (!apply(event, events, top)) return false;
  }
  return true;
}

std::vector<char> draw(Vcasino& top) {
  std::vector<char> picture(3 * kWidth * kHeight);
  while (!top.VGA_VS) next_pixel(top);
  while (top.VGA_VS) next_pixel(top);
  int line = 0;
  int column = 0;
  bool hsync = top.VGA_HS;
  for (int pixel = 0; pixel < kPixels; ++pixel) {
    next_pixel(top);
    column += 1;
    if (hsync && !top.VGA_HS) {
      line += 1;
      column = 0;
    }
    hsync = top.VGA_HS;
    if (!top.VGA_BLANK_N) continue;
    const int x = column - kLeft;
    const int y = line - kTop;
    if (x < 0 || x >= kWidth || y < 0 || y >= kHeight) continue;
    char* colour = &picture[3 * (kWidth * y + x)];
    colour[0] = top.VGA_R;
    colour[1] = top.VGA_G;
    colour[2] = top.VGA_B;
  }
  return picture;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 1;
  VerilatedContext context;
  // Uninitialised values start as ones: a register whose power-up value of 0 is missing fails.
  context.randReset(1);
  const auto top = std::make_unique<Vcasino>(&context);
  top->CLOCK_50 = 0;
  top->KEY = 0xf;
  top->SW = 0;
  top->eval();
  if (!play(*top, arguments[1])) return 1;
  const std::vector<char> picture = draw(*top);
  std::ofstream(arguments[2], std::ios::binary).write(picture.data(), picture.size());
  top->final();
}

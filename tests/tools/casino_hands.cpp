// Drives the pins of a verilated casino with the events in a file, and prints its outputs:
//
//   pins KEY SW   sets KEY[3:0] and SW[9:0]
//   run N         runs CLOCK_50 for N cycles
//   show          prints LEDR and HEX5 to HEX0 as one number, LEDR in the lowest bits

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "Vcasino.h"
#include "verilated.h"

int main(int count, char** arguments) {
  if (count != 2) return 1;
  std::ifstream events(arguments[1]);
  VerilatedContext context;
  // Uninitialised values start as ones: a register whose power-up value of 0 is missing fails.
  context.randReset(1);
  const auto top = std::make_unique<Vcasino>(&context);
  top->CLOCK_50 = 0;
  top->KEY = 0xf;
  top->SW = 0;
  top->eval();
  std::string event;
  while (events >> event) {
    if (event == "pins") {
      unsigned key, sw;
      events >> key >> sw;
      top->KEY = key;
      top->SW = sw;
      top->eval();
    } else if (event == "run") {
      unsigned cycles;
      events >> cycles;
      for (; cycles > 0; --cycles) {
        top->CLOCK_50 = 1;
        top->eval();
        top->CLOCK_50 = 0;
        top->eval();
      }
    } else if (event == "show") {
      std::uint64_t outputs = top->HEX0;
      for (const unsigned display : {top->HEX1, top->HEX2, top->HEX3, top->HEX4, top->HEX5}) {
        outputs = outputs << 7 | display;
      }
      // HEX5 is in the lowest bits of the displays.
      std::printf("%" PRIu64 "\n", outputs << 10 | top->LEDR);
    } else {
      std::printf("unknown event %s\n", event.c_str());
      return 1;
    }
  }
  top->final();
}

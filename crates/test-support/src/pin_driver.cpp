// Drives the pins of a verilated design with the events in a file, and prints its outputs:
//
//   pins KEY SW, run N   as in pin_events.h
//   show                 prints the levels of OUTPUTS, which are ports of `top`
//
// The first event sets the pins.

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>

#include "Vdesign.h"
#include "pin_events.h"
#include "verilated.h"

int main(int count, char** arguments) {
  if (count != 2) return 1;
  std::ifstream events(arguments[1]);
  VerilatedContext context;
  // Uninitialised values start as ones: a register whose power-up value of 0 is missing fails.
  context.randReset(1);
  const auto design = std::make_unique<Vdesign>(&context);
  Vdesign& top = *design;
  top.CLOCK_50 = 0;
  std::string event;
  while (events >> event) {
    if (event == "show") {
      for (const std::uint64_t level : std::initializer_list<std::uint64_t>{OUTPUTS}) {
        std::printf("%" PRIu64 " ", level);
      }
      std::printf("\n");
    } else if (!apply(event, events, top)) {
      std::printf("unknown event %s\n", event.c_str());
      return 1;
    }
  }
  top.final();
}

// Events at the pins of a verilated design of the DE1-SoC:
//
//   pins KEY SW   sets the levels of KEY and SW
//   run N         runs CLOCK_50 for N cycles

#pragma once

#include <istream>
#include <string>

template <typename Top>
void run_cycle(Top& top) {
  top.CLOCK_50 = 1;
  top.eval();
  top.CLOCK_50 = 0;
  top.eval();
}

// Applies an event, whose numbers are read from `events`. Returns false if it is another event.
template <typename Top>
bool apply(const std::string& event, std::istream& events, Top& top) {
  if (event == "pins") {
    unsigned key, sw;
    events >> key >> sw;
    top.KEY = key;
    top.SW = sw;
    top.eval();
  } else if (event == "run") {
    unsigned cycles;
    events >> cycles;
    for (; cycles > 0; --cycles) run_cycle(top);
  } else {
    return false;
  }
  return true;
}

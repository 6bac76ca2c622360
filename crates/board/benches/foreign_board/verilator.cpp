// Runs a design from power-up for some seconds, and prints the cycles of CLOCK_50 and the seconds that they took. The arguments
// are the levels of KEY and the seconds.

#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vdesign.h"
#include "verilated.h"

constexpr int CYCLES_PER_LOOK = 10'000;

int main(int, char **arguments) {
    Vdesign design;
    design.KEY = atoi(arguments[1]);
    const std::chrono::duration<double> limit(atof(arguments[2]));
    uint64_t cycles = 0;
    std::chrono::duration<double> time(0);
    const auto start = std::chrono::steady_clock::now();
    while (time < limit) {
        for (int cycle = 0; cycle < CYCLES_PER_LOOK; cycle++) {
            design.CLOCK_50 = 1;
            design.eval();
            design.CLOCK_50 = 0;
            design.eval();
        }
        cycles += CYCLES_PER_LOOK;
        time = std::chrono::steady_clock::now() - start;
    }
    printf("%" PRIu64 " %.6f\n", cycles, time.count());
}

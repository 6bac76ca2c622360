// Draws frames of casino after power-up, and compares them with the answer: its bytes in a file of 64-bit words.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vcasino.h"
#include "verilated.h"

constexpr int WIDTH = 640;
constexpr int HEIGHT = 480;

int main(int, char **arguments) {
    std::vector<uint64_t> answer(WIDTH * HEIGHT * 3);
    FILE *file = fopen(arguments[1], "rb");
    if (!file || fread(answer.data(), 8, answer.size(), file) != answer.size()) return 1;
    fclose(file);
    const int frames = atoi(arguments[2]);

    Vcasino casino;
    casino.KEY = 0xF;
    casino.SW = 0;
    bool pixel_clock = false, vertical_sync = true;
    size_t place = 0;
    int differences = 0, wrong = 0;
    // The frame of power-up is not counted: the table is not set yet.
    int drawn = -1;
    auto start = std::chrono::steady_clock::now();
    while (drawn < frames) {
        casino.CLOCK_50 = 1;
        casino.eval();
        casino.CLOCK_50 = 0;
        casino.eval();
        if (casino.VGA_CLK && !pixel_clock && casino.VGA_BLANK_N) {
            const uint8_t colours[] = {casino.VGA_R, casino.VGA_G, casino.VGA_B};
            for (uint8_t colour : colours) {
                differences += place >= answer.size() || answer[place] != colour;
                place++;
            }
        }
        pixel_clock = casino.VGA_CLK;
        if (vertical_sync && !casino.VGA_VS) {
            wrong += drawn >= 0 && (differences || place != answer.size());
            drawn++;
            if (drawn == 0) start = std::chrono::steady_clock::now();
            place = differences = 0;
        }
        vertical_sync = casino.VGA_VS;
    }
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    printf("%d %.6f\n", wrong, time.count());
}

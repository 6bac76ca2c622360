// Replays a trace of the Rust simulation on a Verilator model. trace.rs documents the format.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "verilated.h"

// Values are little-endian in the trace.
template <typename T>
void from_bytes(T& port, const uint8_t* bytes, unsigned count) {
    uint64_t value = 0;
    for (unsigned i = 0; i < count; ++i) value |= uint64_t{bytes[i]} << (8 * i);
    port = static_cast<T>(value);
}

template <std::size_t words>
void from_bytes(VlWide<words>& port, const uint8_t* bytes, unsigned count) {
    for (std::size_t i = 0; i < words; ++i) port[i] = 0;
    for (unsigned i = 0; i < count; ++i) port[i / 4] |= EData{bytes[i]} << (8 * (i % 4));
}

template <typename T>
void to_bytes(const T& port, uint8_t* bytes, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(uint64_t{port} >> (8 * i));
}

template <std::size_t words>
void to_bytes(const VlWide<words>& port, uint8_t* bytes, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(port[i / 4] >> (8 * (i % 4)));
}

template <typename Model>
struct Input {
    unsigned bytes;
    void (*poke)(Model&, const uint8_t*);
};

template <typename Model>
struct Output {
    const char* name;
    unsigned bytes;
    void (*peek)(Model&, uint8_t*);
};

// An enum register with the set of values seen.
template <typename Model>
struct State {
    const char* path;
    unsigned (*peek)(Model&);
    uint64_t seen;
};

// Starts or stops driving a bidirectional port from outside.
template <typename Model>
using Bus = void (*)(Model&, bool);

#define INPUT(model, port, bytes) \
    { bytes, [](model& m, const uint8_t* b) { from_bytes(m.port, b, bytes); } }
#define OUTPUT(model, port, name, bytes) \
    { name, bytes, [](model& m, uint8_t* b) { to_bytes(m.port, b, bytes); } }
#define BUS(model, port) [](model& m, bool outside) { m.port = outside; }
#define STATE(model, port, path) \
    { path, [](model& m) -> unsigned { return m.port; }, 0 }

inline void print_value(const char* what, const uint8_t* bytes, unsigned count) {
    std::printf("%s 0x", what);
    while (count-- > 0) std::printf("%02x", bytes[count]);
}

// Prints `match` and the values seen of each state, or the first difference. Returns the exit code.
template <typename Model>
int replay(const char* path, const std::vector<Input<Model>>& inputs,
           const std::vector<Output<Model>>& outputs, const std::vector<Bus<Model>>& buses,
           std::vector<State<Model>> states) {
    std::ifstream file{path, std::ios::binary};
    const std::vector<uint8_t> trace{std::istreambuf_iterator<char>{file}, {}};
    std::vector<std::vector<uint8_t>> expected;
    for (const auto& output : outputs) expected.emplace_back(output.bytes, 0);
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Model> model;
    uint64_t steps = 0;
    uint8_t found[64];
    for (std::size_t at = 0; at < trace.size();) {
        switch (trace[at++]) {
            case 'P':
                model.reset();
                context = std::make_unique<VerilatedContext>();
                model = std::make_unique<Model>(context.get());
                break;
            case 'I': {
                const auto& input = inputs[trace[at++]];
                input.poke(*model, &trace[at]);
                at += input.bytes;
                break;
            }
            case 'O': {
                auto& value = expected[trace[at++]];
                std::memcpy(value.data(), &trace[at], value.size());
                at += value.size();
                break;
            }
            case 'B': {
                model->eval();
                const auto bus = trace[at++];
                buses[bus](*model, trace[at++] != 0);
                break;
            }
            case 'C':
                model->eval();
                for (std::size_t i = 0; i < outputs.size(); ++i) {
                    outputs[i].peek(*model, found);
                    if (std::memcmp(found, expected[i].data(), outputs[i].bytes) == 0) continue;
                    std::printf("in step %llu, `%s`", static_cast<unsigned long long>(steps),
                                outputs[i].name);
                    print_value(" of Verilator's model is", found, outputs[i].bytes);
                    print_value(", in Rust", expected[i].data(), outputs[i].bytes);
                    std::printf("\n");
                    return 1;
                }
                for (auto& state : states) state.seen |= uint64_t{1} << (state.peek(*model) & 63);
                ++steps;
                break;
            default:
                std::printf("invalid trace\n");
                return 1;
        }
    }
    std::printf("match\n");
    for (const auto& state : states) {
        std::printf("%s %llx\n", state.path, static_cast<unsigned long long>(state.seen));
    }
    return 0;
}

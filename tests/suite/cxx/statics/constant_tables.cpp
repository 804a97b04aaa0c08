// Tables computed before main, constexpr and not, string literals, arrays of functions, consteval.
// cflags: -std=c++20
#include <cstdint>
#include <cstdio>

struct Crc {
    uint32_t table[256];
    constexpr Crc() : table() {
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t value = i;
            for (int bit = 0; bit < 8; bit++)
                value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
            table[i] = value;
        }
    }
    constexpr uint32_t of(const char *text) const {
        uint32_t sum = ~0u;
        while (*text)
            sum = sum >> 8 ^ table[(sum ^ static_cast<unsigned char>(*text++)) & 255];
        return ~sum;
    }
};

constexpr Crc fixed;
static_assert(fixed.of("123456789") == 0xcbf43926);
static Crc built;
static const uint32_t early = built.of("early");

consteval int square(int x) { return x * x; }
constinit int start = square(12);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int (*const operations[])(int, int) = {add, sub};
static const char *const names[][2] = {{"add", "+"}, {"sub", "-"}};

int main(int argc, char **) {
    char text[] = "123456788";
    text[8] += static_cast<char>(argc);
    printf("%x %x %d\n", fixed.of(text), early, start);
    for (int i = 0; i < 2; i++)
        printf("%s %s %d\n", names[i][0], names[i][1], operations[i](start, 44));
    return 0;
}

// paths: 1

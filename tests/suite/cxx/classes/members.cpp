// Static members, nested classes, references as members, mutable, bit-fields, unions, initialisers, enum classes.
#include <cstdint>
#include <cstdio>

enum class Color : uint8_t { red = 3, green, blue = 200 };

struct Flags {
    unsigned a : 3;
    signed b : 4;
    unsigned c : 17;
    bool d : 1;
};

union Number {
    uint32_t whole;
    uint8_t bytes[4];
};

class Counter {
    mutable int reads = 0;
    int &target;
    const int step;

public:
    static inline int instances = 0;
    static constexpr int limit = 12;
    struct Result {
        int value = 1;
        bool capped = false;
    };
    Counter(int &t, int s) : target(t), step(s) { instances++; }
    Result add() {
        target += step;
        if (target > limit) {
            target = limit;
            return {target, true};
        }
        return {target};
    }
    int seen() const { return ++reads; }
};

int main() {
    int number = 1;
    Counter one(number, 4), two(number, 5);
    for (int i = 0; i < 2; i++) {
        auto [value, capped] = one.add();
        printf("%d %d\n", value, capped);
        Counter::Result result = two.add();
        printf("%d %d\n", result.value, result.capped);
    }
    one.seen();
    printf("%d %d %d\n", one.seen(), Counter::instances, number);
    Flags flags = {9, -3, 100000, true};
    flags.b += 6;
    flags.a++;
    printf("%u %d %u %d\n", flags.a, flags.b, flags.c, flags.d);
    Number n = {0x01020304};
    printf("%d %d\n", n.bytes[0], n.bytes[3]);
    Color color = Color::green;
    switch (color) {
    case Color::red:
        return 1;
    case Color::green:
        printf("%d\n", static_cast<int>(color));
        return 2;
    default:
        return 3;
    }
}

// paths: 1

// Casts of every kind, conversion operators, explicit constructors, references to parts, integral promotions.
#include <cstdint>
#include <cstdio>
#include <cstring>

struct Celsius {
    double degrees;
    explicit Celsius(double d) : degrees(d) {}
    operator int() const { return static_cast<int>(degrees + 0.5); }
};
struct Fahrenheit {
    double degrees;
    Fahrenheit(const Celsius &c) : degrees(c.degrees * 9 / 5 + 32) {}
    explicit operator bool() const { return degrees > 100; }
};

static int warm(Fahrenheit f) { return static_cast<int>(f.degrees); }
static void change(const int &value) { const_cast<int &>(value) = 99; }

int main() {
    Celsius c(37.6);
    printf("%d %d %d\n", int(c), warm(c), static_cast<bool>(Fahrenheit(c)));
    int number = 3;
    change(number);
    printf("%d\n", number);
    float f = 1.5f;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%x\n", bits);
    char bytes[8];
    *reinterpret_cast<uint16_t *>(bytes) = 0x4142;
    printf("%c%c\n", bytes[0], bytes[1]);
    unsigned char small = 250;
    signed char negative = static_cast<signed char>(small);
    short product = static_cast<short>(small * small);
    printf("%d %d %d %d\n", small + 10, negative, product, static_cast<unsigned char>(small + 10));
    printf("%d %d\n", -1 < 1u ? 1 : 0, static_cast<long>(-1) < 1u ? 1 : 0);
    printf("%lld\n", static_cast<long long>(1e15) + (7 / 2) - (-7 / 2) + (-7 % 3));
    bool flag = 42;
    printf("%d %zu %zu\n", flag + flag, sizeof(flag + flag), sizeof 'a');
    auto mixed = true ? 1 : 2.5;
    printf("%.1f\n", mixed);
    enum { small_value = 5 };
    printf("%d\n", small_value << 3 | 1);
    return 0;
}

// paths: 1

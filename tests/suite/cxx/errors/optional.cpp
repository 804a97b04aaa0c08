// value() of an optional that is empty for some inputs.
#include <optional>
#include <pleach.h>

static std::optional<int> half(int number) {
    if (number % 2 != 0)
        return std::nullopt;
    return number / 2;
}

int main() {
    int number = pleach_int("number");
    if (number < 0 || number > 1000)
        return 0;
    return half(number).value() == 7; //~ error: abort
}

// paths: 4

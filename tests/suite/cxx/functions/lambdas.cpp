// Lambdas: captures of every kind, mutable and generic ones, recursion, in containers, immediately called.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct Button {
    std::vector<std::function<void(int)>> handlers;
    int presses = 0;
    void press() {
        presses++;
        for (auto &handler : handlers)
            handler(presses);
    }
    auto counter() {
        return [this] { return presses; };
    }
};

static auto adder(int by) {
    return [by](int x) { return x + by; };
}

template <typename F, typename G> static auto compose(F f, G g) {
    return [=](auto x) { return f(g(x)); };
}

int main() {
    int sum = 0, factor = 3;
    std::vector<int> numbers{1, 2, 3, 4};
    std::for_each(numbers.begin(), numbers.end(), [&sum, factor](int i) { sum += factor * i; });
    factor = 100;
    printf("%d\n", sum);
    auto count = [n = 0]() mutable { return ++n; };
    count();
    count();
    auto copy = count;
    printf("%d %d\n", count(), copy());
    printf("%d\n", compose(adder(1), adder(10))(5));
    auto twice = [](auto x) { return x + x; };
    printf("%d %s\n", twice(4), twice(std::string("ab")).c_str());
    std::function<int(int)> factorial = [&](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
    printf("%d\n", factorial(10));
    Button button;
    std::string log;
    button.handlers.push_back([&](int n) { log += std::to_string(n); });
    button.handlers.push_back([weight = std::make_shared<int>(5), &sum](int n) { sum += n * *weight; });
    auto presses = button.counter();
    for (int i = 0; i < 3; i++)
        button.press();
    printf("%s %d %d\n", log.c_str(), sum, presses());
    int (*plain)(int) = [](int x) { return x * x; };
    printf("%d\n", plain(9));
    const int value = [&] {
        for (int i : numbers)
            if (i * i > 5)
                return i;
        return -1;
    }();
    printf("%d\n", value);
    auto owner = [p = std::make_unique<int>(11)] { return *p; };
    auto moved = std::move(owner);
    printf("%d\n", moved());
    return 0;
}

// paths: 1

// The library's std::function, std::bind, std::mem_fn, std::invoke, function objects, overload resolution, default arguments, pointers to functions.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

static int add(int a, int b) { return a + b; }
static const char *which(int) { return "int"; }
static const char *which(double) { return "double"; }
static const char *which(const char *) { return "text"; }
static const char *which(...) { return "anything"; }
static int volume(int a, int b = 2, int c = 3) { return a * b * c; }

struct Multiplier {
    int by;
    int operator()(int x) const { return x * by; }
    int plus(int x) const { return by + x; }
};

struct Large {
    long data[8] = {1, 2, 3};
    long operator()(int i) const { return data[i]; }
};

int main() {
    using std::placeholders::_1;
    using std::placeholders::_2;
    std::function<int(int, int)> function = add;
    printf("%d\n", function(2, 3));
    function = [](int a, int b) { return a * b; };
    printf("%d\n", function(2, 3));
    function = std::minus<int>();
    printf("%d\n", function(2, 3));
    auto bound = std::bind(add, 10, _1);
    auto swapped = std::bind(function, _2, _1);
    printf("%d %d\n", bound(5), swapped(1, 9));
    Multiplier triple{3};
    std::function<int(int)> method = std::bind(&Multiplier::plus, &triple, _1);
    triple.by = 30;
    printf("%d %d\n", method(1), std::invoke(&Multiplier::plus, triple, 2));
    auto member = std::mem_fn(&Multiplier::by);
    printf("%d\n", member(triple));
    std::function<long(int)> large = Large();
    std::function<long(int)> copy = large;
    large = nullptr;
    printf("%ld %d %d\n", copy(2), static_cast<bool>(large), static_cast<bool>(copy));
    std::map<std::string, std::function<int(int, int)>> table{{"+", std::plus<>()}, {"*", std::multiplies<>()}, {"max", [](int a, int b) { return a > b ? a : b; }}};
    for (auto &[name, operation] : table)
        printf("%s:%d ", name.c_str(), operation(6, 7));
    printf("\n%s %s %s %s\n", which(1), which(1.5), which("x"), which(nullptr == nullptr ? &add : nullptr));
    printf("%d %d %d\n", volume(1), volume(1, 1), volume(1, 1, 1));
    int (*pointers[])(int, int) = {add, [](int a, int b) { return a - b; }};
    int result = 0;
    for (auto pointer : pointers)
        result = result * 10 + pointer(8, 3);
    printf("%d\n", result);
    std::not_fn(std::less<int>());
    printf("%d\n", std::not_fn(std::less<int>())(1, 2));
    return 0;
}

// paths: 1

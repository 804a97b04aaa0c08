// Function templates: deduction, overloads, variadic ones, folds, constexpr, concepts.
// cflags: -std=c++20
#include <concepts>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

template <typename T> T largest(T a, T b) { return a < b ? b : a; }
template <> const char *largest(const char *a, const char *b) { return strcmp(a, b) < 0 ? b : a; }

template <typename T, size_t N> size_t length(const T (&)[N]) { return N; }

static int sum() { return 0; }
template <typename First, typename... Rest> static auto sum(First first, Rest... rest) { return first + sum(rest...); }

template <typename... Values> static bool all_positive(Values... values) { return (... && (values > 0)); }

template <typename T> static const char *kind(T &&) {
    if constexpr (std::is_lvalue_reference_v<T>)
        return std::is_const_v<std::remove_reference_t<T>> ? "constant" : "variable";
    else
        return "temporary";
}

template <std::integral T> static const char *describe(T) { return "integer"; }
template <std::floating_point T> static const char *describe(T) { return "real"; }
template <typename T>
    requires requires(T t) { t.size(); }
static const char *describe(const T &) {
    return "sized";
}

constexpr unsigned long factorial(unsigned n) { return n < 2 ? 1 : n * factorial(n - 1); }
static_assert(factorial(10) == 3628800);

template <typename F, typename... A> static auto call(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }

template <int N> struct Fibonacci {
    static constexpr int value = Fibonacci<N - 1>::value + Fibonacci<N - 2>::value;
};
template <> struct Fibonacci<0> {
    static constexpr int value = 0;
};
template <> struct Fibonacci<1> {
    static constexpr int value = 1;
};

int main() {
    int array[7];
    const int constant = 3;
    int variable = 4;
    printf("%d %.1f %s\n", largest(3, 9), largest(2.5, 1.5), largest("pear", "apple"));
    printf("%zu %d %.2f\n", length(array), sum(1, 2, 3), sum(1, 2.25, 3L));
    printf("%d %d\n", all_positive(1, 2.5, 3L), all_positive(1, -1));
    printf("%s %s %s\n", kind(constant), kind(variable), kind(5));
    printf("%s %s %s\n", describe(1), describe(1.5), describe(std::string("x")));
    printf("%lu %d\n", factorial(variable + 8), Fibonacci<20>::value);
    printf("%d\n", call([](int a, int b) { return a * b; }, 6, 7));
    return 0;
}

// paths: 1

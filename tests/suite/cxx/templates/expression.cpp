// Expression templates, recursive variadic structures, policies, compile-time strings.
// cflags: -std=c++20
#include <cstddef>
#include <cstdio>

template <typename L, typename R> struct Sum {
    const L &left;
    const R &right;
    int operator[](size_t i) const { return left[i] + right[i]; }
};
template <typename L> struct Scaled {
    const L &left;
    int by;
    int operator[](size_t i) const { return left[i] * by; }
};
template <size_t N> struct Vector {
    int cells[N] = {};
    int operator[](size_t i) const { return cells[i]; }
    template <typename E> Vector &operator=(const E &e) {
        for (size_t i = 0; i < N; i++)
            cells[i] = e[i];
        return *this;
    }
};
template <typename L, typename R> Sum<L, R> operator+(const L &l, const R &r) { return {l, r}; }
template <typename L> Scaled<L> operator*(const L &l, int by) { return {l, by}; }

template <typename... T> struct Pack;
template <> struct Pack<> {
    int total() const { return 0; }
};
template <typename First, typename... Rest> struct Pack<First, Rest...> : Pack<Rest...> {
    First first;
    Pack(First f, Rest... rest) : Pack<Rest...>(rest...), first(f) {}
    int total() const { return static_cast<int>(first) + Pack<Rest...>::total(); }
};

struct Saturate {
    static int add(int a, int b) { return a + b > 100 ? 100 : a + b; }
};
struct Wrap {
    static int add(int a, int b) { return (a + b) % 100; }
};
template <typename Policy> struct Meter {
    int value = 0;
    void add(int by) { value = Policy::add(value, by); }
};

template <size_t N> struct Text {
    char letters[N];
    constexpr Text(const char (&from)[N]) {
        for (size_t i = 0; i < N; i++)
            letters[i] = from[i];
    }
};
template <Text T> static int length() { return sizeof T.letters - 1; }

int main() {
    Vector<4> a, b, c;
    for (int i = 0; i < 4; i++) {
        a.cells[i] = i;
        b.cells[i] = 10 * i;
    }
    c = a * 3 + b + a;
    printf("%d %d %d\n", c[1], c[2], c[3]);
    printf("%d\n", Pack<int, char, double>(1, '\2', 3.9).total());
    Meter<Saturate> one;
    Meter<Wrap> two;
    for (int i = 0; i < 5; i++) {
        one.add(33);
        two.add(33);
    }
    printf("%d %d %d\n", one.value, two.value, length<"hello">());
    return 0;
}

// paths: 1

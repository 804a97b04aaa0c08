// Types computed at compile time: traits, tag dispatch, SFINAE, constexpr tables, structured bindings of own classes.
#include <array>
#include <cstdio>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

template <typename T, typename = void> struct has_size : std::false_type {};
template <typename T> struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};

template <typename T> std::enable_if_t<has_size<T>::value, size_t> measure(const T &t) { return t.size(); }
template <typename T> std::enable_if_t<!has_size<T>::value, size_t> measure(const T &) { return sizeof(T); }

template <typename Iterator> static const char *access(Iterator, std::random_access_iterator_tag) { return "random"; }
template <typename Iterator> static const char *access(Iterator, std::input_iterator_tag) { return "step by step"; }

constexpr auto squares = [] {
    std::array<int, 10> table{};
    for (int i = 0; i < 10; i++)
        table[i] = i * i;
    return table;
}();
static_assert(squares[7] == 49);

template <typename... T> struct Sizes {
    static constexpr size_t total = (sizeof(T) + ... + 0);
    static constexpr size_t count = sizeof...(T);
};

class Date {
    int y, m, d;

public:
    Date(int year, int month, int day) : y(year), m(month), d(day) {}
    template <size_t I> int get() const { return I == 0 ? y : I == 1 ? m : d; }
};
namespace std {
template <> struct tuple_size<Date> : integral_constant<size_t, 3> {};
template <size_t I> struct tuple_element<I, Date> {
    using type = int;
};
} // namespace std

template <size_t... I> static int sum_of(std::index_sequence<I...>) { return (squares[I] + ...); }

int main() {
    printf("%zu %zu %zu\n", measure(std::string("four")), measure(3.5), measure(std::vector<int>(7)));
    std::vector<int> vector;
    printf("%s\n", access(vector.begin(), std::iterator_traits<std::vector<int>::iterator>::iterator_category()));
    printf("%zu %zu\n", Sizes<int, char, double>::total, Sizes<>::count);
    auto [year, month, day] = Date(2026, 11, 16);
    printf("%d %d %d\n", year, month, day);
    printf("%d\n", sum_of(std::make_index_sequence<5>()));
    printf("%d %d\n", std::is_same_v<std::common_type_t<int, long>, long>, std::is_base_of_v<Date, int>);
    int index = year % 10;
    printf("%d\n", squares[index]);
    return 0;
}

// paths: 1

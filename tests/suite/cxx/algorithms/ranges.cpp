// Algorithms over ranges: searching, transforming, sets, permutations, numbers; and views of C++20.
// cflags: -std=c++20
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <ranges>
#include <string>
#include <vector>

static void show(const std::vector<int> &numbers) {
    for (int number : numbers)
        printf("%d ", number);
    printf("\n");
}

int main() {
    std::vector<int> a(10), b;
    std::iota(a.begin(), a.end(), 1);
    std::transform(a.begin(), a.end(), std::back_inserter(b), [](int i) { return i * i % 7; });
    show(b);
    std::vector<int> u{1, 3, 5, 7}, v{3, 4, 5, 6}, w;
    std::set_union(u.begin(), u.end(), v.begin(), v.end(), std::back_inserter(w));
    show(w);
    w.clear();
    std::set_intersection(u.begin(), u.end(), v.begin(), v.end(), std::back_inserter(w));
    show(w);
    printf("%d %d\n", std::includes(a.begin(), a.end(), u.begin(), u.end()), std::inner_product(u.begin(), u.end(), v.begin(), 0));
    std::string letters = "abc";
    int count = 0;
    do
        count++;
    while (std::next_permutation(letters.begin(), letters.end()));
    printf("%d %s\n", count, letters.c_str());
    auto pattern = {4, 2, 2};
    auto at = std::search(b.begin(), b.end(), pattern.begin(), pattern.end());
    printf("%d\n", static_cast<int>(at - b.begin()));
    printf("%d %d %d\n", std::any_of(a.begin(), a.end(), [](int i) { return i > 9; }), std::gcd(84, 36), std::lcm(4, 6));
    auto [low, high] = std::minmax_element(b.begin(), b.end());
    printf("%d %d %d\n", *low, *high, std::clamp(50, 1, 9));
    std::rotate(a.begin(), a.begin() + 3, a.end());
    std::reverse(a.begin() + 5, a.end());
    show(a);
    for (int i : a | std::views::filter([](int i) { return i % 2; }) | std::views::transform([](int i) { return i * 10; }))
        printf("%d ", i);
    printf("\n");
    std::ranges::sort(a, std::ranges::greater());
    show(a);
    for (int i : std::views::iota(3, 6))
        printf("%d", i);
    printf("\n");
    printf("%d\n", std::lexicographical_compare(u.begin(), u.end(), v.begin(), v.end()));
    return 0;
}

// paths: 1

// Hash tables, in the order that they have natively, with own hashes and many elements.
// cflags: -std=c++20
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>

struct Point {
    int x, y;
    bool operator==(const Point &other) const = default;
};
struct Hash {
    size_t operator()(const Point &p) const { return p.x * 31 + p.y; }
};

int main() {
    std::unordered_map<std::string, int> counts;
    const char *words[] = {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "the", "end"};
    for (const char *word : words)
        counts[word]++;
    for (const auto &[word, count] : counts)
        printf("%s=%d ", word.c_str(), count);
    printf("(%zu of %zu)\n", counts.size(), counts.bucket_count());
    std::unordered_set<int> numbers;
    for (int i = 0; i < 200; i++)
        numbers.insert(i * i % 211);
    long order = 0;
    for (int number : numbers)
        order = (order * 13 + number) % 1000003;
    printf("%zu %zu %ld\n", numbers.size(), numbers.bucket_count(), order);
    std::unordered_set<Point, Hash> points{{1, 2}, {3, 4}, {1, 2}};
    printf("%zu %zu\n", points.size(), points.count({3, 4}));
    numbers.erase(4);
    numbers.rehash(1000);
    printf("%d %d %zu\n", numbers.count(4) == 0, numbers.find(9) != numbers.end(), numbers.bucket_count());
    std::unordered_multimap<int, char> many;
    for (int i = 0; i < 10; i++)
        many.emplace(i % 3, static_cast<char>('a' + i));
    auto range = many.equal_range(1);
    int found = 0;
    for (auto it = range.first; it != range.second; ++it)
        found += it->second;
    printf("%d\n", found);
    counts.clear();
    counts.reserve(50);
    printf("%zu %d\n", counts.bucket_count(), counts.empty());
    std::hash<std::string> hash;
    printf("%zx %zx\n", hash("a"), hash("a longer text of many bytes"));
    return 0;
}

// paths: 1

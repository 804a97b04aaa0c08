// Ordered containers: insertion, look-up, ranges, erasure while walking, multimaps, own orders, many random operations.
#include <cstdio>
#include <functional>
#include <map>
#include <set>
#include <string>

struct Longer {
    bool operator()(const std::string &a, const std::string &b) const {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
    }
};

static unsigned state = 12345;
static unsigned random_number() {
    state = state * 1103515245 + 12345;
    return state >> 16;
}

int main() {
    std::map<std::string, int> ages{{"eve", 30}, {"adam", 31}, {"cain", 7}};
    ages["abel"] = 5;
    ages.insert({"eve", 99});
    ages.insert_or_assign("cain", 8);
    ages.try_emplace("seth", 1);
    for (const auto &[name, age] : ages)
        printf("%s=%d ", name.c_str(), age);
    printf("\n%zu %d\n", ages.count("eve"), ages.find("noah") == ages.end());
    auto at = ages.lower_bound("b");
    printf("%s %s\n", at->first.c_str(), std::prev(at)->first.c_str());
    for (auto it = ages.begin(); it != ages.end();)
        it = it->second % 2 ? ages.erase(it) : std::next(it);
    printf("%zu %s\n", ages.size(), ages.rbegin()->first.c_str());
    std::set<std::string, Longer> words{"pear", "fig", "banana", "kiwi", "date"};
    for (const auto &word : words)
        printf("%s ", word.c_str());
    printf("\n");
    std::multimap<int, char> letters;
    for (char c : std::string("hello world"))
        letters.emplace(c % 5, c);
    auto range = letters.equal_range(3);
    for (auto it = range.first; it != range.second; ++it)
        printf("%c", it->second);
    printf(" %zu\n", letters.count(3));
    std::multiset<int, std::greater<int>> numbers;
    std::map<unsigned, unsigned> tree;
    for (int i = 0; i < 400; i++) {
        unsigned key = random_number() % 97;
        if (random_number() % 3 == 0)
            tree.erase(key);
        else
            tree[key] += i;
        numbers.insert(key % 10);
    }
    unsigned long sum = 0, previous = 0, ordered = 1;
    for (auto [key, value] : tree) {
        ordered &= key >= previous;
        previous = key;
        sum = sum * 31 + key * 7 + value;
    }
    printf("%zu %lu %lu %d %zu\n", tree.size(), sum, ordered, *numbers.begin(), numbers.count(4));
    auto node = tree.extract(tree.begin());
    node.key() = 1000;
    tree.insert(std::move(node));
    printf("%u\n", tree.rbegin()->first);
    return 0;
}

// paths: 1

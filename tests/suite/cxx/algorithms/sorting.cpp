// Sorting in every way, on numbers and structures.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

struct Person {
    std::string name;
    int age;
};

static unsigned state = 7;
static int random_number() {
    state = state * 1664525 + 1013904223;
    return static_cast<int>(state >> 8) % 1000;
}

int main() {
    std::vector<int> numbers(120);
    std::generate(numbers.begin(), numbers.end(), random_number);
    std::vector<int> copy = numbers, heap = numbers;
    std::sort(numbers.begin(), numbers.end());
    std::stable_sort(copy.begin(), copy.end(), std::greater<int>());
    printf("%d %d %d %d\n", std::is_sorted(numbers.begin(), numbers.end()), numbers[60], copy[0], copy[119]);
    std::make_heap(heap.begin(), heap.end());
    std::sort_heap(heap.begin(), heap.end());
    printf("%d\n", heap == numbers);
    std::nth_element(copy.begin(), copy.begin() + 30, copy.end());
    printf("%d\n", copy[30] == numbers[30]);
    std::partial_sort(copy.begin(), copy.begin() + 5, copy.end());
    printf("%d %d\n", copy[4] == numbers[4], std::binary_search(numbers.begin(), numbers.end(), numbers[77]));
    auto [low, high] = std::equal_range(numbers.begin(), numbers.end(), numbers[50]);
    printf("%d\n", static_cast<int>(high - low) >= 1);
    std::vector<Person> people{{"ann", 30}, {"bob", 25}, {"cid", 30}, {"dan", 25}, {"eve", 41}};
    std::stable_sort(people.begin(), people.end(), [](const Person &a, const Person &b) { return a.age < b.age; });
    for (const Person &person : people)
        printf("%s:%d ", person.name.c_str(), person.age);
    printf("\n");
    std::sort(people.begin(), people.end(), [](auto &a, auto &b) { return a.name > b.name; });
    printf("%s\n", people.front().name.c_str());
    auto middle = std::stable_partition(people.begin(), people.end(), [](const Person &p) { return p.age > 28; });
    printf("%d %s\n", static_cast<int>(middle - people.begin()), middle->name.c_str());
    std::string letters = "mississippi";
    std::sort(letters.begin(), letters.end());
    letters.erase(std::unique(letters.begin(), letters.end()), letters.end());
    printf("%s\n", letters.c_str());
    return 0;
}

// paths: 1

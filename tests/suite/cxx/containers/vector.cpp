// With std::vector: growth, insertion, erasure, of bool, of vectors, comparison, swapping, iterators backwards.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

static void show(const std::vector<int> &numbers) {
    for (int number : numbers)
        printf("%d ", number);
    printf("(%zu)\n", numbers.size());
}

int main() {
    std::vector<int> numbers;
    size_t growths = 0, capacity = numbers.capacity();
    for (int i = 0; i < 100; i++) {
        numbers.push_back(i * i % 37);
        if (numbers.capacity() != capacity) {
            capacity = numbers.capacity();
            growths++;
        }
    }
    printf("%zu %zu\n", growths, capacity);
    numbers.resize(8);
    show(numbers);
    numbers.insert(numbers.begin() + 2, {100, 200});
    numbers.insert(numbers.end(), 3, 7);
    numbers.erase(numbers.begin());
    numbers.erase(numbers.begin() + 4, numbers.begin() + 6);
    show(numbers);
    numbers.erase(std::remove(numbers.begin(), numbers.end(), 7), numbers.end());
    show(numbers);
    std::vector<int> copy(numbers.rbegin(), numbers.rend());
    show(copy);
    printf("%d %d\n", copy == numbers, copy < numbers);
    std::vector<std::vector<int>> table(3, std::vector<int>(2, 1));
    table[1].push_back(5);
    table.emplace_back(4, 2);
    size_t cells = 0;
    for (const auto &row : table)
        cells += row.size();
    printf("%zu\n", cells);
    std::vector<bool> bits(70);
    bits[3] = bits[65] = true;
    bits.flip();
    printf("%d %d %d\n", (int)bits[3], (int)bits[4], (int)std::count(bits.begin(), bits.end(), true));
    std::vector<std::string> words{"a", "long word that does not fit", "b"};
    words.insert(words.begin() + 1, words[2]);
    words.shrink_to_fit();
    std::swap(words.front(), words.back());
    for (const std::string &word : words)
        printf("[%s]", word.c_str());
    printf("\n");
    numbers.clear();
    printf("%d %zu\n", numbers.empty(), numbers.size());
    return 0;
}

// paths: 1

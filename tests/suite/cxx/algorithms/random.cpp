// Random numbers of the library's engines, and what a distribution makes of them.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

int main() {
    std::mt19937 engine(42);
    printf("%lu %lu\n", (unsigned long)engine(), (unsigned long)engine());
    std::minstd_rand simple(7);
    printf("%lu\n", (unsigned long)simple());
    std::mt19937_64 wide(5);
    printf("%lu\n", (unsigned long)wide());
    std::uniform_int_distribution<int> dice(1, 6);
    int sum = 0;
    for (int i = 0; i < 50; i++)
        sum += dice(engine);
    printf("%d\n", sum);
    std::vector<int> cards(12);
    for (int i = 0; i < 12; i++)
        cards[i] = i;
    std::shuffle(cards.begin(), cards.end(), engine);
    for (int card : cards)
        printf("%d ", card);
    std::discard_block_engine<std::minstd_rand, 7, 3> block;
    block.discard(5);
    printf("\n%lu\n", (unsigned long)block());
    return 0;
}

// paths: 1

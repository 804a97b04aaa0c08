// A program that replaces operator new and delete gets its own, from the library's code too.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

static long taken = 0, given = 0;

void *operator new(size_t size) {
    taken++;
    if (void *place = malloc(size))
        return place;
    throw std::bad_alloc();
}
void operator delete(void *place) noexcept {
    if (place != nullptr)
        given++;
    free(place);
}
void operator delete(void *place, size_t) noexcept { operator delete(place); }

int main() {
    long before = taken;
    {
        std::vector<int> numbers;
        for (int i = 0; i < 100; i++)
            numbers.push_back(i);
        std::string text(100, 'x');
        text += "more";
        printf("%zu\n", text.size());
    }
    printf("%d\n", taken - before == given);
    printf("%d\n", taken > before + 5);
    int *array = new int[4];
    delete[] array;
    printf("%d\n", taken - before == given);
    return 0;
}

// paths: 1

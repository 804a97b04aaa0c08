// An exception passes many frames, some with handlers that do not fit, from a recursion and out of callbacks.
#include <cstdio>
#include <cstdlib>

struct Found {
    int depth;
};
static int cleaned = 0;
struct Count {
    ~Count() { cleaned++; }
};

static int search(int depth, int limit) {
    Count count;
    if (depth == limit)
        throw Found{depth};
    try {
        return search(depth + 1, limit) + 1;
    } catch (const char *) {
        return -1;
    }
}

static int compare(const void *a, const void *b) {
    int x = *static_cast<const int *>(a), y = *static_cast<const int *>(b);
    if (x == 13 || y == 13)
        throw 13;
    return x - y;
}

template <typename F> static int retry(int times, F action) {
    for (int i = 1;; i++) {
        try {
            return action(i);
        } catch (int) {
            if (i == times)
                throw;
        }
    }
}

int main() {
    try {
        search(0, 500);
    } catch (Found found) {
        printf("%d %d\n", found.depth, cleaned);
    }
    int numbers[] = {5, 2, 13, 1};
    try {
        qsort(numbers, 4, sizeof numbers[0], compare);
        printf("sorted\n");
    } catch (int number) {
        printf("unlucky %d\n", number);
    }
    printf("%d\n", retry(5, [](int i) { return i < 4 ? throw i : i * 10; }));
    try {
        retry(2, [](int i) -> int { throw i; });
    } catch (int i) {
        printf("gave up at %d\n", i);
    }
    return 0;
}

// paths: 1

// new and delete: single, array, nothrow, placement, aligned, with initialisers, overloaded in a class.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

struct Item {
    int value;
    Item(int v = 5) : value(v) { printf("item %d\n", v); }
    ~Item() { printf("~item %d\n", value); }
};

struct alignas(64) Wide {
    char bytes[100];
};

struct Pooled {
    static char pool[64];
    static int used;
    long payload;
    static void *operator new(size_t size) {
        printf("pool %zu\n", size);
        void *place = pool + used;
        used += static_cast<int>(size);
        return place;
    }
    static void operator delete(void *, size_t size) { printf("back %zu\n", size); }
    static void *operator new(size_t size, const char *why) {
        printf("%s\n", why);
        return malloc(size);
    }
    static void operator delete(void *place, const char *) { free(place); }
};
alignas(16) char Pooled::pool[64];
int Pooled::used = 0;

int main() {
    Item *one = new Item(1);
    delete one;
    Item *three = new Item[3]{Item(1), Item(2)};
    printf("%d\n", three[2].value);
    delete[] three;
    int *zeros = new int[10]();
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += zeros[i];
    printf("%d\n", sum);
    delete[] zeros;
    int *maybe = new (std::nothrow) int(8);
    printf("%d\n", *maybe);
    delete maybe;
    printf("%d\n", ::operator new[](size_t(1) << 60, std::nothrow) == nullptr);
    alignas(Item) unsigned char room[sizeof(Item)];
    Item *placed = new (room) Item(9);
    placed->~Item();
    Wide *wide = new Wide;
    printf("%d\n", static_cast<int>(reinterpret_cast<uintptr_t>(wide) % 64));
    delete wide;
    Wide *wides = new Wide[2];
    printf("%d\n", static_cast<int>(reinterpret_cast<uintptr_t>(wides + 1) % 64));
    delete[] wides;
    Pooled *pooled = new Pooled;
    delete pooled;
    Pooled *other = new ("with a reason") Pooled;
    free(other);
    void *raw = ::operator new(12);
    ::operator delete(raw);
    delete static_cast<Item *>(nullptr);
    delete[] new char[0];
    return 0;
}

// paths: 1

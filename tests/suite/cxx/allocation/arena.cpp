// An arena of the program's own as allocator of the library's containers.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <new>
#include <vector>

class Arena {
    alignas(16) unsigned char memory[8192];
    size_t used = 0;

public:
    size_t allocations = 0, releases = 0;
    void *take(size_t size, size_t align) {
        used = (used + align - 1) / align * align;
        if (used + size > sizeof memory)
            throw std::bad_alloc();
        allocations++;
        used += size;
        return memory + used - size;
    }
    void back() { releases++; }
    size_t size() const { return used; }
};

template <typename T> struct Allocator {
    using value_type = T;
    Arena *arena;
    explicit Allocator(Arena &a) : arena(&a) {}
    template <typename U> Allocator(const Allocator<U> &other) : arena(other.arena) {}
    T *allocate(size_t count) { return static_cast<T *>(arena->take(count * sizeof(T), alignof(T))); }
    void deallocate(T *, size_t) { arena->back(); }
    template <typename U> bool operator==(const Allocator<U> &other) const { return arena == other.arena; }
    template <typename U> bool operator!=(const Allocator<U> &other) const { return arena != other.arena; }
};

int main() {
    static Arena arena;
    {
        std::vector<int, Allocator<int>> numbers{Allocator<int>(arena)};
        for (int i = 0; i < 50; i++)
            numbers.push_back(i);
        std::map<int, char, std::less<int>, Allocator<std::pair<const int, char>>> map{Allocator<std::pair<const int, char>>(arena)};
        for (int i = 0; i < 20; i++)
            map[i * 7 % 20] = static_cast<char>('a' + i);
        std::list<long, Allocator<long>> list{Allocator<long>(arena)};
        list.assign(5, 9L);
        printf("%d %c %ld\n", numbers[49], map[6], list.back());
        try {
            numbers.reserve(5000);
        } catch (const std::bad_alloc &error) {
            printf("%s %zu\n", error.what(), numbers.size());
        }
    }
    printf("%zu %zu %d\n", arena.allocations, arena.releases, arena.size() > 1000);
    return 0;
}

// paths: 1

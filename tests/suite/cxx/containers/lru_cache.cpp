// A cache that forgets what was used least recently, of a list and a hash table.
#include <cstdio>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

template <typename Key, typename Value> class Cache {
    size_t capacity;
    std::list<std::pair<Key, Value>> items;
    std::unordered_map<Key, typename std::list<std::pair<Key, Value>>::iterator> index;

public:
    int hits = 0, misses = 0;
    explicit Cache(size_t c) : capacity(c) {}
    std::optional<Value> get(const Key &key) {
        auto found = index.find(key);
        if (found == index.end()) {
            misses++;
            return std::nullopt;
        }
        hits++;
        items.splice(items.begin(), items, found->second);
        return found->second->second;
    }
    void put(const Key &key, Value value) {
        auto found = index.find(key);
        if (found != index.end()) {
            found->second->second = std::move(value);
            items.splice(items.begin(), items, found->second);
            return;
        }
        if (items.size() == capacity) {
            index.erase(items.back().first);
            items.pop_back();
        }
        items.emplace_front(key, std::move(value));
        index[key] = items.begin();
    }
    void show() const {
        for (const auto &[key, value] : items)
            printf("%s:%d ", key.c_str(), value);
        printf("(%d hits, %d misses)\n", hits, misses);
    }
};

int main() {
    Cache<std::string, int> cache(3);
    for (int i = 0; i < 12; i++) {
        std::string key = "key" + std::to_string(i * i % 5);
        if (auto value = cache.get(key))
            cache.put(key, *value + 1);
        else
            cache.put(key, i);
        if (i % 4 == 3)
            cache.show();
    }
    printf("%d\n", cache.get("key4").value_or(-1));
    return 0;
}

// paths: 1

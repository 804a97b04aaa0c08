// A list of the program's own with iterators that the library's algorithms take.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <utility>

template <typename T> class List {
    struct Node {
        T value;
        Node *next;
    };
    Node *first = nullptr;
    Node **last = &first;
    size_t count = 0;

public:
    class iterator {
        Node *node;

    public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = T *;
        using reference = T &;
        explicit iterator(Node *n = nullptr) : node(n) {}
        T &operator*() const { return node->value; }
        T *operator->() const { return &node->value; }
        iterator &operator++() {
            node = node->next;
            return *this;
        }
        iterator operator++(int) { return std::exchange(*this, iterator(node->next)); }
        bool operator==(const iterator &other) const { return node == other.node; }
        bool operator!=(const iterator &other) const { return node != other.node; }
    };
    List() = default;
    List(std::initializer_list<T> values) {
        for (const T &value : values)
            add(value);
    }
    List(const List &) = delete;
    ~List() {
        while (first)
            delete std::exchange(first, first->next);
    }
    void add(T value) {
        *last = new Node{std::move(value), nullptr};
        last = &(*last)->next;
        count++;
    }
    iterator begin() const { return iterator(first); }
    iterator end() const { return iterator(); }
    size_t size() const { return count; }
};

int main() {
    List<int> list{3, 8, 1, 9, 4};
    list.add(7);
    printf("%zu %d\n", list.size(), std::accumulate(list.begin(), list.end(), 0));
    printf("%d %d\n", *std::max_element(list.begin(), list.end()), (int)std::count_if(list.begin(), list.end(), [](int i) { return i % 2; }));
    std::replace(list.begin(), list.end(), 9, 90);
    std::rotate(list.begin(), std::next(list.begin(), 2), list.end());
    for (int i : list)
        printf("%d ", i);
    auto found = std::find(list.begin(), list.end(), 4);
    printf("\n%d %d\n", (int)std::distance(list.begin(), found), std::find(list.begin(), list.end(), 5) == list.end());
    List<std::pair<int, char>> pairs{{1, 'a'}, {2, 'b'}};
    printf("%c\n", std::next(pairs.begin())->second);
    return 0;
}

// paths: 1

// The library's std::deque, std::list, std::forward_list, std::array, stacks, queues, heaps.
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <list>
#include <numeric>
#include <queue>
#include <stack>
#include <string>

int main() {
    std::deque<int> deque;
    for (int i = 0; i < 300; i++)
        i % 3 ? deque.push_back(i) : deque.push_front(-i);
    deque.insert(deque.begin() + 150, 1000);
    deque.erase(deque.begin() + 10, deque.begin() + 20);
    printf("%zu %d %d %d %d\n", deque.size(), deque.front(), deque.back(), deque[139], deque.at(140));
    while (deque.size() > 4)
        deque.pop_front();
    printf("%d\n", std::accumulate(deque.begin(), deque.end(), 0));
    std::list<std::string> list{"delta", "alpha", "charlie", "bravo", "alpha"};
    list.sort();
    list.unique();
    list.push_front("zulu");
    std::list<std::string> more{"echo", "foxtrot"};
    list.splice(std::next(list.begin(), 2), more);
    list.reverse();
    list.remove_if([](const std::string &s) { return s[0] == 'b'; });
    for (const std::string &s : list)
        printf("%s ", s.c_str());
    printf("(%zu, %zu)\n", list.size(), more.size());
    std::list<int> a{1, 4, 6}, b{2, 3, 7};
    a.merge(b);
    a.swap(b);
    for (int i : b)
        printf("%d", i);
    printf(" %d\n", a.empty());
    std::forward_list<int> forward{5, 3, 8};
    forward.sort();
    forward.insert_after(forward.begin(), 4);
    for (int i : forward)
        printf("%d", i);
    printf("\n");
    std::array<int, 5> array{5, 2, 9};
    array.fill(2);
    array.at(3) = 7;
    printf("%zu %d %d\n", array.size(), array.back(), std::get<3>(array));
    std::stack<int> stack;
    std::queue<int> queue;
    std::priority_queue<int> heap;
    for (int i : {3, 1, 4, 1, 5, 9, 2, 6}) {
        stack.push(i);
        queue.push(i);
        heap.push(i);
    }
    while (!heap.empty()) {
        printf("%d%d%d ", stack.top(), queue.front(), heap.top());
        stack.pop();
        queue.pop();
        heap.pop();
    }
    printf("\n");
    return 0;
}

// paths: 1

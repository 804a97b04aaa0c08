// Shortest paths with a priority queue, topological order, union and find, a maze.
#include <cstdio>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Graph = std::map<char, std::vector<std::pair<char, int>>>;

static std::map<char, int> distances(const Graph &graph, char start) {
    std::map<char, int> best;
    std::priority_queue<std::pair<int, char>, std::vector<std::pair<int, char>>, std::greater<>> queue;
    queue.emplace(0, start);
    while (!queue.empty()) {
        auto [distance, node] = queue.top();
        queue.pop();
        if (!best.emplace(node, distance).second)
            continue;
        if (auto found = graph.find(node); found != graph.end())
            for (auto [next, weight] : found->second)
                queue.emplace(distance + weight, next);
    }
    return best;
}

static int find(std::vector<int> &parents, int i) { return parents[i] == i ? i : parents[i] = find(parents, parents[i]); }

static int maze(std::vector<std::string> rows) {
    std::queue<std::pair<int, int>> queue;
    std::map<std::pair<int, int>, int> steps;
    queue.push({0, 0});
    steps[{0, 0}] = 0;
    while (!queue.empty()) {
        auto [y, x] = queue.front();
        queue.pop();
        if (rows[y][x] == 'E')
            return steps[{y, x}];
        const int moves[][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        for (auto [dy, dx] : moves) {
            int ny = y + dy, nx = x + dx;
            if (ny < 0 || nx < 0 || ny >= static_cast<int>(rows.size()) || nx >= static_cast<int>(rows[ny].size()))
                continue;
            if (rows[ny][nx] == '#' || steps.count({ny, nx}))
                continue;
            steps[{ny, nx}] = steps[{y, x}] + 1;
            queue.push({ny, nx});
        }
    }
    return -1;
}

int main() {
    Graph graph{{'a', {{'b', 7}, {'c', 3}}}, {'b', {{'d', 2}}}, {'c', {{'b', 1}, {'d', 8}}}, {'d', {{'e', 2}}}, {'f', {{'a', 1}}}};
    for (auto [node, distance] : distances(graph, 'a'))
        printf("%c=%d ", node, distance);
    printf("\n");
    std::vector<int> parents(10);
    std::iota(parents.begin(), parents.end(), 0);
    for (auto [a, b] : {std::pair(1, 2), {3, 4}, {2, 3}, {7, 8}, {8, 9}})
        parents[find(parents, a)] = find(parents, b);
    std::set<int> roots;
    for (int i = 0; i < 10; i++)
        roots.insert(find(parents, i));
    printf("%zu %d\n", roots.size(), find(parents, 1) == find(parents, 4));
    printf("%d\n", maze({"..#.....", ".##.###.", "......#.", ".####.#E"}));
    return 0;
}

// paths: 1

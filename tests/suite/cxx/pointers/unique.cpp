// With std::unique_ptr: ownership, arrays, own deleters, trees, containers of them.
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Noisy {
    int number;
    explicit Noisy(int n) : number(n) { printf("+%d ", n); }
    virtual ~Noisy() { printf("-%d ", number); }
};
struct Loud : Noisy {
    using Noisy::Noisy;
    ~Loud() override { printf("!"); }
};

struct Tree {
    int key;
    std::unique_ptr<Tree> left, right;
    explicit Tree(int k) : key(k) {}
    static void insert(std::unique_ptr<Tree> &at, int key) {
        if (!at)
            at = std::make_unique<Tree>(key);
        else
            insert(key < at->key ? at->left : at->right, key);
    }
    static int height(const std::unique_ptr<Tree> &at) {
        return at ? 1 + std::max(height(at->left), height(at->right)) : 0;
    }
    static void walk(const std::unique_ptr<Tree> &at) {
        if (at) {
            walk(at->left);
            printf("%d ", at->key);
            walk(at->right);
        }
    }
};

static std::unique_ptr<Noisy> make(bool loud) {
    if (loud)
        return std::make_unique<Loud>(7);
    return std::make_unique<Noisy>(8);
}

int main() {
    {
        auto one = std::make_unique<Noisy>(1);
        std::unique_ptr<Noisy> two = std::move(one);
        printf("%d %d ", one == nullptr, two->number);
        two.reset(new Noisy(2));
        Noisy *raw = two.release();
        delete raw;
        auto three = make(true);
        three = make(false);
    }
    printf("\n");
    auto closer = [](FILE *) { printf("closed\n"); };
    {
        std::unique_ptr<FILE, decltype(closer)> file(stdout, closer);
        std::unique_ptr<int[]> numbers(new int[4]{1, 2, 3, 4});
        printf("%d\n", numbers[2]);
    }
    std::unique_ptr<Tree> root;
    for (int key : {50, 20, 70, 10, 30, 60, 80, 25})
        Tree::insert(root, key);
    Tree::walk(root);
    printf("%d\n", Tree::height(root));
    std::vector<std::unique_ptr<Noisy>> all;
    for (int i = 0; i < 3; i++)
        all.push_back(std::make_unique<Noisy>(i));
    all.erase(all.begin());
    printf("(%zu) ", all.size());
    all.clear();
    printf("\n");
    return 0;
}

// paths: 1

// With std::shared_ptr and std::weak_ptr; counts, cycles, aliases, casts, deleters, enable_shared_from_this.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Node : std::enable_shared_from_this<Node> {
    std::string name;
    std::shared_ptr<Node> next;
    std::weak_ptr<Node> previous;
    explicit Node(std::string n) : name(std::move(n)) {}
    ~Node() { printf("~%s\n", name.c_str()); }
    std::shared_ptr<Node> self() { return shared_from_this(); }
};

struct Base {
    virtual ~Base() {}
};
struct Derived : Base {
    int values[2] = {4, 5};
};

int main() {
    std::weak_ptr<Node> watched;
    {
        auto a = std::make_shared<Node>("a");
        auto b = std::make_shared<Node>("b");
        a->next = b;
        b->previous = a;
        watched = b;
        printf("%ld %ld %d\n", a.use_count(), b.use_count(), watched.expired());
        auto again = a->self();
        printf("%ld %d\n", a.use_count(), again == a);
        if (auto locked = b->previous.lock())
            printf("%s\n", locked->name.c_str());
    }
    printf("%d\n", watched.expired());
    std::shared_ptr<Base> base = std::make_shared<Derived>();
    auto derived = std::dynamic_pointer_cast<Derived>(base);
    std::shared_ptr<int> inside(derived, &derived->values[1]);
    base.reset();
    derived.reset();
    printf("%d %ld\n", *inside, inside.use_count());
    std::shared_ptr<int> custom(new int(3), [](int *p) {
        printf("deleting %d\n", *p);
        delete p;
    });
    std::vector<std::shared_ptr<int>> copies(4, custom);
    printf("%ld\n", custom.use_count());
    copies.clear();
    custom = std::make_shared<int>(9);
    std::shared_ptr<int[]> array(new int[3]{1, 2, 3});
    printf("%d %d\n", array[2], *custom);
    std::shared_ptr<void> any = custom;
    printf("%ld\n", any.use_count());
    return 0;
}

// paths: 1

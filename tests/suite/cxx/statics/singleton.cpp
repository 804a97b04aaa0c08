// A registry that static objects enter before main.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>

class Command {
public:
    virtual ~Command() = default;
    virtual int run(int argument) = 0;
};

class Registry {
    std::map<std::string, std::function<std::unique_ptr<Command>()>> makers;
    Registry() = default;

public:
    static Registry &get() {
        static Registry registry;
        return registry;
    }
    bool add(const std::string &name, std::function<std::unique_ptr<Command>()> maker) {
        return makers.emplace(name, std::move(maker)).second;
    }
    std::unique_ptr<Command> make(const std::string &name) const {
        auto found = makers.find(name);
        return found == makers.end() ? nullptr : found->second();
    }
    size_t size() const { return makers.size(); }
};

template <typename T> struct Register {
    explicit Register(const char *name) { Registry::get().add(name, [] { return std::make_unique<T>(); }); }
};

struct Double : Command {
    int run(int argument) override { return 2 * argument; }
};
struct Square : Command {
    int run(int argument) override { return argument * argument; }
};
struct Remember : Command {
    int total = 0;
    int run(int argument) override { return total += argument; }
};

static Register<Double> one("double");
static Register<Square> two("square");
static Register<Remember> three("remember");
static bool again = Registry::get().add("double", nullptr);

int main() {
    printf("%zu %d\n", Registry::get().size(), again);
    for (const char *name : {"square", "double", "remember", "missing"}) {
        auto command = Registry::get().make(name);
        if (!command) {
            printf("no %s\n", name);
            continue;
        }
        int value = command->run(6);
        printf("%s %d %d\n", name, value, command->run(value));
    }
    return 0;
}

// paths: 1

// typeid of static and dynamic types, names, comparison, std::type_index as a key.
#include <cstdio>
#include <map>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <vector>

struct Animal {
    virtual ~Animal() {}
};
struct Cat : Animal {};
struct Dog : Animal {};
namespace zoo {
template <typename T> struct Cage {};
} // namespace zoo
namespace {
struct Hidden {};
} // namespace

static int calls = 0;
static Animal &next(Animal &animal) {
    calls++;
    return animal;
}

int main() {
    Cat cat;
    Dog dog;
    Animal *animals[] = {&cat, &dog, &cat};
    std::map<std::type_index, int> counts;
    for (Animal *animal : animals)
        counts[typeid(*animal)]++;
    printf("%d %d %zu\n", counts[typeid(Cat)], counts[typeid(Dog)], counts.size());
    printf("%s %s %s\n", typeid(int).name(), typeid(const char *).name(), typeid(zoo::Cage<std::vector<long>>).name());
    printf("%s %s\n", typeid(cat).name(), typeid(Hidden).name());
    printf("%d\n", typeid(const Cat &) == typeid(Cat));
    printf("%d\n", typeid(next(dog)) == typeid(Dog));
    printf("%d\n", calls);
    printf("%d\n", typeid(Cat).before(typeid(Dog)) != typeid(Dog).before(typeid(Cat)));
    printf("%d\n", typeid(Cat).hash_code() == typeid(cat).hash_code());
    printf("%s\n", typeid(main).name());
    printf("%s %s\n", typeid(int[3]).name(), typeid(&Animal::operator=).name());
    return 0;
}

// paths: 1

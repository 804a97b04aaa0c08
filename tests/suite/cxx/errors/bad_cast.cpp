// The dynamic type depends on input; a cast of a reference throws, one of a pointer gives null.
#include <memory>
#include <pleach.h>

struct Animal {
    virtual ~Animal() {}
};
struct Cat : Animal {
    int lives = 9;
};
struct Dog : Animal {};

int main() {
    int kind = pleach_int("kind");
    std::unique_ptr<Animal> animal;
    if (kind == 1)
        animal = std::make_unique<Cat>();
    else
        animal = std::make_unique<Dog>();
    if (kind > 50)
        return dynamic_cast<Cat &>(*animal).lives; //~ error: abort
    return dynamic_cast<Cat *>(animal.get())->lives; //~ error: null
}

// paths: 3

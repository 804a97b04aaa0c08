// Two owners of one object, when a copy is made.
#include <pleach.h>

class Owner {
    int *held;

public:
    explicit Owner(int value) : held(new int(value)) {}
    ~Owner() {
        delete held; //~ error: double-free
    }
    int get() const { return *held; }
};

static int look(Owner owner) { return owner.get(); }

int main() {
    int value = pleach_int("value");
    Owner owner(value);
    if (owner.get() == 12)
        return look(owner);
    return 0;
}

// paths: 2

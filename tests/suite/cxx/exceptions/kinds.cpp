// What is thrown, and which handler takes it: values, pointers, classes by base, void pointers, nullptr, everything.
#include <cstdio>

struct Base {
    int value = 1;
    virtual ~Base() {}
};
struct Other {
    int other = 2;
};
struct Derived : Other, Base {};
struct Hidden : private Base {};
struct Twice1 : Base {};
struct Twice2 : Base {};
struct Twice : Twice1, Twice2 {};
enum Letter { A, B };
static Derived object;

static void act(int which) {
    switch (which) {
    case 0: throw 7;
    case 1: throw 7L;
    case 2: throw 'c';
    case 3: throw "literal";
    case 4: throw Derived();
    case 5: throw &object;
    case 6: throw static_cast<const Derived *>(&object);
    case 7: throw Hidden();
    case 8: throw Twice();
    case 9: throw nullptr;
    case 10: throw B;
    case 11: throw 2.5f;
    case 12: throw &act;
    case 13: throw static_cast<char *>(nullptr);
    case 14: throw static_cast<int **>(nullptr);
    }
}

static void run(int which) {
    try {
        act(which);
    } catch (int i) {
        printf("int %d\n", i);
    } catch (long l) {
        printf("long %ld\n", l);
    } catch (Letter letter) {
        printf("letter %d\n", letter);
    } catch (const char *text) {
        printf("text %s\n", text ? text : "null");
    } catch (Base &base) {
        printf("base %d\n", base.value);
    } catch (Base *base) {
        printf("pointer to base %d\n", base ? base->value : -1);
    } catch (const Base *base) {
        printf("pointer to constant base %d\n", base->value);
    } catch (int *const *pointer) {
        printf("pointer to pointer\n");
    } catch (void *) {
        printf("some pointer\n");
    } catch (void (*function)(int)) {
        printf("function %d\n", function == act);
    } catch (...) {
        printf("something\n");
    }
}

int main() {
    for (int i = 0; i <= 15; i++) {
        printf("%d: ", i);
        run(i);
    }
    printf("\n");
    return 0;
}

// paths: 1

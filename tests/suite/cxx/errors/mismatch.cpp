// Memory is given back by another function than the one that belongs to its allocation.
#include <cstdlib>
#include <pleach.h>

int main() {
    int which = pleach_int("which");
    int *array = new int[4];
    int *single = new int(1);
    void *plain = malloc(4);
    switch (which) {
    case 1:
        delete array; //~ error: invalid-free
        break;
    case 2:
        delete[] single; //~ error: invalid-free
        break;
    case 3:
        free(single); //~ error: invalid-free
        break;
    case 4:
        ::operator delete(plain); //~ error: invalid-free
        break;
    default:
        delete[] array;
        delete single;
        free(plain);
    }
    return 0;
}

// paths: 5

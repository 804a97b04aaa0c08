// at() of a map throws for every key that is not there.
#include <cstdio>
#include <map>
#include <pleach.h>

int main() {
    std::map<char, int> values{{'a', 1}, {'b', 2}, {'z', 26}};
    char key;
    pleach_symbolic(&key, sizeof key, "key");
    if (key < 'a' || key > 'c')
        return 0;
    int value = values.at(key); //~ error: abort
    printf("%d\n", value);
    return 0;
}

// paths: any

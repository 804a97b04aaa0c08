// A symbolic key is looked up in a map; one entry has no partner.
#include <map>
#include <pleach.h>

int main() {
    std::map<int, const char *> names{{1, "one"}, {5, "five"}, {9, nullptr}, {20, "twenty"}};
    int key = pleach_int("key");
    auto found = names.find(key);
    if (found == names.end())
        return 1;
    return found->second[0] == 'f' ? 2 : 3; //~ error: null
}

// paths: any

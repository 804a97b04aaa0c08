// Copy and move constructors and assignments, elision, std::move, std::swap, self-assignment.
#include <cstdio>
#include <cstring>
#include <utility>

class Text {
    char *data;
    static int made;

public:
    explicit Text(const char *from) : data(new char[strlen(from) + 1]) {
        strcpy(data, from);
        made++;
    }
    Text(const Text &other) : Text(other.data) { printf("copied %s\n", data); }
    Text(Text &&other) noexcept : data(other.data) {
        other.data = nullptr;
        printf("moved %s\n", data);
    }
    Text &operator=(const Text &other) {
        if (this != &other) {
            char *next = new char[strlen(other.data) + 1];
            strcpy(next, other.data);
            delete[] data;
            data = next;
            printf("assigned %s\n", data);
        }
        return *this;
    }
    Text &operator=(Text &&other) noexcept {
        std::swap(data, other.data);
        printf("taken %s\n", data);
        return *this;
    }
    ~Text() { delete[] data; }
    const char *get() const { return data ? data : "(gone)"; }
    static int count() { return made; }
};

int Text::made = 0;

static Text pass(Text text) { return text; }

int main() {
    Text a("one"), b("two");
    Text c = a;
    Text d = std::move(a);
    printf("%s %s\n", a.get(), d.get());
    c = b;
    c = *&c;
    b = Text("three");
    Text e = pass(Text("four"));
    Text f = pass(b);
    std::swap(e, f);
    printf("%s %s %s %s\n", b.get(), c.get(), e.get(), f.get());
    printf("%d\n", Text::count());
    return 0;
}

// paths: 1

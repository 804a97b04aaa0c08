// Exceptions of classes with virtual bases, caught by reference to each of their bases, and by value, which slices.
#include <cstdio>
#include <exception>

struct Root : std::exception {
    int root = 1;
    const char *what() const noexcept override { return "root"; }
};
struct Io : virtual Root {
    int io = 2;
    const char *what() const noexcept override { return "io"; }
};
struct Net : virtual Root {
    int net = 3;
};
struct Socket : Io, Net {
    int socket = 4;
    const char *what() const noexcept override { return "socket"; }
};

template <typename As> static void attempt(int step) {
    try {
        if (step == 0)
            throw Socket();
        throw Io();
    } catch (As caught) {
        printf("%s %d\n", caught.what(), caught.root);
    } catch (...) {
        printf("not that\n");
    }
}

int main() {
    attempt<Root &>(0);
    attempt<const Io &>(0);
    attempt<Net &>(0);
    attempt<Net &>(1);
    attempt<Root>(0);
    attempt<Io>(1);
    try {
        throw new Socket();
    } catch (Net *net) {
        printf("%d %d %s\n", net->net, net->root, net->what());
        delete static_cast<Socket *>(net);
    }
    try {
        Socket *null = nullptr;
        throw null;
    } catch (Root *root) {
        printf("%d\n", root == nullptr);
    }
    return 0;
}

// paths: 1

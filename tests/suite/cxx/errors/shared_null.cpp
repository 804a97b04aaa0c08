// A weak pointer has lost its object on some paths.
#include <memory>
#include <pleach.h>

struct Connection {
    int port = 80;
};

int main() {
    auto connection = std::make_shared<Connection>();
    std::weak_ptr<Connection> watcher = connection;
    int command = pleach_int("command");
    if (command == 77)
        connection.reset();
    return watcher.lock()->port == 80 ? 0 : 1; //~ error: null
}

// paths: 2

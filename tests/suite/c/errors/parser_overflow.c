// A length field is trusted: the copy overruns the buffer if the message says so.
#include <pleach.h>
#include <string.h>

struct message {
    unsigned char length;
    char body[7];
};

static int parse(const struct message *message, char *out, int room) {
    if (message->length > room) {
        return -1;
    }
    for (int i = 0; i < message->length; i++) {
        out[i] = message->body[i]; //~ error: out-of-bounds
    }
    return message->length;
}

int main(void) {
    struct message message;
    char out[16];
    pleach_symbolic(&message, sizeof message, "message");
    return parse(&message, out, sizeof out);
}

// Too long; lengths 0 to 7; the longer ones all fail at the eighth byte.
// paths: 10
// errors: 1

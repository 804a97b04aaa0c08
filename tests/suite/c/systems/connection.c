// Connections as in TCP: a table of what to do for each state and segment, a list of open connections, and timers that
// point to them. Planted: a reset frees the connection but not its timer, a segment in a state whose table entry is
// empty is called through null, and acknowledging more than was sent breaks the window.
#include <klee/klee.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

enum state { LISTEN, SYN_RECEIVED, ESTABLISHED, CLOSE_WAIT, STATES };

enum segment { SYN, ACK, FIN, RST, SEGMENTS };

struct connection {
    enum state state;
    uint8_t sent;
    uint8_t acknowledged;
    int retries;
    struct connection *next;
};

struct timer {
    struct connection *connection;
    int armed;
};

struct host {
    struct connection *connections;
    struct timer timer;
    int open;
};

typedef void (*handler)(struct host *host, struct connection *connection, uint8_t number);

void reach_error(void) {
    abort();
}

/* What SV-COMP's programs do: the call of reach_error is the error. */
static void require(int condition) {
    if (!condition) {
        reach_error(); //~ error: reach-error
    }
}

static struct connection *open_connection(struct host *host) {
    struct connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        abort();
    }
    connection->next = host->connections;
    host->connections = connection;
    host->open++;
    return connection;
}

static void close_connection(struct host *host, struct connection *connection) {
    struct connection **link = &host->connections;
    while (*link != connection) {
        link = &(*link)->next;
    }
    *link = connection->next;
#ifdef MENDED
    if (host->timer.connection == connection) {
        host->timer = (struct timer){NULL, 0};
    }
#endif
    free(connection);
    host->open--;
}

static void ignore(struct host *host, struct connection *connection, uint8_t number) {
    (void)host, (void)connection, (void)number;
}

static void on_syn(struct host *host, struct connection *connection, uint8_t number) {
    (void)number;
    connection->state = SYN_RECEIVED;
    connection->sent = 1;
    host->timer = (struct timer){connection, 1};
}

static void on_ack(struct host *host, struct connection *connection, uint8_t number) {
#ifdef MENDED
    if (number > connection->sent) {
        return;
    }
#endif
    if (number > connection->acknowledged) {
        connection->acknowledged = number;
    }
    require(connection->acknowledged <= connection->sent);
    if (connection->state == SYN_RECEIVED && connection->acknowledged == 1) {
        connection->state = ESTABLISHED;
        connection->sent = 4;
    }
    if (connection->acknowledged == connection->sent) {
        host->timer.armed = 0;
    }
}

static void on_fin(struct host *host, struct connection *connection, uint8_t number) {
    (void)host, (void)number;
    connection->state = CLOSE_WAIT;
}

static void on_reset(struct host *host, struct connection *connection, uint8_t number) {
    (void)number;
    close_connection(host, connection);
}

static const handler handlers[STATES][SEGMENTS] = {
    [LISTEN] = {[SYN] = on_syn, [ACK] = ignore, [FIN] = ignore, [RST] = ignore},
    [SYN_RECEIVED] = {[SYN] = ignore, [ACK] = on_ack, [FIN] = on_fin, [RST] = on_reset},
    [ESTABLISHED] = {[SYN] = ignore, [ACK] = on_ack, [FIN] = on_fin, [RST] = on_reset},
#ifndef MENDED
    [CLOSE_WAIT] = {[SYN] = ignore, [ACK] = on_ack, [RST] = on_reset},
#else
    [CLOSE_WAIT] = {[SYN] = ignore, [ACK] = on_ack, [FIN] = ignore, [RST] = on_reset},
#endif
};

/* The kind of a segment by its flag bits; the stronger flag counts. */
static enum segment kind_of(uint8_t flags) {
    if (flags & 8) {
        return RST;
    }
    if (flags & 4) {
        return FIN;
    }
    return flags & 2 ? ACK : SYN;
}

static void receive(struct host *host, uint8_t flags, uint8_t number) {
    if (host->connections == NULL) {
        return;
    }
    struct connection *connection = host->connections;
    handlers[connection->state][kind_of(flags)](host, connection, number); //~ error: null
}

static void tick(struct host *host) {
    if (!host->timer.armed) {
        return;
    }
    struct connection *connection = host->timer.connection;
    if (++connection->retries > 2) { //~ error: use-after-free
        close_connection(host, connection);
    }
}

int main(void) {
    struct host host = {0};
    struct {
        uint8_t flags, number;
    } segments[3];
    klee_make_symbolic(segments, sizeof segments, "segments");
    klee_assume(segments[0].flags < 16);

    open_connection(&host);
    receive(&host, 0, 0);
    for (int i = 0; i < 3; i++) {
        receive(&host, segments[i].flags, segments[i].number);
        tick(&host);
    }
    int open = host.open;
    while (host.connections != NULL) {
        close_connection(&host, host.connections);
    }
    return open;
}

// paths: 111

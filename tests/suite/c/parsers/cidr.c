// IPv4 addresses and networks in CIDR notation: parsing, masks, and a routing table of them that is asked for the
// longest match. Planted: the mask of /0 shifts by the whole width; an octet is checked only after it has been kept
// in a byte; a route that nothing matches has no gateway.
#include "inputs.h"
#include <assert.h>
#include <pleach.h>
#include <stdint.h>
#include <stddef.h>

struct network {
    uint32_t address;
    int bits;
};

struct route {
    struct network network;
    const char *gateway;
};

struct text {
    const char *at;
};

// A number of at most three digits and no leading zero, or -1.
static int read_number(struct text *t) {
    int value = 0, digits = 0;
    while (*t->at >= '0' && *t->at <= '9') {
        if (digits == 3 || (digits == 1 && value == 0)) {
            return -1;
        }
        value = value * 10 + (*t->at++ - '0');
        digits++;
    }
    return digits > 0 ? value : -1;
}

static int read_address(struct text *t, uint32_t *address) {
    *address = 0;
    for (int i = 0; i < 4; i++) {
        if (i > 0 && *t->at++ != '.') {
            return 0;
        }
        int octet = read_number(t);
#ifndef MENDED
        if (octet < 0) {
            return 0;
        }
        unsigned char byte = (unsigned char)octet;
        if (byte > 255) {
            return 0;
        }
#else
        if (octet < 0 || octet > 255) {
            return 0;
        }
        unsigned char byte = (unsigned char)octet;
#endif
        assert(byte == octet); //~ error: assert
        *address = *address << 8 | byte;
    }
    return 1;
}

static uint32_t mask_of(int bits) {
#ifdef MENDED
    if (bits == 0) {
        return 0;
    }
#endif
    return UINT32_MAX << (32 - bits); //~ error: overshift
}

// a.b.c.d/bits, with no bit set behind the mask.
static int read_network(const char *string, struct network *network) {
    struct text t = {string};
    if (!read_address(&t, &network->address) || *t.at++ != '/') {
        return 0;
    }
    network->bits = read_number(&t);
    if (*t.at != '\0' || network->bits < 0 || network->bits > 32) {
        return 0;
    }
    return (network->address & ~mask_of(network->bits)) == 0;
}

static int contains(const struct network *network, uint32_t address) {
    return ((network->address ^ address) & mask_of(network->bits)) == 0;
}

// The gateway of the narrowest network with the address.
static const char *gateway_for(const struct route *routes, int count, uint32_t address) {
    const struct route *best = NULL;
    for (int i = 0; i < count; i++) {
        if (contains(&routes[i].network, address) && (best == NULL || routes[i].network.bits > best->network.bits)) {
            best = &routes[i];
        }
    }
#ifdef MENDED
    if (best == NULL) {
        return "none";
    }
#endif
    return best->gateway; //~ error: null
}

// Where two addresses are sent by a table of which one route is not known.
int main(void) {
    char string[] = "10......0/bb";
    symbolic_text(string + 3, 5, "0.25", "address");
    pleach_assume((string[4] == '.') | (string[6] == '.'));
    symbolic_text(string + 10, 2, "0236", "bits");
    if (pleach_range(0, 2, "short")) {
        string[11] = '\0';
    }
    struct route routes[3] = {{{0, 0}, "unknown"}, {{0x0a010000, 16}, "east"}, {{0xc0a80000, 16}, "west"}};
    if (!read_network(string, &routes[0].network)) {
        return 1;
    }
    const char *gateway = gateway_for(routes, 3, 0x0a010203);
    const char *other = gateway_for(routes, 3, 0x0a000203);
    return gateway[0] == 'e' && other[0] == 'u' ? 0 : 2;
}

// paths: 36

/* <arpa/inet.h> without a network: the order of bytes, and addresses as text. The machine's least byte comes first. */
#include <stddef.h>
#include <stdint.h>

int *__errno_location(void);
unsigned long strtoul(const char *text, char **end, int base);

enum { ERANGE_ = 34, ENOSPC_ = 28, EAFNOSUPPORT_ = 97, INET = 2, INET6 = 10, WORDS = 8 };

const unsigned char in6addr_any[16] = {0};
const unsigned char in6addr_loopback[16] = {[15] = 1};

uint32_t htonl(uint32_t value) {
    return value >> 24 | (value >> 8 & 0xff00) | (value & 0xff00) << 8 | value << 24;
}

uint32_t ntohl(uint32_t value) {
    return htonl(value);
}

uint16_t htons(uint16_t value) {
    return (uint16_t)(value >> 8 | value << 8);
}

uint16_t ntohs(uint16_t value) {
    return htons(value);
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* An address of one to four numbers as C writes them. The last number fills all remaining bytes. */
int inet_aton(const char *text, uint32_t *address) {
    static const uint32_t most[4] = {0xffffffff, 0xffffff, 0xffff, 0xff};
    uint32_t parts = 0, value;
    int count = 0, saved = *__errno_location();
    for (;;) {
        if (!is_digit(*text)) {
            return 0;
        }
        char *end;
        *__errno_location() = 0;
        unsigned long number = strtoul(text, &end, 0);
        int overflow = *__errno_location() == ERANGE_;
        *__errno_location() = saved;
        if (overflow || number > 0xffffffff) {
            return 0;
        }
        value = (uint32_t)number;
        text = end;
        if (*text != '.') {
            break;
        }
        if (count > 2 || value > 0xff) {
            return 0;
        }
        parts |= value << (24 - 8 * count++);
        text++;
    }
    if (*text != '\0' && *text != ' ' && !(*text >= '\t' && *text <= '\r')) {
        return 0;
    }
    if (value > most[count]) {
        return 0;
    }
    if (address != NULL) {
        *address = htonl(parts | value);
    }
    return 1;
}

uint32_t inet_addr(const char *text) {
    uint32_t address;
    return inet_aton(text, &address) ? address : 0xffffffff;
}

static char *put_number(char *to, unsigned number) {
    if (number >= 10) {
        to = put_number(to, number / 10);
    }
    *to++ = (char)('0' + number % 10);
    return to;
}

static char *put_dotted(char *to, const unsigned char *bytes) {
    for (int i = 0; i < 4; i++) {
        if (i > 0) {
            *to++ = '.';
        }
        to = put_number(to, bytes[i]);
    }
    *to = '\0';
    return to;
}

char *inet_ntoa(uint32_t address) {
    static char text[16];
    put_dotted(text, (const unsigned char *)&address);
    return text;
}

/* Four decimal numbers, exactly. */
static int read_dotted(const char *text, unsigned char *bytes) {
    unsigned char found[4] = {0};
    int count = 0, digits = 0;
    for (; *text != '\0'; text++) {
        if (is_digit(*text)) {
            if (digits == 0 && ++count > 4) {
                return 0;
            }
            unsigned value = found[count - 1] * 10u + (unsigned)(*text - '0');
            if ((digits > 0 && found[count - 1] == 0) || value > 255) {
                return 0;
            }
            found[count - 1] = (unsigned char)value;
            digits++;
        } else if (*text == '.' && digits > 0 && count < 4) {
            digits = 0;
        } else {
            return 0;
        }
    }
    if (count < 4 || digits == 0) {
        return 0;
    }
    for (int i = 0; i < 4; i++) {
        bytes[i] = found[i];
    }
    return 1;
}

static int hex_value(char c) {
    if (is_digit(c)) {
        return c - '0';
    }
    char lower = (char)(c | 32);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

static int read_colons(const char *text, unsigned char *bytes) {
    unsigned char found[16] = {0};
    int count = 0, gap = -1, digits = 0;
    unsigned value = 0;
    if (*text == ':' && *++text != ':') {
        return 0;
    }
    const char *token = text;
    for (; *text != '\0'; text++) {
        int digit = hex_value(*text);
        if (digit >= 0) {
            if (digits++ == 4) {
                return 0;
            }
            value = value << 4 | (unsigned)digit;
        } else if (*text == ':') {
            token = text + 1;
            if (digits == 0) {
                if (gap >= 0) {
                    return 0;
                }
                gap = count;
                continue;
            }
            if (*token == '\0' || count + 2 > 16) {
                return 0;
            }
            found[count++] = (unsigned char)(value >> 8);
            found[count++] = (unsigned char)value;
            digits = 0;
            value = 0;
        } else if (*text == '.' && count + 4 <= 16 && read_dotted(token, found + count)) {
            count += 4;
            digits = 0;
            break;
        } else {
            return 0;
        }
    }
    if (digits > 0) {
        if (count + 2 > 16) {
            return 0;
        }
        found[count++] = (unsigned char)(value >> 8);
        found[count++] = (unsigned char)value;
    }
    if (gap < 0 ? count != 16 : count == 16) {
        return 0;
    }
    /* The groups after the "::" are moved to the end. */
    for (int i = 0; i < 16; i++) {
        int after = gap < 0 ? 16 : 16 - (count - gap);
        bytes[i] = gap < 0 || i < gap ? found[i] : i < after ? 0 : found[i - after + gap];
    }
    return 1;
}

int inet_pton(int family, const char *restrict text, void *restrict address) {
    switch (family) {
    case INET:
        return read_dotted(text, address);
    case INET6:
        return read_colons(text, address);
    default:
        *__errno_location() = EAFNOSUPPORT_;
        return -1;
    }
}

static char *put_hex(char *to, unsigned number) {
    if (number >= 16) {
        to = put_hex(to, number / 16);
    }
    *to++ = "0123456789abcdef"[number % 16];
    return to;
}

/* The longest run of at least two zero groups becomes "::"; the first one if several are as long. */
static char *put_colons(char *to, const unsigned char *bytes) {
    unsigned words[WORDS];
    int best = -1, best_length = 1;
    for (int i = 0; i < WORDS; i++) {
        words[i] = (unsigned)bytes[2 * i] << 8 | bytes[2 * i + 1];
    }
    for (int i = 0; i < WORDS; i++) {
        int length = 0;
        while (i + length < WORDS && words[i + length] == 0) {
            length++;
        }
        if (length > best_length) {
            best = i;
            best_length = length;
        }
        i += length;
    }
    for (int i = 0; i < WORDS; i++) {
        if (best >= 0 && i >= best && i < best + best_length) {
            if (i == best) {
                *to++ = ':';
            }
            continue;
        }
        if (i > 0) {
            *to++ = ':';
        }
        if (i == 6 && best == 0 && (best_length == 6 || (best_length == 5 && words[5] == 0xffff))) {
            return put_dotted(to, bytes + 12);
        }
        to = put_hex(to, words[i]);
    }
    if (best >= 0 && best + best_length == WORDS) {
        *to++ = ':';
    }
    *to = '\0';
    return to;
}

const char *inet_ntop(int family, const void *restrict address, char *restrict to, unsigned size) {
    char text[46];
    if (family != INET && family != INET6) {
        *__errno_location() = EAFNOSUPPORT_;
        return NULL;
    }
    const char *end = family == INET ? put_dotted(text, address) : put_colons(text, address);
    if ((size_t)(end - text) >= size) {
        *__errno_location() = ENOSPC_;
        return NULL;
    }
    for (const char *from = text; from <= end; from++) {
        to[from - text] = *from;
    }
    return to;
}

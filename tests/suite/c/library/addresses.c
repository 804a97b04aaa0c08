/* Addresses and the order of bytes need no network. */
#include <arpa/inet.h>
#include <err.h>
#include <string.h>
#include <sys/resource.h>
#include <pleach.h>

int main(void) {
    struct rusage usage;
    unsigned n = (unsigned)pleach_int("n");
    pleach_assert(ntohl(htonl(n)) == n && (unsigned char)htonl(n) == n >> 24);
    pleach_assert(getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_utime.tv_sec == 0);
    char text[] = "1.2.3.?";
    text[6] = (char)('0' + pleach_range(0, 12, "digit"));
    struct in_addr address;
    if (!inet_aton(text, &address)) {
        errx(3, "no address: %s", text); //~ reach
    }
    char again[INET_ADDRSTRLEN];
    pleach_assert(inet_ntop(AF_INET, &address, again, sizeof again) != NULL && strcmp(again, text) == 0);
    pleach_assert(memcmp(&address, "\1\2\3", 3) == 0);
    return 0;
}
// paths: any

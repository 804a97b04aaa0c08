// Nothing is symbolic: words are sorted, looked up and measured again and again.
#include <pleach.h>
#include <string.h>

#ifndef N
#define N 5000
#endif

int main(void) {
    static const char *const words[] = {"elephant", "eleven", "electron", "elbow", "element", "elegant", "elevator", "elder"};
    unsigned long sum = 0;
    for (int round = 0; round < N; round++) {
        for (int i = 0; i < 8; i++) {
            sum += strlen(words[i]);
            for (int k = 0; k < 8; k++) {
                sum += strcmp(words[i], words[k]) < 0;
                sum += memcmp(words[i], words[k], 5) == 0;
            }
        }
    }
    return sum == 0;
}

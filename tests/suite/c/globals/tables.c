// Tables of strings, of functions, and of structures with both; constant data read through pointers.
#include <stdio.h>
#include <string.h>

static void greet(const char *who) { printf("hello, %s\n", who); }
static void shout(const char *who) { printf("%c%c%c!\n", who[0] - 32, who[1] - 32, who[2] - 32); }
static void count(const char *who) { printf("%zu\n", strlen(who)); }

static const struct command {
    const char *name;
    void (*run)(const char *);
    const char *const *aliases;
} commands[] = {
    {"greet", greet, (const char *const[]){"hi", "hey", NULL}},
    {"shout", shout, (const char *const[]){"yell", NULL}},
    {"count", count, NULL},
};

static const char days[7][4] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
static const char *const numbers[] = {"zero", "one", "two", "three", [5] = "five"};
static const unsigned char lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int (*const compare[])(const char *, const char *) = {strcmp, strcoll};

static const struct command *find(const char *name) {
    for (unsigned i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
        for (const char *const *alias = commands[i].aliases; alias != NULL && *alias != NULL; alias++) {
            if (strcmp(*alias, name) == 0) {
                return &commands[i];
            }
        }
    }
    return NULL;
}

int main(void) {
    find("greet")->run("world");
    find("hey")->run("again");
    find("yell")->run("out");
    find("count")->run("letters");
    printf("%d\n", find("nothing") == NULL);
    int total = 0;
    for (int i = 0; i < 12; i++) {
        total += lengths[i];
    }
    printf("%d %s %s %d\n", total, days[total % 7], numbers[3], numbers[4] == NULL);
    printf("%d\n", compare[total & 1]("a", "b") < 0);
    return 0;
}
// paths: 1

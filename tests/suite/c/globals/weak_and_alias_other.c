// What overrides the weak definitions of weak_and_alias.c.
int limit = 99;

int overridden(void) {
    return 42;
}

// A loop that never ends, stopped by the clock.
// run: --max-time 500ms
int main(void) {
    for (volatile unsigned i = 0;; i++) {
    }
}

// paths: 0
// complete: no
// stopped: max-time

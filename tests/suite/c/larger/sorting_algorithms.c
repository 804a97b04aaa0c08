// Eight sorting algorithms behind one function pointer type; all give the same order.
#include <stdio.h>
#include <string.h>

#define N 60

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b, *b = t;
}

static void bubble(int *a, int n) {
    for (int again = 1; again;) {
        again = 0;
        for (int i = 1; i < n; i++) {
            if (a[i - 1] > a[i]) {
                swap(&a[i - 1], &a[i]), again = 1;
            }
        }
    }
}

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        for (; j > 0 && a[j - 1] > x; j--) {
            a[j] = a[j - 1];
        }
        a[j] = x;
    }
}

static void selection(int *a, int n) {
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++) {
            least = a[j] < a[least] ? j : least;
        }
        swap(&a[i], &a[least]);
    }
}

static void shell(int *a, int n) {
    for (int gap = n / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < n; i++) {
            for (int j = i; j >= gap && a[j - gap] > a[j]; j -= gap) {
                swap(&a[j], &a[j - gap]);
            }
        }
    }
}

static void quick(int *a, int n) {
    if (n < 2) {
        return;
    }
    int pivot = a[n / 2], i = 0, j = n - 1;
    while (i <= j) {
        for (; a[i] < pivot; i++) {
        }
        for (; a[j] > pivot; j--) {
        }
        if (i <= j) {
            swap(&a[i++], &a[j--]);
        }
    }
    quick(a, j + 1);
    quick(a + i, n - i);
}

static void heap(int *a, int n) {
    for (int end = n, start = n / 2; end > 1;) {
        if (start > 0) {
            start--;
        } else {
            swap(&a[0], &a[--end]);
        }
        for (int root = start, child; (child = 2 * root + 1) < end; root = child) {
            child += child + 1 < end && a[child] < a[child + 1];
            if (a[root] >= a[child]) {
                break;
            }
            swap(&a[root], &a[child]);
        }
    }
}

static void merge(int *a, int n) {
    if (n < 2) {
        return;
    }
    int half = n / 2, room[N];
    merge(a, half);
    merge(a + half, n - half);
    memcpy(room, a, (size_t)half * sizeof *a);
    for (int i = 0, j = half, k = 0; i < half; k++) {
        a[k] = j < n && a[j] < room[i] ? a[j++] : room[i++];
    }
}

static void radix(int *a, int n) {
    int room[N], *from = a, *to = room;
    for (int shift = 0; shift < 32; shift += 8) {
        int starts[257] = {0};
        for (int i = 0; i < n; i++) {
            starts[(((unsigned)from[i] ^ 0x80000000u) >> shift & 255) + 1]++;
        }
        for (int i = 0; i < 256; i++) {
            starts[i + 1] += starts[i];
        }
        for (int i = 0; i < n; i++) {
            to[starts[((unsigned)from[i] ^ 0x80000000u) >> shift & 255]++] = from[i];
        }
        int *t = from;
        from = to, to = t;
    }
}

int main(void) {
    void (*const sorts[])(int *, int) = {bubble, insertion, selection, shell, quick, heap, merge, radix};
    int first[N];
    for (int s = 0; s < 8; s++) {
        int a[N];
        unsigned x = 12345;
        for (int i = 0; i < N; i++) {
            x = x * 1664525 + 1013904223;
            a[i] = (int)(x >> 8) % 1000 - 500;
        }
        sorts[s](a, N);
        if (s == 0) {
            memcpy(first, a, sizeof a);
        }
        printf("%d %d %d %d\n", a[0], a[N / 2], a[N - 1], memcmp(first, a, sizeof a));
    }
    return 0;
}
// paths: 1

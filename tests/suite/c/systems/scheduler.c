// A scheduler: a binary heap of tasks in order of their deadlines, each with a callback that may ask to be run again
// and may post more tasks. Planted: cancelling a task frees it while the heap still has it, a task may be posted
// without a callback, and the check for room in the heap is off by one.
#include <klee/klee.h>
#include <assert.h>
#include <stdlib.h>

enum { CAPACITY = 3 };

struct task;
struct scheduler;

/* Returns after how many ticks it wants to be called again; 0 for never. */
typedef unsigned (*callback)(struct scheduler *scheduler, struct task *task);

struct task {
    unsigned deadline;
    int runs;
    int cancelled;
    callback call;
};

struct scheduler {
    struct task **heap;
    int count;
    unsigned now;
};

static void swap(struct task **a, struct task **b) {
    struct task *kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_up(struct scheduler *scheduler, int at) {
    while (at > 0 && scheduler->heap[at]->deadline < scheduler->heap[(at - 1) / 2]->deadline) {
        swap(&scheduler->heap[at], &scheduler->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
}

static void sift_down(struct scheduler *scheduler, int at) {
    for (;;) {
        int least = at, left = 2 * at + 1, right = 2 * at + 2;
        if (left < scheduler->count && scheduler->heap[left]->deadline < scheduler->heap[least]->deadline) { //~ error: use-after-free, use-after-free
            least = left;
        }
        if (right < scheduler->count && scheduler->heap[right]->deadline < scheduler->heap[least]->deadline) {
            least = right;
        }
        if (least == at) {
            return;
        }
        swap(&scheduler->heap[at], &scheduler->heap[least]);
        at = least;
    }
}

static int post(struct scheduler *scheduler, struct task *task, unsigned delay) {
#ifndef MENDED
    if (scheduler->count > CAPACITY) {
#else
    if (scheduler->count >= CAPACITY) {
#endif
        return -1;
    }
    task->deadline = scheduler->now + delay;
    scheduler->heap[scheduler->count] = task; //~ error: out-of-bounds
    sift_up(scheduler, scheduler->count++);
    return 0;
}

static struct task *pop(struct scheduler *scheduler) {
    struct task *first = scheduler->heap[0];
    scheduler->count--;
    scheduler->heap[0] = scheduler->heap[scheduler->count];
    scheduler->heap[scheduler->count] = NULL;
    if (scheduler->count > 0) {
        sift_down(scheduler, 0);
    }
    return first;
}

static void cancel(struct task *task) {
#ifndef MENDED
    free(task);
#else
    task->cancelled = 1;
#endif
}

static void run_next(struct scheduler *scheduler) {
    struct task *task = pop(scheduler);
    assert(task->deadline >= scheduler->now); //~ error: use-after-free
    scheduler->now = task->deadline;
    unsigned again = 0;
    if (!task->cancelled) {
        again = task->call(scheduler, task); //~ error: null
    }
    if (again == 0 || post(scheduler, task, again) != 0) {
        free(task);
    }
}

static unsigned run_once(struct scheduler *scheduler, struct task *task) {
    (void)scheduler;
    task->runs++;
    return 0;
}

/* Posts a task that goes on at once, and wants to come back itself later. */
static unsigned run_in_two(struct scheduler *scheduler, struct task *task) {
    struct task *part = calloc(1, sizeof *part);
    if (part == NULL || task->runs++ > 0) {
        free(part);
        return 0;
    }
    part->call = run_once;
    if (post(scheduler, part, 0) != 0) {
        free(part);
    }
    return 2;
}

static const callback callbacks[] = {run_once, run_in_two, NULL};

/* A task with the callback of that number; none for a number that stands for no callback. */
static struct task *task_new(unsigned char number) {
    struct task *task = calloc(1, sizeof *task);
    if (task == NULL) {
        abort();
    }
    for (int i = 0; i < 3; i++) {
        if (number == i) {
            task->call = callbacks[i];
        }
    }
#ifdef MENDED
    if (task->call == NULL) {
        task->call = run_once;
    }
#endif
    return task;
}

int main(void) {
    struct {
        unsigned char call;
        unsigned char delays[3];
        unsigned char cancelled;
    } in;
    struct scheduler scheduler = {NULL, 0, 100};
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.call <= 3);

    scheduler.heap = calloc(CAPACITY, sizeof *scheduler.heap);
    if (scheduler.heap == NULL) {
        return 1;
    }
    struct task *tasks[3];
    for (int i = 0; i < 3; i++) {
        tasks[i] = task_new(i == 1 ? in.call : 0);
        post(&scheduler, tasks[i], in.delays[i]);
    }
    if (in.cancelled == 1) {
        cancel(tasks[1]);
    }
    int runs = 0;
    while (scheduler.count > 0) {
        run_next(&scheduler);
        runs++;
    }
    assert(runs >= 3 && runs <= 5);
    free(scheduler.heap);
    return runs;
}

// paths: 47

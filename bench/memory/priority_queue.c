// A heap of pointers to tasks, of which two at symbolic places become more urgent before the first two are taken.
#include <pleach.h>
#include <stdlib.h>

#define TASKS 7

struct task {
    unsigned urgency, place;
};

static struct task *heap[TASKS];
static unsigned count;

static void put(struct task *task, unsigned at) {
    heap[at] = task;
    task->place = at;
}

static void up(unsigned at) {
    struct task *task = heap[at];
    while (at > 0 && heap[(at - 1) / 2]->urgency < task->urgency) {
        put(heap[(at - 1) / 2], at);
        at = (at - 1) / 2;
    }
    put(task, at);
}

static struct task *take(void) {
    struct task *first = heap[0], *last = heap[--count];
    unsigned at = 0;
    for (unsigned child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1]->urgency > heap[child]->urgency)
            child++;
        if (heap[child]->urgency <= last->urgency)
            break;
        put(heap[child], at);
    }
    put(last, at);
    return first;
}

int main(void) {
    struct task *tasks[TASKS];
    for (unsigned i = 0; i < TASKS; i++) {
        tasks[i] = malloc(sizeof *tasks[i]);
        tasks[i]->urgency = i * 5 % TASKS * 10;
        put(tasks[i], count++);
        up(i);
    }
    struct task *task = tasks[0];
    for (int i = 0; i < 2; i++) {
        task = tasks[pleach_range(0, TASKS, "task")];
        task->urgency += pleach_range(0, 50, "more");
        up(task->place);
    }
    const struct task *first = take(), *second = take();
    pleach_assert(first->urgency >= second->urgency);
    return first == task;
}

// Accounts with transfers in transactions: a journal remembers old balances, and a failed transaction is rolled back.
// Planted: a deposit can overflow, a transfer within one account makes money of nothing, rolling back restores balances
// from the journal's beginning instead of its end, and the journal is freed both by the rollback and by the caller.
// cflags: -fsanitize=undefined
#include <klee/klee.h>
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

enum { ACCOUNTS = 3, JOURNAL_LIMIT = 8 };

enum status { OK, NO_SUCH_ACCOUNT, TOO_LITTLE, TOO_MUCH, JOURNAL_FULL };

struct change {
    int account;
    int old_balance;
};

struct journal {
    int count;
    struct change *changes;
};

struct bank {
    int balances[ACCOUNTS];
};

static int begin(struct journal *journal) {
    journal->count = 0;
    journal->changes = malloc(JOURNAL_LIMIT * sizeof *journal->changes);
    return journal->changes != NULL ? 0 : -1;
}

static enum status set(struct bank *bank, struct journal *journal, int account, int balance) {
    if (journal->count == JOURNAL_LIMIT) {
        return JOURNAL_FULL;
    }
    journal->changes[journal->count++] = (struct change){account, bank->balances[account]};
    bank->balances[account] = balance;
    return OK;
}

static void commit(struct journal *journal) {
    free(journal->changes);
    journal->changes = NULL;
}

static void roll_back(struct bank *bank, struct journal *journal) {
#ifndef MENDED
    for (int i = 0; i < journal->count; i++) {
#else
    for (int i = journal->count - 1; i >= 0; i--) {
#endif
        bank->balances[journal->changes[i].account] = journal->changes[i].old_balance;
    }
    free(journal->changes);
#ifdef MENDED
    journal->changes = NULL;
#endif
}

static int is_account(int account) {
    return account >= 0 && account < ACCOUNTS;
}

static enum status deposit(struct bank *bank, struct journal *journal, int account, int amount) {
    if (!is_account(account)) {
        return NO_SUCH_ACCOUNT;
    }
#ifdef MENDED
    if (amount > INT_MAX - bank->balances[account]) {
        return TOO_MUCH;
    }
#endif
    return set(bank, journal, account, bank->balances[account] + amount); //~ error: overflow
}

static enum status transfer(struct bank *bank, struct journal *journal, int from, int to, int amount) {
    if (!is_account(from) || !is_account(to)) {
        return NO_SUCH_ACCOUNT;
    }
    int source = bank->balances[from], target = bank->balances[to];
    if (amount < 0 || amount > source) {
        return TOO_LITTLE;
    }
#ifdef MENDED
    if (from == to) {
        return OK;
    }
#endif
    if (target > INT_MAX - amount) {
        return TOO_MUCH;
    }
    enum status status = set(bank, journal, from, source - amount);
    return status == OK ? set(bank, journal, to, target + amount) : status;
}

/* The sum of all balances; that it wraps does no harm, as it is only compared with others. */
static unsigned total(const struct bank *bank) {
    unsigned sum = 0;
    for (int i = 0; i < ACCOUNTS; i++) {
        sum += (unsigned)bank->balances[i];
    }
    return sum;
}

/* The account that a letter stands for, or -1. */
static int account_of(char letter) {
    static const char letters[ACCOUNTS] = "abc";
    for (int i = 0; i < ACCOUNTS; i++) {
        if (letters[i] == letter) {
            return i;
        }
    }
    return -1;
}

int main(void) {
    struct bank bank = {{1000, 20, INT_MAX - 5000}};
    struct journal journal;
    struct {
        int deposit;
        short amount;
        char account, from, to;
    } in;
    klee_make_symbolic(&in, sizeof in, "in");
    klee_assume(in.deposit > 0);

    unsigned before = total(&bank);
    if (begin(&journal) != 0) {
        return 1;
    }
    enum status status = transfer(&bank, &journal, 0, 1, 300);
    if (status == OK) {
        status = transfer(&bank, &journal, account_of(in.from), account_of(in.to), in.amount);
    }
    assert(total(&bank) == before); //~ error: assert
    if (status == OK) {
        status = deposit(&bank, &journal, account_of(in.account), in.deposit);
    }
    if (status == OK) {
        assert(total(&bank) == before + (unsigned)in.deposit);
        commit(&journal);
    } else {
        roll_back(&bank, &journal);
        assert(total(&bank) == before); //~ error: assert
        assert(bank.balances[0] == 1000 && bank.balances[1] == 20); //~ error: assert
    }
    free(journal.changes); //~ error: double-free
    return (int)status;
}

// paths: 89

/* Answers the questions of a file with Z3 in this process, by pushing, asserting, checking and popping.
 *
 * Usage: steps FILE MILLISECONDS [SECONDS], where the second limits each check. A file that ends in .smt2 is a script; its
 * commands are carried out one after the other, until so many seconds are over if they are given, and a line is printed for
 * each `check-sat`, whose time alone is counted. Any other file is written by `cargo xtask bench solver`:
 *   path                a new path condition
 *   given DECLARATIONS  what its terms mention
 *   branch SIDE TERM    can the term hold, can it fail; afterwards the side is asserted
 *   ask TERM            can the term hold
 * For each step a line is printed: the nanoseconds of all its checks, then the answers (1 sat, 0 unsat, ? unknown). All terms
 * of a path are parsed before its first check, so parsing is not counted. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <z3.h>

struct step {
  int branch;
  int side;
  Z3_ast term;
};

static void fail(Z3_context context, Z3_error_code code) {
  fprintf(stderr, "z3: %s\n", Z3_get_error_msg(context, code));
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static Z3_ast parsed(Z3_context context, const char *given, const char *term) {
  size_t size = strlen(given) + strlen(term) + 16;
  char *script = malloc(size);
  snprintf(script, size, "%s(assert %s)", given, term);
  Z3_ast_vector assertions = Z3_parse_smtlib2_string(context, script, 0, NULL, NULL, 0, NULL, NULL);
  Z3_ast_vector_inc_ref(context, assertions);
  Z3_ast result = Z3_ast_vector_size(context, assertions) == 0 ? Z3_mk_true(context)
                                                               : Z3_ast_vector_get(context, assertions, 0);
  Z3_inc_ref(context, result);
  Z3_ast_vector_dec_ref(context, assertions);
  free(script);
  return result;
}

static char checked(Z3_context context, Z3_solver solver, Z3_ast term) {
  Z3_solver_push(context, solver);
  Z3_solver_assert(context, solver, term);
  Z3_lbool answer = Z3_solver_check(context, solver);
  Z3_solver_pop(context, solver, 1);
  return answer == Z3_L_TRUE ? '1' : answer == Z3_L_FALSE ? '0' : '?';
}

static void ask(Z3_context context, const char *milliseconds, struct step *steps, size_t count) {
  Z3_solver solver = Z3_mk_solver(context);
  Z3_solver_inc_ref(context, solver);
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"), (unsigned)atoi(milliseconds));
  Z3_solver_set_params(context, solver, params);
  for (size_t i = 0; i < count; i++) {
    struct step *step = &steps[i];
    char answers[3] = {0};
    long long started = now();
    answers[0] = checked(context, solver, step->term);
    if (step->branch) {
      Z3_ast not = Z3_mk_not(context, step->term);
      Z3_inc_ref(context, not);
      answers[1] = checked(context, solver, not);
      Z3_solver_assert(context, solver, step->side ? step->term : not);
      Z3_dec_ref(context, not);
    }
    printf("%lld %s\n", now() - started, answers);
    Z3_dec_ref(context, step->term);
  }
  Z3_params_dec_ref(context, params);
  Z3_solver_dec_ref(context, solver);
}

/* Whether a line of a script declares or defines something. */
static int declares(const char *line) { return !strncmp(line, "(declare-", 9) || !strncmp(line, "(define-", 8); }

/* Carries out a script, a command a line. What it declares is global, which Z3's library cannot be told: so all of that comes
 * first. */
static void script(Z3_context context, const char *milliseconds, long long end, FILE *file) {
  char *line = NULL, limit[64];
  size_t capacity = 0;
  while (now() < end && getline(&line, &capacity, file) > 0)
    if (declares(line)) Z3_eval_smtlib2_string(context, line);
  snprintf(limit, sizeof limit, "(set-option :timeout %s)", milliseconds);
  Z3_eval_smtlib2_string(context, limit);
  rewind(file);
  while (now() < end && getline(&line, &capacity, file) > 0) {
    if (declares(line) || !strncmp(line, "(set-", 5)) continue;
    long long started = now();
    const char *answer = Z3_eval_smtlib2_string(context, line);
    long long time = now() - started;
    if (!strncmp(line, "(check-sat)", 11))
      printf("%lld %s\n", time, !strncmp(answer, "sat", 3) ? "1" : !strncmp(answer, "unsat", 5) ? "0" : "?");
  }
}

int main(int count, char **words) {
  FILE *file = count == 3 || count == 4 ? fopen(words[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: steps FILE MILLISECONDS [SECONDS]\n");
    return 2;
  }
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_set_error_handler(context, fail);
  size_t name = strlen(words[1]);
  if (name > 5 && !strcmp(words[1] + name - 5, ".smt2")) {
    script(context, words[2], count == 4 ? now() + atoi(words[3]) * 1000000000LL : LLONG_MAX, file);
    return 0;
  }
  char *line = NULL, *given = strdup("");
  size_t capacity = 0, length = 0, room = 0;
  struct step *steps = NULL;
  while (getline(&line, &capacity, file) > 0) {
    line[strcspn(line, "\n")] = 0;
    if (!strcmp(line, "path")) {
      ask(context, words[2], steps, length);
      length = 0;
    } else if (!strncmp(line, "given ", 6)) {
      free(given);
      given = strdup(line + 6);
    } else {
      if (length == room) steps = realloc(steps, (room = 2 * room + 16) * sizeof *steps);
      struct step *step = &steps[length++];
      step->branch = line[0] == 'b';
      step->side = step->branch && line[7] == '1';
      step->term = parsed(context, given, line + (step->branch ? 9 : 4));
    }
  }
  ask(context, words[2], steps, length);
  return 0;
}

/* Answers the questions of a file with Z3 in this process, by pushing, asserting, checking and popping.
 *
 * Usage: steps FILE MILLISECONDS [SECONDS], where the second limits each check and the third all of them. A file that ends in
 * .smt2 is a script; its commands are carried out one after the other, and a line is printed for each `check-sat`, whose time
 * alone is counted. Any other file is written by `cargo xtask bench solver`:
 *   path                a new path condition
 *   given DECLARATIONS  what its terms mention
 *   branch SIDE TERM    can the term hold, can it fail; afterwards the side is asserted
 *   ask TERM            can the term hold
 * For each step a line is printed: the nanoseconds of all its checks, then the answers (1 sat, 0 unsat, ? unknown). All terms
 * of a path are parsed before its first check, so parsing is not counted. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
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

static char said(Z3_lbool answer) { return answer == Z3_L_TRUE ? '1' : answer == Z3_L_FALSE ? '0' : '?'; }

static char checked(Z3_context context, Z3_solver solver, Z3_ast term) {
  Z3_solver_push(context, solver);
  Z3_solver_assert(context, solver, term);
  char answer = said(Z3_solver_check(context, solver));
  Z3_solver_pop(context, solver, 1);
  return answer;
}

/* A solver whose checks are limited. */
static Z3_solver limited(Z3_context context, const char *milliseconds) {
  Z3_solver solver = Z3_mk_solver(context);
  Z3_solver_inc_ref(context, solver);
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_uint(context, params, Z3_mk_string_symbol(context, "timeout"), (unsigned)atoi(milliseconds));
  Z3_solver_set_params(context, solver, params);
  Z3_params_dec_ref(context, params);
  return solver;
}

static void ask(Z3_context context, const char *milliseconds, struct step *steps, size_t count) {
  Z3_solver solver = limited(context, milliseconds);
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
  Z3_solver_dec_ref(context, solver);
}

/* The terms that a script has defined so far, and the text that it takes to read more of them. Z3 would put each term in place of its
 * name again and again, which takes minutes where tables are read at what was read from tables. So a name is read as a constant
 * with an equation, and is replaced once. */
struct terms {
  Z3_ast *names, *values;
  size_t count, room;
  size_t *at; /* the place of a number's term in these, and one more; 0 for none */
  size_t numbers;
  char *known, *equations; /* declarations, functions and constants; equations that were not read yet */
  size_t known_size, equations_size;
  FILE *to_known, *to_equations;
};

/* Takes a line that declares or defines something: `(define-fun $17 () (_ BitVec 8) BODY)` is the term of a number. */
static void define(struct terms *terms, const char *line) {
  const char *sort = strstr(line, " () "), *body = sort ? strchr(sort + 4, ')') : NULL;
  if (strncmp(line, "(define-fun $", 13) || line[13] < '0' || line[13] > '9' || !body) {
    fputs(line, terms->to_known);
    return;
  }
  int name = (int)(sort - line) - 12, width = (int)(body - sort) - 3;
  fprintf(terms->to_known, "(declare-const %.*s %.*s)\n", name, line + 12, width, sort + 4);
  fprintf(terms->to_equations, "(assert (= %.*s %s)\n", name, line + 12, body + 1);
}

static void add(Z3_context context, struct terms *terms, Z3_ast name, Z3_ast value) {
  if (terms->count == terms->room) {
    terms->room = 2 * terms->room + 64;
    terms->names = realloc(terms->names, terms->room * sizeof(Z3_ast));
    terms->values = realloc(terms->values, terms->room * sizeof(Z3_ast));
  }
  Z3_inc_ref(context, name);
  Z3_inc_ref(context, value);
  terms->names[terms->count] = name;
  terms->values[terms->count++] = value;
  Z3_symbol symbol = Z3_get_decl_name(context, Z3_get_app_decl(context, Z3_to_app(context, name)));
  size_t number = strtoul(Z3_get_symbol_string(context, symbol) + 1, NULL, 10);
  if (number >= terms->numbers) {
    size_t numbers = 2 * number + 1;
    terms->at = realloc(terms->at, numbers * sizeof *terms->at);
    memset(terms->at + terms->numbers, 0, (numbers - terms->numbers) * sizeof *terms->at);
    terms->numbers = numbers;
  }
  terms->at[number] = terms->count;
}

/* Reads the equations that were not read yet. */
static void read_equations(Z3_context context, struct terms *terms) {
  fflush(terms->to_known);
  fflush(terms->to_equations);
  if (terms->equations_size == 0) return;
  char *text = malloc(terms->known_size + terms->equations_size + 1);
  memcpy(text, terms->known, terms->known_size);
  memcpy(text + terms->known_size, terms->equations, terms->equations_size);
  text[terms->known_size + terms->equations_size] = 0;
  Z3_ast_vector equations = Z3_parse_smtlib2_string(context, text, 0, NULL, NULL, 0, NULL, NULL);
  Z3_ast_vector_inc_ref(context, equations);
  free(text);
  for (unsigned i = 0; i < Z3_ast_vector_size(context, equations); i++) {
    Z3_app equation = Z3_to_app(context, Z3_ast_vector_get(context, equations, i));
    Z3_ast body = Z3_get_app_arg(context, equation, 1);
    Z3_ast value = Z3_substitute(context, body, (unsigned)terms->count, terms->names, terms->values);
    add(context, terms, Z3_get_app_arg(context, equation, 0), value);
  }
  Z3_ast_vector_dec_ref(context, equations);
  fclose(terms->to_equations);
  free(terms->equations);
  terms->to_equations = open_memstream(&terms->equations, &terms->equations_size);
}

/* What `(assert (= $17 #b1))` asserts. */
static Z3_ast asserted(Z3_context context, const struct terms *terms, const char *line) {
  size_t number;
  char bit;
  int found = sscanf(line, "(assert (= $%zu #b%c))", &number, &bit);
  if (found != 2 || number >= terms->numbers || !terms->at[number]) {
    fprintf(stderr, "cannot make sense of %s", line);
    exit(1);
  }
  Z3_ast constant = Z3_mk_numeral(context, bit == '1' ? "1" : "0", Z3_mk_bv_sort(context, 1));
  return Z3_mk_eq(context, terms->values[terms->at[number] - 1], constant);
}

/* The lines of a file. */
static size_t lines_of(FILE *file, char ***lines) {
  char *line = NULL;
  size_t capacity = 0, count = 0, room = 0;
  while (getline(&line, &capacity, file) > 0) {
    if (count == room) *lines = realloc(*lines, (room = 2 * room + 64) * sizeof **lines);
    (*lines)[count++] = strdup(line);
  }
  free(line);
  return count;
}

/* Carries out a script, a command a line. Functions are read again with each lot of equations, so each lot is as large as all before
 * it; not all are read at once, since Z3 may come to only a few. */
static void script(Z3_context context, const char *milliseconds, FILE *file) {
  char **lines = NULL;
  size_t count = lines_of(file, &lines), ahead = 0;
  struct terms terms = {0};
  terms.to_known = open_memstream(&terms.known, &terms.known_size);
  terms.to_equations = open_memstream(&terms.equations, &terms.equations_size);
  Z3_solver solver = limited(context, milliseconds);
  for (size_t at = 0; at < count; at++) {
    const char *line = lines[at];
    if (!strncmp(line, "(push ", 6)) {
      Z3_solver_push(context, solver);
    } else if (!strncmp(line, "(pop ", 5)) {
      Z3_solver_pop(context, solver, (unsigned)atoi(line + 5));
    } else if (!strncmp(line, "(assert ", 8)) {
      if (ahead <= at) {
        size_t end = 2 * at + 64;
        for (; ahead < count && ahead < end; ahead++)
          if (!strncmp(lines[ahead], "(declare-", 9) || !strncmp(lines[ahead], "(define-", 8)) define(&terms, lines[ahead]);
        read_equations(context, &terms);
      }
      Z3_solver_assert(context, solver, asserted(context, &terms, line));
    } else if (!strncmp(line, "(check-sat)", 11)) {
      long long started = now();
      char answer = said(Z3_solver_check(context, solver));
      printf("%lld %c\n", now() - started, answer);
    }
  }
}

/* What was answered until now is all. */
static void over(int signal) {
  (void)signal;
  _exit(0);
}

int main(int count, char **words) {
  FILE *file = count == 3 || count == 4 ? fopen(words[1], "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: steps FILE MILLISECONDS [SECONDS]\n");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGALRM, over);
  if (count == 4) alarm((unsigned)atoi(words[3]));
  Z3_config config = Z3_mk_config();
  Z3_context context = Z3_mk_context_rc(config);
  Z3_set_error_handler(context, fail);
  size_t name = strlen(words[1]);
  if (name > 5 && !strcmp(words[1] + name - 5, ".smt2")) {
    script(context, words[2], file);
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

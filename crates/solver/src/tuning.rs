//! The numbers that decide what the solver costs.

use tuning::CHOSEN;

tuning::table! {
    crate "solver";
    tunable {
        /// How many questions each of the caches holds.
        cache_entries: usize = 1 << 16, in 2..=1 << 30, "questions", because CHOSEN;
        /// The size at which a generation of the cache of normal forms is full.
        normal_cache_room: usize = 1 << 22, in 1..=1 << 40, "words of forms and bytes of models", because CHOSEN;
        /// The weight at which a generation of remembered sets of terms is full: the members of its sets and
        /// what their data weigh.
        term_sets_room: usize = 1 << 20, in 1..=1 << 40, "words", because CHOSEN;
        /// How many models of any question are tried on the next one.
        recent_any: usize = 3, in 1..=1 << 10, "models", because CHOSEN;
        /// How many models of the same question are tried when it is asked again.
        recent_same: usize = 3, in 1..=1 << 10, "models", because CHOSEN;
        /// How many questions have their models kept.
        recent_questions: usize = 4096, in 1..=1 << 30, "questions", because CHOSEN;
        /// The most bytes that a query may depend on for recent models to be tried.
        recent_bytes: u64 = 4096, in 1..=1 << 32, "bytes",
            because "a model of more is not worth copying; the number itself was chosen";
        /// The most bytes that a query may depend on for a superset of its constraints to be looked for.
        supersets_bytes: u64 = 4096, in 1..=1 << 32, "bytes",
            because "a model of more is not worth copying; the number itself was chosen";
        /// The most constraints of a set that is kept because they held together.
        supersets_largest: usize = 1024, in 1..=1 << 20, "constraints", because CHOSEN;
        /// The most members of a set that is kept because it refuted a question.
        cores_largest: usize = 1024, in 1..=1 << 20, "members",
            because "a larger one is unlikely to be there again, and looking for its members takes long; the number itself was chosen";
        /// The most constraints that a query may have for the graph of differences to be asked.
        order_constraints: usize = 1 << 16, in 1..=1 << 30, "constraints", because CHOSEN;
        /// The most graphs of differences that are kept for signed and for unsigned comparisons each: questions
        /// about different inputs alternate.
        order_graphs: usize = 4, in 1..=1024, "graphs", because CHOSEN;
        /// The least number of inputs of a sum that is followed from question to question.
        sums_short: u32 = 8, in 2..=1 << 20, "inputs",
            because "shorter sums are for the stages that look at several sums at a time; the number itself was chosen";
        /// How many of the youngest constraints are examined for what they say about sums; older ones were
        /// examined when they were young.
        sums_young: usize = 8, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The work that classes of inputs may spend before they answer anything.
        classes_credit: i64 = 1 << 19, in 0..=1 << 40, "values of terms", because "about three milliseconds";
        /// What an answer by classes of inputs is worth.
        classes_answer: u64 = 1 << 17, in 0..=1 << 40, "values of terms",
            because "about the work of the SAT solver for such a question";
        /// The work that weak orders may spend before they answer anything.
        weak_orders_credit: i64 = 1 << 23, in 0..=1 << 40, "evaluated terms", because CHOSEN;
        /// What an answer by weak orders is worth, at least.
        weak_orders_answer: u64 = 1 << 17, in 0..=1 << 40, "evaluated terms",
            because "about the work of the SAT solver for such a question";
        /// The most work of weak orders for a question.
        weak_orders_work: u64 = 24_000_000, in 1 << 17..=1 << 40, "evaluated terms", because "about a quarter of a second";
        /// How many constraints weak orders consider, the newest.
        weak_orders_constraints: usize = 512, in 0..=1 << 20, "constraints",
            because "a question costs the same however long its path is; the number itself was chosen";
        /// The most inputs that may matter to a question about weak orders.
        weak_orders_inputs: usize = 7, in 1..=8, "inputs", because CHOSEN;
        /// The most constraints considered where sums that do not wrap are compared.
        linear_constraints: usize = 256, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The most constraints considered together with products, those with products first.
        products_constraints: usize = 48, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The longest list of constraints that is searched for products.
        products_searched: usize = 1024, in 0..=1 << 24, "constraints",
            because "a question costs the same however long its path is; the number itself was chosen";
        /// The most constraints that a query may have to be pre-checked.
        precheck_constraints: usize = 256, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The work that the pre-check may spend before it is of use.
        precheck_credit: i64 = 3_000_000, in 0..=1 << 40, "multiplications", because "about three milliseconds";
        /// What a refutation by the pre-check is worth.
        precheck_refutation: u64 = 3_000_000, in 0..=1 << 40, "multiplications",
            because "about the work of the SAT solver for such a question";
        /// What narrower bounds of indices are worth to the pre-check.
        precheck_narrowing: u64 = 100_000, in 0..=1 << 40, "multiplications", because CHOSEN;
        /// The most that linear programs may cost for one question; a million multiplications take about a
        /// millisecond.
        precheck_effort: u64 = 2_000_000, in 0..=1 << 40, "multiplications", because CHOSEN;
        /// How often the constraints that the sets of values do not capture narrow them for a question.
        sets_rounds: usize = 2, in 1..=1 << 10, "rounds", because CHOSEN;
        /// If at most this many constraints are not captured by sets of values, all of them narrow the sets;
        /// else those that share bytes with the question.
        sets_few: usize = 16, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The most values that an input may have to be tried one by one.
        sets_cases: usize = 32, in 0..=1 << 16, "values", because CHOSEN;
        /// The most constraints not captured by sets of values that are remembered with a slice.
        sets_loose: usize = 128, in 0..=1 << 20, "constraints", because CHOSEN;
        /// The most boxes that are kept with a slice.
        sets_boxes: usize = 3, in 1..=64, "boxes", because CHOSEN;
        /// How many nodes boxes, and disjuncts, may each visit before they have answered a question.
        sets_credit: u64 = 200_000, in 0..=1 << 50, "nodes", because "some 30 ms; the number itself was chosen";
        /// The most moves of model repair for one question.
        repair_moves: usize = 24, in 0..=100_000, "moves", because CHOSEN;
        /// The same where there is floating point, whose circuits are large.
        float_repairs: usize = 200, in 0..=100_000, "moves", because CHOSEN;
        /// The most constraints that a query may have for model repair.
        repair_constraints: usize = 256, in 0..=1 << 20, "constraints",
            because "all are evaluated after each move; the number itself was chosen";
        /// The most conditions a disjunction may have to be split into them.
        disjuncts: usize = 512, in 1..=1 << 20, "conditions", because CHOSEN;
        /// How many nodes are visited at most to find the values that a term can have.
        obvious_nodes: u32 = 150, in 0..=1 << 20, "nodes", because CHOSEN;
        /// The time limit for the SMT solvers of the machine on one question, as far as the limit of the
        /// question leaves it to them.
        external_milliseconds: u64 = 60_000, in 1..=1 << 40, "milliseconds", because CHOSEN;
        /// The most address space that each SMT solver of the machine may take.
        external_memory: u64 = 4 << 30, in 1 << 20..=1 << 50, "bytes", because CHOSEN;
        /// How many SAT solvers are kept, each with the encoded terms of questions that share constraints.
        instances: usize = 8, in 1..=1 << 10, "SAT solvers", because CHOSEN;
        /// The work that orders of bytes may spend before they answer anything.
        byte_orders_credit: i64 = 1 << 22, in 0..=1 << 40, "evaluated terms", because "about fifty milliseconds";
        /// What an answer by orders of bytes is worth, at least.
        byte_orders_answer: u64 = 1 << 17, in 0..=1 << 40, "evaluated terms",
            because "about the work of the SAT solver for such a question";
        /// What the first look at a question by orders of bytes may cost at the beginning.
        byte_orders_first: u64 = 1 << 17, in 0..=1 << 40, "evaluated terms",
            because "about six milliseconds: enough for the block sort of three bytes in bench/counting";
        /// The work of the SAT solver for a question after which orders of bytes look at it once more.
        byte_orders_late: u64 = 100_000, in 0..=1 << 50, "units of SAT work", because "about 15 ms; the number itself was chosen";
        /// The most work of orders of bytes for one question.
        byte_orders_work: u64 = 1 << 25, in 1 << 17..=1 << 40, "evaluated terms", because "about half a second";
        /// How many constraints orders of bytes consider, the newest.
        byte_orders_constraints: usize = 256, in 0..=1 << 20, "constraints",
            because "a question costs the same however long its path is; the number itself was chosen";
        /// The work after which a question counts as long and is also encoded in the other order: about a tenth
        /// of a second, and some hundred to some thousand conflicts.
        forms_long: u64 = 1_000_000, in 16..=1 << 50, "units of SAT work",
            because "for the thirteen questions of a run on expat that cost 200,000 or more, the sum was estimated from what each form costs: no smaller number lowered it";
        /// The most entries of a multiplexer tree over a symbol.
        symbol_tree: u64 = 64, in 0..=1 << 20, "entries", because CHOSEN;
        /// The most entries of a multiplexer tree over a constant table.
        table_tree: u64 = 2048, in 0..=1 << 20, "entries",
            because "larger than that over a symbol, since its gates often fold or coincide; the number itself was chosen";
        /// How many bits of the index the entries of a table that are added on demand together differ in: 2 to
        /// this power are added at a time. Entries of symbols are added one by one.
        table_block: u32 = 6, in 0..=20, "bits", because CHOSEN;
        /// The most runs of equal elements a table may have to become a tree over its runs.
        run_tree: usize = 128, in 0..=1 << 20, "runs", because CHOSEN;
    }
    constant {
        /// How many instances of each bounded universal fact are added to a question at first; twice as many each time.
        pub(crate) QUANTIFIER_FIRST: u64 = 4, in 1..=1 << 20, "instances", because CHOSEN;
        /// The number of added instances from which on a fact that still does not hold is written out.
        pub(crate) QUANTIFIER_ALL: u64 = 256, in 1..=1 << 24, "instances", because CHOSEN;
        /// How many of the youngest constraints are compared with the bodies of facts.
        pub(crate) QUANTIFIER_MATCHED: usize = 64, in 0..=1 << 20, "constraints", because CHOSEN;
        /// How many terms of a condition are looked at for reads that a fact has too.
        pub(crate) QUANTIFIER_TERMS: usize = 64, in 0..=1 << 20, "terms", because CHOSEN;
        /// How many words of other inputs keep their values while a model is repaired.
        pub(crate) QUANTIFIER_FIXED: usize = 64, in 0..=1 << 20, "words", because CHOSEN;
        /// The most instances for the repair of a model.
        pub(crate) QUANTIFIER_REPAIRED: usize = 256, in 0..=1 << 20, "instances", because CHOSEN;
        /// How many clashes are resolved at most: pairs of values that must differ and do not.
        pub(crate) ORDER_CLASHES: u32 = 64, in 0..=1 << 20, "clashes", because CHOSEN;
        /// The work of weak orders for one question where nothing is left on the account.
        pub(crate) WEAK_ORDERS_LEAST: u64 = 1 << 17, in 0..=1 << 24, "evaluated terms", because CHOSEN;
        /// The most parts of a system of rows that are examined.
        pub(crate) LINEAR_PARTS: usize = 100, in 1..=1 << 20, "parts", because CHOSEN;
        /// How often rows narrow bounds, at most, before a part is split or given up.
        pub(crate) LINEAR_ROUNDS: usize = 40, in 1..=1 << 16, "passes", because CHOSEN;
        /// How often values of a system of rows are moved, at most.
        pub(crate) LINEAR_MOVES: usize = 4, in 0..=1 << 16, "moves for each row", because CHOSEN;
        /// The most summands of a sum in a row.
        pub(crate) LINEAR_SUMMANDS: usize = 32, in 1..=1 << 10, "summands", because CHOSEN;
        /// The most operators that a comparison of sums may have.
        pub(crate) LINEAR_FUEL: u32 = 200, in 1..=1 << 20, "operators", because CHOSEN;
        /// The most nodes visited for the bounds of a variable of a row.
        pub(crate) LINEAR_GLANCE: u32 = 40, in 0..=1 << 16, "nodes", because CHOSEN;
        /// The most narrowing for one question about products, counted in summands and factors visited.
        pub(crate) PRODUCTS_EFFORT: u64 = 400_000, in 1..=1 << 40, "summands and factors", because CHOSEN;
        /// The most parts of a system with products that are examined.
        pub(crate) PRODUCTS_PARTS: usize = 160, in 1..=1 << 20, "parts", because CHOSEN;
        /// How often definitions narrow bounds, at most, before a part is split or given up.
        pub(crate) PRODUCTS_ROUNDS: usize = 24, in 1..=1 << 16, "passes", because CHOSEN;
        /// After this many assignments that satisfy a system with products and are not accepted, the search
        /// ends.
        pub(crate) PRODUCTS_REJECTED: usize = 6, in 1..=1 << 16, "assignments", because CHOSEN;
        /// The most variables of a system with products.
        pub(crate) PRODUCTS_VARIABLES: usize = 400, in 1..=1 << 20, "variables", because CHOSEN;
        /// The most summands of a sum in a system with products.
        pub(crate) PRODUCTS_SUMMANDS: usize = 24, in 1..=1 << 16, "summands", because CHOSEN;
        /// How many terms are turned into sums of a system with products, at most.
        pub(crate) PRODUCTS_FUEL: u32 = 400, in 1..=1 << 20, "terms", because CHOSEN;
        /// The most conditions that are visited for a system with products, however they are shared.
        pub(crate) PRODUCTS_VISITS: u32 = 4_000, in 1..=1 << 30, "conditions",
            because "ten times the terms that are turned into sums; without an end one question of joined paths took 0.2 s";
        /// The most alternatives of a condition in a system with products.
        pub(crate) PRODUCTS_ALTERNATIVES: usize = 16, in 1..=1 << 16, "alternatives", because CHOSEN;
        /// How deep quotients of quotients are followed.
        pub(crate) PRODUCTS_NESTED: u32 = 3, in 0..=64, "quotients", because CHOSEN;
        /// The most nodes visited for the values of a term of a product that is not a sum.
        pub(crate) PRODUCTS_GLANCE: u32 = 40, in 0..=1 << 16, "nodes", because CHOSEN;
        /// The most reads that a pre-check examines, the first ones.
        pub(crate) PRECHECK_READS: usize = 16, in 0..=1 << 16, "reads", because CHOSEN;
        /// How often rows and tables bound each other, at most.
        pub(crate) PRECHECK_ROUNDS: usize = 4, in 1..=1 << 16, "rounds", because CHOSEN;
        /// The other costs of a row of a pre-check, roughly.
        pub(crate) PRECHECK_ROW: u64 = 2_000, in 0..=1 << 24, "multiplications", because "estimated, not measured";
        /// The most answers of linear programs that are remembered. When there are this many, all are
        /// forgotten.
        pub(crate) PRECHECK_PROGRAMS: usize = 1 << 12, in 1..=1 << 30, "answers", because CHOSEN;
        /// How often a linear program is split, at most.
        pub(crate) PRECHECK_SPLITS: usize = 8, in 0..=1 << 16, "splits", because CHOSEN;
        /// The most runs of ones that a mask may have to be taken apart.
        pub(crate) PRECHECK_RUNS: usize = 2, in 0..=64, "runs of ones", because CHOSEN;
        /// The most entries of a table that are visited for bounds.
        pub(crate) PRECHECK_PLACES: u64 = 1 << 16, in 1..=1 << 32, "entries", because CHOSEN;
        /// The most bounds of what is read from tables that are remembered.
        pub(crate) PRECHECK_BOUNDS: usize = 1 << 12, in 1..=1 << 30, "bounds", because CHOSEN;
        /// The most rows of a linear program.
        pub(crate) PRECHECK_ROWS: usize = 240, in 1..=256, "rows",
            because "a program of more than 256 is not decided, and learnt rows need room";
        /// The most variables of a linear program before terms are no longer taken apart.
        pub(crate) PRECHECK_VARIABLES: usize = 240, in 1..=400, "variables",
            because "a program of more than 400 is not decided";
        /// The most operators that are visited to make a linear program.
        pub(crate) PRECHECK_FUEL: u32 = 1000, in 1..=1 << 20, "operators", because CHOSEN;
        /// The greatest depth at which terms are visited to make a linear program.
        pub(crate) PRECHECK_DEPTH: u32 = 100, in 1..=1000, "levels", because CHOSEN;
        /// The most summands of a sum in a linear program; a longer sum becomes a variable.
        pub(crate) PRECHECK_SUMMANDS: usize = 40, in 1..=400, "summands", because CHOSEN;
        /// The most inputs of a slice with boxes.
        pub(crate) SETS_LEAVES: usize = 512, in 1..=1 << 20, "inputs",
            because "boxes are processed as a whole; the number itself was chosen";
        /// The most boxes kept when slices join, whose boxes combine in every way.
        pub(crate) SETS_JOINED_BOXES: usize = 2, in 0..=64, "boxes", because CHOSEN;
        /// Four times the most values of an input of more than a byte that are tried one by one, and the most
        /// terms that are searched for the only input of a condition.
        pub(crate) SETS_TRIED: usize = 256, in 4..=1 << 16, "values", because CHOSEN;
        /// The most nodes that a walk over sets of values may visit.
        pub(crate) SETS_FUEL: u32 = 150, in 1..=1 << 20, "nodes", because CHOSEN;
        /// What an answer of sets of values that are not exact is worth at least.
        pub(crate) SETS_ANSWER: u64 = 2_000, in 0..=1 << 32, "nodes",
            because "some 0.3 ms, about what a short question costs the SAT solver; a node takes about as long as a unit of its work";
        /// A question counts as one in so many in the average work of the SAT solver.
        pub(crate) SAT_AVERAGED: u64 = 8, in 1..=1 << 16, "questions", because CHOSEN;
        /// How many places of a table cost as much as a node.
        pub(crate) SETS_PLACES_A_NODE: u32 = 16, in 1..=1 << 16, "places", because "estimated, not measured";
        /// Up to this many places, looking into the table is faster than looking up a remembered result.
        pub(crate) SETS_FEW_PLACES: usize = 16, in 0..=1 << 16, "places", because CHOSEN;
        /// The greatest depth of a walk over sets of values.
        pub(crate) SETS_DEPTH: u32 = 60, in 1..=1000, "levels", because CHOSEN;
        /// The most images of tables that are remembered. When there are this many, all are forgotten.
        pub(crate) SETS_IMAGES: usize = 1 << 12, in 1..=1 << 30, "images", because CHOSEN;
        /// The most steps down in one move of model repair.
        pub(crate) REPAIR_STEPS: usize = 200, in 1..=1 << 16, "steps", because CHOSEN;
        /// How many neighbours of the inverse of a rounded operation are tried on each side.
        pub(crate) REPAIR_NEIGHBOURS: u32 = 4, in 0..=1000, "numbers", because CHOSEN;
        /// The most entries of a table that model repair searches for a value.
        pub(crate) REPAIR_ENTRIES: u64 = 4096, in 0..=1 << 24, "entries", because CHOSEN;
        /// The success rate below which model repair leaves most questions to the SAT solver.
        pub(crate) REPAIR_WORTHWHILE: u32 = 1 << 12, in 0..=1 << 16, "parts of 2^16", because CHOSEN;
        /// One in this many questions is tried while model repair is below that rate.
        pub(crate) REPAIR_RARE: u32 = 8, in 1..=1 << 16, "questions", because CHOSEN;
        /// How many of a slice's youngest constraints are searched for a comparison of the same term with
        /// another constant.
        pub(crate) PATH_NEAR: usize = 16, in 0..=1 << 16, "constraints", because CHOSEN;
        /// How many tries in a row must fail before tries become rarer.
        pub(crate) PATIENCE_TRIES: u32 = 12, in 0..=1 << 16, "tries", because CHOSEN;
        /// At least one in this many questions of a kind is tried; for a credit, the first wait once it is used
        /// up.
        pub(crate) PATIENCE_RAREST: u32 = 64, in 1..=1 << 16, "questions", because CHOSEN;
        /// The longest wait between two tries on a credit that is used up.
        pub(crate) CREDIT_LONGEST_WAIT: u32 = 1 << 13, in 1..=1 << 30, "questions", because CHOSEN;
        /// How many levels of operators, from the top, make up a kind of questions.
        pub(crate) PATIENCE_DEPTH: u32 = 4, in 1..=16, "levels", because CHOSEN;
        /// The most credit that is kept.
        pub(crate) CREDIT_MOST: i64 = 1 << 31, in 1..=1 << 60, "units of work",
            because "so that it is soon noticed when something stops paying; the number itself was chosen";
        /// How many kinds of questions are remembered. When there are this many, all are forgotten.
        pub(crate) PATIENCE_KINDS: usize = 1 << 14, in 1..=1 << 30, "kinds", because CHOSEN;
        /// What the SAT solver needs for a question from which on inputs are made narrow.
        pub(crate) NARROWED_WORK: u64 = 3_000, in 0..=1 << 40, "units of SAT work",
            because "some 0.5 ms; rewriting takes less; the number itself was chosen";
        /// The least number of bits by which an input is made narrower.
        pub(crate) NARROWED_BITS: u32 = 8, in 1..=64, "bits", because CHOSEN;
        /// The most new terms of a condition that are visited to make it narrow.
        pub(crate) NARROWED_TERMS: usize = 1 << 14, in 1..=1 << 24, "terms", because CHOSEN;
        /// The most terms that a question may have to be rewritten by equalities.
        pub(crate) EQUALITY_TERMS: usize = 4096, in 1..=1 << 24, "terms", because CHOSEN;
        /// The most operators a term may have to replace an input.
        pub(crate) EQUALITY_DEFINITION: usize = 24, in 0..=1 << 16, "operators", because CHOSEN;
        /// How often substitution is repeated: a replacement may itself be fixed by another equality.
        pub(crate) EQUALITY_ROUNDS: usize = 4, in 1..=1 << 10, "rounds", because CHOSEN;
        /// The most terms remembered as free of replacements.
        pub(crate) EQUALITY_REMEMBERED: usize = 1 << 16, in 1..=1 << 30, "terms", because CHOSEN;
        /// How many sets are listed under one term in each generation; a new one replaces the oldest.
        pub(crate) TERM_SETS_LISTED: usize = 8, in 1..=1 << 16, "sets", because CHOSEN;
        /// The most conjuncts that a question is taken apart into for caches.
        pub(crate) CONJUNCTS: usize = 32, in 1..=1 << 16, "conjuncts",
            because "longer lists are hardly ever shared with anything";
        /// The most members that a set is listed under, the youngest ones.
        pub(crate) SUPERSETS_LISTING: usize = 64, in 1..=1 << 16, "members", because CHOSEN;
        /// The most members of a set that is listed under all of them. A larger one is listed only under the
        /// conjuncts of its own question.
        pub(crate) CORES_SMALL: usize = 32, in 1..=1 << 16, "members", because CHOSEN;
        /// With more nodes than this, and more than [`ORDER_NODES_A_CONSTRAINT`] per constraint, a graph of
        /// differences is rebuilt.
        pub(crate) ORDER_NODES: usize = 1 << 13, in 1..=1 << 30, "nodes", because CHOSEN;
        /// How many nodes for each constraint a graph of differences has in any case before it is rebuilt.
        pub(crate) ORDER_NODES_A_CONSTRAINT: usize = 4, in 1..=1 << 16, "nodes", because CHOSEN;
        /// How many summands of long sums are kept. Beyond it all are forgotten.
        pub(crate) SUMS_ROOM: usize = 1 << 20, in 1..=1 << 30, "summands", because CHOSEN;
        /// The most inputs that conditions may mention, whether they matter or not.
        pub(crate) WEAK_ORDERS_LEAVES: usize = 24, in 1..=1 << 10, "inputs", because CHOSEN;
        /// The most assignments that are enumerated. Most have the same order as another one and are skipped.
        pub(crate) WEAK_ORDERS_CANDIDATES: u64 = 1 << 20, in 1..=1 << 40, "assignments", because CHOSEN;
        /// If constants make more than this many times as many orders of bytes as there are without, the
        /// question is left to other stages, which find out which constants matter.
        pub(crate) WEAK_ORDERS_BY_CONSTANTS: u64 = 8, in 1..=1 << 16, "times", because CHOSEN;
        /// The most terms that a condition about weak orders may have.
        pub(crate) WEAK_ORDERS_TERMS: usize = 20_000, in 1..=1 << 24, "terms", because CHOSEN;
        /// After this many assignments that violate left-out constraints the search ends.
        pub(crate) WEAK_ORDERS_REJECTED: u32 = 200, in 1..=1 << 24, "assignments", because CHOSEN;
        /// The most constants that take part in the order.
        pub(crate) WEAK_ORDERS_CONSTANTS: usize = 16, in 0..=1 << 10, "constants", because CHOSEN;
        /// The most values that an input may have for classes of inputs.
        pub(crate) CLASSES_VALUES: usize = 1 << 16, in 1..=1 << 24, "values", because CHOSEN;
        /// The most values kept in all groups of classes together. When there are more, all groups are
        /// forgotten.
        pub(crate) CLASSES_KEPT: usize = 1 << 21, in 1..=1 << 32, "values", because "it is 16 MiB";
        /// The most terms that a question about classes may have.
        pub(crate) CLASSES_TERMS: usize = 2000, in 1..=1 << 24, "terms", because CHOSEN;
        /// The most pairs of a kind and a class of the leaf in one step.
        pub(crate) CLASSES_PAIRS: usize = 1 << 16, in 1..=1 << 30, "pairs", because CHOSEN;
        /// The most values of terms computed in one step.
        pub(crate) CLASSES_WORK: usize = 1 << 19, in 1..=1 << 40, "values of terms", because CHOSEN;
        /// The most pairs of a class and a result of its kind in one step.
        pub(crate) CLASSES_RESULTS: usize = 1 << 14, in 1..=1 << 30, "pairs", because CHOSEN;
        /// How many pairs are processed together.
        pub(crate) CLASSES_PORTION: usize = 1 << 10, in 1..=1 << 20, "pairs", because CHOSEN;
        /// How many times colours go from terms to bytes and back.
        pub(crate) NORMAL_ROUNDS: usize = 2, in 0..=64, "rounds", because CHOSEN;
        /// The most bytes that the terms of a query may depend on, counted for each term, for the bytes to get
        /// colours.
        pub(crate) NORMAL_COLOURED: u64 = 4096, in 0..=1 << 32, "bytes", because CHOSEN;
        /// The number of notes about terms on a page.
        pub(crate) NORMAL_PAGE: usize = 256, in 1..=1 << 16, "notes", because CHOSEN;
        /// One in so many constraints that are learnt is timed.
        pub(crate) LEARNT_PER_CLOCK: u32 = 16, in 1..=1 << 16, "constraints",
            because "reading the clock at each took some 2 % of a run that forks much; the number itself was chosen";
        /// The most items in a run of a sorted list that paths share, and the most parts in an inner run.
        pub(crate) SORTED_RUN: usize = 32, in 4..=1 << 16, "items", because CHOSEN;
        /// The greatest depth of such a list.
        pub(crate) SORTED_LEVELS: usize = 8, in 2..=64, "levels",
            because "unless items are removed, runs are at least half full: more levels would take billions of items";
        /// The size, not counting costs, at which a script of a query log ends and the next one begins.
        pub(crate) LOG_SCRIPT: usize = 4 << 20, in 1..=1 << 32, "bytes", because CHOSEN;
        /// The most levels that a query log may push.
        pub(crate) REPLAY_LEVELS: usize = 1 << 20, in 1..=1 << 30, "levels",
            because "no path of a run has more constraints";
        /// The most that a foreign solver may print; one that prints more is killed.
        pub(crate) RACE_OUTPUT: u64 = 1 << 24, in 1 << 10..=1 << 40, "bytes", because CHOSEN;
        /// What a foreign solver may take beyond the deadline, should this process not be there to kill it.
        pub(crate) RACE_GRACE: u64 = 5, in 0..=1 << 16, "seconds of CPU time", because CHOSEN;
        /// The most conflicts that the SAT solver may meet to repeat one refutation.
        pub(crate) CHECK_CONFLICTS: u64 = 20_000, in 0..=1 << 40, "conflicts", because CHOSEN;
        /// The time limit for repeating one refutation, a backstop behind the count of conflicts.
        pub(crate) CHECK_SECONDS: u64 = 10, in 1..=1 << 20, "seconds", because CHOSEN;
        /// The most bits of intermediate results that a refutation may have to be repeated. A product or
        /// quotient counts its width for each of its bits.
        pub(crate) CHECK_BITS: u64 = 2_000_000, in 0..=1 << 40, "bits", because CHOSEN;
        /// One in this many refutations that the bit-blaster confirmed is checked by the foreign solver too.
        pub(crate) CHECK_SAMPLE: u64 = 64, in 2..=1 << 20, "refutations", because CHOSEN;
        /// The time limit for one check by the foreign solver.
        pub(crate) CHECK_FOREIGN_SECONDS: u64 = 5, in 1..=1 << 20, "seconds", because CHOSEN;
        /// The widest symbol given to the foreign solver for a check, which would encode all of it.
        pub(crate) CHECK_FOREIGN_WIDTH: u32 = 1 << 12, in 1..=1 << 24, "bits", because CHOSEN;
        /// The most refutations remembered for one question that is checked.
        pub(crate) CHECK_CORES: usize = 8, in 0..=1 << 16, "refutations", because CHOSEN;
        /// The most runs a table may have to be indexed.
        pub(crate) CONTENTS_RUNS: usize = 1 << 20, in 1..=1 << 30, "runs", because CHOSEN;
        /// What the table of encoded terms takes for one term.
        pub(crate) BLAST_TERM_BYTES: usize = 24, in 1..=1 << 16, "bytes", because "estimated, not measured";
        /// What a full adder takes, roughly.
        pub(crate) BLAST_GATE_BYTES: usize = 800, in 1..=1 << 16, "bytes",
            because "two variables with ten clauses of three literals";
        /// The most clauses that one operation on floating-point numbers may have, roughly. By the same estimate, a remainder of doubles has
        /// two million; a sum or a product of any format has less than this.
        pub(crate) BLAST_FLOAT_CLAUSES: usize = 1_000_000, in 1_000..=1 << 30, "clauses", because CHOSEN;
        /// The number of clauses for one bit that is read from an array, very roughly.
        pub(crate) BLAST_READ_CLAUSES: usize = 100, in 1..=1 << 16, "clauses", because "estimated, not measured";
        /// The most ranges that describe where a value lies in a table; it must have at most one in
        /// [`TABLE_RARE`] of the places.
        pub(crate) TABLE_RANGES: usize = 256, in 1..=1 << 16, "ranges", because CHOSEN;
        /// A value is looked for in a table only if it has at most one in this many of the places.
        pub(crate) TABLE_RARE: u64 = 16, in 1..=1 << 16, "places", because CHOSEN;
        /// The work that a conflict counts as.
        pub(crate) SAT_CONFLICT_WORK: u64 = 30, in 0..=1 << 16, "propagated literals", because "estimated, not measured";
        /// What a clause takes beyond its literals.
        pub(crate) SAT_CLAUSE_BYTES: usize = 40, in 0..=1 << 16, "bytes", because "estimated, not measured";
        /// What a variable takes with its watches and activities.
        pub(crate) SAT_VARIABLE_BYTES: usize = 120, in 0..=1 << 16, "bytes", because "estimated, not measured";
        /// How many conflicts pass between two looks at the clock.
        pub SAT_CLOCK: u64 = 64, in 1..=1 << 20, "conflicts", because CHOSEN;
        /// What a learnt clause takes beyond its literals.
        pub SAT_LEARNT_BYTES: usize = 40, in 0..=1 << 16, "bytes", because "estimated, not measured";
        /// The most conflicts that the SAT solver may meet in one question, unless `--max-question-conflicts`
        /// says otherwise.
        pub(crate) QUESTION_CONFLICTS: u64 = 200_000, in 1..=1 << 60, "conflicts", because CHOSEN;
        /// The time limit for one question, a backstop behind the count of conflicts, unless `--max-question-
        /// time` says otherwise.
        pub(crate) QUESTION_SECONDS: u64 = 120, in 1..=1 << 30, "seconds", because CHOSEN;
        /// The most that the encoding of one question may take, roughly, unless `--max-question-memory` says
        /// otherwise.
        pub(crate) QUESTION_MEMORY: usize = 1 << 30, in 1 << 20..=1 << 60, "bytes", because CHOSEN;
        /// The work of orders of bytes for one question where nothing is left on the account.
        pub(crate) BYTE_ORDERS_LEAST: u64 = 1 << 17, in 0..=1 << 17, "evaluated terms", because CHOSEN;
        /// The least that a first look may cost.
        pub(crate) BYTE_ORDERS_FIRST_LEAST: u64 = 1 << 12, in 0..=1 << 40, "evaluated terms",
            because "a sixth of a millisecond; the number itself was chosen";
        /// A first look with an answer shortens those to come by this part.
        pub(crate) BYTE_ORDERS_DOUBT: u64 = 8, in 1..=1 << 20, "parts", because CHOSEN;
        /// How many evaluated terms take as long as a unit of SAT work.
        pub(crate) BYTE_ORDERS_OF_SAT: u64 = 3, in 1..=1 << 20, "evaluated terms",
            because "a unit of SAT work takes about 150 ns, and a term here 45";
        /// The part of the first credit of orders of bytes that questions about paths with bounded universal facts have.
        pub(crate) BYTE_ORDERS_FACTS: i64 = 16, in 1..=1 << 20, "parts",
            because "a program that copies strings of symbolic length, joined by patterns, took 8 s with the whole credit and answers that were worth twice their cost, and 0.8 s without orders of bytes";
        /// How many cases of orders of bytes may wait for an assignment at the same time.
        pub(crate) BYTE_ORDERS_WAITING: usize = 1 << 12, in 1..=1 << 24, "cases", because CHOSEN;
        /// The cost of an assignment beside that of the terms that are evaluated.
        pub(crate) BYTE_ORDERS_VALUES: u64 = 200, in 0..=1 << 24, "evaluated terms", because "estimated, not measured";
        /// The cost of the 256 values of a function of a byte.
        pub(crate) BYTE_ORDERS_FUNCTION: u64 = 64, in 0..=1 << 24, "evaluated terms",
            because "about half a microsecond, and an evaluated term takes some ten nanoseconds";
        /// The cost of each comparison that another case assumes to be different.
        pub(crate) BYTE_ORDERS_CASE: u64 = 32, in 0..=1 << 24, "evaluated terms", because "estimated, not measured";
        /// The most relations of bytes kept between questions. When there are more, all are forgotten.
        pub(crate) BYTE_ORDERS_RELATIONS: usize = 256, in 1..=1 << 24, "relations", because CHOSEN;
        /// The most terms that the conditions about orders of bytes may have.
        pub(crate) BYTE_ORDERS_TERMS: usize = 20_000, in 1..=1 << 24, "terms", because CHOSEN;
        /// The most bytes that the conditions about orders of bytes may depend on.
        pub(crate) BYTE_ORDERS_BYTES: usize = 24, in 1..=64, "bytes", because CHOSEN;
        /// How deep reads are followed whose indices are read themselves.
        pub(crate) BYTE_ORDERS_DEPTH: u32 = 16, in 0..=64, "levels", because CHOSEN;
        /// A turn of such a solver is at least long enough for this many assignments to all its variables.
        pub(crate) BLAST_ASSIGNMENTS: u64 = 2, in 0..=1 << 16, "assignments",
            because "several conflicts may follow each other before it can be stopped; the number itself was chosen";
        /// The second form's next turn comes when the first form's work since it became long has grown by one
        /// part in this many. A larger number makes turns shorter, a smaller one makes them later.
        pub(crate) FORMS_STEPS: u64 = 4, in 1..=1 << 16, "parts", because CHOSEN;
        /// How many constraints of a query are looked up, at most, to see how well a SAT solver knows it.
        pub(crate) BLAST_SAMPLE: usize = 16, in 1..=1 << 16, "constraints", because CHOSEN;
        /// What asking a stage counts as in the work of a solver, which is in units of about a simple instruction of a program.
        pub(crate) ASKED_WORK: u64 = 60, in 1..=1 << 20, "units of work",
            because "most stages answer or decline within a microsecond; the number itself was chosen";
        /// What evaluating a term counts as there.
        pub(crate) EVALUATED_WORK: u64 = 3, in 0..=1 << 20, "units of work", because "about 30 ns; the number itself was chosen";
        /// What a unit of the work of orders, of bytes or of whole inputs, counts as there.
        pub(crate) ORDERS_WORK: u64 = 4, in 0..=1 << 20, "units of work",
            because "22 to 68 ns over five functions of bench/merging";
        /// What a node that is visited with sets of values counts as there.
        pub(crate) SETS_WORK: u64 = 10, in 0..=1 << 20, "units of work",
            because "about 100 ns where contents of buffers are asked about; the number itself was chosen";
        /// What a unit of SAT work counts as there.
        pub(crate) SAT_WORK: u64 = 15, in 1..=1 << 20, "units of work",
            because "a unit takes about 150 ns, and a simple instruction 10";
        /// The least work that is worth a turn of a known SAT solver beside a fresh one.
        pub(crate) BLAST_TURN: u64 = 250, in 0..=1 << 32, "units of SAT work", because "that of some conflicts";
        /// The most work of the first search of a known SAT solver before a fresh one starts.
        pub(crate) BLAST_FIRST: u64 = 1000, in 1..=1 << 32, "units of SAT work", because "it shows what a conflict costs";
        /// The least work that is worth another search before a fresh SAT solver starts.
        pub(crate) BLAST_LEAST: u64 = 30, in 0..=1 << 32, "units of SAT work", because CHOSEN;
        /// The most searches of a known SAT solver before a fresh one starts.
        pub(crate) BLAST_SEARCHES: usize = 5, in 1..=1 << 16, "searches", because CHOSEN;
        /// A known SAT solver is asked if it has at least this many times the clauses that it lacks.
        pub(crate) BLAST_MISSING: usize = 2, in 1..=1 << 16, "times", because CHOSEN;
        /// It is asked before a fresh one if it has a variable for at least this many clauses of the query.
        pub(crate) BLAST_VARIABLE: usize = 2, in 1..=1 << 16, "clauses",
            because "even an assignment to all of them is little beside what a fresh one has to do";
        /// The work that known SAT solvers may do before one of them has answered.
        pub(crate) REUSE_CREDIT: i64 = 200_000, in 0..=1 << 50, "units of SAT work", because "some 30 ms; the number itself was chosen";
        /// An answer of a known SAT solver is worth this many times its work.
        pub(crate) REUSE_WINS: u64 = 3, in 1..=1 << 16, "times", because "its share is three eighths of that of a fresh one";
        /// The least number of clauses of a query for which a known SAT solver is asked before a fresh one.
        pub(crate) BLAST_EARLY_CLAUSES: usize = 500, in 0..=1 << 32, "clauses",
            because "with fewer, a conflict or two are more than its share";
        /// How many times the average a conflict is expected to propagate unseen, where a search should end
        /// rather too early than too late; before the first conflict of a question twice as many times.
        pub(crate) SAT_CAUTION: u64 = 2, in 1..=1 << 16, "times", because CHOSEN;
        /// Before a SAT solver meets its first conflict, this many are supposed to have been met.
        pub(crate) SAT_SUPPOSED: u64 = 4, in 0..=1 << 16, "conflicts",
            because "a few conflicts on few variables say little about the next";
        /// In each conflict that is supposed to have been met, one in so many variables was propagated unseen.
        pub(crate) SAT_SUPPOSED_PART: u64 = 8, in 1..=1 << 16, "variables", because CHOSEN;
        /// How many conflicts pass between two looks of a watch.
        pub CADICAL_PERIOD: u64 = 100, in 1..=1 << 20, "conflicts", because CHOSEN;
        /// The shortest turn of the second form is `forms_long` divided by this.
        pub(crate) FORMS_LEAST: u64 = 16, in 1..=1 << 20, "parts",
            because "a SAT solver may do that much between two looks";
    }
}

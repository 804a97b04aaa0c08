//! The numbers that decide what following paths costs.

use tuning::CHOSEN;

tuning::table! {
    crate "exec";
    tunable {
        /// Paths are joined at loops, calls and branches only if this exceeds the static costs of the values in which
        /// they differ.
        merge_cost: u32 = 1, in 1..=1 << 20, "questions",
            because "with 1, no question to come depends on a joined value; the number itself was chosen";
        /// The most paths that are joined there if not all paths that have parted are among them: what is assumed is
        /// then that one of them was taken, and each question to come about the same inputs has to consider it.
        merge_alternatives: usize = 2, in 1..=1 << 20, "paths",
            because "of 1, 2, 4 and 64 the fastest over bench/merging";
        /// The number of instructions that a state runs before the searcher is asked again.
        batch: u64 = 8_000, in 1..=1 << 32, "instructions", because CHOSEN;
        /// The number of instructions that a step outside the fast path counts as in a batch. Such a step makes
        /// terms, and a state in a loop of such steps must not keep the others waiting.
        slow_step: u64 = 40, in 1..=1 << 20, "instructions", because CHOSEN;
        /// The number of instructions that a question counts as in a batch if only the SAT solver can answer it.
        hard_question: u64 = 800, in 0..=1 << 32, "instructions",
            because "some such questions take minutes, and other states must get their turns";
        /// The number of bytes moved by a modelled function that count as one instruction in a batch. Bytes that
        /// it shares or fills are counted by blocks.
        bulk: u64 = 16, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The greatest number of choices in a row that are passed over because the state has run for long
        /// without forking.
        passed_over: u32 = 16, in 0..=1 << 16, "choices", because CHOSEN;
        /// The greatest number of possible offsets for which an access at a symbolic offset considers each one
        /// on its own.
        possible_offsets: usize = 64, in 0..=1 << 16, "offsets", because CHOSEN;
        /// The greatest size that an object of symbolic size is considered to have, unless `--size-capacity` says
        /// otherwise.
        size_capacity: u64 = 4_096, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The greatest length up to which a copy or fill of symbolic length is a term for each byte. Beyond, the path
        /// forks over the lengths.
        copied_by_terms: u64 = 256, in 0..=1 << 20, "bytes",
            because "in a program that then reads at a symbolic place, of 256 bytes of which some were never written, terms take two to six times the \
            time of forks, and of 1,024 bytes 17 to 49 times";
        /// The same where the bytes that are copied, and those that the copy may leave as they are, have all been written before.
        copied_over_defined: u64 = 4_096, in 0..=1 << 20, "bytes",
            because "of five programs with 1,024 bytes four take 0.002 to 0.3 of the time that forks take, and one that adds up the copied bytes 0.8; \
            the number is that of size_capacity";
        /// The work that the first attempt of a run has done when others begin.
        race_begins: u64 = 2_000_000, in 1..=1 << 60, "units of work",
            because "about 15 ms; most runs are over by then";
        /// The work that each other attempt may do in any case, as far as the first has done as much.
        race_free: u64 = 1_500_000, in 0..=1 << 60, "units of work",
            because "about 12 ms; what wins at once mostly needs 1 to 2 million over bench/merging";
        /// The least number of forks of the first attempt before others begin.
        race_forks: u64 = 1_000, in 0..=1 << 60, "forks",
            because "so many paths take some hundredths of a second, and people still look at single ones";
        /// One question to the solver may use the memory limit of the process divided by this number.
        question_share: u64 = 20, in 1..=1 << 20, "questions",
            because "the memory of the process is not checked while a question is being answered";
    }
    constant {
        /// What a comparison of two states that might be joined counts as in the work of an attempt.
        pub(crate) COMPARED_WORK: u64 = 300, in 0..=1 << 20, "units of work",
            because "states of a small program are compared in some microseconds; the number itself was chosen";
        /// What a term that is made counts as there.
        pub(crate) TERM_WORK: u64 = 10, in 0..=1 << 20, "units of work", because "about 100 ns; the number itself was chosen";
        /// A slice of the first attempt is what it has done so far divided by this.
        pub(crate) RACE_SLICES: u64 = 4, in 1..=1 << 20, "slices", because CHOSEN;
        /// A trial may do as much more as the first attempt is expected to do in all, divided by this.
        pub(crate) RACE_SHARE: u64 = 40, in 1..=1 << 20, "parts",
            because "three trials are meant to cost less than a tenth of a run that does without; the number itself was chosen";
        /// A trial may do as much as the first attempt has done, divided by this.
        pub(crate) RACE_MOST: u64 = 1, in 1..=1 << 20, "parts", because CHOSEN;
        /// The most conflicts the SAT solver may meet in one question of a trial.
        pub(crate) TRIAL_CONFLICTS: u64 = 5_000, in 1..=1 << 40, "conflicts",
            because "a question that takes longer keeps the others waiting; the number itself was chosen";
        /// The number of steps outside the fast path between two checks of the clock and the memory within a batch.
        pub(crate) STEPS_BETWEEN_LOOKS: u64 = 16, in 1..=1 << 20, "steps",
            because "a check costs more than some of these steps";
        /// The number of turns between two looks at the clock.
        pub(crate) TURNS_BETWEEN_LOOKS: u64 = 4, in 1..=1 << 10, "turns",
            because "a look costs 1 % of a run with short turns; long turns look at the clock themselves";
        /// The least time between two checks of the time limit, each with a report of progress.
        pub(crate) TICK_MILLISECONDS: u64 = 100, in 1..=10_000, "milliseconds", because "what people can follow";
        /// The least time between two readings of the memory in use.
        pub(crate) MEMORY_LOOK_MILLISECONDS: u64 = 1, in 1..=10_000, "milliseconds", because CHOSEN;
        /// The default time for the tests of the paths that are given up together.
        pub(crate) CLOSING_MILLISECONDS: u64 = 500, in 1..=60_000, "milliseconds",
            because "a run ends within a second of its limit";
        /// The size from which a copy checks the memory that is left.
        pub(crate) MUCH: u64 = 64 << 10, in 0..=1 << 40, "bytes", because CHOSEN;
        /// The size of the largest object in which an access may have a symbolic offset: such an access considers
        /// all of the object. In a larger object the path forks over the offsets instead, if they are few.
        pub(crate) ARRAY_LIMIT: u64 = 1 << 30, in 1..=1 << 40, "bytes", because CHOSEN;
        /// The greatest number of offsets over which a path forks in an object that is too large for an array.
        pub(crate) FEW_OFFSETS: u64 = 256, in 1..=1 << 20, "offsets", because CHOSEN;
        /// The most addresses that a pointer is known to have on a path, where that is used to leave others out.
        pub(crate) POSSIBLE_ADDRESSES: usize = 64, in 0..=1 << 16, "addresses", because CHOSEN;
        /// The most blocks of a function whose branches are looked at for where their ways meet.
        pub(crate) DIAMOND_BLOCKS: usize = 256, in 0..=1 << 20, "blocks",
            because "the search takes the cube of this at worst; the number itself was chosen";
        /// How many comparisons of two states a place may have cost, beyond what joining there has saved, before states do
        /// not wait there any more.
        pub(crate) MERGE_PATIENCE: i64 = 16, in 1..=1 << 20, "comparisons", because CHOSEN;
        /// The number of comparisons that a state is worth which does not have to be explored because it was joined.
        pub(crate) MERGE_SAVES: i64 = 4, in 1..=1 << 20, "comparisons", because CHOSEN;
        /// The most groups of joined states with equal values of consequence that a state is compared with.
        pub(crate) MERGE_GROUPS: usize = 16, in 1..=1 << 20, "groups",
            because "comparing all with all takes the square of their number; the number itself was chosen";
        /// The most nodes of the execution tree that a region keeps for states that come later and are equal to them.
        pub(crate) NODES_KEPT: usize = 1 << 14, in 0..=1 << 24, "nodes",
            because "each is a state of some kilobytes, most of it shared; the number itself was chosen";
        /// The number of nodes of a region that is open because joining may pay, before states are joined with them.
        pub(crate) NODES_ALONE: usize = 64, in 0..=1 << 24, "nodes",
            because "png_chunks of bench/merging with buffers of 8 bytes takes 0.01 s without such joins and 0.57 s with all of them";
        /// The most ways from a fork to where the paths behind it join that are looked at to see whether all of them join, and the most
        /// conditions of one.
        pub(crate) ROUTES: usize = 64, in 1..=1 << 20, "ways", because CHOSEN;
        /// The most paths of a join that are remembered to see later whether all paths join.
        pub(crate) ROUTES_JOINED: usize = 16, in 0..=1 << 20, "paths", because CHOSEN;
        /// The least number of paths that a pattern of conditions has to match to be used.
        pub(crate) PATTERN_PATHS: usize = 3, in 2..=1 << 20, "paths",
            because "anything fits two";
        /// The most ways to split one path into a beginning, repetitions and an end that are looked at.
        pub(crate) PATTERN_MATCHES: usize = 20, in 1..=1 << 20, "ways", because "as in Trabish 2024, section 6.5";
        /// The most patterns that the paths of one join are sorted by; the others are joined along the tree.
        pub(crate) PATTERN_COUNT: usize = 10, in 1..=1 << 20, "patterns", because "as in Trabish 2024, section 6.5";
        /// The most conditions that one repetition and the end of a path may have together.
        pub(crate) PATTERN_CONDITIONS: usize = 48, in 1..=1 << 20, "conditions",
            because "all splits up to it are compared; the number itself was chosen";
        /// The most runs of repetitions after each other that one pattern has.
        pub(crate) PATTERN_RUNS: usize = 2, in 1..=8, "runs",
            because "two loops after each other are common; the ways to split a path grow with the power of it";
        /// The most patterns of several runs that terms are fitted to at one join, and the most paths whose patterns of one run
        /// these are compared with.
        pub(crate) PATTERN_TRIES: usize = 4, in 1..=1 << 20, "patterns", because CHOSEN;
        /// The most terms that are looked at for the number of repetitions.
        pub(crate) PATTERN_COUNTS: usize = 4, in 0..=1 << 20, "terms", because CHOSEN;
        /// The most subterms that are compared when a term is fitted to instances of it.
        pub(crate) PATTERN_TERMS: usize = 1_000, in 1..=1 << 20, "terms", because CHOSEN;
        /// How deep terms are looked into to tell the shapes of conditions.
        pub(crate) SHAPE_DEPTH: u32 = 24, in 1..=1 << 10, "operators", because CHOSEN;
        /// The greatest static cost that is told from greater ones where paths are joined.
        pub(crate) MERGE_COST_CAP: u32 = 16, in 1..=1 << 20, "questions",
            because "costs are found by counting up to it; the number itself was chosen";
        /// The greatest number of bytes of memory in which states that are joined may differ.
        pub(crate) MERGED_BYTES: u64 = 4_096, in 1..=1 << 30, "bytes", because CHOSEN;
        /// The greatest number of places in which states may differ that are joined without the program asking for it.
        pub(crate) MERGED_PLACES: usize = 16, in 1..=1 << 20, "places", because CHOSEN;
        /// The greatest number of states that wait for a region. If there are more, they are joined before the others
        /// have come.
        pub(crate) WAITING_STATES: usize = 1_024, in 2..=1 << 20, "states", because CHOSEN;
        /// The greatest number of tests that are written for one path that stands for several.
        pub(crate) VARIANTS: usize = 1 << 20, in 1..=1 << 40, "tests", because "more than fit on a disk";
        /// The number of turns between two looks at the regions that states wait for.
        pub(crate) TURNS_BETWEEN_RELEASES: u64 = 64, in 1..=1 << 20, "turns", because CHOSEN;
        /// The number of turns after which states do not wait for a region any more.
        pub(crate) WAITING_TURNS: u64 = 20_000, in 1..=1 << 40, "turns", because CHOSEN;
        /// The number of turns for which the members of a region that others wait at run before all other states.
        pub(crate) FAVOURED_TURNS: u64 = 2_000, in 0..=1 << 40, "turns", because CHOSEN;
        /// The greatest capacity of an object of symbolic size.
        pub(crate) LARGEST_CAPACITY: u64 = 1 << 30, in 1..=1 << 40, "bytes",
            because "in a larger object no access may have a symbolic offset";
        /// The number of blocks and states up to which distances to new code are recomputed whenever coverage has
        /// grown.
        pub(crate) DISTANCES_AT_ONCE: usize = 1024, in 0..=1 << 30, "blocks and states", because CHOSEN;
        /// How much that number grows whenever stale distances are used.
        pub(crate) DISTANCES_SHARE: usize = 16, in 1..=1 << 20, "blocks and states", because CHOSEN;
        /// The distance to new code from which on all states have the same weight.
        pub(crate) FAR: u64 = 10_000, in 1..=1 << 30, "edges", because CHOSEN;
        /// The number of states beyond which paths are ended before others are begun.
        pub(crate) CROWD: usize = 2048, in 1..=1 << 30, "states", because CHOSEN;
        /// The least limit on the turns of a dive.
        pub(crate) LEAST_DIVE: u64 = 64, in 1..=1 << 30, "turns", because CHOSEN;
        /// The greatest number of times that the draw of a state to dive from is repeated because a dive was
        /// broken off at it.
        pub(crate) DRAWS: u32 = 16, in 1..=1 << 16, "draws", because CHOSEN;
        /// The number of undefined symbols shared in turn by the objects that one instruction allocates.
        pub(crate) UNDEFINED_SYMBOLS: u32 = 8, in 2..=1 << 16, "symbols",
            because "two objects that are compared differ, and a loop of allocations does not fill memory";
        /// The number of times that an instruction loads undefined bytes on a path before it loads zeros instead.
        pub(crate) UNDEFINED_LOADS: u32 = 10_000, in 1..=1 << 30, "loads",
            because "a loop that copies structures with padding must not fill memory with terms";
        /// The number of values of undefined symbols that are tried, to find inputs for which they matter.
        pub(crate) UNDEFINED_ROUNDS: usize = 4, in 1..=1 << 10, "values", because CHOSEN;
        /// The size at which the tail of concrete standard output becomes a piece.
        pub(crate) OUTPUT_TAIL: usize = 512, in 1..=1 << 20, "bytes", because CHOSEN;
        /// The number of words of a page of a shared set.
        pub(crate) SET_WORDS: usize = 16, in 1..=1 << 10, "words of 64 bits", because CHOSEN;
        /// The number of bytes from the lowest address that the table of machine code covers. Code beyond cannot
        /// be reached by its address.
        pub(crate) CODE_SPAN: u64 = 1 << 30, in 1..=1 << 40, "bytes", because CHOSEN;
    }
}

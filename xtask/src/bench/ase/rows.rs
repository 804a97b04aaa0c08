//! The programs of Abyaneh 2021, Table III, with the figures of that table.
//!
//! The programs in `bench/ase/` are our own. Sizes are those of Abyaneh 2021 where it gives them. Where it does
//! not, they are chosen to give its number of paths, if such sizes were found: two passes over ten elements for
//! `min_max_all`, counting in two arrays of six for `is_permutation`, subtraction of numbers up to 25 for
//! `gcd`. The graphs and `loop_invgen` are of the same kind, but their paths differ. They are followed by the
//! programs of Dustmann 2018, §4.1: arrays at a symbolic index, a sum with very many values, sorts with two
//! symbolic elements (its sorts with one are like those above). Last are two of our own that value sets cannot
//! help with.

/// What a row is about: some goals are about certain kinds only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Sorting.
    Sort,
    /// Searching.
    Search,
    /// Access to an array at a symbolic index.
    Index,
    /// A program that value sets cannot help with; only their cost matters.
    Opaque,
    /// Anything else.
    Other,
}

/// A program with its sizes and its figures in Abyaneh 2021.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in Abyaneh 2021.
    pub name: &'static str,
    /// What it is about.
    pub kind: Kind,
    /// The file in `bench/ase/`, without its extension.
    pub program: &'static str,
    /// Its sizes.
    pub sizes: Sizes,
    /// Whether it checks its result, which is so only where the check is the point. Most programs of Abyaneh
    /// 2021 do not.
    pub checked: bool,
    /// The figures in Abyaneh 2021, if it has the program.
    pub paper: Option<Paper>,
}

/// The macros that set a program's sizes: normal and quick.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Sizes for measurements.
    pub normal: &'static [&'static str],
    /// Small sizes.
    pub quick: &'static [&'static str],
}

/// The figures of a row in Abyaneh 2021, Table III.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// The number of paths explored.
    pub paths: u32,
    /// The questions that reached the SMT solver: baseline, PARTI, ASE with its first and with its second
    /// heuristic.
    pub queries: [u32; 4],
    /// Seconds, in the same order.
    pub seconds: [f64; 4],
}

impl Paper {
    /// Whether neither heuristic of ASE needed the SMT solver.
    pub fn is_zero(&self) -> bool {
        self.queries[2] == 0 && self.queries[3] == 0
    }
}

const ONE_OF_300: Sizes = sized(&["SIZE=300", "SYMBOLIC=1"], &["SIZE=20", "SYMBOLIC=1"]);
const TWO_OF_60: Sizes = sized(&["SIZE=60", "SYMBOLIC=2"], &["SIZE=10", "SYMBOLIC=2"]);
const THREE_OF_40: Sizes = sized(&["SIZE=40", "SYMBOLIC=3"], &["SIZE=8", "SYMBOLIC=3"]);
const EIGHT_OF_8: Sizes = sized(&["SIZE=8", "SYMBOLIC=8"], &["SIZE=5", "SYMBOLIC=5"]);

const fn sized(normal: &'static [&'static str], quick: &'static [&'static str]) -> Sizes {
    Sizes { normal, quick }
}

/// The program's default sizes, or these for a quick run.
const fn quick(quick: &'static [&'static str]) -> Sizes {
    Sizes { normal: &[], quick }
}

const fn row(name: &'static str, kind: Kind, program: &'static str, sizes: Sizes, paper: Paper) -> Row {
    Row { paper: Some(paper), ..further(name, kind, program, sizes) }
}

const fn further(name: &'static str, kind: Kind, program: &'static str, sizes: Sizes) -> Row {
    Row { name, kind, program, sizes, checked: false, paper: None }
}

/// The row with its check on.
const fn asserting(row: Row) -> Row {
    Row { checked: true, ..row }
}

const fn paper(paths: u32, queries: [u32; 4], seconds: [f64; 4]) -> Paper {
    Paper { paths, queries, seconds }
}

/// The table.
#[rustfmt::skip] // A row a line.
pub const ROWS: &[Row] = &[
    row("bubble_sort_1", Kind::Sort, "bubble_sort", ONE_OF_300, paper(300, [67_350, 0, 0, 0], [206.39, 32.49, 32.86, 33.50])),
    row("bubble_sort_3", Kind::Sort, "bubble_sort", THREE_OF_40, paper(55_445, [1_135_634, 728_766, 637_821, 559_587], [1207.21, 779.11, 670.84, 588.35])),
    row("bubble_sort_all", Kind::Sort, "bubble_sort", EIGHT_OF_8, paper(40_320, [234_958, 234_958, 233_087, 91_796], [249.14, 255.90, 244.69, 65.14])),
    row("heap_sort_1", Kind::Sort, "heap_sort", ONE_OF_300, paper(275, [2340, 0, 0, 0], [7.11, 3.11, 3.22, 3.20])),
    row("heap_sort_3", Kind::Sort, "heap_sort", THREE_OF_40, paper(39_286, [518_822, 162_096, 104_524, 105_620], [437.36, 140.81, 93.41, 95.68])),
    row("heap_sort_all", Kind::Sort, "heap_sort", EIGHT_OF_8, paper(135_423, [964_444, 964_444, 960_034, 830_632], [1180.73, 1202.91, 1188.13, 982.57])),
    row("insertion_sort_1", Kind::Sort, "insertion_sort", ONE_OF_300, paper(300, [67_350, 0, 0, 0], [204.87, 25.53, 26.23, 26.32])),
    row("insertion_sort_3", Kind::Sort, "insertion_sort", THREE_OF_40, paper(55_445, [2_860_000, 1_575_736, 1_420_769, 1_249_913], [2830.64, 1575.29, 1391.06, 1208.43])),
    row("insertion_sort_all", Kind::Sort, "insertion_sort", EIGHT_OF_8, paper(40_320, [80_638, 80_638, 80_057, 4878], [74.35, 75.33, 73.21, 5.22])),
    row("merge_sort_1", Kind::Sort, "merge_sort", ONE_OF_300, paper(300, [896, 0, 0, 0], [1.93, 0.88, 0.91, 0.91])),
    row("merge_sort_3", Kind::Sort, "merge_sort", THREE_OF_40, paper(55_445, [147_400, 34_746, 29_460, 14_125], [149.79, 45.12, 40.14, 23.73])),
    row("merge_sort_all", Kind::Sort, "merge_sort", EIGHT_OF_8, paper(40_320, [80_638, 80_638, 78_750, 63_238], [76.84, 77.01, 71.36, 58.94])),
    row("quick_sort_1", Kind::Sort, "quick_sort", ONE_OF_300, paper(300, [598, 0, 0, 0], [18.55, 19.84, 19.73, 19.94])),
    row("quick_sort_3", Kind::Sort, "quick_sort", THREE_OF_40, paper(49_675, [446_606, 230_898, 205_666, 162_382], [558.60, 304.82, 274.33, 212.65])),
    row("quick_sort_all", Kind::Sort, "quick_sort", EIGHT_OF_8, paper(40_320, [80_638, 80_638, 78_800, 9757], [109.93, 111.27, 109.53, 15.36])),
    row("selection_sort_1", Kind::Sort, "selection_sort", ONE_OF_300, paper(300, [1_192_300, 0, 0, 0], [2697.72, 16.10, 16.60, 16.49])),
    row("selection_sort_3", Kind::Sort, "selection_sort", THREE_OF_40, paper(60_535, [3_828_538, 3_030_568, 2_913_602, 2_480_695], [4358.47, 3411.95, 3288.82, 2658.36])),
    row("selection_sort_all", Kind::Sort, "selection_sort", EIGHT_OF_8, paper(101_773, [526_350, 526_350, 521_344, 351_101], [625.52, 629.13, 623.13, 403.23])),
    row("dijkstra", Kind::Other, "dijkstra", quick(&["VERTICES=3"]), paper(11_632, [99_564, 89_990, 88_726, 83_034], [862.19, 790.76, 775.70, 724.14])),
    row("kruskal", Kind::Other, "kruskal", quick(&["VERTICES=3"]), paper(7129, [789_714, 738_072, 711_343, 658_255], [830.87, 794.07, 746.51, 678.89])),
    row("bellman-ford", Kind::Other, "bellman_ford", sized(&["VERTICES=4"], &["VERTICES=3"]), paper(326, [102_876, 91_752, 91_752, 91_752], [836.81, 763.01, 760.89, 766.24])),
    row("binary_search_all", Kind::Search, "binary_search", quick(&["SIZE=40"]), paper(4001, [8000, 8000, 0, 0], [905.90, 904.50, 0.12, 0.11])),
    row("linear_find_all", Kind::Search, "linear_find", quick(&["SIZE=40"]), paper(1001, [2000, 2000, 0, 0], [102.66, 101.71, 0.04, 0.04])),
    row("is_permutation", Kind::Other, "is_permutation", quick(&["SIZE=4"]), paper(96_499, [1_716_634, 1_716_634, 1_622_733, 794_099], [1620.05, 1649.28, 1483.62, 532.04])),
    row("gcd", Kind::Other, "gcd", quick(&["LIMIT=8"]), paper(401, [3192, 3188, 3183, 3183], [279.13, 266.32, 272.69, 269.13])),
    asserting(row("loop_invgen", Kind::Other, "loop_invgen", quick(&["LIMIT=20"]), paper(4098, [34_440, 29_846, 22_859, 17_369], [775.26, 580.93, 401.34, 262.02]))),
    row("min_max_all", Kind::Other, "min_max", quick(&["SIZE=6"]), paper(19_683, [77_706, 77_706, 72_067, 74_362], [137.76, 139.27, 128.90, 129.89])),
    row("dirname", Kind::Other, "dirname", quick(&["LENGTH=6"]), paper(65_535, [815_764, 0, 0, 0], [326.42, 2.01, 2.05, 2.06])),
    row("fibonacci", Kind::Other, "fibonacci", quick(&["LIMIT=10"]), paper(21, [206_554, 0, 0, 0], [32.68, 0.19, 0.20, 0.19])),
    asserting(row("half", Kind::Other, "half", quick(&["LIMIT=40"]), paper(1002, [8010, 8006, 0, 0], [81.36, 81.73, 0.03, 0.03]))),
    row("outer_product", Kind::Other, "outer_product", quick(&["SIZE=3"]), paper(15_625, [140_616, 140_616, 0, 0], [186.51, 189.72, 0.36, 0.36])),
    // Dustmann 2018, §4.1, which gives curves and no figures.
    further("bubble_sort_2", Kind::Sort, "bubble_sort", TWO_OF_60),
    further("heap_sort_2", Kind::Sort, "heap_sort", TWO_OF_60),
    further("insertion_sort_2", Kind::Sort, "insertion_sort", TWO_OF_60),
    further("merge_sort_2", Kind::Sort, "merge_sort", TWO_OF_60),
    further("quick_sort_2", Kind::Sort, "quick_sort", TWO_OF_60),
    further("selection_sort_2", Kind::Sort, "selection_sort", TWO_OF_60),
    further("array_index_8", Kind::Index, "array_index", sized(&["BITS=8"], &["BITS=8", "SIZE=50"])),
    further("array_index_16", Kind::Index, "array_index", sized(&["BITS=16"], &["BITS=16", "SIZE=50"])),
    further("array_index_32", Kind::Index, "array_index", sized(&["BITS=32"], &["BITS=32", "SIZE=50"])),
    further("array_index_64", Kind::Index, "array_index", sized(&["BITS=64"], &["BITS=64", "SIZE=50"])),
    further("adversarial_sum", Kind::Other, "adversarial_sum", sized(&[], &["COUNT=8"])),
    further("adversarial_sum_control", Kind::Other, "adversarial_sum", sized(&["CONTROL"], &["COUNT=8", "CONTROL"])),
    // Our own.
    further("mixing", Kind::Opaque, "mixing", quick(&["BITS=4"])),
    further("substitution", Kind::Opaque, "substitution", quick(&["ROUNDS=3"])),
];

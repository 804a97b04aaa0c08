//! Programs under techniques that change which paths there are: choices between objects, joined paths, other modes
//! of sizes. The reports must be the same and the tests must replay; only the number of paths may differ.

use report::replay::Builder;

use crate::case::Case;
use crate::check;
use crate::configuration::{self, Configuration};
use crate::explore::Explored;
use crate::follow;
use crate::repeat;
use crate::replay::Natively;

/// Another way to explore programs.
pub struct Alternative {
    /// The option that it is switched on with, and its value.
    pub option: (&'static str, &'static str),
    /// Others that it needs, unless the program sets them itself.
    pub needs: &'static [(&'static str, &'static str)],
    /// The counter that says whether it made a difference.
    pub counter: &'static str,
    /// The directories of which all programs are compared in an ordinary run; of the others one in `share` is.
    pub directories: &'static [&'static str],
    pub share: usize,
    /// Whether the tests are followed again by their decisions.
    pub follows: bool,
}

/// A choice between the objects that a pointer may denote.
pub const CHOICES: Alternative = Alternative {
    option: ("--memory-model", "merge"),
    needs: &[],
    counter: "exec.choices",
    directories: &["pointers/", "aggregates/", "memory/"],
    share: 6,
    follows: true,
};

/// Contents chosen as the pointer was.
pub const DYNAMIC: Alternative = Alternative { option: ("--memory-model", "dynamic"), ..CHOICES };

/// Joined paths.
pub const JOINS: Alternative = Alternative {
    option: ("--merge", "all"),
    needs: &[],
    counter: "exec.joins",
    directories: &[
        "sizes/",
        "control/",
        "calls/",
        "errors/",
        "intrinsics/",
        "merging/",
        "parsers/glob",
        "parsers/huffman",
    ],
    share: 24,
    follows: true,
};

/// Paths joined by patterns.
pub const PATTERNS: Alternative = Alternative {
    option: ("--merge-terms", "patterns"),
    needs: &[("--merge", "sizes")],
    counter: "exec.pattern_joins",
    directories: &["sizes/", "merging/"],
    share: usize::MAX,
    follows: true,
};

/// Ways of joining that are tried beside each other, here also where there are few paths.
pub const RACES: Alternative = Alternative {
    option: ("--merge", "auto"),
    needs: &[("--tests", "new"), ("--tune", "exec.race_begins=20000"), ("--tune", "exec.race_forks=4")],
    counter: "exec.trials_won",
    directories: &["sizes/", "errors/", "merging/"],
    share: 8,
    follows: true,
};

/// A path for each size.
pub const SIZES: Alternative = Alternative {
    option: ("--sizes", "eager"),
    needs: &[],
    counter: "exec.symbolic_sizes",
    directories: &["sizes/", "memory/"],
    share: 20,
    follows: true,
};

/// The outcome for a program.
#[derive(Default)]
pub struct Compared {
    /// How often the technique made a difference.
    pub times: u64,
    /// The number of tests replayed.
    pub replayed: u64,
    pub complaints: Vec<String>,
}

impl Alternative {
    /// Whether a program is compared in an ordinary run.
    pub fn is_compared(&self, case: &Case) -> bool {
        self.directories.iter().any(|part| case.name.contains(part)) || case.draw(self.share) == 0
    }
}

/// Explores a program in another way, and compares errors and completeness with its expectations. If the technique
/// made a difference, its tests are replayed and followed again, and it is explored again with every answer checked; in an
/// ordinary run only a quarter of the large programs.
pub fn compare(case: &Case, builder: &Builder, alternative: &Alternative) -> Compared {
    let mut compared = Compared::default();
    let mut configuration = Configuration::default().with(alternative.option.0, alternative.option.1);
    for (option, value) in alternative.needs {
        if !case.run.iter().any(|flag| flag == option) {
            configuration = configuration.with(option, value);
        }
    }
    let explored = match Explored::by(case, &configuration) {
        Ok(explored) => explored,
        Err(complaint) => {
            compared.complaints.push(complaint);
            return compared;
        }
    };
    compared.times = explored.counter(alternative.counter);
    let summary = &explored.summary;
    let mut found = check::errors(case, summary, case.depends_on_order());
    if summary.complete == case.footer.incomplete {
        found.push(format!("the exploration is {}", if summary.complete { "complete" } else { "incomplete" }));
    }
    compared.complaints.extend(found.into_iter().map(|text| format!("{}{}: {text}", case.name, configuration.label())));
    if compared.times == 0 {
        return compared;
    }
    if !configuration::everything() && case.is_large() && case.draw(4) > 0 {
        return compared;
    }
    match Explored::by(case, &configuration.checked()) {
        Ok(again) => compared.complaints.extend(repeat::compare(case, &configuration, &explored, &again)),
        Err(complaint) => compared.complaints.push(complaint),
    }
    if alternative.follows {
        compared.complaints.extend(follow::all(case, &configuration, &explored).err());
    }
    if case.replays {
        let mut natively = Natively::new(case, builder);
        compared.complaints.extend(natively.replay(&configuration, &explored));
        compared.replayed = natively.replayed;
    }
    compared
}

//! The settings under which a program is explored, beside those it asks for itself.

use exec::Search;

/// Techniques that a switch of the command line changes; each must leave every verdict as it is.
const SWITCHES: [&str; 0] = [];

/// Flags added to a program's own; a flag that a program gives itself is replaced.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    flags: Vec<String>,
}

impl Configuration {
    /// The ones under which everything is checked: the program's own flags, or those that `SUITE_SEEDS` asks for.
    pub fn of_environment() -> Vec<Configuration> {
        let Ok(seeds) = std::env::var("SUITE_SEEDS") else { return vec![Configuration::default()] };
        let bound = |text: &str| text.trim().parse::<u64>().unwrap_or_else(|_| panic!("SUITE_SEEDS={seeds}: not a..b"));
        let (first, end) = seeds.split_once("..").unwrap_or_else(|| panic!("SUITE_SEEDS={seeds}: not a..b"));
        let searches = || Search::NAMES.iter().map(|&(_, name)| name);
        (bound(first)..bound(end))
            .flat_map(|seed| searches().map(move |search| Configuration::with(&[("--search", search)], Some(seed))))
            .collect()
    }

    /// Each technique in turn.
    pub fn matrix() -> Vec<Configuration> {
        let searches = Search::NAMES.iter().map(|&(_, name)| Configuration::with(&[("--search", name)], None));
        let switches = SWITCHES.iter().map(|&switch| Configuration { flags: vec![switch.to_owned()] });
        searches.chain(switches).collect()
    }

    fn with(options: &[(&str, &str)], seed: Option<u64>) -> Configuration {
        let mut flags: Vec<String> =
            options.iter().flat_map(|&(name, value)| [name.to_owned(), value.to_owned()]).collect();
        flags.extend(seed.into_iter().flat_map(|seed| ["--seed".to_owned(), seed.to_string()]));
        Configuration { flags }
    }

    /// A program's flags with these in their place.
    pub fn over(&self, own: &[String]) -> Vec<String> {
        let mut flags = Vec::new();
        let mut own = own.iter();
        while let Some(flag) = own.next() {
            if flag.starts_with("--") && self.flags.contains(flag) {
                own.next();
            } else {
                flags.push(flag.clone());
            }
        }
        flags.extend(self.flags.iter().cloned());
        flags
    }

    /// Whether it changes the order in which paths are followed.
    pub fn reorders(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--search" || flag == "--seed")
    }

    /// For messages: nothing if it adds nothing.
    pub fn label(&self) -> String {
        if self.flags.is_empty() { String::new() } else { format!(" [{}]", self.flags.join(" ")) }
    }
}

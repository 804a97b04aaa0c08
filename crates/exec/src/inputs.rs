//! The symbolic objects of a path, in order of creation, under names that are unique on it.
//!
//! A repeated name gets a numeric suffix: `x`, `x_1`, `x_2`. A program may create thousands of inputs in a
//! loop, so the next suffix of each name is stored rather than searched for.

use expr::{Model, SymbolId};
use rustc_hash::FxHashMap;
use triomphe::Arc;

use crate::history::History;
use crate::outcome::Input;

/// A symbolic object.
#[derive(Clone, Debug)]
pub struct SymbolicInput {
    /// Its name, unique on the path.
    pub name: Arc<str>,
    /// The symbol that stands for its bytes.
    pub symbol: SymbolId,
    /// Its size in bytes; the greatest one if it has a length.
    pub size: u32,
    /// The input of 8 bytes that says how many of its bytes there are, if that is not known.
    pub length: Option<SymbolId>,
}

/// Names with suffixes, shared by all paths.
#[derive(Debug, Default)]
pub struct Names {
    suffixed: FxHashMap<String, Vec<Arc<str>>>,
}

impl Names {
    /// The name with a suffix, which is at least 1.
    fn with_suffix(&mut self, name: &str, suffix: u32) -> Arc<str> {
        if !self.suffixed.contains_key(name) {
            self.suffixed.insert(name.to_owned(), Vec::new());
        }
        let made = self.suffixed.get_mut(name).expect("it is there by now");
        while made.len() < suffix as usize {
            made.push(format!("{name}_{}", made.len() + 1).into());
        }
        made[suffix as usize - 1].clone()
    }
}

/// The symbolic objects of a path.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    list: History<SymbolicInput>,
    /// Each name requested so far, with the suffix that its next repetition gets.
    asked: Arc<Vec<(Arc<str>, u32)>>,
}

impl Inputs {
    /// The inputs in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = &SymbolicInput> {
        self.list.iter()
    }

    /// The inputs with their bytes under a model; without those that have no bytes.
    pub fn under(&self, model: &Model) -> Vec<Input> {
        let input = |input: &SymbolicInput| {
            let length = input.length.map_or(u64::MAX, |length| model.word(length, 0, 64));
            let size = (input.size as usize).min(length.try_into().unwrap_or(usize::MAX));
            Input { name: input.name.to_string(), bytes: model.bytes(input.symbol, size) }
        };
        self.iter().map(input).filter(|input| !input.bytes.is_empty()).collect()
    }

    /// Adds an input, whose name comes from [`Inputs::unique_name`].
    pub fn push(&mut self, input: SymbolicInput) {
        self.list.push(input);
    }

    /// A name that no input of the path has: the wanted one, or the wanted one with a suffix.
    pub fn unique_name(&mut self, wanted: &str, names: &mut Names) -> Arc<str> {
        let place = match self.asked.iter().position(|(name, _)| &**name == wanted) {
            Some(place) => place,
            None => {
                let next = 1;
                let first = !self.is_suffixed(wanted);
                Arc::make_mut(&mut self.asked).push((wanted.into(), next));
                if first {
                    return wanted.into();
                }
                self.asked.len() - 1
            }
        };
        loop {
            let suffix = &mut Arc::make_mut(&mut self.asked)[place].1;
            let name = names.with_suffix(wanted, *suffix);
            *suffix += 1;
            let used = self.asked.iter().any(|(known, _)| **known == *name);
            if !used {
                return name;
            }
        }
    }

    /// Whether a name was given out as the repetition of another.
    fn is_suffixed(&self, name: &str) -> bool {
        let Some((base, suffix)) = name.rsplit_once('_') else { return false };
        let Ok(suffix) = suffix.parse::<u32>() else { return false };
        self.asked.iter().any(|(known, next)| &**known == base && (1..*next).contains(&suffix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn repeated_names_get_suffixes() {
        let (mut inputs, mut made) = (Inputs::default(), Names::default());
        let names: Vec<Arc<str>> = (0..3).map(|_| inputs.unique_name("x", &mut made)).collect();
        assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["x", "x_1", "x_2"]);
    }

    #[test]
    fn names_are_unique_whatever_is_asked_for() {
        let wanted = ["x", "x_1", "x", "x", "x_1", "x_1_1", "x_2", "x_2", "y_5", "x", "x_1", "x_3"];
        let (mut inputs, mut made) = (Inputs::default(), Names::default());
        let names: BTreeSet<Arc<str>> = wanted.iter().map(|name| inputs.unique_name(name, &mut made)).collect();
        assert_eq!(names.len(), wanted.len());
    }
}

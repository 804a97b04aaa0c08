//! Interned symbols: a name is a small number, so scopes are plain vectors and the text of a script is not kept.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// A symbol of the script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Name(u32);

impl Name {
    /// The dense index, for tables with one entry for each name.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Reserved words, which are symbols only if quoted in bars, in the order in which they are interned.
const RESERVED: [&str; 7] = ["_", "!", "as", "let", "forall", "exists", "match"];

impl Name {
    pub(crate) const UNDERSCORE: Name = Name(0);
    pub(crate) const BANG: Name = Name(1);
    pub(crate) const AS: Name = Name(2);
    pub(crate) const LET: Name = Name(3);
    pub(crate) const FORALL: Name = Name(4);

    /// Whether the word is reserved.
    pub(crate) fn is_reserved(self) -> bool {
        self.index() < RESERVED.len()
    }
}

/// The texts of all names seen, one after the other in one string.
pub(crate) struct Names {
    text: String,
    /// The end of each name in the string.
    ends: Vec<usize>,
    unique: HashTable<u32>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { text: String::new(), ends: Vec::new(), unique: HashTable::new() };
        for word in RESERVED {
            names.intern(word);
        }
        names
    }
}

impl Names {
    /// The name with the given text, found or added.
    pub(crate) fn intern(&mut self, text: &str) -> Name {
        let hash = hash_of(text);
        let (all, ends) = (&self.text, &self.ends);
        if let Some(&found) = self.unique.find(hash, |&number| slice(all, ends, number) == text) {
            return Name(found);
        }
        let number = u32::try_from(ends.len()).expect("a script has fewer than 2^32 names");
        self.text.push_str(text);
        self.ends.push(self.text.len());
        let (all, ends) = (&self.text, &self.ends);
        self.unique.insert_unique(hash, number, |&number| hash_of(slice(all, ends, number)));
        Name(number)
    }

    /// The text of a name, without bars.
    pub(crate) fn text(&self, name: Name) -> &str {
        slice(&self.text, &self.ends, name.0)
    }
}

fn slice<'a>(all: &'a str, ends: &[usize], number: u32) -> &'a str {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] };
    &all[start..ends[number]]
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_have_equal_names() {
        let mut names = Names::default();
        let all: Vec<Name> = (0..1000).map(|i| names.intern(&format!("n{}", i % 500))).collect();
        for i in 0..500 {
            assert_eq!(all[i], all[i + 500]);
            assert_eq!(names.text(all[i]), format!("n{i}"));
        }
        assert_ne!(names.intern(""), names.intern("n"));
        assert!(names.intern("let") == Name::LET && Name::LET.is_reserved() && !all[0].is_reserved());
        assert_eq!(names.text(Name::AS), "as");
        assert_ne!(names.intern("ab"), names.intern("a"));
    }
}

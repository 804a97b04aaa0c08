//! Coverage in the format of `lcov`, which `genhtml`, editors and CI services read: `SF` names a file, `DA` a
//! line and how often it was executed, `FN` the line at which a function begins, `BRDA` a side of a branch and
//! how often it was taken. All other records are dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

/// The executed lines of some files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lcov {
    /// The lines by file name.
    pub files: BTreeMap<String, FileLines>,
}

/// The executed lines of one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileLines {
    /// How often each line with code was executed.
    pub counts: BTreeMap<u32, u64>,
    /// The lines at which functions begin.
    pub functions: BTreeSet<u32>,
    /// How often each side of a branch was taken, by the branch's line, its number there, and the side.
    pub branches: BTreeMap<(u32, u64, u64), u64>,
}

/// Why a text is not valid `lcov` output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LcovError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected.
    pub why: &'static str,
}

impl fmt::Display for LcovError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for LcovError {}

impl FileLines {
    /// The number of lines that were executed.
    pub fn executed(&self) -> usize {
        self.counts.values().filter(|&&count| count > 0).count()
    }

    /// One past the last line of the function that `line` belongs to: the line at which the next function
    /// begins.
    pub fn function_end(&self, line: u32) -> u32 {
        self.functions.range(line.saturating_add(1)..).next().copied().unwrap_or(u32::MAX)
    }
}

impl Lcov {
    /// Parses a text. Records of other types are skipped.
    pub fn parse(text: &str) -> Result<Lcov, LcovError> {
        let mut lcov = Lcov::default();
        let mut file: Option<&mut FileLines> = None;
        for (number, entry) in text.lines().enumerate() {
            let wrong = |why| LcovError { line: number + 1, why };
            let Some((key, value)) = entry.split_once(':') else { continue };
            if key == "SF" {
                file = Some(lcov.files.entry(value.to_owned()).or_default());
                continue;
            }
            if !["DA", "FN", "BRDA"].contains(&key) {
                continue;
            }
            let file = file.as_deref_mut().ok_or(wrong("a line of no file"))?;
            let (line, rest) =
                value.split_once(',').ok_or(wrong("a line's number and something after a comma expected"))?;
            let line: u32 = line.parse().map_err(|_| wrong("a line's number expected"))?;
            if key == "FN" {
                file.functions.insert(line);
                continue;
            }
            if key == "BRDA" {
                // A dash is the count of a branch that was never reached. Other tools name branches
                // differently; those records are skipped.
                let parts: Vec<u64> = rest.replace('-', "0").split(',').map_while(|part| part.parse().ok()).collect();
                if let [number, side, count] = parts[..] {
                    let known = file.branches.entry((line, number, side)).or_default();
                    *known = known.saturating_add(count);
                }
                continue;
            }
            // A checksum may follow.
            let count = rest.split(',').next().unwrap_or_default();
            let count: u64 = count.parse().map_err(|_| wrong("a count expected"))?;
            let known = file.counts.entry(line).or_default();
            *known = known.saturating_add(count);
        }
        Ok(lcov)
    }

    /// The text in the format of `lcov`.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (name, file) in &self.files {
            let _ = writeln!(out, "SF:{name}");
            for (line, count) in &file.counts {
                let _ = writeln!(out, "DA:{line},{count}");
            }
            for ((line, number, side), count) in &file.branches {
                let _ = writeln!(out, "BRDA:{line},{number},{side},{count}");
            }
            let _ = writeln!(out, "LH:{}\nLF:{}\nend_of_record", file.executed(), file.counts.len());
        }
        out
    }

    /// Renames the files.
    pub fn renamed(self, name: impl Fn(&str) -> String) -> Lcov {
        Lcov { files: self.files.into_iter().map(|(file, lines)| (name(&file), lines)).collect() }
    }

    /// The number of lines executed and the number of lines with code, over all files.
    pub fn totals(&self) -> (usize, usize) {
        let sum = |count: fn(&FileLines) -> usize| self.files.values().map(count).sum();
        (sum(FileLines::executed), sum(|file| file.counts.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "SF:a.c\nDA:1,0\nDA:3,7\nBRDA:3,0,0,0\nBRDA:3,0,1,7\nLH:1\nLF:2\nend_of_record\nSF:b.c\nDA:2,1\nLH:1\nLF:1\n\
                    end_of_record\n";
        let lcov = Lcov::parse(text).expect("it is well formed");
        assert_eq!(lcov.to_text(), text);
        assert_eq!(lcov.totals(), (2, 3));
    }

    #[test]
    fn records_of_other_tools() {
        let text = "TN:\nSF:/w/a.c\nFN:1,main\nFN:9,f\nFNDA:1,main\nDA:2,1,checksum\nDA:2,3\nBRDA:2,0,0,-\nBRDA:2,0,1,2\nBRDA:2,e0,jump,1\nend_of_record\n";
        let lcov = Lcov::parse(text).expect("it is well formed").renamed(|name| name.replace("/w/", ""));
        let file = &lcov.files["a.c"];
        assert_eq!(file.counts, BTreeMap::from([(2, 4)]));
        assert_eq!(file.branches, BTreeMap::from([((2, 0, 0), 0), ((2, 0, 1), 2)]));
        assert_eq!((file.function_end(2), file.function_end(9)), (9, u32::MAX));
    }

    #[test]
    fn damage_is_named_with_its_line() {
        for (text, line) in [("DA:1,1\n", 1), ("SF:a\nDA:x,1\n", 2), ("SF:a\n\nDA:1\n", 3), ("SF:a\nDA:1,-1\n", 2)] {
            assert_eq!(Lcov::parse(text).expect_err("damaged").line, line, "{text}");
        }
    }
}

//! Source positions from debug information.

use ir::Pos;
use rustc_hash::FxHashMap;

use crate::raw::Value;

/// The source files found so far.
#[derive(Default)]
pub struct Files {
    names: Vec<String>,
    by_name: FxHashMap<String, u32>,
    /// Keyed by the addresses of file name and directory in LLVM's metadata, where equal texts have equal
    /// addresses.
    by_text: FxHashMap<(usize, usize), u32>,
}

impl Files {
    /// The position of an instruction or a function. Code that was inlined from a system header has the
    /// position where the program used it.
    pub fn pos(&mut self, value: Value<'_>) -> Pos {
        let (line, column) = value.line();
        let pos = self.place(line, column, value.file(), value.directory());
        if pos.line == 0 || !self.is_header(pos) {
            return pos;
        }
        let callers = value.inlined_at();
        let mut callers = callers.iter().map(|at| self.place(at.line, at.column, at.file, at.directory));
        // Even the outermost function may be part of the headers.
        let known: Vec<Pos> = callers.by_ref().filter(|at| at.line > 0).collect();
        known.iter().copied().find(|&at| !self.is_header(at)).or(known.last().copied()).unwrap_or(pos)
    }

    fn place(&mut self, line: u32, column: u32, file: Option<&[u8]>, directory: Option<&[u8]>) -> Pos {
        let (Some(file), 1..) = (file, line) else { return Pos::default() };
        let directory = directory.unwrap_or_default();
        let key = (file.as_ptr() as usize, directory.as_ptr() as usize);
        let file = match self.by_text.get(&key) {
            Some(&known) => known,
            None => {
                let id = self.intern(join(directory, file));
                self.by_text.insert(key, id);
                id
            }
        };
        Pos { file, line, column }
    }

    fn is_header(&self, pos: Pos) -> bool {
        ir::is_system_header(&self.names[pos.file as usize])
    }

    /// The names of the files, in the order of their numbers.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    fn intern(&mut self, name: String) -> u32 {
        let next = self.names.len() as u32;
        *self.by_name.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }
}

/// The file name, with its directory unless it is absolute.
fn join(directory: &[u8], file: &[u8]) -> String {
    let (directory, file) = (String::from_utf8_lossy(directory), String::from_utf8_lossy(file));
    if directory.is_empty() || file.starts_with('/') || file.starts_with('<') {
        return file.into_owned();
    }
    format!("{}/{}", directory.trim_end_matches('/'), file.trim_start_matches("./"))
}

#[cfg(test)]
mod tests {
    use super::join;

    #[test]
    fn file_names_are_made_absolute() {
        assert_eq!(join(b"/home/me", b"a.c"), "/home/me/a.c");
        assert_eq!(join(b"/home/me/", b"./a.c"), "/home/me/a.c");
        assert_eq!(join(b"/home/me", b"/usr/include/b.h"), "/usr/include/b.h");
        assert_eq!(join(b"", b"a.c"), "a.c");
    }
}

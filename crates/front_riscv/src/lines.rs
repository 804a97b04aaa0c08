//! Source positions from DWARF debug information.

use std::collections::BTreeMap;
use std::rc::Rc;

use gimli::{Dwarf, EndianRcSlice, RunTimeEndian};
use ir::Pos;
use object::{Object as _, ObjectSection as _};

type Reader = EndianRcSlice<RunTimeEndian>;

/// Finds the source positions of addresses, and collects the files they name.
pub struct Lines {
    context: Option<addr2line::Context<Reader>>,
    /// The difference between addresses in memory and addresses in the file.
    bias: u64,
    files: BTreeMap<String, u32>,
    /// The names of the files, by number.
    pub names: Vec<String>,
}

impl Lines {
    /// Reads the debug information of a file; if there is none, no position is known.
    pub fn new(file: &[u8], bias: u64) -> Lines {
        Lines { context: context(file), bias, files: BTreeMap::new(), names: Vec::new() }
    }

    /// The source position of the instruction at an address.
    pub fn at(&mut self, address: u64) -> Pos {
        let location = location(self.context.as_ref(), address.wrapping_sub(self.bias));
        let Some((name, line)) = location.and_then(|found| found.file.zip(found.line.map(|line| (line, found.column))))
        else {
            return Pos::default();
        };
        let (line, column) = line;
        let known = self.files.get(name).copied();
        let file = known.unwrap_or_else(|| new_file(&mut self.files, &mut self.names, name));
        Pos { file, line, column: column.unwrap_or(0) }
    }

    /// Whether the source position of the instruction at an address is known.
    pub fn knows(&self, address: u64) -> bool {
        let location = location(self.context.as_ref(), address.wrapping_sub(self.bias));
        location.is_some_and(|found| found.line.is_some())
    }

    /// The number of a source file; a new name gets a new number.
    pub fn file(&mut self, name: &str) -> u32 {
        let known = self.files.get(name).copied();
        known.unwrap_or_else(|| new_file(&mut self.files, &mut self.names, name))
    }
}

/// The source location of an address in the file.
fn location(context: Option<&addr2line::Context<Reader>>, address: u64) -> Option<addr2line::Location<'_>> {
    context?.find_location(address).ok()?
}

fn new_file(files: &mut BTreeMap<String, u32>, names: &mut Vec<String>, name: &str) -> u32 {
    let number = names.len() as u32;
    files.insert(name.to_owned(), number);
    names.push(name.to_owned());
    number
}

fn context(file: &[u8]) -> Option<addr2line::Context<Reader>> {
    let object = object::File::parse(file).ok()?;
    let load = |id: gimli::SectionId| -> Result<Reader, gimli::Error> {
        let data = object.section_by_name(id.name()).and_then(|section| section.uncompressed_data().ok());
        Ok(EndianRcSlice::new(Rc::from(data.as_deref().unwrap_or(&[])), RunTimeEndian::Little))
    };
    addr2line::Context::from_dwarf(Dwarf::load(load).ok()?).ok()
}

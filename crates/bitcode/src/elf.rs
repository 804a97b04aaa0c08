//! The section of ELF files that lists the units: adding it and reading it.
//!
//! A section is added without touching anything else: its contents, a longer table of section names and a new table
//! of sections are appended to the file, and three fields of the header change. So an object or a program is what
//! its compiler made, byte for byte. The section takes no memory of the program (it is not `SHF_ALLOC`), so neither
//! addresses nor linker scripts notice it; linkers keep such sections, `--gc-sections` or not.
//!
//! Only 64-bit little-endian files are handled: no others can be executed.

use std::collections::BTreeSet;

use crate::sha256;

/// The section's name. It is none that linkers or `strip` take for debug information.
const NAME: &[u8] = b".pleach.bitcode";

// Sizes of a header and of table entries, and the numbers of the ELF specification that are needed here.
const HEADER: usize = 64;
const SYMBOL: usize = 24;
const TAG: usize = 16;
const ET_REL: u16 = 1;
const ET_EXEC: u16 = 2;
const ET_DYN: u16 = 3;
const EM_RISCV: u16 = 243;
const SHT_PROGBITS: u32 = 1;
const SHT_SYMTAB: u32 = 2;
const SHT_NOBITS: u32 = 8;
const SHT_DYNAMIC: u32 = 6;
const SHT_DYNSYM: u32 = 11;
const SHF_ALLOC: u64 = 2;
const SHN_LORESERVE: usize = 0xff00;
const SHN_XINDEX: u16 = 0xffff;
const DT_NEEDED: u64 = 1;
const DT_SONAME: u64 = 14;
const DT_RPATH: u64 = 15;
const DT_RUNPATH: u64 = 29;

/// What a file is to a linker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// An object.
    Object,
    /// An executable or a shared library.
    Linked,
}

/// What a dynamic linker is told.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Dynamic {
    /// The names of the needed shared libraries.
    pub needed: Vec<String>,
    /// The directories to look for them in.
    pub paths: Vec<String>,
    /// The name of this library.
    pub soname: Option<String>,
}

/// Whether the bytes begin like an ELF file.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// A 64-bit little-endian file.
pub struct Elf<'a> {
    bytes: &'a [u8],
    sections: Vec<Section>,
    /// The index of the section with the names of sections.
    names: usize,
}

/// An entry of the table of sections.
#[derive(Clone, Copy)]
struct Section {
    name: usize,
    kind: u32,
    flags: u64,
    address: u64,
    offset: usize,
    size: usize,
    link: usize,
}

impl<'a> Elf<'a> {
    /// Reads the table of sections; `None` for other files and for damaged ones.
    pub fn parse(bytes: &'a [u8]) -> Option<Elf<'a>> {
        if !bytes.starts_with(b"\x7fELF\x02\x01") {
            return None;
        }
        let table = usize::try_from(word(bytes, 0x28)?).ok()?;
        if table == 0 || usize::from(half(bytes, 0x3a)?) != HEADER {
            return None;
        }
        let first = section(bytes, table)?;
        let count = match half(bytes, 0x3c)? {
            0 => first.size,
            count => usize::from(count),
        };
        let names = match half(bytes, 0x3e)? {
            SHN_XINDEX => first.link,
            index => usize::from(index),
        };
        if count > bytes.len() / HEADER || names >= count {
            return None;
        }
        let sections = (0..count).map(|index| section(bytes, table + index * HEADER)).collect::<Option<Vec<_>>>()?;
        Some(Elf { bytes, sections, names })
    }

    /// What the file is to a linker; `None` for core dumps.
    pub fn shape(&self) -> Option<Shape> {
        match half(self.bytes, 0x10)? {
            ET_REL => Some(Shape::Object),
            ET_EXEC | ET_DYN => Some(Shape::Linked),
            _ => None,
        }
    }

    /// Whether it is for RISC-V.
    pub fn is_riscv(&self) -> bool {
        half(self.bytes, 0x12) == Some(EM_RISCV)
    }

    /// The contents of the sections that list units, in order; `None` if there is no such section.
    pub fn units(&self) -> Option<Vec<u8>> {
        let mut found = self.sections.iter().filter(|section| self.is_units(section)).peekable();
        found.peek()?;
        Some(found.filter_map(|section| self.contents(section)).flatten().copied().collect())
    }

    /// The file with this list of units instead of the one that it has.
    pub fn with_units(&self, units: &[u8]) -> Option<Vec<u8>> {
        let mut sections: Vec<[u8; HEADER]> = self.headers()?;
        let mut bytes = self.bytes.to_vec();
        let old = self.sections.iter().enumerate().filter(|(_, section)| self.is_units(section)).map(|(at, _)| at);
        let old: Vec<usize> = old.collect();
        let index = match old.first() {
            Some(&index) => index,
            None => {
                let mut names = self.contents(&self.sections[self.names])?.to_vec();
                let name = u32::try_from(names.len()).ok()?;
                names.extend(NAME);
                names.push(0);
                place(&mut sections[self.names], bytes.len(), names.len());
                bytes.extend(names);
                let mut header = [0; HEADER];
                header[..4].copy_from_slice(&name.to_le_bytes());
                header[4..8].copy_from_slice(&SHT_PROGBITS.to_le_bytes());
                header[0x30..0x38].copy_from_slice(&1u64.to_le_bytes());
                sections.push(header);
                sections.len() - 1
            }
        };
        place(&mut sections[index], bytes.len(), units.len());
        bytes.extend(units);
        // An object that was linked of several may have several sections.
        old.iter().skip(1).for_each(|&other| place(&mut sections[other], bytes.len(), 0));
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let table = bytes.len() as u64;
        let count = if sections.len() < SHN_LORESERVE { sections.len() as u16 } else { 0 };
        if count == 0 {
            let all = sections.len() as u64;
            sections[0][0x20..0x28].copy_from_slice(&all.to_le_bytes());
        }
        bytes.extend(sections.concat());
        bytes[0x28..0x30].copy_from_slice(&table.to_le_bytes());
        bytes[0x3c..0x3e].copy_from_slice(&count.to_le_bytes());
        Some(bytes)
    }

    /// A hash of what is loaded to memory, which stripping in any way leaves as it is.
    pub fn key(&self) -> String {
        let mut loaded = self.bytes[0x10..0x18].to_vec();
        for section in self.sections.iter().filter(|section| section.flags & SHF_ALLOC != 0) {
            loaded.extend(section.address.to_le_bytes());
            loaded.extend((section.size as u64).to_le_bytes());
            loaded.extend(self.contents(section).unwrap_or_default());
        }
        sha256::hex(&loaded)
    }

    /// What the dynamic linker is told.
    pub fn dynamic(&self) -> Dynamic {
        let mut found = Dynamic::default();
        for section in self.sections.iter().filter(|section| section.kind == SHT_DYNAMIC) {
            let strings = self.sections.get(section.link).and_then(|strings| self.contents(strings));
            let (Some(entries), Some(strings)) = (self.contents(section), strings) else { continue };
            for entry in entries.chunks_exact(TAG) {
                let (Some(tag), Some(value)) = (word(entry, 0), word(entry, 8)) else { continue };
                let text = || text(strings, usize::try_from(value).ok()?);
                match tag {
                    DT_NEEDED => found.needed.extend(text()),
                    DT_SONAME => found.soname = text(),
                    DT_RPATH | DT_RUNPATH => {
                        found.paths.extend(text().iter().flat_map(|paths| paths.split(':')).map(str::to_owned));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// The names that a shared library defines for others.
    pub fn exports(&self) -> BTreeSet<String> {
        self.defined(SHT_DYNSYM).map(|(name, _)| name).collect()
    }

    /// The functions that the file defines for other files, unless its symbols were removed.
    pub fn functions(&self) -> BTreeSet<String> {
        self.defined(SHT_SYMTAB).filter(|&(_, is_function)| is_function).map(|(name, _)| name).collect()
    }

    /// The functions and variables that an object defines for other files.
    pub fn definitions(&self) -> BTreeSet<String> {
        self.defined(SHT_SYMTAB).map(|(name, _)| name).collect()
    }

    /// The names that a table of symbols has as global or weak and defined, and whether they are functions.
    fn defined(&self, kind: u32) -> impl Iterator<Item = (String, bool)> {
        let tables = self.sections.iter().filter(move |section| section.kind == kind);
        tables.flat_map(|table| {
            let strings = self.sections.get(table.link).and_then(|strings| self.contents(strings)).unwrap_or_default();
            let symbols = self.contents(table).unwrap_or_default().chunks_exact(SYMBOL);
            symbols.filter_map(|symbol| {
                let (bind, kind, section) = (symbol[4] >> 4, symbol[4] & 15, half(symbol, 6)?);
                let name = text(strings, long(symbol, 0)? as usize)?;
                let is_known = bind != 0 && section != 0 && !name.is_empty();
                is_known.then_some((name, kind == 2 || kind == 10))
            })
        })
    }

    fn headers(&self) -> Option<Vec<[u8; HEADER]>> {
        let table = usize::try_from(word(self.bytes, 0x28)?).ok()?;
        let at = |index: usize| self.bytes.get(table + index * HEADER..)?.first_chunk::<HEADER>().copied();
        (0..self.sections.len()).map(at).collect()
    }

    fn is_units(&self, section: &Section) -> bool {
        let names = self.contents(&self.sections[self.names]).unwrap_or_default();
        let name = names.get(section.name..).unwrap_or_default();
        name.strip_prefix(NAME).is_some_and(|rest| rest.first() == Some(&0))
    }

    fn contents(&self, section: &Section) -> Option<&'a [u8]> {
        if section.kind == SHT_NOBITS {
            return None;
        }
        self.bytes.get(section.offset..section.offset.checked_add(section.size)?)
    }
}

/// Says in a section's header where its contents are.
fn place(header: &mut [u8; HEADER], offset: usize, size: usize) {
    header[0x18..0x20].copy_from_slice(&(offset as u64).to_le_bytes());
    header[0x20..0x28].copy_from_slice(&(size as u64).to_le_bytes());
}

fn section(bytes: &[u8], at: usize) -> Option<Section> {
    let header = bytes.get(at..at.checked_add(HEADER)?)?;
    Some(Section {
        name: long(header, 0)? as usize,
        kind: long(header, 4)?,
        flags: word(header, 8)?,
        address: word(header, 0x10)?,
        offset: usize::try_from(word(header, 0x18)?).ok()?,
        size: usize::try_from(word(header, 0x20)?).ok()?,
        link: long(header, 0x28)? as usize,
    })
}

fn half(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

fn long(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
}

/// The text at an offset of a table of strings.
fn text(strings: &[u8], at: usize) -> Option<String> {
    let rest = strings.get(at..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    Some(String::from_utf8_lossy(&rest[..end]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This test's own executable.
    fn own() -> Vec<u8> {
        std::fs::read(std::env::current_exe().expect("known")).expect("readable")
    }

    #[test]
    fn a_section_is_added_and_replaced_and_nothing_else_changes() {
        let before = own();
        let elf = Elf::parse(&before).expect("an executable");
        assert_eq!((elf.shape(), elf.units()), (Some(Shape::Linked), None));
        let once = elf.with_units(b"first").expect("added");
        let twice = Elf::parse(&once).expect("still one").with_units(b"the second").expect("replaced");
        let after = Elf::parse(&twice).expect("still one");
        assert_eq!(after.units().as_deref(), Some(&b"the second"[..]));
        assert_eq!((after.key(), after.dynamic(), after.functions()), (elf.key(), elf.dynamic(), elf.functions()));
        // Only the fields of the header that lead to the table of sections differ.
        let fields = [0x28..0x30, 0x3c..0x3e];
        for at in (0..before.len()).filter(|at| !fields.iter().any(|field| field.contains(at))) {
            assert_eq!(before[at], twice[at], "byte {at:#x}");
        }
    }

    #[test]
    fn damaged_files_are_survived() {
        let whole = own();
        let mut seed = 7u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize
        };
        let head: Vec<u8> = whole[..64].to_vec();
        let table = word(&whole, 0x28).expect("a header") as usize;
        let mut small = head;
        small[0x28..0x30].copy_from_slice(&64u64.to_le_bytes());
        small.extend(&whole[table..]);
        for _ in 0..2000 {
            let mut bytes = small.clone();
            for _ in 0..1 + next() % 8 {
                let at = next() % bytes.len();
                bytes[at] = next() as u8;
            }
            bytes.truncate(next() % (bytes.len() + 1));
            let Some(elf) = Elf::parse(&bytes) else { continue };
            let _ = (elf.units(), elf.dynamic(), elf.exports(), elf.functions(), elf.with_units(b"x"));
        }
    }
}

//! Reads from an ELF file what a run needs: segments, sections with code, symbols.
//!
//! A position-independent program is loaded at a fixed address; it processes its own relocations when it
//! starts. All addresses are those in memory, not those in the file.

use object::elf::{
    EF_RISCV_RVE, EM_AARCH64, EM_RISCV, EM_X86_64, ET_DYN, ET_EXEC, ET_REL, Machine, PF_W, PF_X, PT_INTERP, PT_LOAD,
    SHF_EXECINSTR,
};
use object::read::elf::{ElfFile64, FileHeader as _, ProgramHeader as _, SectionHeader as _};
use object::{Endianness, Object as _, ObjectSymbol as _, SymbolKind};

use crate::error::LoadError;

/// The address at which a position-independent program is loaded.
const ANYWHERE: u64 = 0x1000_0000;
/// The end of the address space of user programs.
const HIGHEST: u64 = 1 << 47;

/// A loadable segment.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Its first address.
    pub address: u64,
    /// Its size in memory, in bytes.
    pub size: u64,
    /// Its first bytes, from the file; the others are zero.
    pub bytes: Vec<u8>,
    /// Whether it may be written.
    pub writable: bool,
    /// Whether it may be executed.
    pub executable: bool,
}

/// A symbol of code or data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Its address.
    pub address: u64,
    /// Its size in bytes; zero if unknown.
    pub size: u64,
    /// Its name.
    pub name: String,
    /// Whether it names code.
    pub is_code: bool,
    /// Whether it is visible to other files.
    pub is_global: bool,
}

/// The contents of a program file.
#[derive(Clone, Debug)]
pub struct Image {
    /// The address at which the program starts.
    pub entry: u64,
    /// The loadable segments, by ascending address.
    pub segments: Vec<Segment>,
    /// The ranges of executable addresses, ascending: first address and one past the last.
    pub code: Vec<(u64, u64)>,
    /// The symbols, by ascending address.
    pub symbols: Vec<Symbol>,
    /// The address of the program headers in memory, 0 if they are not loaded, and their number.
    pub headers: (u64, u64),
    /// The difference between addresses in memory and addresses in the file.
    pub bias: u64,
}

impl Image {
    /// The bytes of the file from an address to the end of its segment.
    pub fn bytes_at(&self, address: u64) -> &[u8] {
        let segment = self.segments.iter().find(|segment| address.wrapping_sub(segment.address) < segment.size);
        segment.and_then(|segment| segment.bytes.get((address - segment.address) as usize..)).unwrap_or(&[])
    }
}

/// Reads a program file.
pub fn read(file: &[u8]) -> Result<Image, LoadError> {
    let damaged = |error: object::Error| LoadError::Damaged(error.to_string());
    check_kind(file)?;
    let elf = ElfFile64::<Endianness>::parse(file).map_err(damaged)?;
    let endian = elf.endian();
    let header = elf.elf_header();
    let bias = match header.e_type(endian) {
        ET_EXEC => 0,
        ET_REL => return Err(LoadError::Object),
        ET_DYN if needs_libraries(&elf) || elf.entry() == 0 => return Err(LoadError::Dynamic),
        ET_DYN => ANYWHERE,
        other => return Err(LoadError::Damaged(format!("type {other:#x} is no program"))),
    };
    if header.e_flags(endian) & EF_RISCV_RVE == EF_RISCV_RVE {
        return Err(LoadError::Extension("the reduced register set (RV64E)".to_owned()));
    }
    let mut segments = Vec::new();
    for program in elf.elf_program_headers() {
        match program.p_type(endian) {
            PT_INTERP => return Err(LoadError::Dynamic),
            PT_LOAD if program.p_memsz(endian) > 0 => {
                let bytes = program.data(endian, file).map_err(|()| outside())?;
                let (address, size) = (program.p_vaddr(endian), program.p_memsz(endian));
                let flags = program.p_flags(endian);
                let end = address.checked_add(size);
                if bytes.len() as u64 > size || end.is_none_or(|end| end > HIGHEST - bias) {
                    return Err(LoadError::Damaged(format!("the segment at {address:#x} has impossible sizes")));
                }
                let (writable, executable) = (flags & PF_W == PF_W, flags & PF_X == PF_X);
                let address = address + bias;
                segments.push(Segment { address, size, bytes: bytes.to_vec(), writable, executable });
            }
            _ => {}
        }
    }
    segments.sort_by_key(|segment| segment.address);
    let overlap = segments.windows(2).find(|pair| pair[0].address + pair[0].size > pair[1].address);
    if let Some(pair) = overlap {
        return Err(LoadError::Damaged(format!("two segments overlap at {:#x}", pair[1].address)));
    }
    let sections: Vec<(u64, u64)> = elf
        .elf_section_table()
        .iter()
        .filter(|section| section.sh_flags(endian) & SHF_EXECINSTR == SHF_EXECINSTR)
        .map(|section| {
            let start = section.sh_addr(endian).saturating_add(bias);
            (start, start.saturating_add(section.sh_size(endian)))
        })
        .collect();
    let code = code_ranges(&segments, sections);
    let table = segments.iter().find(|segment| {
        let offset = header.e_phoff(endian);
        !segment.bytes.is_empty()
            && file.get(offset as usize..).is_some_and(|rest| {
                let want = rest.len().min(56);
                segment.bytes.get(offset as usize..offset as usize + want) == Some(&rest[..want])
            })
    });
    let headers = table.map_or(0, |segment| segment.address + header.e_phoff(endian));
    let entry = elf.entry().saturating_add(bias);
    if entry % 2 != 0 || !code.iter().any(|&(start, end)| (start..end).contains(&entry)) {
        return Err(LoadError::NoCode { entry });
    }
    let symbols = symbols(&elf, &code, bias);
    let headers = (headers, u64::from(header.e_phnum(endian)));
    Ok(Image { entry, segments, code, symbols, headers, bias })
}

/// Whether a program needs shared libraries.
fn needs_libraries(elf: &ElfFile64<'_, Endianness>) -> bool {
    elf.import_libraries().map_or(true, |mut libraries| libraries.next().is_some())
}

/// Checks, before anything else is read, that the file is for 64-bit little-endian RISC-V.
fn check_kind(file: &[u8]) -> Result<(), LoadError> {
    let (Some(&class), Some(&data), Some(machine)) = (file.get(4), file.get(5), file.get(18..20)) else {
        return Err(LoadError::Damaged("it ends in its header".to_owned()));
    };
    let machine = [machine[0], machine[1]];
    let machine = if data == 2 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
    match (class, data, Machine(machine)) {
        (2, 1, EM_RISCV) => Ok(()),
        (1, 1, EM_RISCV) => Err(LoadError::Narrow),
        (_, 2, EM_RISCV) => Err(LoadError::Foreign("big-endian RISC-V".to_owned())),
        (1 | 2, 1 | 2, EM_X86_64) => Err(LoadError::Foreign("x86-64".to_owned())),
        (1 | 2, 1 | 2, EM_AARCH64) => Err(LoadError::Foreign("64-bit ARM".to_owned())),
        (1 | 2, 1 | 2, Machine(other)) => Err(LoadError::Foreign(format!("machine number {other}"))),
        _ => Err(LoadError::Damaged("its header says neither 32 nor 64 bits, or no byte order".to_owned())),
    }
}

fn outside() -> LoadError {
    LoadError::Damaged("a segment lies outside of the file".to_owned())
}

/// The executable ranges: the sections with code if the file has sections, else whole segments.
fn code_ranges(segments: &[Segment], mut sections: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    let executable = segments.iter().filter(|segment| segment.executable);
    let whole: Vec<(u64, u64)> =
        executable.map(|segment| (segment.address, segment.address + segment.bytes.len() as u64)).collect();
    sections.retain(|&(start, end)| start < end && whole.iter().any(|&(first, last)| first <= start && end <= last));
    sections.sort_unstable();
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for (start, end) in if sections.is_empty() { whole } else { sections } {
        match ranges.last_mut() {
            // Overlapping sections are merged.
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => ranges.push((start, end)),
        }
    }
    ranges
}

fn symbols(elf: &ElfFile64<'_, Endianness>, code: &[(u64, u64)], bias: u64) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = elf
        .symbols()
        .filter(|symbol| symbol.is_definition() || symbol.kind() == SymbolKind::Unknown)
        .filter_map(|symbol| {
            let name = symbol.name().ok().filter(|name| !name.is_empty() && !name.starts_with('$'))?;
            let address = symbol.address().wrapping_add(bias);
            let in_code = code.iter().any(|&(start, end)| (start..end).contains(&address));
            let is_code = in_code && symbol.kind() != SymbolKind::Data;
            let is_global = symbol.is_global();
            Some(Symbol { address, size: symbol.size(), name: name.to_owned(), is_code, is_global })
        })
        .collect();
    // The best name for an address comes first: a global one if there is one, and among those the shortest.
    found.sort_by(|a, b| {
        let key = |symbol: &Symbol| (symbol.address, !symbol.is_global, symbol.name.len());
        key(a).cmp(&key(b)).then_with(|| a.name.cmp(&b.name))
    });
    found
}

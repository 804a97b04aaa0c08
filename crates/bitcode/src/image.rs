//! The units of a file: of an executable with its shared libraries, of an object or an archive.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::archive::{self, members};
use crate::elf::{self, Dynamic, Elf, Shape};
use crate::record::{self, Record};
use crate::sha256;
use crate::store::Store;

/// Something whose units are linked before it meets others: an executable, a shared library, or an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// The file.
    pub path: PathBuf,
    /// What it says of its units.
    pub records: Vec<Record>,
    /// The names that it has for others, if it is a shared library.
    pub exports: Option<BTreeSet<String>>,
}

/// A member of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// An object that lists its units.
    Units {
        /// Its name in the archive.
        name: String,
        /// What it says of its units.
        records: Vec<Record>,
    },
    /// Bitcode itself.
    Bitcode {
        /// Its name in the archive.
        name: String,
        /// The bitcode.
        bytes: Vec<u8>,
    },
}

/// What a file is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An executable or a shared library for another machine than RISC-V.
    Linked,
    /// An object for another machine than RISC-V.
    Object,
    /// An archive.
    Archive,
    /// Anything else.
    Other,
}

/// The kind of a file, by its first bytes.
pub fn kind(file: &Path) -> Kind {
    let Ok(bytes) = std::fs::read(program(file)) else { return Kind::Other };
    match Elf::parse(&bytes) {
        Some(elf) if elf.is_riscv() => Kind::Other,
        Some(elf) if elf.shape() == Some(Shape::Object) => Kind::Object,
        Some(_) => Kind::Linked,
        None if archive::is_archive(&bytes) => Kind::Archive,
        None => Kind::Other,
    }
}

/// The program itself if a file is the script that libtool writes in its place, which runs `.libs/NAME`.
pub fn program(file: &Path) -> PathBuf {
    let mut start = [0; 512];
    let read = std::fs::File::open(file).and_then(|mut file| std::io::Read::read(&mut file, &mut start));
    let text = String::from_utf8_lossy(&start[..read.unwrap_or(0)]).into_owned();
    let inner = file.parent().unwrap_or(Path::new("")).join(".libs").join(file.file_name().unwrap_or_default());
    let is_script = text.starts_with("#!") && text.contains("temporary wrapper script for");
    if is_script && inner.is_file() { inner } else { file.to_owned() }
}

/// What a file's bytes say of their units; `None` if they say nothing. Bitcode that a compiler made as an object, and
/// files that lost their section, are looked up in the store.
pub fn records(bytes: &[u8], store: &Store) -> Option<Vec<Record>> {
    let noted = |key: String| Some(store.noted(&key)).filter(|records| !records.is_empty());
    match Elf::parse(bytes) {
        Some(elf) => match elf.units() {
            Some(units) => Some(record::read(&units)),
            None if elf.shape() == Some(Shape::Linked) => noted(elf.key()),
            None => None,
        },
        None if bytes.starts_with(b"BC\xC0\xDE") => noted(sha256::hex(bytes)),
        None => None,
    }
}

/// An executable or an object and, after it, the shared libraries with bitcode that it needs; in the order in which
/// the dynamic linker looks for symbols. Empty if the file itself says nothing of its units.
pub fn images(file: &Path, store: &Store) -> std::io::Result<Vec<Image>> {
    let mut found: Vec<Image> = Vec::new();
    let mut to_do = vec![(program(file), false)];
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while next < to_do.len() {
        let (path, is_library) = to_do[next].clone();
        next += 1;
        if !seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            continue;
        }
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(_) if is_library => continue,
            Err(error) => return Err(error),
        };
        let (Some(elf), Some(records)) = (Elf::parse(&bytes), records(&bytes, store)) else { continue };
        let dynamic = elf.dynamic();
        let needed = dynamic.needed.iter().filter_map(|name| needed(name, &path, &dynamic, &records));
        to_do.extend(needed.map(|library| (library, true)));
        found.push(Image { path, records, exports: is_library.then(|| elf.exports()) });
    }
    Ok(found)
}

/// The file of a needed library: where the dynamic linker looks for it, or where it was when the program was linked.
fn needed(name: &str, file: &Path, dynamic: &Dynamic, records: &[Record]) -> Option<PathBuf> {
    let origin = file.canonicalize().ok().and_then(|file| file.parent().map(Path::to_owned)).unwrap_or_default();
    let spelt = origin.to_string_lossy().into_owned();
    let own = dynamic.paths.iter().map(|dir| dir.replace("$ORIGIN", &spelt).replace("${ORIGIN}", &spelt));
    let own: Vec<PathBuf> = own.filter(|dir| !dir.is_empty()).map(PathBuf::from).collect();
    let variable = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let given = std::env::split_paths(&variable).filter(|dir| !dir.as_os_str().is_empty());
    let at_link = records.iter().filter_map(|record| match record {
        Record::Library { path } => Some(PathBuf::from(path)),
        _ => None,
    });
    let has_name = |file: &PathBuf| {
        let bytes = std::fs::read(file).unwrap_or_default();
        let soname = Elf::parse(&bytes).and_then(|elf| elf.dynamic().soname);
        soname.as_deref() == Some(name) || (soname.is_none() && file.file_name().is_some_and(|last| last == name))
    };
    let mut candidates = own.into_iter().chain(given).map(|dir| dir.join(name)).filter(|file| file.is_file());
    candidates
        .next()
        .or_else(|| at_link.filter(|file| file.is_file()).find(has_name))
        .or_else(|| Some(origin.join(name)).filter(|file| file.is_file()))
}

/// The members of an archive that have bitcode, and the names of those that have none.
pub fn parts(file: &Path, store: &Store) -> Result<(Vec<Part>, Vec<String>), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let (mut found, mut without) = (Vec::new(), Vec::new());
    for member in members(&bytes, file)? {
        let is_bitcode = member.bytes.starts_with(b"BC\xC0\xDE") || member.bytes.starts_with(b"\xDE\xC0\x17\x0B");
        match records(&member.bytes, store) {
            Some(records) => found.push(Part::Units { name: member.name, records }),
            None if is_bitcode => found.push(Part::Bitcode { name: member.name, bytes: member.bytes }),
            None if elf::is_elf(&member.bytes) => without.push(member.name),
            None => {}
        }
    }
    Ok((found, without))
}

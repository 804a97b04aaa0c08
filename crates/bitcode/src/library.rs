//! The files that a call gives to the linker.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::archive::{self, members};
use crate::call::Call;
use crate::elf::{Elf, Shape};
use crate::image;
use crate::record::Record;
use crate::store::Store;

/// The objects, archives and shared libraries of a call, those of `-l` as far as `-L` leads to them. What only the
/// linker knows of is the system's.
pub fn files(call: &Call) -> Vec<PathBuf> {
    call.linked.iter().filter_map(|word| file(call, word)).collect()
}

fn file(call: &Call, word: &OsStr) -> Option<PathBuf> {
    let Some(name) = word.as_bytes().strip_prefix(b"-l") else { return Some(PathBuf::from(word)) };
    let name = OsStr::from_bytes(name).to_str()?;
    let names = match name.strip_prefix(':') {
        Some(name) => vec![name.to_owned()],
        None if call.has("-static") => vec![format!("lib{name}.a")],
        None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
    };
    let dirs = call.library_dirs.iter();
    dirs.flat_map(|dir| names.iter().map(move |name| dir.join(name))).find(|file| file.is_file())
}

/// The shared libraries with bitcode among the files of a call.
pub fn shared(call: &Call, store: &Store) -> Vec<Record> {
    let is_shared = |file: &PathBuf| {
        let Ok(bytes) = std::fs::read(file) else { return false };
        Elf::parse(&bytes).is_some_and(|elf| elf.shape() == Some(Shape::Linked))
            && image::records(&bytes, store).is_some()
    };
    let found = files(call).into_iter().filter(is_shared).filter_map(|file| file.canonicalize().ok());
    found.map(|file| Record::Library { path: file.display().to_string() }).collect()
}

/// The members of an archive that are objects without bitcode and define one of these functions, so that the linker
/// will have taken them.
pub fn unseen_members(bytes: &[u8], file: &Path, linked: &BTreeSet<String>, store: &Store) -> Vec<String> {
    if !archive::is_archive(bytes) {
        return Vec::new();
    }
    let is_unseen = |bytes: &[u8]| {
        let functions = Elf::parse(bytes).map(|elf| elf.functions()).unwrap_or_default();
        !functions.is_disjoint(linked) && image::records(bytes, store).is_none()
    };
    let members = members(bytes, file).unwrap_or_default().into_iter();
    members.filter(|member| is_unseen(&member.bytes)).map(|member| member.name).collect()
}

/// The units of an archive's members, for programs that do not list what the linker took.
pub fn units_of_members(bytes: &[u8], file: &Path, store: &Store) -> Vec<Record> {
    let units = listed_members(bytes, file, store).into_iter().flat_map(|(_, records)| records);
    let maybe = units.filter_map(|record| match record {
        Record::Unit { hash, store, source, .. } => Some(Record::Unit { hash, store, source, maybe: true }),
        _ => None,
    });
    maybe.collect()
}

/// The units of an archive's members that the linker did not take, if it lists those that it took.
pub fn spare_members(bytes: &[u8], file: &Path, taken: &[Record], store: &Store) -> Vec<Record> {
    let mut spare = Vec::new();
    for (defines, records) in listed_members(bytes, file, store) {
        for record in records.into_iter().filter(|record| !taken.contains(record)) {
            if let Record::Unit { hash, store, source, .. } = record {
                spare.push(Record::Spare { hash, store, source, defines: defines.clone() });
            }
        }
    }
    spare
}

/// What the members of an archive define, and what they say of their units.
fn listed_members(bytes: &[u8], file: &Path, store: &Store) -> Vec<(Vec<String>, Vec<Record>)> {
    if !archive::is_archive(bytes) {
        return Vec::new();
    }
    let listed = |bytes: &[u8]| {
        let defines = Elf::parse(bytes).map(|elf| elf.definitions().into_iter().collect()).unwrap_or_default();
        Some((defines, image::records(bytes, store)?))
    };
    members(bytes, file).unwrap_or_default().iter().filter_map(|member| listed(&member.bytes)).collect()
}

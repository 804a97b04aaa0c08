//! Programs and libraries that `pleach build` made: finding and linking their bitcode; and `pleach bitcode`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use bitcode::Record;
use bitcode::image::{self, Kind, Part};
use bitcode::store::{Store, StoreError};
use front_llvm::{Image, Input, Symbols};

use crate::build::store;
use crate::command_line::Given;
use crate::compile::Unit;
use crate::failure::{Exit, Failure};
use crate::print;
use crate::quantity::show_things;

/// Whether a file is an executable, a shared library or an object for the machine that bitcode is made for.
pub fn is_built(file: &Path) -> bool {
    matches!(image::kind(file), Kind::Linked | Kind::Object)
}

/// Whether a file is an archive.
pub fn is_archive(file: &Path) -> bool {
    image::kind(file) == Kind::Archive
}

/// The store where files are looked up that have lost their section.
fn usual_store() -> Store {
    Store::at(&Store::usual().unwrap_or_default())
}

/// Links the units of a file to a module; what has no bitcode is noted.
pub fn link(file: &Path, to: &Path, notes: &mut Vec<String>) -> Result<(), Failure> {
    let store = usual_store();
    let module = module_of(&images(file, &store)?, notes)?;
    std::fs::write(to, module)?;
    Ok(())
}

/// The files with bitcode in the place of programs and libraries that `pleach build` made, for a replay.
pub fn as_bitcode(files: &[PathBuf], dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let store = usual_store();
    let mut modules = Vec::new();
    for file in files {
        if is_built(file) {
            modules.push(module_of(&images(file, &store)?, &mut Vec::new())?);
        } else if is_archive(file) {
            modules.extend(modules_of(file, &store, &mut Vec::new())?.into_iter().map(|(_, module)| module));
        }
    }
    let mut names: Vec<PathBuf> = files.iter().filter(|file| !is_built(file) && !is_archive(file)).cloned().collect();
    for (at, module) in modules.into_iter().enumerate() {
        let name = dir.join(format!("built{at}.bc"));
        std::fs::write(&name, module)?;
        names.push(name);
    }
    Ok(names)
}

/// The members of archives that units need, or all where there is nothing else.
pub fn members(
    archives: &[&PathBuf],
    units: &[Unit],
    dir: &Path,
    notes: &mut Vec<String>,
) -> Result<Vec<Unit>, Failure> {
    let store = usual_store();
    let mut waiting: Vec<(Unit, Symbols)> = Vec::new();
    for archive in archives {
        for (name, module) in modules_of(archive, &store, notes)? {
            let path = dir.join(format!("member{}.bc", waiting.len()));
            std::fs::write(&path, module)?;
            let source = PathBuf::from(format!("{}({name})", archive.display()));
            let unit = Unit { source, module: path };
            let symbols = symbols(&unit)?;
            waiting.push((unit, symbols));
        }
    }
    if units.is_empty() {
        return Ok(waiting.into_iter().map(|(unit, _)| unit).collect());
    }
    let given = units.iter().map(symbols).collect::<Result<Vec<_>, _>>()?;
    Ok(needed(given, waiting))
}

/// Adds to units those members of archives that they need.
fn take_needed(units: &mut Vec<Input>, members: Vec<Input>) -> Result<(), Failure> {
    if members.is_empty() {
        return Ok(());
    }
    let options = front_llvm::Options { trusted: true, ..Default::default() };
    let symbols = |inputs: &[Input]| front_llvm::symbols(inputs, &options).map_err(Failure::Load);
    let (given, waiting) = (symbols(units)?, symbols(&members)?);
    units.extend(needed(given, members.into_iter().zip(waiting).collect()));
    Ok(())
}

/// Adds to units those members that the linker did not need, but bitcode does.
fn take_spare(image: &image::Image, units: &mut Vec<Input>) -> Result<(), Failure> {
    let spare = image.records.iter().filter_map(|record| match record {
        Record::Spare { hash, store, source, defines } => Some((hash, store, source, defines)),
        _ => None,
    });
    let mut spare: Vec<_> = spare.collect();
    let options = front_llvm::Options { trusted: true, ..Default::default() };
    let (mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new());
    let mut looked_at = 0;
    while !spare.is_empty() && looked_at < units.len() {
        for symbols in front_llvm::symbols(&units[looked_at..], &options).map_err(Failure::Load)? {
            defined.extend(symbols.defined);
            undefined.extend(symbols.undefined);
        }
        undefined.retain(|name| !defined.contains(name));
        looked_at = units.len();
        // A member that defines something again could not be linked without optimisation, either.
        let helps = |defines: &[String]| {
            defines.iter().any(|name| undefined.contains(name)) && !defines.iter().any(|name| defined.contains(name))
        };
        if let Some(at) = spare.iter().position(|(.., defines)| helps(defines)) {
            let (hash, store, source, _) = spare.remove(at);
            units.push(stored(image, hash, store, source)?);
        }
    }
    Ok(())
}

/// The bitcode of a unit.
fn stored(image: &image::Image, hash: &str, store: &str, source: &str) -> Result<Input, Failure> {
    let bytes = Store::at(Path::new(store)).get(hash).map_err(|error| lost(image, source, &error))?;
    Ok(Input::Bytes { name: source.to_owned(), bytes })
}

/// Those that wait and define what is lacking, as a linker takes members from archives.
fn needed<T>(given: Vec<Symbols>, mut waiting: Vec<(T, Symbols)>) -> Vec<T> {
    let (mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new());
    let mut note = |symbols: Symbols, undefined: &mut BTreeSet<String>| {
        defined.extend(symbols.defined);
        undefined.extend(symbols.undefined);
        undefined.retain(|name| !defined.contains(name));
    };
    given.into_iter().for_each(|symbols| note(symbols, &mut undefined));
    let mut taken = Vec::new();
    while let Some(at) = waiting.iter().position(|(_, its)| its.defined.iter().any(|name| undefined.contains(name))) {
        let (member, its) = waiting.remove(at);
        note(its, &mut undefined);
        taken.push(member);
    }
    taken
}

fn symbols(unit: &Unit) -> Result<Symbols, Failure> {
    let options = front_llvm::Options { trusted: unit.is_compiled(), ..Default::default() };
    let list = front_llvm::symbols(&[unit.input()?], &options).map_err(Failure::Load)?;
    Ok(list.into_iter().next().unwrap_or_default())
}

/// The module of each member of an archive.
fn modules_of(archive: &Path, store: &Store, notes: &mut Vec<String>) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (parts, without) = parts(archive, store)?;
    notes.extend(without.iter().map(|name| format!("{}({name}) has no bitcode", archive.display())));
    let mut modules = Vec::new();
    for part in parts {
        match part {
            // Linked once, so that damaged bitcode is found in a process of its own.
            Part::Bitcode { name, bytes } => {
                let shown = format!("{}({name})", archive.display());
                let image = Image { inputs: vec![Input::Bytes { name: shown, bytes }], exports: None };
                modules.push((name, front_llvm::link(&[image], false).map_err(Failure::Load)?));
            }
            Part::Units { name, records } => {
                let image = image::Image { path: archive.to_owned(), records, exports: None };
                if image.records.iter().any(|record| matches!(record, Record::Unit { .. })) {
                    modules.push((name, module_of(&[image], notes)?));
                } else {
                    note_missing(&image, notes);
                }
            }
        }
    }
    Ok(modules)
}

fn parts(archive: &Path, store: &Store) -> Result<(Vec<Part>, Vec<String>), Failure> {
    let wrong = |why: String| Failure::Input { file: archive.to_owned(), why };
    let (parts, without) = image::parts(archive, store).map_err(wrong)?;
    if parts.is_empty() {
        let advice = "holds no bitcode; build it again with `pleach build`, after a `make clean` or the like";
        return Err(wrong(advice.to_owned()));
    }
    Ok((parts, without))
}

/// A program and its libraries.
fn images(file: &Path, store: &Store) -> Result<Vec<image::Image>, Failure> {
    let wrong = |why: String| Failure::Input { file: file.to_owned(), why };
    let images = image::images(file, store).map_err(|error| wrong(error.to_string()))?;
    let has_units = |image: &image::Image| image.records.iter().any(|record| matches!(record, Record::Unit { .. }));
    match images.first() {
        None => Err(wrong(
            "is native code, such as for x86-64, without bitcode\n  build it again under `pleach build` (pleach build -- make), after a `make \
             clean` or the like; without bitcode, only static executables for 64-bit RISC-V Linux can be run"
                .to_owned(),
        )),
        Some(first) if !has_units(first) => {
            let mut why = "was linked in a `pleach build`, but none of its parts has bitcode".to_owned();
            for record in &first.records {
                if let Record::Missing { source, why: reason } = record {
                    let _ = write!(why, "\n  {source}: {reason}");
                }
            }
            Err(wrong(why))
        }
        Some(_) => Ok(images.into_iter().filter(has_units).collect()),
    }
}

/// One module of all units.
fn module_of(images: &[image::Image], notes: &mut Vec<String>) -> Result<Vec<u8>, Failure> {
    let mut linked = Vec::new();
    for image in images {
        note_missing(image, notes);
        let (mut inputs, mut possible) = (Vec::new(), Vec::new());
        for record in &image.records {
            if let Record::Unit { hash, store, source, maybe } = record {
                let input = stored(image, hash, store, source)?;
                if *maybe { possible.push(input) } else { inputs.push(input) }
            }
        }
        take_needed(&mut inputs, possible)?;
        take_spare(image, &mut inputs)?;
        linked.push(Image { inputs, exports: image.exports.clone() });
    }
    // The bitcode has the hash that clang's had when it was made.
    front_llvm::link(&linked, true).map_err(Failure::Load)
}

fn note_missing(image: &image::Image, notes: &mut Vec<String>) {
    for record in &image.records {
        if let Record::Missing { source, why } = record {
            notes.push(format!("{source} has no bitcode: {why}; its functions count as undefined"));
        }
    }
}

fn lost(image: &image::Image, source: &str, error: &StoreError) -> Failure {
    let what = match error {
        StoreError::Unreadable { file, error } => format!("{}: {error}", file.display()),
        StoreError::Changed { file } => format!("{} was changed", file.display()),
    };
    let why = format!("the bitcode of {source} is lost ({what})\n  build it again under `pleach build`");
    Failure::Input { file: image.path.clone(), why }
}

/// `pleach bitcode`
pub fn show(given: Given<'_>) -> Result<Exit, Failure> {
    let store = store(given)?;
    let files = given.paths("files");
    let mut text = String::new();
    let mut all = Vec::new();
    for file in &files {
        if let Err(error) = std::fs::File::open(file) {
            return Err(Failure::Input { file: file.clone(), why: error.to_string() });
        }
        if is_archive(file) {
            all.extend(show_archive(file, &store, &mut text)?);
            continue;
        }
        if !is_built(file) {
            let why =
                "is neither an executable, a library, an object nor an archive for the machine that clang compiles for";
            return Err(Failure::Input { file: file.clone(), why: why.to_owned() });
        }
        let images = images(file, &store)?;
        for image in &images {
            list(&image.path.display().to_string(), &image.records, &mut text);
        }
        all.extend(images);
    }
    if let Some(output) = given.path("output") {
        std::fs::write(&output, module_of(&all, &mut Vec::new())?)?;
    }
    print(&text);
    Ok(Exit::Clean)
}

/// Lists an archive; the result is one image of all its members.
fn show_archive(file: &Path, store: &Store, text: &mut String) -> Result<Vec<image::Image>, Failure> {
    let (parts, without) = parts(file, store)?;
    let mut records = Vec::new();
    for part in parts {
        match part {
            Part::Units { records: its, .. } => records.extend(its),
            Part::Bitcode { name, bytes } => {
                let hash = store.put(&bytes)?;
                let dir = store.dir().display().to_string();
                let source = format!("{}({name})", file.display());
                records.push(Record::Unit { hash, store: dir, source, maybe: false });
            }
        }
    }
    let missing = without.into_iter().map(|name| {
        let source = format!("{}({name})", file.display());
        Record::Missing { source, why: "the object was not compiled in a `pleach build`".to_owned() }
    });
    records.extend(missing);
    list(&file.display().to_string(), &records, text);
    Ok(vec![image::Image { path: file.to_owned(), records, exports: None }])
}

fn list(name: &str, records: &[Record], text: &mut String) {
    let count = records.iter().filter(|record| matches!(record, Record::Unit { .. })).count();
    let _ = writeln!(text, "{name}: bitcode of {}", show_things(count as u64, "source"));
    for record in records {
        if let Record::Unit { source, .. } = record {
            let _ = writeln!(text, "  {source}");
        }
    }
    for record in records {
        if let Record::Missing { source, why } = record {
            let _ = writeln!(text, "  without bitcode: {source}: {why}");
        }
    }
}

//! What the section of an object says: lines of JSON, one for each unit.
//!
//! Linkers put sections one after the other, maybe with zeros between them, so a line stands for itself. Lines of
//! a form that is not known are of a later version and are skipped.

use serde_json::{Value, json};

/// A line of the section.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Record {
    /// A translation unit whose bitcode is in a store.
    Unit {
        /// The hash of the bitcode.
        hash: String,
        /// The absolute path of the store.
        store: String,
        /// The absolute path of the source.
        source: String,
        /// Whether it is a member of an archive, of which is not known whether the linker took it.
        maybe: bool,
    },
    /// A member of an archive that the linker did not take. Bitcode may need it nevertheless: a compiler that
    /// optimises expands functions in line, and the calls that are left in bitcode are not in its objects.
    Spare {
        /// The hash of the bitcode.
        hash: String,
        /// The absolute path of the store.
        store: String,
        /// The absolute path of the source.
        source: String,
        /// What the member defines for others.
        defines: Vec<String>,
    },
    /// Code without bitcode.
    Missing {
        /// The absolute path of the source or of the object.
        source: String,
        /// Why there is none.
        why: String,
    },
    /// A shared library that was linked.
    Library {
        /// The absolute path of the file that the linker was given.
        path: String,
    },
}

impl Record {
    /// The record of what the linker took for sure.
    pub fn taken(&self) -> Record {
        match self.clone() {
            Record::Unit { hash, store, source, .. } => Record::Unit { hash, store, source, maybe: false },
            other => other,
        }
    }

    /// The line, with its end.
    fn line(&self) -> String {
        let value = match self {
            Record::Unit { hash, store, source, maybe } => {
                let mut unit = json!({"unit": source, "bitcode": hash, "store": store});
                if *maybe {
                    unit["maybe"] = true.into();
                }
                unit
            }
            Record::Spare { hash, store, source, defines } => {
                json!({"spare": source, "bitcode": hash, "store": store, "defines": defines.join(" ")})
            }
            Record::Missing { source, why } => json!({"missing": source, "why": why}),
            Record::Library { path } => json!({"library": path}),
        };
        format!("{value}\n")
    }

    fn parse(line: &str) -> Option<Record> {
        let value: Value = serde_json::from_str(line).ok()?;
        let text = |key: &str| value[key].as_str().map(str::to_owned);
        if let Some(source) = text("unit") {
            let maybe = value["maybe"].as_bool().unwrap_or(false);
            return Some(Record::Unit { hash: text("bitcode")?, store: text("store")?, source, maybe });
        }
        if let Some(source) = text("spare") {
            let defines = text("defines")?.split(' ').map(str::to_owned).collect();
            return Some(Record::Spare { hash: text("bitcode")?, store: text("store")?, source, defines });
        }
        if let Some(source) = text("missing") {
            return Some(Record::Missing { source, why: text("why")? });
        }
        Some(Record::Library { path: text("library")? })
    }
}

/// The contents of a section with these records.
pub fn write(records: &[Record]) -> Vec<u8> {
    records.iter().map(Record::line).collect::<String>().into_bytes()
}

/// The records in the contents of a section, each once, in their order.
pub fn read(bytes: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    for line in bytes.split(|&byte| byte == b'\n' || byte == 0).filter(|line| !line.is_empty()) {
        if let Some(record) = std::str::from_utf8(line).ok().and_then(Record::parse)
            && !records.contains(&record)
        {
            records.push(record);
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = |text: &str| text.to_owned();
        let records = vec![
            Record::Unit { hash: text("ab12"), store: text("/a b/\"c\""), source: text("/x/ü\n.c"), maybe: true },
            Record::Missing { source: text("/x/fast.S"), why: text("it is assembly") },
            Record::Library { path: text("/x/libx.so") },
            Record::Spare {
                hash: text("cd"),
                store: text("/a"),
                source: text("/y.c"),
                defines: vec![text("f"), text("g")],
            },
        ];
        assert_eq!(read(&write(&records)), records);
        // Padding, repetition and unknown lines change nothing.
        let mut linked = write(&records[..1]);
        linked.extend([0; 5]);
        linked.extend(b"{\"later\":1}\nnoise\n");
        linked.extend(write(&records));
        assert_eq!(read(&linked), records);
    }
}

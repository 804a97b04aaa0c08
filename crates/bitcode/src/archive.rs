//! The members of `ar` archives, ordinary and thin, as GNU `ar` and LLVM's write them.

use std::path::Path;

const MAGIC: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";
const HEADER: usize = 60;

/// A member of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name in the archive.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

/// Whether the bytes begin like an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || bytes.starts_with(THIN)
}

/// The members in their order, without tables; the error says what is wrong. The members of a thin archive are
/// files, whose names are relative to the archive's directory.
pub fn members(bytes: &[u8], archive: &Path) -> Result<Vec<Member>, String> {
    let is_thin = bytes.starts_with(THIN);
    let mut found = Vec::new();
    let mut long_names: &[u8] = &[];
    let mut at = MAGIC.len();
    while at < bytes.len() {
        let header = bytes.get(at..at + HEADER).ok_or("is a damaged archive: it ends within a header")?;
        let field = |from: usize, to: usize| String::from_utf8_lossy(&header[from..to]).trim_end().to_owned();
        let (name, size) = (field(0, 16), field(48, 58).parse::<usize>());
        let size = size.map_err(|_| format!("is a damaged archive: the size of {name} is no number"))?;
        let start = at + HEADER;
        let is_table = matches!(name.as_str(), "/" | "//" | "/SYM64/");
        let stored = if is_thin && !is_table { 0 } else { size };
        let end = start.checked_add(stored).filter(|&end| end <= bytes.len());
        let body = &bytes[start..end.ok_or("is a damaged archive: it ends within a member")?];
        at = (start + stored).next_multiple_of(2);
        if name == "//" {
            long_names = body;
        }
        if is_table || name.starts_with("__.SYMDEF") {
            continue;
        }
        let (name, body) = named(&name, body, long_names);
        if is_thin {
            let file = archive.parent().unwrap_or(Path::new("")).join(&name);
            let contents =
                std::fs::read(&file).map_err(|error| format!("its member {name} cannot be read: {error}"))?;
            found.push(Member { name, bytes: contents });
        } else {
            found.push(Member { name, bytes: body.to_vec() });
        }
    }
    Ok(found)
}

/// A member's name, which may be in the table of long names or before its contents.
fn named<'a>(name: &str, body: &'a [u8], long_names: &[u8]) -> (String, &'a [u8]) {
    if let Some(at) = name.strip_prefix('/').and_then(|at| at.parse::<usize>().ok()) {
        let rest = long_names.get(at..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        return (String::from_utf8_lossy(&rest[..end]).trim_end_matches('/').to_owned(), body);
    }
    if let Some(length) = name.strip_prefix("#1/").and_then(|length| length.parse::<usize>().ok())
        && let Some((name, body)) = body.split_at_checked(length)
    {
        return (String::from_utf8_lossy(name).trim_end_matches('\0').to_owned(), body);
    }
    (name.trim_end_matches('/').to_owned(), body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn members_are_those_that_ar_put_there() {
        let dir = tempfile::tempdir().expect("a directory");
        let long = "a_member_with_quite_a_long_name.o";
        for (name, contents) in [("odd.o", "123"), (long, "4567"), ("c d.o", "8")] {
            std::fs::write(dir.path().join(name), contents).expect("written");
        }
        for kind in ["rc", "rcT"] {
            let file = dir.path().join(format!("lib{kind}.a"));
            let mut ar = Command::new("ar");
            ar.arg(kind).arg(&file).args(["odd.o", long, "c d.o"]);
            assert!(ar.current_dir(dir.path()).status().expect("ar starts").success());
            let bytes = std::fs::read(&file).expect("readable");
            let members = members(&bytes, &file).expect("an archive");
            let members: Vec<_> = members.iter().map(|m| (m.name.as_str(), m.bytes.as_slice())).collect();
            assert_eq!(members, [("odd.o", &b"123"[..]), (long, b"4567"), ("c d.o", b"8")], "{kind}");
        }
        assert!(members(b"!<arch>\nodd.o/", Path::new("x.a")).is_err());
    }
}

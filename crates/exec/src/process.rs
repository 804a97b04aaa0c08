//! What the operating system reports about this process and the machine.

/// The memory of the process in bytes; 0 if it cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Bytes of address space in use.
    pub mapped: u64,
    /// Bytes of it that are held in memory.
    pub resident: u64,
}

/// The memory that the process uses now.
pub fn memory() -> Memory {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let mut pages = text.split_whitespace().map(|pages| pages.parse().unwrap_or(0u64));
    let mut bytes = || pages.next().unwrap_or(0) * 4096;
    Memory { mapped: bytes(), resident: bytes() }
}

/// The number of bytes of memory that the process holds now.
pub fn resident_memory() -> u64 {
    memory().resident
}

/// The number of bytes of address space that the process may use (`ulimit -v`), if that is limited.
pub fn address_space_limit() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    soft_limit(&text, "Max address space")
}

/// The first number in the row with that name.
fn soft_limit(table: &str, name: &str) -> Option<u64> {
    table.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

/// The memory of the machine in bytes, or the part of it that the control group may use.
pub fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = soft_limit(&text, "MemTotal:")?.saturating_mul(1024);
    let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    Some(group.map_or(total, |group: u64| group.min(total)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_tables() {
        let table = "Limit  Soft  Hard  Units\nMax address space         unlimited            unlimited            bytes\n\
                     Max open files            1024  4096  files\n";
        assert_eq!(soft_limit(table, "Max address space"), None);
        assert_eq!(soft_limit(table, "Max open files"), Some(1024));
        assert_eq!(soft_limit("MemTotal:       24000 kB\n", "MemTotal:"), Some(24000));
    }

    #[test]
    fn this_process_holds_less_than_the_machine_has() {
        let Memory { mapped, resident } = memory();
        assert!(0 < resident && resident <= mapped);
        assert!(machine_memory().is_some_and(|machine| resident < machine));
    }
}

//! Parses the reports of AddressSanitizer, LeakSanitizer, MemorySanitizer and UndefinedBehaviorSanitizer, as
//! gcc and clang print them.

use crate::prediction::StackLevel;

/// The sanitizer that reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// AddressSanitizer.
    Address,
    /// LeakSanitizer.
    Leak,
    /// MemorySanitizer.
    Memory,
    /// UndefinedBehaviorSanitizer.
    Undefined,
}

/// One report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The sanitizer that reported.
    pub tool: Tool,
    /// The rest of the headline, which says what happened.
    pub what: String,
    /// Whether the address is in the page of the null pointer.
    pub zero_page: bool,
    /// The first stack after the headline, innermost level first: where it happened.
    pub stack: Vec<StackLevel>,
}

/// All reports in a program's output.
pub fn reports(text: &str) -> Vec<Report> {
    let mut found: Vec<Report> = Vec::new();
    // The first stack after the headline says where it happened; later ones say where the memory came from.
    let mut in_first_stack = false;
    for line in text.lines() {
        if let Some(report) = headline(line) {
            found.push(report);
            in_first_stack = true;
            continue;
        }
        let Some(report) = found.last_mut() else { continue };
        match frame(line) {
            Some(place) if in_first_stack => report.stack.push(place),
            Some(_) => {}
            None if line.trim().is_empty() => {
                in_first_stack &= report.stack.is_empty() || report.tool == Tool::Undefined
            }
            None => report.zero_page |= line.contains("address points to the zero page"),
        }
    }
    found
}

fn headline(line: &str) -> Option<Report> {
    let report = |tool, what: &str, stack| Report { tool, what: what.trim().to_owned(), zero_page: false, stack };
    if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
        return Some(report(Tool::Address, what, Vec::new()));
    }
    // LeakSanitizer reports all leaks under one headline; each has a stack of its own.
    if line.starts_with("Direct leak of ") || line.starts_with("Indirect leak of ") {
        return Some(report(Tool::Leak, line.trim_end_matches(" allocated from:"), Vec::new()));
    }
    if let Some((_, what)) = line.split_once("WARNING: MemorySanitizer: ") {
        return Some(report(Tool::Memory, what, Vec::new()));
    }
    // The minimal runtime prints names only: `ubsan: add-overflow by 0x55`.
    if let Some(name) = line.strip_prefix("ubsan: ").and_then(|rest| rest.split(' ').next()) {
        return Some(report(Tool::Undefined, name, Vec::new()));
    }
    let (place, what) = line.split_once(": runtime error: ")?;
    let (file, line) = position(place);
    Some(report(Tool::Undefined, what, vec![StackLevel { function: String::new(), file, line }]))
}

/// Parses `    #1 0x55 in main /dir/prog.c:7:3`.
fn frame(line: &str) -> Option<StackLevel> {
    let line = line.trim_start().strip_prefix('#')?;
    let (number, rest) = line.split_once(' ')?;
    number.parse::<u32>().ok()?;
    let Some((_, rest)) = rest.split_once(" in ") else {
        return Some(StackLevel { function: String::new(), file: String::new(), line: 0 });
    };
    let (function, place) = rest.rsplit_once(' ').unwrap_or((rest, ""));
    let (file, line) = position(place);
    Some(StackLevel { function: function.to_owned(), file, line })
}

/// Parses `prog.c:7:3` or `prog.c:7`.
fn position(place: &str) -> (String, u32) {
    let mut parts = place.split(':');
    let file = parts.next().unwrap_or_default();
    match parts.next().and_then(|line| line.parse().ok()) {
        Some(line) => (file.to_owned(), line),
        None => (String::new(), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASAN: &str = "\
hello
=================================================================
==71==ERROR: AddressSanitizer: heap-use-after-free on address 0x602 at pc 0x55 bp 0x7f sp 0x7e
READ of size 4 at 0x602 thread T0
    #0 0x5555 in inner /tmp/a.c:3
    #1 0x5556 in main /tmp/a.c:9:5
    #2 0x7fff in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58
    #3 0x7ffe  (/lib/x86_64-linux-gnu/libc.so.6+0x2)

0x602 is located 0 bytes inside of 4-byte region [0x602,0x606)
freed by thread T0 here:
    #0 0x7777 in free (/lib/libasan.so+0xb)
    #1 0x5557 in main /tmp/a.c:8
";

    #[test]
    fn address_reports() {
        let found = reports(ASAN);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].tool, Tool::Address);
        assert!(found[0].what.starts_with("heap-use-after-free"));
        assert_eq!(found[0].stack.len(), 4);
        assert_eq!(found[0].stack[0], StackLevel { function: "inner".into(), file: "/tmp/a.c".into(), line: 3 });
        assert_eq!(found[0].stack[1].line, 9);
    }

    #[test]
    fn leaks() {
        let text = "==3==ERROR: LeakSanitizer: detected memory leaks\n\n\
                    Direct leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x5 in malloc (/tmp/a+0x1)\n    \
                    #1 0x6 in main /tmp/a.c:4:9\n\nIndirect leak of 16 byte(s) in 2 object(s) allocated from:\n    \
                    #0 0x5 in malloc (/tmp/a+0x1)\n    #1 0x7 in f /tmp/a.c:9:9\n\nSUMMARY: AddressSanitizer: 24 byte(s) leaked\n";
        let found = reports(text);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|report| report.tool == Tool::Leak && report.stack.len() == 2));
        assert_eq!((found[0].stack[1].line, found[1].stack[1].line), (4, 9));
        assert_eq!(found[1].what, "Indirect leak of 16 byte(s) in 2 object(s)");
    }

    #[test]
    fn uninitialised_memory() {
        let text = "==9==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x5 in main /tmp/a.c:2:41\n\n\
                    SUMMARY: MemorySanitizer: use-of-uninitialized-value /tmp/a.c:2:41 in main\nExiting\n";
        let found = reports(text);
        assert_eq!((found.len(), found[0].tool, found[0].stack[0].line), (1, Tool::Memory, 2));
    }

    #[test]
    fn null_pointers_are_told_from_wild_ones() {
        let text = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x5)\n\
                    ==1==The signal is caused by a READ memory access.\n\
                    ==1==Hint: address points to the zero page.\n    #0 0x5 in main a.c:4:3\n";
        assert!(reports(text)[0].zero_page);
        assert_eq!(reports(text)[0].stack[0].line, 4);
        assert!(!reports(&text.replace("zero page", "dark"))[0].zero_page);
    }

    #[test]
    fn undefined_behaviour_reports() {
        let text = "/tmp/a.c:5:12: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented\n\
                    a.c:9:1: runtime error: division by zero\n    #0 0x5 in main /tmp/a.c:9\n";
        let found = reports(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].stack, [StackLevel { function: String::new(), file: "/tmp/a.c".into(), line: 5 }]);
        assert_eq!(found[1].what, "division by zero");
        assert_eq!(found[1].stack[1].function, "main");
    }
}

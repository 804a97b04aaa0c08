//! Tables in the form in which KLEE gives them to Z3: constants of array sort whose contents are asserted.
//!
//! A log defines a table by a function of nested conditions, which any solver can read. Z3 4.8.12 takes these
//! apart at every read. Where neighbouring bytes differ it then needs many times as long, or gives no answer in
//! its time; a chain of stores is no better. A comparison that offered it no other form would be unfair. So
//! `$tableN` stays a function that is zero beyond the table's end, but it reads an array that is declared at
//! the start of the script:
//!
//! ```text
//! (declare-const $array0 (Array (_ BitVec 64) (_ BitVec 8)))
//! (define-fun $18 () (_ BitVec 1) (ite (and (= (select $array0 #x0000000000000000) #x2a) …) #b1 #b0))
//! (assert (= $18 #b1))
//! ```
//!
//! This is before the first push, so the contents hold for all questions and Z3 reads them once, outside of its
//! checks. They are one term, from which Z3 makes a fact for each byte, because `bench/z3/steps.c` asserts
//! terms by their number; the number is greater than any in the log.

use std::collections::HashMap;
use std::fmt::Write as _;

/// The start of the line after which the contents are inserted.
const LOGIC: &str = "(set-logic ";
/// The text after which the body of a table's function begins.
const PARAMETERS: &str = " ((i (_ BitVec 64))) (_ BitVec 8) ";

/// A logged script with the contents of its tables asserted. It has the same checks in the same order.
pub fn asserted(script: &str) -> Result<String, String> {
    let array = unused(script);
    let mut number = first_free(script);
    let mut contents: HashMap<&str, Vec<&str>> = HashMap::new();
    let (mut tables, mut rest) = (String::new(), String::new());
    let mut front = None;
    for line in script.lines() {
        if let Some((table, bytes)) = info(line) {
            contents.insert(table, bytes?);
        }
        match function(line) {
            Some(table) => {
                let bytes = contents.remove(table).ok_or_else(|| format!("table {table} has no contents"))?;
                let (array, size) = (format!("{array}{table}"), bytes.len());
                write_contents(&mut tables, &array, &bytes, number);
                number += 1;
                writeln!(
                    rest,
                    "(define-fun $table{table}{PARAMETERS}(ite (bvult i #x{size:016x}) (select {array} i) #x00))"
                )
            }
            None => writeln!(rest, "{line}"),
        }
        .expect("a string takes everything");
        if line.starts_with(LOGIC) {
            front = Some(rest.len());
        }
    }
    rest.insert_str(front.ok_or("a script without a logic")?, &tables);
    Ok(rest)
}

/// The number and the bytes of a table, if the line gives its contents.
fn info(line: &str) -> Option<(&str, Result<Vec<&str>, String>)> {
    let (table, hex) = line.strip_prefix("(set-info :table")?.strip_suffix("\")")?.split_once(" \"")?;
    let bytes: Vec<&str> = hex.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok()).collect();
    let is_byte = |byte: &&str| byte.len() == 2 && byte.chars().all(|digit| digit.is_ascii_hexdigit());
    let bytes = if bytes.iter().all(is_byte) { Ok(bytes) } else { Err(format!("no bytes: '{line}'")) };
    Some((table, bytes))
}

/// The number of the table whose function the line defines. Functions that read whole elements have a dot in
/// their names.
fn function(line: &str) -> Option<&str> {
    let (table, _) = line.strip_prefix("(define-fun $table")?.split_once(PARAMETERS)?;
    (!table.contains('.')).then_some(table)
}

fn write_contents(out: &mut String, array: &str, bytes: &[&str], number: u64) {
    write!(
        out,
        "(declare-const {array} (Array (_ BitVec 64) (_ BitVec 8)))\n(define-fun ${number} () (_ BitVec 1) (ite (and true"
    )
    .and_then(|()| {
        let facts = bytes.iter().enumerate();
        facts.into_iter().try_for_each(|(at, byte)| write!(out, " (= (select {array} #x{at:016x}) #x{byte})"))
    })
    .and_then(|()| writeln!(out, ") #b1 #b0))\n(assert (= ${number} #b1))"))
    .expect("a string takes everything");
}

/// A prefix that no name of the script begins with.
fn unused(script: &str) -> String {
    let mut name = "$array".to_owned();
    while script.contains(&name) {
        name.push('_');
    }
    name
}

/// A number greater than those of all terms.
fn first_free(script: &str) -> u64 {
    let number = |line: &str| line.strip_prefix("(define-fun $")?.split_once(' ')?.0.parse::<u64>().ok();
    script.lines().filter_map(number).max().map_or(0, |greatest| greatest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "(set-option :global-declarations true)\n(set-logic QF_ABV)\n(declare-const |x| (_ BitVec 64))\n\
        (set-info :table3 \"2a00ff\")\n\
        (define-fun $table3 ((i (_ BitVec 64))) (_ BitVec 8) (ite (bvult i #x0000000000000001) #x2a #x00))\n\
        (define-fun $table3.2 (($i (_ BitVec 64))) (_ BitVec 16) (concat ($table3 (bvadd $i #x0000000000000001)) ($table3 $i)))\n\
        (define-fun $17 () (_ BitVec 1) (ite (= ($table3 |x|) #xff) #b1 #b0))\n\
        (set-info :question \"1 repair\")\n(push 1)\n(assert (= $17 #b1))\n(set-info :status sat)\n(check-sat)\n(pop 1)\n";

    #[test]
    fn contents_come_before_everything_else() {
        let script = asserted(LOG).expect("it is a log");
        let lines: Vec<&str> = script.lines().collect();
        assert_eq!(
            lines[2..6],
            [
                "(declare-const $array3 (Array (_ BitVec 64) (_ BitVec 8)))",
                "(define-fun $18 () (_ BitVec 1) (ite (and true (= (select $array3 #x0000000000000000) #x2a) \
                 (= (select $array3 #x0000000000000001) #x00) (= (select $array3 #x0000000000000002) #xff)) #b1 #b0))",
                "(assert (= $18 #b1))",
                "(declare-const |x| (_ BitVec 64))",
            ]
        );
        let function = "(define-fun $table3 ((i (_ BitVec 64))) (_ BitVec 8) \
                        (ite (bvult i #x0000000000000003) (select $array3 i) #x00))";
        assert_eq!(lines[7], function);
        let same = |(old, new): (&str, &&str)| old == *new || old.starts_with("(define-fun $table3 ");
        assert!(LOG.lines().skip(2).zip(&lines[5..]).all(same));
        assert_eq!(LOG.lines().count() + 3, lines.len());
    }

    #[test]
    fn names_differ_from_all_there_are() {
        let script = asserted(&LOG.replace("|x|", "|$array3|")).expect("it is a log");
        assert!(script.contains("(declare-const $array_3 ") && script.contains("(select $array_3 i)"));
    }

    #[test]
    fn without_tables_nothing_changes() {
        let log = "(set-logic QF_ABV)\n(push 1)\n(check-sat)\n(pop 1)\n";
        assert_eq!(asserted(log).as_deref(), Ok(log));
    }

    #[test]
    fn what_is_no_log_is_refused() {
        assert!(asserted("(check-sat)\n").is_err());
        assert!(asserted(&LOG.replace("2a00ff", "2a00f")).is_err());
        assert!(asserted(&LOG.replace(":table3", ":table4")).is_err());
    }
}

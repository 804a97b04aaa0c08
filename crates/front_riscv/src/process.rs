//! The memory of a process other than its program file: stack, heap, arguments, files, and the kernel's own
//! data.
//!
//! Each symbolic argument is an object of its own, above the stack. If the number of arguments is symbolic, the
//! words that depend on it are written when the program starts.

use ir::{Global, GlobalId, Relocation, Target};

use crate::elf::Image;

/// One past the highest address of the stack.
const STACK_TOP: u64 = 0x40_0080_0000;
/// The size of the stack in bytes; an access below it is an error.
const STACK_SIZE: u64 = 1 << 20;
/// The address of the first symbolic argument, and the distance between two of them.
const ARGUMENTS: u64 = STACK_TOP + 0x1_0000;
const ARGUMENT_ROOM: u64 = 0x1_0000;
/// The number of bytes that `brk` can hand out.
const HEAP_SIZE: u64 = 16 << 20;
const PAGE: u64 = 4096;

/// An address range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first address.
    pub start: u64,
    /// The number of bytes.
    pub size: u64,
}

/// The area that `brk` hands out: it lies after the last segment.
pub fn heap_range(image: &Image) -> Range {
    let end = image.segments.iter().map(|segment| segment.address + segment.size).max().unwrap_or(PAGE);
    Range { start: end.next_multiple_of(PAGE) + PAGE, size: HEAP_SIZE }
}

/// The objects of a program by ascending address: segments, heap, stack, and the data passed to the process.
pub fn globals(image: &Image, start: Start) -> Vec<Global> {
    let mut globals: Vec<Global> = image
        .segments
        .iter()
        .map(|segment| {
            let name = format!("segment.{:x}", segment.address);
            fixed(name, segment.address, segment.size, !segment.writable, segment.bytes.clone())
        })
        .collect();
    let heap = heap_range(image);
    globals.push(fixed("heap".to_owned(), heap.start, heap.size, false, Vec::new()));
    globals.push(fixed("stack".to_owned(), start.sp - STACK_SIZE, STACK_SIZE, false, Vec::new()));
    globals.push(fixed("arguments".to_owned(), start.sp, start.bytes.len() as u64, false, start.bytes));
    globals
}

/// The objects of symbolic arguments, each with one extra byte for the terminating zero.
pub fn argument_objects(lengths: &[u64]) -> Vec<Global> {
    let object = |(index, length): (usize, &u64)| {
        fixed(argument_name(index), argument_address(index), length + 1, false, Vec::new())
    };
    lengths.iter().enumerate().map(object).collect()
}

/// The name of a symbolic argument, also used in tests.
pub fn argument_name(index: usize) -> String {
    format!("arg{index:02}")
}

/// The address of a symbolic argument.
pub fn argument_address(index: usize) -> u64 {
    ARGUMENTS + ARGUMENT_ROOM * index as u64
}

/// The maximum length of a symbolic argument, in bytes.
pub const LONGEST_ARGUMENT: u64 = 4096;
/// The maximum size of a symbolic file, standard input included, in bytes.
pub const LARGEST_FILE: u64 = 1 << 24;
/// The maximum number of symbolic arguments, and of symbolic files.
pub const MOST: u64 = 26;

/// The kernel's own memory: what it knows about files, whose contents are the globals from `first` on. The
/// crate `models` relies on this layout.
pub fn kernel(files: (u64, u64), first: GlobalId) -> Global {
    const WORDS: u64 = 2048;
    const COUNT: usize = 62;
    const TABLE: u64 = 64;
    let mut words = [0; COUNT + 2];
    words[COUNT..].copy_from_slice(&[files.0, files.1]);
    let mut global = anywhere("kernel", 8 * WORDS);
    global.init = words.iter().flat_map(|word: &u64| word.to_le_bytes()).collect();
    let address = |file: u32| Relocation {
        offset: 8 * (TABLE + 2 * u64::from(file)),
        target: Target::Global(GlobalId(first.0 + file)),
        addend: 0,
    };
    global.relocations = (0..files.0 as u32).map(address).collect();
    global
}

fn fixed(name: String, address: u64, size: u64, constant: bool, init: Vec<u8>) -> Global {
    Global { name, size, align: 1, address: Some(address), constant, external: false, init, relocations: Vec::new() }
}

/// A global whose address the executor chooses.
pub fn anywhere(name: &str, size: u64) -> Global {
    let (align, address) = (16, None);
    let (constant, external) = (false, false);
    Global {
        name: name.to_owned(),
        size,
        align,
        address,
        constant,
        external,
        init: Vec::new(),
        relocations: Vec::new(),
    }
}

/// What the kernel passes to a new process.
pub struct Start {
    /// The initial stack pointer: `bytes` begin here, and the stack is below.
    pub sp: u64,
    /// The number of arguments, the pointers to arguments and environment, the auxiliary vector, and the
    /// strings that these point to.
    pub bytes: Vec<u8>,
}

/// What the kernel passes to a process with these arguments and `symbolic` symbolic ones. The stack pointer
/// leaves room for `most` of them.
pub fn start(image: &Image, args: &[String], symbolic: usize, most: usize) -> Start {
    let mut strings = Vec::new();
    let mut offsets = Vec::new();
    for arg in args {
        offsets.push(strings.len() as u64);
        strings.extend_from_slice(arg.as_bytes());
        strings.push(0);
    }
    let random = strings.len() as u64;
    strings.extend_from_slice(b"sixteen concrete");
    let base = (STACK_TOP - 16 - strings.len() as u64) & !15;
    let pointer = |offset: u64| base + offset;
    let mut words = vec![(args.len() + symbolic) as u64];
    words.extend(offsets.iter().map(|&offset| pointer(offset)));
    words.extend((0..symbolic).map(argument_address));
    // The ends of the arguments and of the environment, which is empty.
    words.extend([0, 0]);
    let (headers, count) = image.headers;
    let auxiliary = [
        (3, headers),
        (4, 56),
        (5, count),
        (6, PAGE),
        (7, 0),
        (8, 0),
        (9, image.entry),
        (11, 0),
        (12, 0),
        (13, 0),
        (14, 0),
        (16, 0),
        (17, 100),
        (23, 0),
        (25, pointer(random)),
        (31, offsets.first().map_or(0, |&offset| pointer(offset))),
        (0, 0),
    ];
    words.extend(auxiliary.iter().flat_map(|&(key, value)| [key, value]));
    let sp = (base - 8 * (words.len() + most - symbolic) as u64) & !15;
    let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize((base - sp) as usize, 0);
    bytes.extend_from_slice(&strings);
    Start { sp, bytes }
}

//! Modules, functions, blocks and globals.

use std::fmt;

use crate::inst::{Inst, Terminator};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The dense index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A function of a module.
    FuncId
}
id! {
    /// A global variable of a module.
    GlobalId
}
id! {
    /// A block of a function; block 0 is the entry.
    BlockId
}
id! {
    /// A virtual register of a function.
    Reg
}
id! {
    /// A source file of a module.
    FileId
}

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// A source position; line 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Pos {
    /// Index into [`Module::files`]; meaningless when the line is 0.
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; 0 means unknown.
    pub column: u32,
}

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Module {
    /// Source file names, as the compiler recorded them (made absolute where it recorded a directory).
    pub files: Vec<String>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions, defined and declared.
    pub functions: Vec<Function>,
}

impl Module {
    /// Finds a function by name.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|function| function.name == name).map(|index| FuncId(index as u32))
    }

    /// The file name of a position; `None` if the position is unknown.
    pub fn file(&self, pos: Pos) -> Option<&str> {
        (pos.line > 0).then(|| self.files.get(pos.file as usize).map(String::as_str)).flatten()
    }
}

/// A global variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Its symbol name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes, a power of two.
    pub align: u64,
    /// The address where it must lie; `None` if the executor may choose.
    pub address: Option<u64>,
    /// Whether writing it is an error.
    pub constant: bool,
    /// Whether the program only declares it, so that its contents come from the environment.
    pub external: bool,
    /// The initial bytes; if there are fewer than `size`, zeros follow.
    pub init: Vec<u8>,
    /// The addresses within the initial bytes, by ascending offset.
    pub relocations: Vec<Relocation>,
}

/// Eight bytes of a global's initial value that hold an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// The offset of the address within the global, in bytes.
    pub offset: u64,
    /// What it points to.
    pub target: Target,
    /// The number of bytes added to the target's address.
    pub addend: i64,
}

/// What an address refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Func(FuncId),
}

/// How many bytes before the address of a function can be read, if any function has a [`Function::prefix`].
pub const PREFIX_ROOM: usize = 8;

/// A function. One without blocks is only declared, and the executor needs a model of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its symbol name.
    pub name: String,
    /// The registers that receive the arguments.
    pub params: Vec<Reg>,
    /// The width of the result in bits; 0 means none.
    pub ret: u32,
    /// Whether calls may pass more arguments than there are parameters.
    pub variadic: bool,
    /// The width of each register, in bits.
    pub regs: Vec<u32>,
    /// The blocks. The first one is the entry and has no parameters.
    pub blocks: Vec<Block>,
    /// A lower bound of the size of a native frame in bytes; it counts against the stack limit.
    pub frame_bytes: u64,
    /// Readable bytes that lie right before the function's address, at most [`PREFIX_ROOM`]. In a module where
    /// any function has such bytes, zeros fill the room before the other functions.
    pub prefix: Vec<u8>,
    /// Whether it is machine code. Its registers are zero at the start and are assigned any number of times,
    /// and control may enter a block at any [`crate::Inst::Place`] in it, so blocks have no parameters.
    pub machine: bool,
    /// The source variables that registers hold the value of, or, for the register of an `alloca`, the memory of;
    /// by ascending register, at most one for each. For people only: execution does not depend on it.
    pub names: Vec<(Reg, String)>,
    /// Where the function is defined.
    pub pos: Pos,
}

impl Function {
    /// A function without a body. Its parameters and its result have these widths in bits; a result of 0 is none.
    pub fn declared(name: impl Into<String>, params: &[u32], ret: u32) -> Function {
        Function {
            name: name.into(),
            params: (0..params.len() as u32).map(Reg).collect(),
            ret,
            variadic: false,
            regs: params.to_vec(),
            blocks: Vec::new(),
            frame_bytes: 0,
            prefix: Vec::new(),
            machine: false,
            names: Vec::new(),
            pos: Pos::default(),
        }
    }

    /// The width of a register in bits.
    pub fn width(&self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    /// The source variable that a register holds.
    pub fn variable(&self, reg: Reg) -> Option<&str> {
        let found = self.names.binary_search_by_key(&reg, |&(named, _)| named).ok()?;
        Some(&self.names[found].1)
    }

    /// Whether the function has a body.
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Adds a register of the given width in bits.
    pub fn add_reg(&mut self, width: u32) -> Reg {
        self.regs.push(width);
        Reg(self.regs.len() as u32 - 1)
    }
}

/// A straight run of instructions and how it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Registers that the incoming edges assign, all at the same time.
    pub params: Vec<Reg>,
    /// The instructions with their source positions.
    pub insts: Vec<(Inst, Pos)>,
    /// How the block ends.
    pub term: Terminator,
    /// The source position of the terminator.
    pub term_pos: Pos,
}

impl Block {
    /// The source position of the block: the first one that is known.
    pub fn pos(&self) -> Pos {
        let known = self.insts.iter().map(|(_, pos)| *pos).find(|pos| pos.line > 0);
        known.unwrap_or(self.term_pos)
    }
}

/// Whether a source file is a header of the C or C++ library or of the compiler, judged by its directory.
pub fn is_system_header(file: &str) -> bool {
    let of_cxx = file.contains("/include/") && file.contains("/c++/");
    let of_compiler = ["/lib/clang/", "/lib/gcc/", "/lib64/clang/"].iter().any(|dir| file.contains(dir));
    of_cxx || file.starts_with("/usr/include/") || of_compiler && file.contains("/include/")
}

#[cfg(test)]
mod tests {
    use super::is_system_header;

    #[test]
    fn headers_of_the_system() {
        let system = [
            "/usr/include/x86_64-linux-gnu/bits/string_fortified.h",
            "/usr/include/c++/12/bits/stl_vector.h",
            "/opt/gcc/include/c++/12/vector",
            "/usr/lib/llvm-22/lib/clang/22/include/xmmintrin.h",
            "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h",
        ];
        assert!(system.iter().all(|file| is_system_header(file)));
        let own = [
            "/home/me/include/list.h",
            "/home/me/c++/main.cpp",
            "/usr/src/prog/a.c",
            "include/a.h",
            "/work/clang/include/b.h",
        ];
        assert!(!own.iter().any(|file| is_system_header(file)));
    }
}

//! The projects that are built, and which of their programs run on what input.

/// A project, in the distribution's archive.
pub struct Project {
    /// The source package.
    pub package: &'static str,
    /// What builds it, for the shell, in a copy of its sources.
    pub build: &'static str,
    /// Where the programs are, relative to that copy.
    pub place: &'static str,
    /// The programs, with blanks between them.
    pub programs: &'static str,
    /// The input of those that [`Project::others`] does not name, as flags of `pleach run`.
    pub input: &'static str,
    /// Programs with an input of their own: flags of `pleach run`, then after `--` arguments of the program.
    pub others: &'static [(&'static str, &'static str)],
}

impl Project {
    /// The flags for a program.
    pub fn input(&self, program: &str) -> &'static str {
        self.others.iter().find(|(name, _)| *name == program).map_or(self.input, |(_, input)| input)
    }
}

/// The input that KLEE's experiments with coreutils use, but for the first argument, which is shorter.
const ARGUMENTS: &str = "--sym-args 0 1 6 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8";

/// All projects.
pub const PROJECTS: &[Project] = &[
    Project {
        package: "coreutils",
        build: "FORCE_UNSAFE_CONFIGURE=1 ./configure --quiet --disable-nls --without-openssl --without-selinux --without-libgmp && make",
        place: "src",
        programs: "[ b2sum base32 base64 basename basenc cat chcon chgrp chmod chown chroot cksum comm cp csplit cut \
            date dd df dir dircolors dirname du echo env expand expr factor false fmt fold head hostid id join kill \
            link ln logname ls md5sum mkdir mkfifo mknod mktemp mv nice nl nohup nproc numfmt od paste pathchk pinky \
            pr printenv printf ptx pwd readlink realpath rm rmdir runcon seq sha1sum sha224sum sha256sum sha384sum \
            sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tee test timeout touch tr true \
            truncate tsort tty uname unexpand uniq unlink uptime users vdir wc who whoami yes",
        input: ARGUMENTS,
        others: &[],
    },
    Project {
        package: "bc",
        build: "./configure --quiet && make MAKEINFO=true",
        place: "",
        programs: "bc/bc dc/dc",
        input: "--sym-stdin 6",
        others: &[],
    },
    Project {
        package: "sed",
        build: "./configure --quiet --disable-nls && make",
        place: "sed",
        programs: "sed",
        input: "--sym-arg 4 --sym-stdin 4",
        others: &[],
    },
    Project {
        package: "grep",
        build: "./configure --quiet --disable-nls --disable-perl-regexp && make",
        place: "src",
        programs: "grep",
        input: "--sym-arg 4 --sym-stdin 4",
        others: &[],
    },
    Project {
        package: "gzip",
        build: "./configure --quiet && make",
        place: "",
        programs: "gzip",
        input: "--sym-args 0 1 3 --sym-stdin 8",
        others: &[],
    },
    Project {
        package: "m4",
        build: "./configure --quiet && make",
        place: "src",
        programs: "m4",
        input: "--sym-stdin 8",
        others: &[],
    },
];

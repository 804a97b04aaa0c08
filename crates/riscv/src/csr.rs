//! Names of control and status registers.
//!
//! User programs use only a handful of them. The others are here so that an instruction that a user program
//! cannot execute is printed with the usual name.

/// The number (hexadecimal) and the name of each register, as LLVM spells them for RV64.
const NAMES: &str = "
001 fflags  002 frm  003 fcsr  008 vstart  009 vxsat  00a vxrm  00f vcsr  011 ssp  015 seed  017 jvt
100 sstatus  104 sie  105 stvec  106 scounteren  10a senvcfg  10c sstateen0  10d sstateen1  10e sstateen2
10f sstateen3  120 scountinhibit  140 sscratch  141 sepc  142 scause  143 stval  144 sip  14d stimecmp
14e sctrctl  14f sctrstatus  150 siselect  151 sireg  152 sireg2  153 sireg3  155 sireg4  156 sireg5
157 sireg6  15c stopei  15f sctrdepth  180 satp  181 srmcfg  200 vsstatus  204 vsie  205 vstvec  240 vsscratch
241 vsepc  242 vscause  243 vstval  244 vsip  24d vstimecmp  24e vsctrctl  250 vsiselect  251 vsireg
252 vsireg2  253 vsireg3  255 vsireg4  256 vsireg5  257 vsireg6  25c vstopei  280 vsatp  300 mstatus  301 misa
302 medeleg  303 mideleg  304 mie  305 mtvec  306 mcounteren  308 mvien  309 mvip  30a menvcfg  30c mstateen0
30d mstateen1  30e mstateen2  30f mstateen3  320 mcountinhibit  321 mcyclecfg  322 minstretcfg  323 mhpmevent3
324 mhpmevent4  325 mhpmevent5  326 mhpmevent6  327 mhpmevent7  328 mhpmevent8  329 mhpmevent9
32a mhpmevent10  32b mhpmevent11  32c mhpmevent12  32d mhpmevent13  32e mhpmevent14  32f mhpmevent15
330 mhpmevent16  331 mhpmevent17  332 mhpmevent18  333 mhpmevent19  334 mhpmevent20  335 mhpmevent21
336 mhpmevent22  337 mhpmevent23  338 mhpmevent24  339 mhpmevent25  33a mhpmevent26  33b mhpmevent27
33c mhpmevent28  33d mhpmevent29  33e mhpmevent30  33f mhpmevent31  340 mscratch  341 mepc  342 mcause
343 mtval  344 mip  34a mtinst  34b mtval2  34e mctrctl  350 miselect  351 mireg  352 mireg2  353 mireg3
355 mireg4  356 mireg5  357 mireg6  35c mtopei  3a0 pmpcfg0  3a2 pmpcfg2  3a4 pmpcfg4  3a6 pmpcfg6
3a8 pmpcfg8  3aa pmpcfg10  3ac pmpcfg12  3ae pmpcfg14  3b0 pmpaddr0  3b1 pmpaddr1  3b2 pmpaddr2  3b3 pmpaddr3
3b4 pmpaddr4  3b5 pmpaddr5  3b6 pmpaddr6  3b7 pmpaddr7  3b8 pmpaddr8  3b9 pmpaddr9  3ba pmpaddr10
3bb pmpaddr11  3bc pmpaddr12  3bd pmpaddr13  3be pmpaddr14  3bf pmpaddr15  3c0 pmpaddr16  3c1 pmpaddr17
3c2 pmpaddr18  3c3 pmpaddr19  3c4 pmpaddr20  3c5 pmpaddr21  3c6 pmpaddr22  3c7 pmpaddr23  3c8 pmpaddr24
3c9 pmpaddr25  3ca pmpaddr26  3cb pmpaddr27  3cc pmpaddr28  3cd pmpaddr29  3ce pmpaddr30  3cf pmpaddr31
3d0 pmpaddr32  3d1 pmpaddr33  3d2 pmpaddr34  3d3 pmpaddr35  3d4 pmpaddr36  3d5 pmpaddr37  3d6 pmpaddr38
3d7 pmpaddr39  3d8 pmpaddr40  3d9 pmpaddr41  3da pmpaddr42  3db pmpaddr43  3dc pmpaddr44  3dd pmpaddr45
3de pmpaddr46  3df pmpaddr47  3e0 pmpaddr48  3e1 pmpaddr49  3e2 pmpaddr50  3e3 pmpaddr51  3e4 pmpaddr52
3e5 pmpaddr53  3e6 pmpaddr54  3e7 pmpaddr55  3e8 pmpaddr56  3e9 pmpaddr57  3ea pmpaddr58  3eb pmpaddr59
3ec pmpaddr60  3ed pmpaddr61  3ee pmpaddr62  3ef pmpaddr63  5a8 scontext  600 hstatus  602 hedeleg
603 hideleg  604 hie  605 htimedelta  606 hcounteren  607 hgeie  608 hvien  609 hvictl  60a henvcfg
60c hstateen0  60d hstateen1  60e hstateen2  60f hstateen3  643 htval  644 hip  645 hvip  646 hviprio1
647 hviprio2  64a htinst  680 hgatp  6a8 hcontext  740 mnscratch  741 mnepc  742 mncause  744 mnstatus
747 mseccfg  7a0 tselect  7a1 tdata1  7a2 tdata2  7a3 tdata3  7a4 tinfo  7a5 tcontrol  7a8 mcontext
7aa mscontext  7b0 dcsr  7b1 dpc  7b2 dscratch0  7b3 dscratch1  b00 mcycle  b02 minstret  b03 mhpmcounter3
b04 mhpmcounter4  b05 mhpmcounter5  b06 mhpmcounter6  b07 mhpmcounter7  b08 mhpmcounter8  b09 mhpmcounter9
b0a mhpmcounter10  b0b mhpmcounter11  b0c mhpmcounter12  b0d mhpmcounter13  b0e mhpmcounter14
b0f mhpmcounter15  b10 mhpmcounter16  b11 mhpmcounter17  b12 mhpmcounter18  b13 mhpmcounter19
b14 mhpmcounter20  b15 mhpmcounter21  b16 mhpmcounter22  b17 mhpmcounter23  b18 mhpmcounter24
b19 mhpmcounter25  b1a mhpmcounter26  b1b mhpmcounter27  b1c mhpmcounter28  b1d mhpmcounter29
b1e mhpmcounter30  b1f mhpmcounter31  c00 cycle  c01 time  c02 instret  c03 hpmcounter3  c04 hpmcounter4
c05 hpmcounter5  c06 hpmcounter6  c07 hpmcounter7  c08 hpmcounter8  c09 hpmcounter9  c0a hpmcounter10
c0b hpmcounter11  c0c hpmcounter12  c0d hpmcounter13  c0e hpmcounter14  c0f hpmcounter15  c10 hpmcounter16
c11 hpmcounter17  c12 hpmcounter18  c13 hpmcounter19  c14 hpmcounter20  c15 hpmcounter21  c16 hpmcounter22
c17 hpmcounter23  c18 hpmcounter24  c19 hpmcounter25  c1a hpmcounter26  c1b hpmcounter27  c1c hpmcounter28
c1d hpmcounter29  c1e hpmcounter30  c1f hpmcounter31  c20 vl  c21 vtype  c22 vlenb  da0 scountovf  db0 stopi
e12 hgeip  eb0 vstopi  f11 mvendorid  f12 marchid  f13 mimpid  f14 mhartid  f15 mconfigptr  fb0 mtopi
";

/// The name of a register; `None` if it has none.
pub fn name(number: u16) -> Option<&'static str> {
    let mut words = NAMES.split_ascii_whitespace();
    while let (Some(key), Some(name)) = (words.next(), words.next()) {
        if u16::from_str_radix(key, 16) == Ok(number) {
            return Some(name);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_user_programs_have_names() {
        let known = [(1, "fflags"), (2, "frm"), (3, "fcsr"), (0xc00, "cycle"), (0xc01, "time"), (0xc02, "instret")];
        for (number, expected) in known {
            assert_eq!(name(number), Some(expected));
        }
        assert_eq!(name(0), None);
    }
}

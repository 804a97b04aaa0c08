//! Encodes a few instructions, and wraps code in an executable.

/// `lui rd, upper`, where `upper` is the upper 20 bits.
pub fn lui(rd: u32, upper: u32) -> u32 {
    upper << 12 | rd << 7 | 0x37
}

pub fn addi(rd: u32, rs1: u32, imm: i32) -> u32 {
    immediate(imm) | rs1 << 15 | rd << 7 | 0x13
}

pub fn ld(rd: u32, offset: i32, base: u32) -> u32 {
    immediate(offset) | base << 15 | 3 << 12 | rd << 7 | 0x03
}

pub fn fld(rd: u32, offset: i32, base: u32) -> u32 {
    immediate(offset) | base << 15 | 3 << 12 | rd << 7 | 0x07
}

pub fn sd(value: u32, offset: i32, base: u32) -> u32 {
    store(value, offset, base, 0x23)
}

pub fn fsd(value: u32, offset: i32, base: u32) -> u32 {
    store(value, offset, base, 0x27)
}

pub fn jal(rd: u32, offset: i32) -> u32 {
    let bits = offset as u32;
    let spread = (bits >> 20 & 1) << 31 | (bits >> 1 & 0x3ff) << 21 | (bits >> 11 & 1) << 20 | (bits & 0xf_f000);
    spread | rd << 7 | 0x6f
}

pub fn jalr(rd: u32, offset: i32, base: u32) -> u32 {
    immediate(offset) | base << 15 | rd << 7 | 0x67
}

pub fn auipc(rd: u32) -> u32 {
    rd << 7 | 0x17
}

/// Moves the bits of an integer register to a floating-point one, and back.
pub fn to_float(rd: u32, rs1: u32) -> u32 {
    0xf200_0053 | rs1 << 15 | rd << 7
}

pub fn from_float(rd: u32, rs1: u32) -> u32 {
    0xe200_0053 | rs1 << 15 | rd << 7
}

/// `csrrs rd, fcsr, zero`
pub fn read_fcsr(rd: u32) -> u32 {
    0x0030_2073 | rd << 7
}

/// `csrrwi zero, register, value`
pub fn set_control(register: u32, value: u32) -> u32 {
    register << 20 | value << 15 | 5 << 12 | 0x73
}

pub const ECALL: u32 = 0x73;

/// Instructions that load an address below 2 GiB into `rd`.
pub fn address(rd: u32, address: u32) -> [u32; 2] {
    let low = (address << 20) as i32 >> 20;
    [lui(rd, address.wrapping_sub(low as u32) >> 12), addi(rd, rd, low)]
}

fn immediate(imm: i32) -> u32 {
    assert!((-2048..2048).contains(&imm), "{imm} has more than 12 bits");
    (imm as u32) << 20
}

fn store(value: u32, offset: i32, base: u32, opcode: u32) -> u32 {
    let imm = immediate(offset) >> 20;
    imm >> 5 << 25 | value << 20 | base << 15 | 3 << 12 | (imm & 31) << 7 | opcode
}

/// An executable with code and data at the given addresses; it starts at the first instruction.
pub fn executable(code: (u64, &[u8]), data: (u64, &[u8])) -> Vec<u8> {
    let mut file = Vec::new();
    let headers = 64 + 2 * 56;
    file.extend_from_slice(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    // executable, for RISC-V
    file.extend_from_slice(&[2, 0, 243, 0, 1, 0, 0, 0]);
    for word in [code.0, 64, 0] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    // flags: compressed instructions, doubles in registers
    file.extend_from_slice(&5u32.to_le_bytes());
    for half in [64u16, 56, 2, 64, 0, 0] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    // The file offset and the address of a segment agree modulo the page size.
    let code_at = page(headers) + code.0 % 4096;
    let data_at = page(code_at + code.1.len() as u64) + data.0 % 4096;
    for (flags, at, (address, bytes)) in [(5u32, code_at, code), (6, data_at, data)] {
        file.extend_from_slice(&1u32.to_le_bytes());
        file.extend_from_slice(&flags.to_le_bytes());
        for word in [at, address, address, bytes.len() as u64, bytes.len() as u64, 4096] {
            file.extend_from_slice(&word.to_le_bytes());
        }
    }
    for (at, bytes) in [(code_at, code.1), (data_at, data.1)] {
        file.resize(at as usize, 0);
        file.extend_from_slice(bytes);
    }
    file
}

fn page(at: u64) -> u64 {
    at.next_multiple_of(4096)
}

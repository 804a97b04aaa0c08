//! Inline assembly: barriers, and some idioms of headers and programs for what C lacks. Everything else ends
//! the path.
//!
//! - no instructions, and instructions that only order or delay (`mfence`, `pause`): an output that is tied to
//!   an input has the value of that input;
//! - `bswap`, rotation of 16 bits by 8, `bsf`, `bsr`: arithmetic;
//! - `rdtsc`, `rdtscp`: the counter is an input, a new one at each call;
//! - `cpuid`: always a processor without extensions to the instruction set.

use bv::Bv;
use ir::{BinaryOp, CompareOp, Operand};

use crate::bits;
use crate::builder::{Builder, number, zero};
use crate::function::FunctionLowering;
use crate::raw::{TypeKind, Value};
use crate::unsupported::Unsupported;

/// Instructions without an effect that a single-threaded program can observe.
const WITHOUT_EFFECT: &[&str] = &["", "nop", "pause", "rep; nop", "rep nop", "mfence", "lfence", "sfence"];

/// The features in `edx` that every x86-64 processor has: FPU, TSC, MSR, CX8, CMOV, MMX, FXSR, SSE, SSE2.
const FEATURES: u64 = 0x0780_8131;

/// The name of the function that reads the counter; the environment provides it.
const COUNTER: &str = "asm.rdtsc";

/// Inline assembly with its operands.
struct Assembly<'m> {
    /// The instructions, one on each line, with blanks normalized.
    text: String,
    /// The constraints of outputs that are results.
    outputs: Vec<String>,
    /// The constraints of inputs, with the arguments.
    inputs: Vec<(String, Value<'m>)>,
}

/// Lowers a call of assembly.
pub fn lower<'m>(lowering: &mut FunctionLowering<'_, 'm>, inst: Value<'m>, asm: Value<'m>) -> Result<(), Unsupported> {
    let assembly = Assembly::new(inst, asm);
    let results = match assembly.results(lowering)? {
        Some(results) if results.len() == assembly.outputs.len() => results,
        _ => return Err(assembly.unsupported()),
    };
    if inst.ty().kind() == TypeKind::Void {
        return Ok(());
    }
    let shape = lowering.program.layouts.shape(inst.ty())?;
    if shape.widths.len() != results.len() {
        return Err(assembly.unsupported());
    }
    let builder = &mut lowering.builder;
    let results = results.into_iter().zip(&shape.widths).map(|(result, &width)| builder.resize(result, width, false));
    let results = results.collect();
    lowering.bind(inst, results);
    Ok(())
}

/// The value of the cycle counter, which is an input.
pub fn read_counter(lowering: &mut FunctionLowering<'_, '_>) -> Operand {
    let function = lowering.program.declare(COUNTER, &[], 64);
    lowering.call_known(function, Vec::new()).unwrap_or_else(|| zero(64))
}

impl<'m> Assembly<'m> {
    fn new(inst: Value<'m>, asm: Value<'m>) -> Assembly<'m> {
        let lines = asm.asm_text();
        let lines = lines.split(['\n']).map(str::trim).filter(|line| !line.is_empty());
        let text =
            lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n");
        let constraints = asm.asm_constraints();
        let is_output = |constraint: &&str| constraint.starts_with('=') && !constraint.starts_with("=*");
        let operands =
            constraints.split(',').filter(|constraint| !constraint.starts_with('~') && !constraint.is_empty());
        let (outputs, inputs): (Vec<&str>, Vec<&str>) = operands.partition(is_output);
        let inputs = inputs.into_iter().map(str::to_owned).zip(inst.arguments()).collect();
        Assembly { text, outputs: outputs.into_iter().map(str::to_owned).collect(), inputs }
    }

    fn unsupported(&self) -> Unsupported {
        Unsupported::new(format!("inline assembly: {}", self.text.replace('\n', "; ")))
    }

    /// The values of the outputs, in order; `None` if the assembly is not known.
    fn results(&self, lowering: &mut FunctionLowering<'_, 'm>) -> Result<Option<Vec<Operand>>, Unsupported> {
        if WITHOUT_EFFECT.contains(&self.text.trim_end_matches(';')) {
            return self.passed_through(lowering);
        }
        let (mnemonic, operands) = self.text.split_once(' ').unwrap_or((&self.text, ""));
        Ok(match (mnemonic, operands.replace(' ', "").as_str()) {
            ("bswap" | "bswapl" | "bswapq", _) => self.of_first(lowering, bits::swap_bytes)?,
            ("rolw" | "rorw", "$$8,${0:w}" | "$$8,$0") => self.of_first(lowering, |builder, a| {
                let half = builder.extract(a, 0, 16);
                bits::swap_bytes(builder, half)
            })?,
            ("bsf" | "bsfl" | "bsfq", "$1,$0") => self.of_first(lowering, bits::trailing_zeros)?,
            ("bsr" | "bsrl" | "bsrq", "$1,$0") => self.of_first(lowering, |builder, a| {
                let width = builder.width(&a);
                let zeros = bits::leading_zeros(builder, a);
                builder.binary(BinaryOp::Sub, number(width, u64::from(width - 1)), zeros)
            })?,
            ("rdtsc" | "rdtscp", "") => self.counter(lowering),
            _ if self.is_cpuid() => self.cpuid(lowering)?,
            _ => None,
        })
    }

    /// Without instructions, an output that is tied to an input has the value of that input.
    fn passed_through(&self, lowering: &mut FunctionLowering<'_, 'm>) -> Result<Option<Vec<Operand>>, Unsupported> {
        let mut results = Vec::new();
        for output in 0..self.outputs.len() {
            let Some(input) = self.input_of(&output.to_string()) else { return Ok(None) };
            results.push(lowering.scalar(input)?);
        }
        Ok(Some(results))
    }

    /// A single output, computed from the first input.
    fn of_first(
        &self,
        lowering: &mut FunctionLowering<'_, 'm>,
        operation: fn(&mut Builder, Operand) -> Operand,
    ) -> Result<Option<Vec<Operand>>, Unsupported> {
        let (1, Some((_, input))) = (self.outputs.len(), self.inputs.first()) else { return Ok(None) };
        let input = lowering.scalar(*input)?;
        Ok(Some(vec![operation(&mut lowering.builder, input)]))
    }

    fn counter(&self, lowering: &mut FunctionLowering<'_, 'm>) -> Option<Vec<Operand>> {
        let counter = read_counter(lowering);
        let builder = &mut lowering.builder;
        let part = |output: &String| match output.as_str() {
            "={ax}" => Some(builder.extract(counter.clone(), 0, 32)),
            "={dx}" => Some(builder.extract(counter.clone(), 32, 32)),
            "={cx}" => Some(zero(32)),
            _ => None,
        };
        self.outputs.iter().map(part).collect()
    }

    /// `cpuid` alone, or between two exchanges of `rbx`, which compilers may reserve, with an output.
    fn is_cpuid(&self) -> bool {
        let lines: Vec<&str> = self.text.lines().map(|line| line.trim_end_matches(';')).collect();
        match lines.as_slice() {
            ["cpuid"] => true,
            [before, "cpuid", after] => before == after && before.starts_with("xchg"),
            _ => false,
        }
    }

    fn cpuid(&self, lowering: &mut FunctionLowering<'_, 'm>) -> Result<Option<Vec<Operand>>, Unsupported> {
        // The requested leaf is in `eax`: an input there, or one that is tied to the output there.
        let first = self.outputs.iter().position(|output| output == "={ax}").map(|index| index.to_string());
        let question = first.and_then(|index| self.input_of(&index)).or_else(|| self.input_of("{ax}"));
        let Some(question) = question else { return Ok(None) };
        let question = lowering.scalar(question)?;
        let builder = &mut lowering.builder;
        let width = builder.width(&question);
        let is_vendor = builder.compare(CompareOp::Eq, question.clone(), zero(width));
        let is_features = builder.compare(CompareOp::Eq, question, number(width, 1));
        let mut answer = |vendor: u64, features: u64| {
            let features = builder.select(is_features.clone(), number(32, features), zero(32));
            builder.select(is_vendor.clone(), Operand::Const(Bv::new(32, vendor)), features)
        };
        let part = |output: &String| match output.as_str() {
            "={ax}" => Some(answer(1, 0)),
            "={cx}" => Some(answer(u32::from_le_bytes(*b"ntel").into(), 0)),
            "={dx}" => Some(answer(u32::from_le_bytes(*b"ineI").into(), FEATURES)),
            "={bx}" | "=r" | "=&r" => Some(answer(u32::from_le_bytes(*b"Genu").into(), 0)),
            _ => None,
        };
        Ok(self.outputs.iter().map(part).collect())
    }

    fn input_of(&self, constraint: &str) -> Option<Value<'m>> {
        self.inputs.iter().find(|(known, _)| known == constraint).map(|&(_, value)| value)
    }
}

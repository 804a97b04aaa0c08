//! Modules that each violate exactly one rule of the IR.

use bv::Bv;
use ir::{
    Edge, FuncId, GlobalId, Inst, MAX_WIDTH, Module, Operand, Pos, Reg, Rule, Target, Terminator, parse_module, verify,
};

fn parse(text: &str) -> Module {
    parse_module(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn broken(module: &Module) -> Vec<Rule> {
    verify(module).err().unwrap_or_default().into_iter().map(|error| error.rule).collect()
}

/// A function of one block with these lines before `return`; %0:1, %1:8, %2:64 are parameters.
fn body(lines: &str) -> Module {
    parse(&format!("{CALLEES}func @f(%0:1, %1:8, %2:64) {{\nb0:\n{lines}\n  return\n}}\n"))
}

const CALLEES: &str = "declare @pair(8, 64) -> 32\ndeclare @many(8, ...)\n";

#[test]
fn widths_of_instructions() {
    let wrong = [
        "%3:16 = move %1",
        "%3:8 = add %2, %1",
        "%3:8 = add %1, %2",
        "%3:64 = add %1, %2",
        "%3:8 = eq %1, %1",
        "%3:1 = eq %1, %2",
        "%3:8 = zext %1",
        "%3:1 = zext %1",
        "%3:8 = sext %1",
        "%3:8 = trunc %1",
        "%3:9 = trunc %1",
        "%3:8 = extract %1, 1",
        "%3:1 = extract %1, 8",
        "%3:1 = extract %1, 4294967295",
        "%3:8 = concat %1, %1",
        "%3:8 = select %1, %1, %1",
        "%3:8 = select %0, %2, %1",
        "%3:8 = select %0, %1, %2",
        "%3:32 = alloca 1:64, align 1",
        "%3:64 = alloca 1:32, align 1",
        "%3:8 = load %1",
        "store %1, %1",
        "check %1, assert, \"\"",
        "call indirect %1()",
    ];
    for line in wrong {
        assert_eq!(broken(&body(line)), [Rule::WidthsAgree], "{line}");
    }
    let right = [
        "%3:8 = move %1",
        "%3:8 = xor %1, 255:8",
        "%3:1 = ule %1, 0:8",
        "%3:9 = zext %1",
        "%3:7 = trunc %1",
        "%3:1 = extract %1, 7",
        "%3:8 = extract %1, 0",
        "%3:16 = concat %1, %1",
        "%3:8 = select %0, %1, 0:8",
        "%3:64 = alloca %2, align 16",
        "%3:77 = load %2",
        "store @pair, 0:77",
        "%3:8 = call indirect %2(%0, %1)",
    ];
    for line in right {
        assert_eq!(verify(&body(line)), Ok(()), "{line}");
    }
}

#[test]
fn calls() {
    let wrong = [
        ("call @pair(%1)", Rule::CallArgs),
        ("call @pair(%1, %2, %2)", Rule::CallArgs),
        ("call @pair(%1, %1)", Rule::CallArgs),
        ("call @many()", Rule::CallArgs),
        ("call @many(%2, %2)", Rule::CallArgs),
        ("%3:8 = call @pair(%1, %2)", Rule::CallResult),
        ("%3:8 = call @many(%1)", Rule::CallResult),
    ];
    for (line, rule) in wrong {
        assert_eq!(broken(&body(line)), [rule], "{line}");
    }
    for line in ["%3:32 = call @pair(%1, @f)", "call @pair(0:8, %2)", "call @many(%1)", "call @many(%1, %2, 1:77)"] {
        assert_eq!(verify(&body(line)), Ok(()), "{line}");
    }
}

#[test]
fn alignment() {
    for align in [0, 3, 12] {
        assert_eq!(broken(&body(&format!("%3:64 = alloca 1:64, align {align}"))), [Rule::Alignment]);
        assert_eq!(broken(&parse(&format!("global @x size 4 align {align}"))), [Rule::Alignment]);
    }
}

#[test]
fn globals() {
    let wrong = [
        ("global @x size 1 align 1 { bytes 00 00 }", Rule::Initializer),
        ("global @x size 1 align 1 external { bytes 00 }", Rule::Initializer),
        ("global @x size 8 align 1 external { reloc 0 @x }", Rule::Initializer),
        ("global @x size 8 align 1 { reloc 1 @x }", Rule::Relocation),
        ("global @x size 8 align 1 { reloc 18446744073709551615 @x }", Rule::Relocation),
        ("global @x size 16 align 1 { reloc 0 @x reloc 7 @x }", Rule::Relocation),
        ("global @x size 16 align 1 { reloc 8 @x reloc 0 @x }", Rule::Relocation),
    ];
    for (text, rule) in wrong {
        assert_eq!(broken(&parse(text)), [rule], "{text}");
    }
    assert_eq!(verify(&parse("global @x size 24 align 1 { bytes 01 reloc 1 @x reloc 9 @x-4 }")), Ok(()));
}

#[test]
fn relocation_targets_exist() {
    let mut module = parse("global @x size 8 align 1 { reloc 0 @x }");
    module.globals[0].relocations[0].target = Target::Global(GlobalId(1));
    assert_eq!(broken(&module), [Rule::Exists]);
    module.globals[0].relocations[0].target = Target::Func(FuncId(0));
    assert_eq!(broken(&module), [Rule::Exists]);
}

#[test]
fn names_are_unique() {
    let mut module = parse("global @x size 1 align 1\ndeclare @y()");
    module.functions[0].name = "x".to_string();
    assert_eq!(broken(&module), [Rule::UniqueName]);
}

#[test]
fn ids_exist() {
    let inst = |inst: Inst| {
        let mut module = body("");
        module.functions[2].blocks[0].insts.push((inst, Pos::default()));
        broken(&module)
    };
    let load = |ptr: Operand| Inst::Store { ptr, value: Operand::Reg(Reg(1)) };
    assert_eq!(inst(load(Operand::Reg(Reg(9)))), [Rule::Exists]);
    assert_eq!(inst(load(Operand::Global(GlobalId(0), 0))), [Rule::Exists]);
    assert_eq!(inst(load(Operand::Func(FuncId(3)))), [Rule::Exists]);
    assert_eq!(inst(Inst::Move { dst: Reg(9), src: Operand::Reg(Reg(1)) }), [Rule::Exists]);
    let callee = ir::Callee::Direct(FuncId(3));
    assert_eq!(inst(Inst::Call { dst: None, callee, args: Vec::new() }), [Rule::Exists]);
    assert_eq!(broken(&parse("func @f() {\nb0:\n  jump b1\n}")), [Rule::Exists]);
}

#[test]
fn files_exist() {
    let wrong = [
        "declare @f() !0:1:1",
        "func @f() {\nb0:\n  unsupported \"\" !1:1:1\n  return\n}",
        "func @f() {\nb0:\n  return !7:1:1\n}",
    ];
    for text in wrong {
        assert_eq!(broken(&parse(text)), [Rule::Exists], "{text}");
    }
    assert_eq!(verify(&parse("file 0 \"a\"\ndeclare @f() !0:1:1\ndeclare @g() !7:0:0")), Ok(()));
}

#[test]
fn widths_are_bounded() {
    let mut module = body("");
    module.functions[2].regs.push(0);
    assert_eq!(broken(&module), [Rule::Width]);
    module.functions[2].regs[3] = MAX_WIDTH + 1;
    assert_eq!(broken(&module), [Rule::Width]);
    module.functions[2].regs[3] = MAX_WIDTH;
    assert_eq!(verify(&module), Ok(()));
    module.functions[0].ret = MAX_WIDTH + 1;
    assert_eq!(broken(&module), [Rule::Width]);
    let mut module = body("");
    let value = Operand::Const(Bv::new(MAX_WIDTH + 1, 0));
    module.functions[2].blocks[0].insts.push((Inst::Store { ptr: Operand::Reg(Reg(2)), value }, Pos::default()));
    assert_eq!(broken(&module), [Rule::Width]);
}

#[test]
fn single_assignment() {
    let wrong = [
        "func @f(%0:8, %0:8) {\nb0:\n  return\n}",
        "func @f(%0:8) {\nb0:\n  %0:8 = move 1:8\n  return\n}",
        "func @f() {\nb0:\n  %0:8 = move 1:8\n  %0:8 = move 1:8\n  return\n}",
        "func @f() {\nb0:\n  %0:8 = move 1:8\n  jump b1(1:8)\nb1(%0:8):\n  return\n}",
        "func @f() {\nb0:\n  jump b1(1:8, 1:8)\nb1(%0:8, %0:8):\n  return\n}",
    ];
    for text in wrong {
        assert_eq!(broken(&parse(text)), [Rule::SingleAssignment], "{text}");
    }
}

#[test]
fn assigned_before_use() {
    let wrong = [
        // Never.
        "func @f() -> 8 regs %0:8 {\nb0:\n  return %0\n}",
        // Too late in the same block, and by itself.
        "func @f() {\nb0:\n  %1:8 = move %0\n  %0:8 = move 1:8\n  return\n}",
        "func @f() {\nb0:\n  %0:8 = move %0\n  return\n}",
        // On only one side of a branch.
        "func @f(%0:1) -> 8 {\nb0:\n  branch %0, b1, b2\nb1:\n  %1:8 = move 1:8\n  jump b2\nb2:\n  return %1\n}",
        // In the loop, used before it.
        "func @f(%0:1) -> 8 {\nb0:\n  branch %0, b1, b2\nb1:\n  %1:8 = move 1:8\n  branch %0, b1, b2\nb2:\n  return %1\n}",
        // A block's own parameter on the edge that enters it.
        "func @f() {\nb0:\n  jump b1(%0)\nb1(%0:8):\n  return\n}",
        // In a block that is not reachable.
        "func @f() -> 8 {\nb0:\n  return %0\nb1:\n  %0:8 = move 1:8\n  return %0\n}",
    ];
    for text in wrong {
        assert_eq!(broken(&parse(text)), [Rule::AssignedBeforeUse], "{text}");
    }
    let right = [
        "func @f(%0:8) -> 8 {\nb0:\n  return %0\n}",
        // A loop passes its own parameter around.
        "func @f(%0:1) -> 8 {\nb0:\n  jump b1(1:8)\nb1(%1:8):\n  %2:8 = add %1, %1\n  branch %0, b1(%2), b2\nb2:\n  return %2\n}",
        // Blocks out of order.
        "func @f() -> 8 {\nb0:\n  %0:8 = move 1:8\n  jump b2\nb1:\n  return %1\nb2:\n  %1:8 = move %0\n  jump b1\n}",
        // In unreachable blocks anything goes.
        "func @f() -> 8 {\nb0:\n  %0:8 = move 1:8\n  return %0\nb1:\n  %2:8 = move %1\n  %1:8 = move %2\n  jump b1\n}",
    ];
    for text in right {
        assert_eq!(verify(&parse(text)), Ok(()), "{text}");
    }
}

#[test]
fn entry_has_no_parameters() {
    assert_eq!(broken(&parse("func @f() {\nb0(%0:8):\n  return\n}")), [Rule::EntryParams]);
}

#[test]
fn edges() {
    let function =
        |edges: &str| parse(&format!("func @f(%0:1) {{\nb0:\n  {edges}\nb1(%1:8):\n  return\nb2:\n  return\n}}"));
    for edges in ["jump b1", "jump b2(1:8)", "branch %0, b1(1:8, 1:8), b2", "switch 1:8, 1:8 -> b1, default -> b2"] {
        assert_eq!(broken(&function(edges)), [Rule::EdgeArgs], "{edges}");
    }
    for edges in ["jump b1(%0)", "branch 1:8, b2, b2", "switch 1:8, 1:7 -> b2, default -> b2"] {
        assert_eq!(broken(&function(edges)), [Rule::WidthsAgree], "{edges}");
    }
    assert_eq!(broken(&function("switch 1:8, 1:8 -> b2, 1:8 -> b1(1:8), default -> b2")), [Rule::DistinctCases]);
    assert_eq!(verify(&function("switch 1:8, 1:8 -> b2, 2:8 -> b2, default -> b1(3:8)")), Ok(()));
}

#[test]
fn return_values() {
    for (ret, value) in [(" -> 8", ""), ("", "1:8"), (" -> 8", "1:9"), (" -> 64", "1:8")] {
        let text = format!("func @f(){ret} {{\nb0:\n  return {value}\n}}");
        assert_eq!(broken(&parse(&text)), [Rule::ReturnValue], "{text}");
    }
}

#[test]
fn all_errors_are_reported_with_their_place() {
    let module =
        parse("func @f() {\nb0:\n  jump b1\nb1:\n  %0:8 = load 1:8\n  check 1:2, assert, \"\"\n  return 1:1\n}");
    let errors: Vec<String> = verify(&module).unwrap_err().iter().map(ToString::to_string).collect();
    let expected = [
        "@f b1 instruction 0: the address has width 8, not 64",
        "@f b1 instruction 1: the condition has width 2, not 1",
        "@f b1 instruction 2: 1 bits are returned, not 0",
    ];
    assert_eq!(errors, expected);
}

#[test]
fn broken_modules_still_print() {
    let mut module = body("store %2, %1");
    let function = &mut module.functions[2];
    function.params.push(Reg(77));
    function.blocks[0].term =
        Terminator::Jump(Edge { block: ir::BlockId(9), args: vec![Operand::Global(GlobalId(4), 1)] });
    function.blocks[0].insts[0].0 = Inst::Load { dst: Reg(50), ptr: Operand::Func(FuncId(60)) };
    let text = module.to_string();
    assert!(
        text.contains("%77:?") && text.contains("b9(@?global4+1)") && text.contains("%50:? = load @?func60"),
        "{text}"
    );
}

#[test]
fn machine_code() {
    let text = |machine: &str, body: &str| format!("func @f() {machine} {{\nb0:\n{body}\n  return\n}}\n");
    let check = |machine: &str, body: &str| match parse_module(&text(machine, body)) {
        Ok(module) => verify(&module).err().map(|errors| errors[0].rule),
        Err(error) => panic!("{error}"),
    };
    let again = "%0:8 = add %0, 1:8\n%0:8 = add %0, 1:8\nplace 16 \"f\"\nplace 18";
    assert_eq!(check("machine", again), None);
    assert_eq!(check("", "%0:8 = move 1:8\nplace 16"), Some(Rule::MachineCode));
    assert_eq!(check("machine", "place 16\nplace 16"), Some(Rule::MachineCode));
    let goto = |machine: &str, operand: &str| format!("func @f() {machine} {{\nb0:\n  goto {operand}\n}}\n");
    let rule = |text: String| verify(&parse_module(&text).expect("it parses")).err().map(|errors| errors[0].rule);
    assert_eq!(rule(goto("machine", "16:64")), None);
    assert_eq!(rule(goto("", "16:64")), Some(Rule::MachineCode));
    assert_eq!(rule(goto("machine", "16:32")), Some(Rule::WidthsAgree));
    let params = "func @f() machine {\nb0:\n  jump b1(1:8)\nb1(%0:8):\n  return\n}\n".to_owned();
    assert_eq!(rule(params), Some(Rule::MachineCode));
}

#[test]
fn prefixes_fit_before_their_functions() {
    assert_eq!(broken(&parse("declare @f() prefix 01 02 03 04 05 06 07 08")), []);
    assert_eq!(broken(&parse("declare @f() prefix 01 02 03 04 05 06 07 08 09")), [Rule::Prefix]);
}

#[test]
fn names_are_in_order_and_of_registers() {
    let named = |names: &str| broken(&parse(&format!("declare @f(8, 8, 8) names {names}")));
    assert_eq!(named("%0 \"a\", %2 \"a\""), []);
    assert_eq!(named("%2 \"a\", %0 \"b\""), [Rule::Names]);
    assert_eq!(named("%0 \"a\", %0 \"b\""), [Rule::Names]);
    assert_eq!(named("%0 \"a\", %3 \"b\""), [Rule::Exists]);
}

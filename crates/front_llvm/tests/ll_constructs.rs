//! Constructs that are rare in C, as LLVM's text, run in the test interpreter.

mod support;

use bv::Bv;
use ir::ErrorKind;
use support::interpreter::{End, Machine};
use support::load_ll;

/// Runs a function of a module given as text.
fn run(text: &str, name: &str, args: &[Bv]) -> End {
    let loaded = load_ll(text);
    Machine::new(&loaded.module).run(name, args)
}

/// Runs a function; returns its result as a number.
fn number(text: &str, name: &str, args: &[Bv]) -> u64 {
    match run(text, name, args) {
        End::Returned(Some(value)) => value.to_u64().expect("tests return small numbers"),
        other => panic!("{other:?}"),
    }
}

fn i32(value: i32) -> Bv {
    Bv::new(32, value as u64)
}

#[test]
fn integers_of_odd_widths() {
    let text = "
        define i7 @add7(i7 %a, i7 %b) { %s = add i7 %a, %b ret i7 %s }
        define i65 @high(i65 %a) { %s = shl i65 %a, 64 %t = or i65 %s, 3 ret i65 %t }
        define i1 @top(i65 %a) { %r = call i65 @high(i65 %a) %c = icmp slt i65 %r, 0 ret i1 %c }
        define i32 @memory(i7 %a) { %p = alloca i7 store i7 %a, ptr %p %q = load i8, ptr %p %v = load i7, ptr %p
          %x = zext i7 %v to i32 %y = zext i8 %q to i32 %z = add i32 %x, %y ret i32 %z }
        define i256 @wide() { ret i256 115792089237316195423570985008687907853269984665640564039457584007913129639935 }
        define i128 @negative() { ret i128 -2 }
        @odd = global i65 -1
        define i65 @load() { %v = load i65, ptr @odd ret i65 %v }";
    assert_eq!(number(text, "add7", &[Bv::new(7, 100), Bv::new(7, 100)]), 200 % 128);
    assert_eq!(number(text, "top", &[Bv::new(65, 1)]), 1);
    assert_eq!(number(text, "top", &[Bv::new(65, 2)]), 0);
    assert_eq!(number(text, "memory", &[Bv::new(7, 127)]), 254);
    assert_eq!(run(text, "wide", &[]), End::Returned(Some(Bv::all_ones(256))));
    assert_eq!(run(text, "negative", &[]), End::Returned(Some(Bv::new(128, 2).neg())));
    assert_eq!(run(text, "load", &[]), End::Returned(Some(Bv::all_ones(65))));
    let global = &load_ll(text).module.globals[0];
    assert_eq!((global.size, global.init.as_slice()), (12, [255, 255, 255, 255, 255, 255, 255, 255, 1].as_slice()));
}

#[test]
fn phis_swap_and_repeat() {
    let text = "
        define i32 @swap(i32 %n) {
        entry: br label %loop
        loop: %i = phi i32 [ 0, %entry ], [ %j, %loop ]
              %a = phi i32 [ 1, %entry ], [ %b, %loop ]
              %b = phi i32 [ 2, %entry ], [ %a, %loop ]
              %j = add i32 %i, 1
              %c = icmp slt i32 %j, %n
              br i1 %c, label %loop, label %end
        end: %r = mul i32 %a, 10 %s = add i32 %r, %b ret i32 %s }
        define i32 @same(i32 %x) {
        entry: switch i32 %x, label %d [ i32 1, label %m i32 2, label %m i32 -3, label %o ]
        d: br label %m
        o: ret i32 99
        m: %p = phi i32 [ 10, %entry ], [ 10, %entry ], [ 20, %d ] ret i32 %p }
        define i32 @both(i1 %c) {
        entry: br i1 %c, label %m, label %m
        m: %p = phi i32 [ 5, %entry ], [ 5, %entry ] ret i32 %p }";
    for (count, expected) in [(1, 12), (2, 21), (3, 12)] {
        assert_eq!(number(text, "swap", &[i32(count)]), expected);
    }
    for (value, expected) in [(1, 10), (2, 10), (-3, 99), (7, 20)] {
        assert_eq!(number(text, "same", &[i32(value)]), expected);
    }
    assert_eq!(number(text, "both", &[Bv::new(1, 0)]), 5);
}

#[test]
fn phis_take_constant_expressions() {
    let text = "
        @a = global [4 x i64] zeroinitializer
        @b = global i64 5
        define i64 @f(i1 %c) {
        entry: br i1 %c, label %x, label %m
        x: br label %m
        m: %p = phi i64 [ sub (i64 ptrtoint (ptr @b to i64), i64 ptrtoint (ptr @a to i64)), %x ],
                        [ ptrtoint (ptr getelementptr ([4 x i64], ptr @a, i64 0, i64 2) to i64), %entry ]
           %base = ptrtoint ptr @a to i64
           %d = sub i64 %p, %base
           %bb = ptrtoint ptr @b to i64
           %e = sub i64 %bb, %base
           %same = icmp eq i64 %p, %e
           %r = select i1 %same, i64 1000, i64 %d
           ret i64 %r }";
    assert_eq!(number(text, "f", &[Bv::new(1, 0)]), 16);
    assert_eq!(number(text, "f", &[Bv::new(1, 1)]), 1000);
}

#[test]
fn switches_on_wide_numbers() {
    let text = "
        define i32 @f(i128 %x) {
          switch i128 %x, label %d [ i128 18446744073709551616, label %a i128 -1, label %b ]
        d: ret i32 0
        a: ret i32 1
        b: ret i32 2 }";
    assert_eq!(number(text, "f", &[Bv::from_words(128, &[0, 1])]), 1);
    assert_eq!(number(text, "f", &[Bv::all_ones(128)]), 2);
    assert_eq!(number(text, "f", &[Bv::new(128, 0)]), 0);
}

#[test]
fn aggregates_in_registers() {
    let text = "
        %t = type { i8, [2 x i16], { ptr, i1 } }
        define %t @make(i16 %x) {
          %a = insertvalue %t undef, i8 7, 0
          %b = insertvalue %t %a, i16 %x, 1, 1
          %c = insertvalue %t %b, i1 true, 2, 1
          %d = insertvalue %t %c, i16 3, 1, 0
          ret %t %d }
        define i32 @use(i16 %x) {
          %t = call %t @make(i16 %x)
          %p = alloca %t
          store %t %t, ptr %p
          %u = load %t, ptr %p
          %inner = extractvalue %t %u, 1
          %h = extractvalue [2 x i16] %inner, 1
          %f = getelementptr %t, ptr %p, i32 0, i32 2, i32 1
          %i = load i1, ptr %f
          %hz = zext i16 %h to i32
          %iz = zext i1 %i to i32
          %s = add i32 %hz, %iz
          ret i32 %s }
        define void @nothing({} %e, i32 %x) { ret void }
        define i32 @call_nothing() { call void @nothing({} undef, i32 4) ret i32 1 }
        define {i64, i1} @pick(i1 %c) { %r = select i1 %c, {i64, i1} {i64 4, i1 true}, {i64, i1} {i64 9, i1 false} ret {i64, i1} %r }";
    assert_eq!(number(text, "use", &[Bv::new(16, 300)]), 301);
    assert_eq!(number(text, "call_nothing", &[]), 1);
    assert_eq!(run(text, "pick", &[Bv::new(1, 1)]), End::Returned(Some(Bv::from_words(65, &[4, 1]))));
    assert_eq!(run(text, "pick", &[Bv::new(1, 0)]), End::Returned(Some(Bv::new(65, 9))));
}

#[test]
fn vectors_of_every_lane() {
    let text = "
        @v = constant <4 x i32> <i32 1, i32 -2, i32 3, i32 4>
        @bits = global <9 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1, i1 1>
        define i32 @sum(<4 x i32> %a) {
          %v = load <4 x i32>, ptr @v
          %m = mul <4 x i32> %a, %v
          %c = icmp sgt <4 x i32> %m, zeroinitializer
          %s = select <4 x i1> %c, <4 x i32> %m, <4 x i32> splat (i32 100)
          %w = shufflevector <4 x i32> %s, <4 x i32> %v, <2 x i32> <i32 0, i32 5>
          %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %s)
          %x = extractelement <2 x i32> %w, i32 1
          %y = add i32 %r, %x
          ret i32 %y }
        define i32 @lane(<4 x i32> %a, i32 %i) { %b = insertelement <4 x i32> %a, i32 77, i32 %i
          %j = xor i32 %i, 1 %x = extractelement <4 x i32> %b, i32 %i %y = extractelement <4 x i32> %b, i32 %j
          %s = mul i32 %x, %y ret i32 %s }
        define i9 @mask() { %v = load <9 x i1>, ptr @bits %i = bitcast <9 x i1> %v to i9 ret i9 %i }
        define i64 @cast(<4 x i16> %a) { %x = bitcast <4 x i16> %a to i64 ret i64 %x }
        define i64 @gather() {
          %p = getelementptr i32, ptr @v, <2 x i64> <i64 1, i64 3>
          %a = ptrtoint <2 x ptr> %p to <2 x i64>
          %x = extractelement <2 x i64> %a, i32 0 %y = extractelement <2 x i64> %a, i32 1
          %d = sub i64 %y, %x ret i64 %d }
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)";
    let vector = Bv::from_words(128, &[2 << 32 | 1, 4 << 32 | 3]);
    // lanes 1, -4, 9, 16 become 1, 100, 9, 16; the shuffled lane is -2
    assert_eq!(number(text, "sum", std::slice::from_ref(&vector)), 124);
    assert_eq!(number(text, "lane", &[vector, i32(2)]), 77 * 4);
    assert_eq!(number(text, "mask", &[]), 0b1_1000_0101);
    assert_eq!(number(text, "cast", &[Bv::new(64, 0x0123_4567_89ab_cdef)]), 0x0123_4567_89ab_cdef);
    assert_eq!(number(text, "gather", &[]), 8);
    assert_eq!(load_ll(text).module.globals[1].init, [0x85, 0x01]);
}

#[test]
fn initial_values() {
    let text = "
        %s = type { i8, i32, ptr }
        @target = global [8 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7]
        @s = constant [2 x %s] [%s { i8 1, i32 2, ptr getelementptr ([8 x i32], ptr @target, i64 0, i64 3) }, %s zeroinitializer]
        @alias = alias i32, getelementptr ([8 x i32], ptr @target, i64 0, i64 5)
        @through = global ptr getelementptr (i8, ptr @alias, i64 4)
        @function = global ptr @f
        @same = alias i32 (), ptr @f
        @renamed = global ptr @same
        @distance = global i64 sub (i64 ptrtoint (ptr getelementptr ([8 x i32], ptr @target, i64 0, i64 7) to i64), i64 ptrtoint (ptr @target to i64))
        @apart = constant i32 trunc (i64 sub (i64 ptrtoint (ptr @through to i64), i64 ptrtoint (ptr @apart to i64)) to i32)
        @float = global { float, double, half } { float 1.5, double -2.0, half 1.0 }
        @long = global x86_fp80 0xK3FFF8000000000000000
        @text = constant [4 x i8] c\"ab\\00c\"
        @zeros = global [100000 x i64] zeroinitializer
        @fixed = global ptr inttoptr (i64 4096 to ptr)
        @there = external global %s
        @nowhere = external global [0 x i32]
        define i32 @f() { ret i32 42 }
        define i32 @g() { %p = load ptr, ptr @renamed %r = call i32 %p() ret i32 %r }
        define i32 @h() { %p = load ptr, ptr @through %r = load i32, ptr %p ret i32 %r }
        define i32 @i() { %p = load ptr, ptr getelementptr (%s, ptr @s, i64 0, i32 2) %r = load i32, ptr %p ret i32 %r }
        define i1 @j() { %d = load i32, ptr @apart %w = sext i32 %d to i64 %a = ptrtoint ptr @apart to i64
          %s = add i64 %a, %w %t = ptrtoint ptr @through to i64 %c = icmp eq i64 %s, %t ret i1 %c }";
    assert_eq!(number(text, "g", &[]), 42);
    assert_eq!(number(text, "h", &[]), 6);
    assert_eq!(number(text, "i", &[]), 3);
    assert_eq!(number(text, "j", &[]), 1);
    let module = load_ll(text).module;
    let global = |name: &str| module.globals.iter().find(|global| global.name == name).expect("the text has it");
    assert_eq!(global("s").size, 32);
    assert!(global("s").constant);
    assert_eq!(global("s").init, [1, 0, 0, 0, 2]);
    assert_eq!((global("s").relocations[0].offset, global("s").relocations[0].addend), (8, 12));
    assert_eq!(global("through").relocations[0].addend, 24);
    assert_eq!(global("distance").init, [28]);
    // It is completed at the start, so it cannot be constant.
    assert!(!global("apart").constant);
    assert_eq!(global("float").init[..4], 1.5f32.to_bits().to_le_bytes());
    assert_eq!(global("float").init[8..16], (-2.0f64).to_bits().to_le_bytes());
    assert_eq!(global("float").init[16..], [0x00, 0x3c]);
    assert_eq!(global("long").init, [0, 0, 0, 0, 0, 0, 0, 0x80, 0xff, 0x3f]);
    assert_eq!(global("text").init, b"ab\0c");
    assert_eq!((global("zeros").size, global("zeros").init.len()), (800_000, 0));
    assert_eq!(global("fixed").init, [0, 0x10]);
    assert!(global("there").external && global("there").size == 16);
    assert!(global("nowhere").external && global("nowhere").size == 0);
}

#[test]
fn element_pointers() {
    let text = "
        %in = type { i16, [3 x i32] }
        %out = type <{ i8, [2 x %in], i64 }>
        define i64 @f(i32 %i, i8 %j) {
          %p = getelementptr %out, ptr null, i8 %j, i32 1, i32 %i, i32 1, i64 2
          %x = ptrtoint ptr %p to i64 ret i64 %x }
        define i64 @c() { %x = ptrtoint ptr getelementptr (%out, ptr null, i64 2, i32 2) to i64 ret i64 %x }";
    let size = 1 + 2 * 16 + 8;
    let expected = |i: i64, j: i64| (j * size + 1 + i * 16 + 4 + 8) as u64;
    assert_eq!(number(text, "f", &[i32(1), Bv::new(8, 0)]), expected(1, 0));
    assert_eq!(number(text, "f", &[i32(-1), Bv::new(8, 0xfe)]), expected(-1, -2));
    assert_eq!(number(text, "c", &[]), 2 * size as u64 + 33);
}

#[test]
fn checks_stand_where_the_language_asks() {
    let text = "
        define i32 @sdiv(i32 %a, i32 %b) { %r = sdiv i32 %a, %b ret i32 %r }
        define i32 @urem(i32 %a, i32 %b) { %r = urem i32 %a, %b ret i32 %r }
        define i32 @shl(i32 %a, i32 %b) { %r = shl i32 %a, %b ret i32 %r }
        define i32 @safe(i32 %a) { %d = sdiv i32 %a, 3 %s = ashr i32 %d, 31 %u = udiv i32 %s, 7 %v = srem i32 5, %u ret i32 %u }
        define <2 x i32> @lanes(<2 x i32> %a) { %r = udiv <2 x i32> <i32 8, i32 9>, %a ret <2 x i32> %r }
        define i1 @tiny(i1 %a) { %r = lshr i1 1, %a ret i1 %r }
        define void @trap() { call void @llvm.trap() unreachable }
        declare void @llvm.trap()";
    let failed = |kind, message: &str| End::Failed(kind, message.to_owned());
    assert_eq!(run(text, "sdiv", &[i32(1), i32(0)]), failed(ErrorKind::DivByZero, "division by zero"));
    assert_eq!(run(text, "sdiv", &[i32(i32::MIN), i32(-1)]), failed(ErrorKind::Overflow, "signed division overflow"));
    assert_eq!(number(text, "sdiv", &[i32(i32::MIN), i32(1)]), 0x8000_0000);
    assert_eq!(run(text, "urem", &[i32(1), i32(0)]), failed(ErrorKind::DivByZero, "division by zero"));
    assert_eq!(number(text, "urem", &[i32(i32::MIN), i32(-1)]), 0x8000_0000);
    assert!(matches!(run(text, "shl", &[i32(1), i32(32)]), End::Failed(ErrorKind::Overshift, _)));
    assert!(matches!(run(text, "shl", &[i32(1), i32(-1)]), End::Failed(ErrorKind::Overshift, _)));
    assert_eq!(number(text, "shl", &[i32(1), i32(31)]), 0x8000_0000);
    assert!(matches!(run(text, "tiny", &[Bv::new(1, 1)]), End::Failed(ErrorKind::Overshift, _)));
    let zero_lane = Bv::from_words(64, &[3]);
    assert_eq!(run(text, "lanes", &[zero_lane]), failed(ErrorKind::DivByZero, "division by zero"));
    assert_eq!(run(text, "trap", &[]), failed(ErrorKind::Abort, "trap"));
    let module = load_ll(text).module;
    let safe = &module.functions[module.function("safe").expect("the text has it").index()];
    let checks = safe.blocks[0].insts.iter().filter(|(inst, _)| matches!(inst, ir::Inst::Check { .. })).count();
    // Only the last division has an unknown divisor, and its dividend rules out overflow.
    assert_eq!(checks, 1, "{module}");
}

#[test]
fn floating_point_becomes_calls() {
    let text = "
        define i1 @f(<2 x float> %a, i8 %b) { %s = fadd <2 x float> %a, %a %x = extractelement <2 x float> %s, i32 1
          %y = fpext float %x to double %z = sitofp i8 %b to double %r = fcmp ole double %y, %z ret i1 %r }";
    let module = load_ll(text).module;
    for (name, params, ret) in [
        ("float.add.float", &[32, 32][..], 32),
        ("float.convert.float.double", &[32], 64),
        ("float.from_signed.double.8", &[8], 64),
        ("float.compare.double", &[64, 64, 4], 1),
    ] {
        let id = module.function(name).unwrap_or_else(|| panic!("{name} is called"));
        let function = &module.functions[id.index()];
        let widths: Vec<u32> = function.params.iter().map(|&param| function.width(param)).collect();
        assert_eq!((widths.as_slice(), function.ret), (params, ret), "{name}");
    }
}

#[test]
fn shifts_in_optimised_code_are_checked_where_they_are_used() {
    let text = "
        define i32 @chosen(i32 %a, i32 %b) { %s = shl i32 %a, %b %t = add i32 %s, 1 %c = icmp ult i32 %b, 32
          %r = select i1 %c, i32 %t, i32 %a ret i32 %r }
        define <2 x i32> @lanes(<2 x i32> %b) { %s = shl <2 x i32> splat (i32 1), %b
          %c = icmp ult <2 x i32> %b, splat (i32 32) %r = select <2 x i1> %c, <2 x i32> %s, <2 x i32> zeroinitializer ret <2 x i32> %r }
        define i32 @frozen(i32 %b) { %s = lshr i32 1, %b %f = freeze i32 %s %r = and i32 %f, 0 ret i32 %r }
        define i32 @stored(i32 %b) { %p = alloca i32 %s = lshr i32 1, %b store volatile i32 %s, ptr %p ret i32 0 }
        define i32 @divided(i32 %a, i32 %b) { %s = lshr i32 %a, %b %q = udiv i32 %s, 3 %m = srem i32 %q, 5
          %c = icmp ult i32 %b, 32 %r = select i1 %c, i32 %m, i32 7 ret i32 %r }
        define i32 @divides(i32 %a, i32 %b) { %s = lshr i32 %a, %b %t = or i32 %s, 1 %q = udiv i32 9, %t ret i32 0 }
        define i32 @plain(i32 %b) noinline { %s = lshr i32 1, %b ret i32 0 }";
    let overshifts = |name: &str, args: &[Bv]| matches!(run(text, name, args), End::Failed(ErrorKind::Overshift, _));
    assert_eq!(number(text, "chosen", &[i32(3), i32(40)]), 3);
    assert_eq!(number(text, "chosen", &[i32(3), i32(4)]), 49);
    assert_eq!(number(text, "lanes", &[Bv::from_words(64, &[40 << 32 | 4])]), 16);
    assert_eq!(number(text, "frozen", &[i32(40)]), 0);
    assert!(overshifts("stored", &[i32(40)]) && !overshifts("stored", &[i32(4)]));
    assert!(overshifts("plain", &[i32(40)]));
    assert_eq!(number(text, "divided", &[i32(80), i32(40)]), 7);
    assert_eq!(number(text, "divided", &[i32(80), i32(2)]), 1);
    assert!(overshifts("divides", &[i32(80), i32(40)]) && !overshifts("divides", &[i32(80), i32(4)]));
}

#[test]
fn unsupported_constructs_name_themselves() {
    let text = "
        define ppc_fp128 @fadd(ppc_fp128 %a) { %r = fadd ppc_fp128 %a, %a ret ppc_fp128 %r }
        define i64 @asm(i64 %a) { %r = call i64 asm \"mov $1, $0\", \"=r,r\"(i64 %a) ret i64 %r }
        define i32 @barrier() { call void asm sideeffect \"\", \"~{memory}\"() ret i32 3 }
        define double @powi(double %a) { %r = call double @llvm.powi.f64.i32(double %a, i32 3) ret double %r }
        define i32 @scalable(<vscale x 4 x i32> %v) { ret i32 1 }
        define <vscale x 4 x i32> @scalable_value(<vscale x 4 x i32> %v) { %r = add <vscale x 4 x i32> %v, %v ret <vscale x 4 x i32> %r }
        define i64 @neg(double %a) { %n = fneg double %a %m = call double @llvm.fabs.f64(double %n) %b = bitcast double %n to i64
          %c = bitcast double %m to i64 %x = xor i64 %b, %c ret i64 %x }
        define i32 @ifunc_call() { %r = call i32 @chosen() ret i32 %r }
        @chosen = ifunc i32 (), ptr @resolver
        define ptr @resolver() { ret ptr @barrier }
        declare double @llvm.powi.f64.i32(double, i32)
        declare double @llvm.fabs.f64(double)";
    let end = |name: &str, args: &[Bv]| run(text, name, args);
    let named = |what: &str| End::Unsupported(what.to_owned());
    assert_eq!(end("fadd", &[Bv::new(128, 0)]), named("floating point of type ppc_fp128"));
    assert_eq!(end("asm", &[Bv::new(64, 0)]), named("inline assembly: mov $1, $0"));
    assert_eq!(number(text, "barrier", &[]), 3);
    assert_eq!(end("powi", &[Bv::new(64, 0)]), named("intrinsic llvm.powi"));
    assert_eq!(end("scalable", &[]), named("type <vscale x 4 x i32>"));
    assert!(matches!(end("scalable_value", &[]), End::Unsupported(_)));
    assert_eq!(number(text, "neg", &[Bv::new(64, 1.0f64.to_bits())]), 1 << 63);
    assert_eq!(end("ifunc_call", &[]), named("indirect function chosen"));
}

#[test]
fn masked_accesses_touch_only_their_lanes() {
    let text = "
        @a = global [4 x i32] [i32 10, i32 20, i32 30, i32 40]
        define i32 @load(<4 x i1> %m) {
          %v = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr getelementptr (i32, ptr @a, i64 2), i32 4, <4 x i1> %m, <4 x i32> splat (i32 1))
          %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v) ret i32 %s }
        define i32 @store(<4 x i1> %m) {
          call void @llvm.masked.store.v4i32.p0(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr @a, i32 4, <4 x i1> %m)
          %v = load <4 x i32>, ptr @a
          %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v) ret i32 %s }
        define i32 @gather(<2 x i1> %m) { %p = getelementptr i32, ptr @a, <2 x i64> <i64 3, i64 1000>
          %v = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> %p, i32 4, <2 x i1> %m, <2 x i32> zeroinitializer)
          %x = extractelement <2 x i32> %v, i32 0 ret i32 %x }
        define i8 @order(i32 %a, i32 %b) { %s = call i8 @llvm.scmp.i8.i32(i32 %a, i32 %b) %u = call i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
          %t = mul i8 %u, 16 %r = add i8 %s, %t ret i8 %r }
        declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)
        declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
        declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i32>)
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
        declare i8 @llvm.scmp.i8.i32(i32, i32)
        declare i8 @llvm.ucmp.i8.i32(i32, i32)";
    assert_eq!(number(text, "load", &[Bv::new(4, 0b0011)]), 72);
    assert!(matches!(run(text, "load", &[Bv::new(4, 0b0100)]), End::OutOfBounds(_)));
    assert_eq!(number(text, "store", &[Bv::new(4, 0b1001)]), 1 + 20 + 30 + 4);
    assert_eq!(number(text, "gather", &[Bv::new(2, 0b01)]), 40);
    assert_eq!(number(text, "order", &[i32(-1), i32(1)]), 15);
    assert_eq!(number(text, "order", &[i32(3), i32(3)]), 0);
    assert_eq!(number(text, "order", &[i32(5), i32(3)]), 17);
}

#[test]
fn invoke_goes_on_normally() {
    let text = "
        define i32 @callee(i32 %x) { %y = add i32 %x, 1 ret i32 %y }
        define i32 @f(i32 %x) personality ptr @personality {
          %r = invoke i32 @callee(i32 %x) to label %ok unwind label %bad
        ok: %p = phi i32 [ %r, %0 ] ret i32 %p
        bad: %l = landingpad { ptr, i32 } cleanup
             resume { ptr, i32 } %l }
        declare i32 @personality(...)";
    assert_eq!(number(text, "f", &[i32(4)]), 5);
}

#[test]
fn weak_symbols_that_nobody_has_are_null() {
    let text = "
        declare extern_weak i32 @maybe()
        @perhaps = extern_weak global i32
        define i1 @f() { %c = icmp eq ptr @maybe, null %d = icmp eq ptr @perhaps, null %r = and i1 %c, %d ret i1 %r }";
    assert_eq!(number(text, "f", &[]), 1);
    let options = front_llvm::Options { provided: ["maybe".to_owned()].into(), ..Default::default() };
    let loaded = front_llvm::load(&[support::ll(text)], &options).expect("the text is right");
    assert_eq!(loaded.undefined, ["maybe"]);
}

#[test]
fn calls_with_other_prototypes() {
    let text = "
        define i64 @callee(i64 %a, i8 %b) { %c = zext i8 %b to i64 %d = add i64 %a, %c ret i64 %d }
        define void @nothing() { ret void }
        define i32 @more() { %r = call i32 @callee(i32 5, i32 258, i32 9) ret i32 %r }
        define i64 @less() { %r = call i64 @callee(i64 5) ret i64 %r }
        define i32 @result() { %r = call i32 @nothing() ret i32 %r }
        define i32 @ignored() { call void @callee(i64 1, i8 2) ret i32 8 }";
    assert_eq!(number(text, "more", &[]), 7);
    assert_eq!(number(text, "less", &[]), 5);
    assert_eq!(number(text, "result", &[]), 0);
    assert_eq!(number(text, "ignored", &[]), 8);
    assert_eq!(load_ll(text).warnings, ["callee: called with too few arguments"]);
}

#[test]
fn names_are_kept_and_made() {
    let text = "
        @0 = private constant i8 1
        @1 = private constant i8 2
        @.str = private constant [2 x i8] c\"a\\00\"
        define ptr @f() { ret ptr @0 }
        define ptr @g() { ret ptr @1 }
        define ptr @h() { ret ptr @.str }
        declare i32 @printf(ptr, ...)
        declare i32 @unused()
        define i32 @k() { %r = call i32 (ptr, ...) @printf(ptr @.str, i32 1) ret i32 %r }";
    let loaded = load_ll(text);
    let names: Vec<&str> = loaded.module.globals.iter().map(|global| global.name.as_str()).collect();
    assert_eq!(names, ["unnamed.global.0", "unnamed.global.1", ".str"]);
    assert_eq!(loaded.undefined, ["printf"]);
    let printf = &loaded.module.functions[loaded.module.function("printf").expect("it is called").index()];
    assert!(printf.variadic && printf.params.len() == 1 && printf.ret == 32);
}

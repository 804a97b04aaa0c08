; What llvm_text.c calls.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%pair = type <{ i8, i32, [2 x i16] }>

@table = constant [4 x %pair] [%pair zeroinitializer, %pair <{ i8 1, i32 2, [2 x i16] [i16 3, i16 4] }>,
                               %pair <{ i8 5, i32 6, [2 x i16] [i16 7, i16 8] }>, %pair undef]
@inside = constant ptr getelementptr (i8, ptr @table, i64 14)

declare i24 @llvm.fshl.i24(i24, i24, i24)
declare i9 @llvm.sadd.sat.i9(i9, i9)
declare {<2 x i32>, <2 x i1>} @llvm.uadd.with.overflow.v2i32(<2 x i32>, <2 x i32>)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)

define i64 @switch33(i64 %x) {
  %n = trunc i64 %x to i33
  switch i33 %n, label %other [
    i33 -1, label %ones
    i33 5, label %five
    i33 4294967301, label %large
  ]
ones:
  ret i64 1
five:
  ret i64 2
large:
  ret i64 3
other:
  ret i64 0
}

define i32 @funnel24(i32 %a, i32 %b, i32 %n) {
  %x = trunc i32 %a to i24
  %y = trunc i32 %b to i24
  %d = trunc i32 %n to i24
  %r = call i24 @llvm.fshl.i24(i24 %x, i24 %y, i24 %d)
  %z = zext i24 %r to i32
  ret i32 %z
}

define i32 @saturate9(i32 %a, i32 %b) {
  %x = trunc i32 %a to i9
  %y = trunc i32 %b to i9
  %r = call i9 @llvm.sadd.sat.i9(i9 %x, i9 %y)
  %z = sext i9 %r to i32
  ret i32 %z
}

define i32 @odd_memory(i32 %a) {
  %p = alloca i17
  %q = alloca [3 x i17]
  %x = trunc i32 %a to i17
  store i17 %x, ptr %p
  %l = load i17, ptr %p
  %e = getelementptr [3 x i17], ptr %q, i32 0, i32 1
  store i17 %l, ptr %e
  %m = load i17, ptr %e
  %k = ashr i17 %m, 1
  %z = sext i17 %k to i32
  ret i32 %z
}

define {i8, {i64, i32}} @build(i64 %a, i32 %b) {
  %n = insertvalue {i64, i32} undef, i64 %a, 0
  %m = insertvalue {i64, i32} %n, i32 %b, 1
  %o = insertvalue {i8, {i64, i32}} poison, {i64, i32} %m, 1
  %p = insertvalue {i8, {i64, i32}} %o, i8 7, 0
  ret {i8, {i64, i32}} %p
}

define i64 @aggregates(i64 %a, i32 %b) {
  %s = call {i8, {i64, i32}} @build(i64 %a, i32 %b)
  %slot = alloca {i8, {i64, i32}}
  store {i8, {i64, i32}} %s, ptr %slot
  %t = load {i8, {i64, i32}}, ptr %slot
  %c = extractvalue {i8, {i64, i32}} %t, 0
  %x = extractvalue {i8, {i64, i32}} %t, 1, 0
  %in = extractvalue {i8, {i64, i32}} %t, 1
  %y = extractvalue {i64, i32} %in, 1
  %cw = zext i8 %c to i64
  %yw = zext i32 %y to i64
  %u = xor i64 %x, %yw
  %r = add i64 %u, %cw
  ret i64 %r
}

define i32 @phi_swap(i32 %a, i32 %b, i32 %rounds) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %y = phi i32 [ %b, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %rounds
  br i1 %more, label %loop, label %done
done:
  %s = mul i32 %x, 10
  %r = add i32 %s, %y
  ret i32 %r
}

define i32 @masks(ptr %p) {
  %v = load <8 x i8>, ptr %p, align 1
  %m = icmp slt <8 x i8> %v, zeroinitializer
  %bits = bitcast <8 x i1> %m to i8
  %n = select <8 x i1> %m, <8 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>, <8 x i8> %v
  %e = extractelement <8 x i8> %n, i32 2
  %f = shufflevector <8 x i8> %n, <8 x i8> poison, <2 x i32> <i32 5, i32 7>
  %g = bitcast <2 x i8> %f to i16
  %a = zext i8 %bits to i32
  %b = zext i8 %e to i32
  %c = zext i16 %g to i32
  %b8 = shl i32 %b, 8
  %c16 = shl i32 %c, 16
  %ab = or i32 %a, %b8
  %abc = or i32 %ab, %c16
  ret i32 %abc
}

define i32 @overflow_lanes(i32 %a, i32 %b) {
  %v = insertelement <2 x i32> poison, i32 %a, i32 0
  %w = insertelement <2 x i32> %v, i32 1, i32 1
  %x = insertelement <2 x i32> <i32 0, i32 2>, i32 %b, i32 0
  %s = call {<2 x i32>, <2 x i1>} @llvm.uadd.with.overflow.v2i32(<2 x i32> %w, <2 x i32> %x)
  %sum = extractvalue {<2 x i32>, <2 x i1>} %s, 0
  %wrong = extractvalue {<2 x i32>, <2 x i1>} %s, 1
  %s0 = extractelement <2 x i32> %sum, i32 0
  %s1 = extractelement <2 x i32> %sum, i32 1
  %w0 = extractelement <2 x i1> %wrong, i32 0
  %w1 = extractelement <2 x i1> %wrong, i32 1
  %z0 = zext i1 %w0 to i32
  %z1 = sext i1 %w1 to i32
  %t = shl i32 %s1, 8
  %u = shl i32 %z0, 16
  %r0 = or i32 %s0, %t
  %r1 = or i32 %r0, %u
  %r2 = add i32 %r1, %z1
  ret i32 %r2
}

define i32 @atomic_extremes(ptr %p, i32 %a) {
  %o1 = atomicrmw min ptr %p, i32 %a seq_cst
  %o2 = atomicrmw umin ptr %p, i32 12 seq_cst
  %o3 = atomicrmw max ptr %p, i32 30 monotonic
  %o4 = atomicrmw umax ptr %p, i32 -2 acquire
  %o5 = atomicrmw nand ptr %p, i32 6 release
  %x = cmpxchg ptr %p, i32 99, i32 1 seq_cst seq_cst
  %hit = extractvalue {i32, i1} %x, 1
  %h = zext i1 %hit to i32
  %s1 = add i32 %o1, %o2
  %s2 = add i32 %s1, %o3
  %s3 = add i32 %s2, %o4
  %s4 = add i32 %s3, %o5
  %s5 = add i32 %s4, %h
  ret i32 %s5
}

define i32 @narrow_index(ptr %p, i8 %i) {
  %q = getelementptr i32, ptr %p, i8 %i
  %x = load i32, ptr %q
  ret i32 %x
}

define i32 @reductions(i32 %a) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %a, i32 2
  %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %x = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v)
  %m = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %v)
  %t = mul i32 %s, 100
  %u = mul i32 %x, 10
  %r = add i32 %t, %u
  %q = add i32 %r, %m
  ret i32 %q
}

define i32 @frozen(i32 %a) {
  %f = freeze i32 undef
  %z = and i32 %f, 0
  %g = freeze i32 %a
  %r = or i32 %z, %g
  ret i32 %r
}

define i32 @constants() {
  %p = load ptr, ptr @inside
  %x = load i16, ptr %p, align 1
  %q = getelementptr [4 x %pair], ptr @table, i64 0, i64 2, i32 1
  %y = load i32, ptr %q, align 1
  %d = sub i64 ptrtoint (ptr @inside to i64), ptrtoint (ptr @inside to i64)
  %e = trunc i64 %d to i32
  %w = zext i16 %x to i32
  %s = mul i32 %y, 100
  %t = add i32 %s, %w
  %u = add i32 %t, %e
  ret i32 %u
}

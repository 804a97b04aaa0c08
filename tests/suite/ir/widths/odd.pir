; A 7-bit value through memory: one byte, the upper bit zero.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:7 = trunc %0
  %2:64 = alloca 1:64, align 1
  store %2, %1
  %3:8 = load %2
  %4:1 = ult %3, 128:8
  branch %4, b1, b2
b1:
  %5:7 = load %2
  %6:1 = eq %5, %1
  branch %6, b3, b2
b2:
  return 1:32
b3:
  return 0:32
}
; exits: 0
; paths: 1

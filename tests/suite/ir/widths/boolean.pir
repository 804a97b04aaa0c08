; Booleans as one-bit numbers: sign extension gives all ones, addition wraps.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 0:32
  %2:32 = sext %1
  %3:1 = add %1, 1:1
  %4:32 = zext %3
  %5:32 = add %2, %4
  %6:1 = eq %5, 1:32
  branch %6, b1, b2
b1:
  return 1:32
b2:
  %7:1 = eq %5, 4294967295:32
  branch %7, b3, b4
b3:
  return 2:32
b4:
  return 3:32
}
; exits: 1 2
; paths: 2

; Cases with one target are one path; a target no value leads to is none.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:32 = and %0, 7:32
  switch %1, 1:32 -> b1, 2:32 -> b1, 3:32 -> b2, 100:32 -> b3, default -> b4
b1:
  return 1:32
b2:
  return 2:32
b3:
  return 3:32
b4:
  return 9:32
}
; exits: 1 2 9
; paths: 3

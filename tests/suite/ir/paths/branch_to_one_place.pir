; A branch of which both sides lead to one place with the same values is no fork; with other values it is.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = slt %0, 0:32
  branch %1, b1(4:32), b1(4:32)
b1(%2:32):
  branch %1, b2(%2), b2(5:32)
b2(%3:32):
  return %3
}
; exits: 4 5
; paths: 2

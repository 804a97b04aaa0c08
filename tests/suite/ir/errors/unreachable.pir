; Code marked unreachable is an error where it is reached.
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 3:32
  branch %1, b1, b2
b1:
  unreachable
b2:
  return 0:32
}
; exits: 0
; errors: unreachable
; paths: 2

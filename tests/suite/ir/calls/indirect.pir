; A symbolic function pointer: a path for each function, and an error where there is none.
declare @klee_int(64) -> 32
func @one() -> 32 frame 16 {
b0:
  return 1:32
}
func @two() -> 32 frame 16 {
b0:
  return 2:32
}
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 1:32
  %2:1 = eq %0, 2:32
  %3:64 = select %2, @two, 0:64
  %4:64 = select %1, @one, %3
  %5:32 = call indirect %4()
  return %5
}
; exits: 1 2
; errors: null
; paths: 3

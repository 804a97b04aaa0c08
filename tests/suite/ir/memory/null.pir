; A pointer that may be null.
global @cell size 4 align 4 {
  bytes "\x05\x00\x00\x00"
}
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 0:32
  %2:64 = select %1, 0:64, @cell
  %3:32 = load %2
  return %3
}
; exits: 5
; errors: null
; paths: 2

; A read at a symbolic offset: in bounds on one side, an error on the other, and no fork over the elements.
global @table size 16 align 4 {
  bytes "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00"
}
declare @klee_int(64) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:64 = zext %0
  %2:64 = shl %1, 2:64
  %3:64 = add %2, @table
  %4:32 = load %3
  %5:1 = ult %4, 5:32
  branch %5, b1, b2
b1:
  return 0:32
b2:
  return 1:32
}
; exits: 0
; errors: out-of-bounds
; paths: 2

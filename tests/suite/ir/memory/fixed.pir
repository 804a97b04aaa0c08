; An object at an address that the program chooses: within it all is well, beside it is an error.
declare @klee_int(64) -> 32
declare @klee_define_fixed_object(64, 64)
func @main() -> 32 frame 16 {
b0:
  call @klee_define_fixed_object(4026531840:64, 16:64)
  store 4026531844:64, 7:32
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 0:32
  branch %1, b1, b2
b1:
  %2:32 = load 4026531844:64
  return %2
b2:
  %3:32 = load 4026531854:64
  return %3
}
; exits: 7
; errors: out-of-bounds
; paths: 2

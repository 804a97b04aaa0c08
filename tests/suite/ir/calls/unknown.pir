; A function that is neither defined nor modelled ends its path only.
declare @klee_int(64) -> 32
declare @mystery(32) -> 32
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = eq %0, 7:32
  branch %1, b1, b2
b1:
  %2:32 = call @mystery(%0)
  return %2
b2:
  return 0:32
}
; exits: 0
; others: Unsupported("call of unknown function mystery")
; paths: 2

; A call that an exception leaves goes on with its landing pad; calls in between that have none are left too.
declare @klee_int(64) -> 32
declare @pleach_landing_depth(64) -> 64
declare @pleach_unwind(64, 64, 32)
declare @pleach_landed_exception() -> 64
declare @pleach_landed_selector() -> 32
func @throws(%0:32) -> 32 frame 16 {
b0:
  %1:1 = slt %0, 10:32
  branch %1, b1, b2
b1:
  %2:64 = call @pleach_landing_depth(0:64)
  call @pleach_unwind(%2, 40:64, %0)
  unreachable
b2:
  return 5:32
}
func @between(%0:32) -> 32 frame 16 {
b0:
  %1:32 = call @throws(%0)
  %2:32 = add %1, 1:32
  return %2
}
func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  %1:1 = sle 0:32, %0
  branch %1, b1, b4
b1:
  %2:32 = call @between(%0)
  %3:1 = unwound 0:64
  branch %3, b2, b3
b2:
  %4:64 = call @pleach_landed_exception()
  %5:32 = call @pleach_landed_selector()
  %6:32 = trunc %4
  %7:1 = eq %5, 7:32
  branch %7, b5, b6
b3:
  return %2
b4:
  return 0:32
b5:
  return %6
b6:
  return 41:32
}
; exits: 0 6 40 41
; paths: 4

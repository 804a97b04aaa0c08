; Factorial by recursion, concrete.
func @fact(%0:64) -> 64 frame 32 {
b0:
  %1:1 = ule %0, 1:64
  branch %1, b1, b2
b1:
  return 1:64
b2:
  %2:64 = sub %0, 1:64
  %3:64 = call @fact(%2)
  %4:64 = mul %0, %3
  return %4
}
func @main() -> 32 frame 16 {
b0:
  %0:64 = call @fact(20:64)
  %1:64 = urem %0, 251:64
  %2:32 = trunc %1
  return %2
}
; exits: 41
; paths: 1

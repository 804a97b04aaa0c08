; Recursion without end is found when the native stack would be used up.
func @down(%0:64) -> 64 frame 4096 {
b0:
  %1:64 = add %0, 1:64
  %2:64 = call @down(%1)
  return %2
}
func @main() -> 32 frame 16 {
b0:
  %0:64 = call @down(0:64)
  %1:32 = trunc %0
  return %1
}
; errors: stack-overflow
; paths: 1

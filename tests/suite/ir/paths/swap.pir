; Block parameters are assigned all at once: two values swap in a loop.
func @main() -> 32 frame 16 {
b0:
  jump b1(1:32, 2:32, 0:32)
b1(%0:32, %1:32, %2:32):
  %3:1 = ult %2, 3:32
  %4:32 = add %2, 1:32
  branch %3, b1(%1, %0, %4), b2
b2:
  %5:32 = mul %0, 10:32
  %6:32 = add %5, %1
  return %6
}
; exits: 21
; paths: 1

; 128-bit arithmetic and the pieces of a wide value.
func @main() -> 32 frame 16 {
b0:
  %0:128 = mul 18446744073709551615:128, 18446744073709551615:128
  %1:64 = extract %0, 64
  %2:64 = extract %0, 0
  %3:128 = concat %2, %1
  %4:128 = urem %3, 1000003:128
  %5:32 = trunc %4
  %6:32 = urem %5, 200:32
  return %6
}
; exits: 172
; paths: 1

; The address of a local outlives its function.
func @leak() -> 64 frame 16 {
b0:
  %0:64 = alloca 4:64, align 4
  store %0, 1:32
  return %0
}
func @main() -> 32 frame 16 {
b0:
  %0:64 = call @leak()
  %1:32 = load %0
  return %1
}
; errors: use-after-return
; paths: 1

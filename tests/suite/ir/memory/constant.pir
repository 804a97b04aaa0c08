; Constant globals can be read and not written.
global @limit size 4 align 4 const {
  bytes "\x0a\x00\x00\x00"
}
func @main() -> 32 frame 16 {
b0:
  %0:32 = load @limit
  store @limit, 11:32
  return %0
}
; errors: read-only-write
; paths: 1

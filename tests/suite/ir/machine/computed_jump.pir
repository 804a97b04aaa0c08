; Machine code: registers are assigned again and again, and a jump to an address enters blocks in their middle. The symbolic
; target is one of the places, an address between them, or one beyond them.
global @low size 8 align 8 address 65536
declare @klee_make_symbolic(64, 64, 64)
declare @exit(32)
func @main() machine {
b0:
  call @klee_make_symbolic(@low, 8:64, 0:64)
  %0:64 = load 65536:64
  %1:64 = move 1:64
  goto %0
b1:
  place 4096 "first"
  %1:64 = add %1, 1:64
  place 4100
  %1:64 = add %1, 1:64
  place 4104 "second"
  %1:64 = add %1, 1:64
  %2:32 = trunc %1
  call @exit(%2)
  unreachable
}
; exits: 2 3 4
; errors: null
; others: Unsupported("jump to 0x1001, where no instruction begins") Unsupported("jump to 0x1002, where no instruction begins") Unsupported("jump to 0x1003, where no instruction begins") Unsupported("jump to 0x1005, where no instruction begins") Unsupported("jump to 0x1006, where no instruction begins") Unsupported("jump to 0x1007, where no instruction begins") Unsupported("jump to 0x1009, where no instruction begins")
; paths: 11

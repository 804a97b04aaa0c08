; Cases that lead where the default leads are no paths of their own, whether they do so at once (1) or by a block with nothing in it (2, 3); nor are
; cases that lead to one block with the same values (4, 5). With other values they are (6).
declare @klee_int(64) -> 32

func @main() -> 32 frame 16 {
b0:
  %0:32 = call @klee_int(0:64)
  switch %0, 1:32 -> b3(7:32), 2:32 -> b1, 3:32 -> b2(7:32), 4:32 -> b3(8:32), 5:32 -> b3(8:32), 6:32 -> b3(9:32), default -> b3(7:32)
b1:
  jump b2(7:32)
b2(%1:32):
  jump b3(%1)
b3(%2:32):
  return %2
}
; exits: 7 8 9
; paths: 3

; String functions that work byte by byte. Those of C libraries read whole words, also past the end of a string and of
; the object that contains it, which the machine allows.

func @strlen(%0:64) -> 64 {
b0:
  jump b1(0:64)
b1(%1:64):
  %2:64 = add %0, %1
  %3:8 = load %2
  %4:1 = eq %3, 0:8
  %5:64 = add %1, 1:64
  branch %4, b2, b1(%5)
b2:
  return %1
}

func @strnlen(%0:64, %1:64) -> 64 {
b0:
  jump b1(0:64)
b1(%2:64):
  %3:1 = ult %2, %1
  branch %3, b2, b3
b2:
  %4:64 = add %0, %2
  %5:8 = load %4
  %6:1 = eq %5, 0:8
  %7:64 = add %2, 1:64
  branch %6, b3, b1(%7)
b3:
  return %2
}

func @memchr(%0:64, %1:32, %2:64) -> 64 {
b0:
  %3:8 = trunc %1
  jump b1(0:64)
b1(%4:64):
  %5:1 = ult %4, %2
  branch %5, b2, b4
b2:
  %6:64 = add %0, %4
  %7:8 = load %6
  %8:1 = eq %7, %3
  %9:64 = add %4, 1:64
  branch %8, b3, b1(%9)
b3:
  return %6
b4:
  return 0:64
}

func @rawmemchr(%0:64, %1:32) -> 64 {
b0:
  %2:8 = trunc %1
  jump b1(%0)
b1(%3:64):
  %4:8 = load %3
  %5:1 = eq %4, %2
  %6:64 = add %3, 1:64
  branch %5, b2, b1(%6)
b2:
  return %3
}

func @strchrnul(%0:64, %1:32) -> 64 {
b0:
  %2:8 = trunc %1
  jump b1(%0)
b1(%3:64):
  %4:8 = load %3
  %5:1 = eq %4, %2
  branch %5, b3, b2
b2:
  %6:1 = eq %4, 0:8
  %7:64 = add %3, 1:64
  branch %6, b3, b1(%7)
b3:
  return %3
}

func @strchr(%0:64, %1:32) -> 64 {
b0:
  %2:8 = trunc %1
  jump b1(%0)
b1(%3:64):
  %4:8 = load %3
  %5:1 = eq %4, %2
  branch %5, b3, b2
b2:
  %6:1 = eq %4, 0:8
  %7:64 = add %3, 1:64
  branch %6, b4, b1(%7)
b3:
  return %3
b4:
  return 0:64
}

func @strrchr(%0:64, %1:32) -> 64 {
b0:
  %2:8 = trunc %1
  jump b1(%0, 0:64)
b1(%3:64, %4:64):
  %5:8 = load %3
  %6:1 = eq %5, %2
  branch %6, b2(%3), b2(%4)
b2(%7:64):
  %8:1 = eq %5, 0:8
  %9:64 = add %3, 1:64
  branch %8, b3, b1(%9, %7)
b3:
  return %7
}

func @strcmp(%0:64, %1:64) -> 32 {
b0:
  jump b1(0:64)
b1(%2:64):
  %3:64 = add %0, %2
  %4:64 = add %1, %2
  %5:8 = load %3
  %6:8 = load %4
  %7:1 = eq %5, %6
  branch %7, b2, b3
b2:
  %8:1 = eq %5, 0:8
  %9:64 = add %2, 1:64
  branch %8, b3, b1(%9)
b3:
  %10:32 = zext %5
  %11:32 = zext %6
  %12:32 = sub %10, %11
  return %12
}

func @strncmp(%0:64, %1:64, %2:64) -> 32 {
b0:
  jump b1(0:64)
b1(%3:64):
  %4:1 = ult %3, %2
  branch %4, b2, b5
b2:
  %5:64 = add %0, %3
  %6:64 = add %1, %3
  %7:8 = load %5
  %8:8 = load %6
  %9:1 = eq %7, %8
  branch %9, b3, b4
b3:
  %10:1 = eq %7, 0:8
  %11:64 = add %3, 1:64
  branch %10, b5, b1(%11)
b4:
  %12:32 = zext %7
  %13:32 = zext %8
  %14:32 = sub %12, %13
  return %14
b5:
  return 0:32
}

func @memcmp(%0:64, %1:64, %2:64) -> 32 {
b0:
  jump b1(0:64)
b1(%3:64):
  %4:1 = ult %3, %2
  branch %4, b2, b4
b2:
  %5:64 = add %0, %3
  %6:64 = add %1, %3
  %7:8 = load %5
  %8:8 = load %6
  %9:1 = eq %7, %8
  %10:64 = add %3, 1:64
  branch %9, b1(%10), b3
b3:
  %11:32 = zext %7
  %12:32 = zext %8
  %13:32 = sub %11, %12
  return %13
b4:
  return 0:32
}

func @strcpy(%0:64, %1:64) -> 64 {
b0:
  jump b1(0:64)
b1(%2:64):
  %3:64 = add %1, %2
  %4:8 = load %3
  %5:64 = add %0, %2
  store %5, %4
  %6:1 = eq %4, 0:8
  %7:64 = add %2, 1:64
  branch %6, b2, b1(%7)
b2:
  return %0
}

func @stpcpy(%0:64, %1:64) -> 64 {
b0:
  jump b1(0:64)
b1(%2:64):
  %3:64 = add %1, %2
  %4:8 = load %3
  %5:64 = add %0, %2
  store %5, %4
  %6:1 = eq %4, 0:8
  %7:64 = add %2, 1:64
  branch %6, b2, b1(%7)
b2:
  return %5
}

func @strcat(%0:64, %1:64) -> 64 {
b0:
  jump b1(%0)
b1(%2:64):
  %3:8 = load %2
  %4:1 = eq %3, 0:8
  %5:64 = add %2, 1:64
  branch %4, b2(0:64), b1(%5)
b2(%6:64):
  %7:64 = add %1, %6
  %8:8 = load %7
  %9:64 = add %2, %6
  store %9, %8
  %10:1 = eq %8, 0:8
  %11:64 = add %6, 1:64
  branch %10, b3, b2(%11)
b3:
  return %0
}

func @strncpy(%0:64, %1:64, %2:64) -> 64 {
b0:
  jump b1(0:64)
b1(%3:64):
  %4:1 = ult %3, %2
  branch %4, b2, b5
b2:
  %5:64 = add %1, %3
  %6:8 = load %5
  %7:64 = add %0, %3
  store %7, %6
  %8:1 = eq %6, 0:8
  %9:64 = add %3, 1:64
  branch %8, b3(%9), b1(%9)
b3(%10:64):
  %11:1 = ult %10, %2
  branch %11, b4, b5
b4:
  %12:64 = add %0, %10
  store %12, 0:8
  %13:64 = add %10, 1:64
  jump b3(%13)
b5:
  return %0
}

; ModuleID = 's.c'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i8, i64 }

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @f(i32 noundef %0, %struct.pair* nocapture noundef %1) local_unnamed_addr #0 {
  switch i32 %0, label %3 [
    i32 1, label %28
    i32 5, label %18
  ]

3:                                                ; preds = %2
  %4 = icmp sgt i32 %0, 0
  br i1 %4, label %5, label %22

5:                                                ; preds = %3
  %6 = getelementptr inbounds %struct.pair, %struct.pair* %1, i64 0, i32 0
  %7 = trunc i32 %0 to i9
  %8 = load i8, i8* %6, align 8, !tbaa !5
  %9 = trunc i32 %0 to i8
  %10 = add i8 %8, %9
  %11 = add i9 %7, -1
  %12 = add i9 %7, -2
  %13 = mul i9 %11, %12
  %14 = lshr i9 %13, 1
  %15 = trunc i9 %14 to i8
  %16 = add i8 %10, %15
  %17 = add i8 %16, -1
  store i8 %17, i8* %6, align 8, !tbaa !5
  br label %22

18:                                               ; preds = %2
  %19 = getelementptr inbounds %struct.pair, %struct.pair* %1, i64 0, i32 1
  %20 = load i64, i64* %19, align 8, !tbaa !10
  %21 = trunc i64 %20 to i32
  br label %28

22:                                               ; preds = %5, %3
  %23 = getelementptr inbounds %struct.pair, %struct.pair* %1, i64 0, i32 0
  %24 = load i8, i8* %23, align 8, !tbaa !5
  %25 = sext i8 %24 to i32
  %26 = or i32 %0, 1
  %27 = sdiv i32 %25, %26
  br label %28

28:                                               ; preds = %2, %22, %18
  %29 = phi i32 [ %27, %22 ], [ %21, %18 ], [ 2, %2 ]
  ret i32 %29
}

; Function Attrs: mustprogress nofree nosync nounwind readnone uwtable willreturn
define dso_local i32 @main() local_unnamed_addr #1 {
  ret i32 3
}

attributes #0 = { nofree norecurse nosync nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree nosync nounwind readnone uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 7, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 1}
!5 = !{!6, !7, i64 0}
!6 = !{!"pair", !7, i64 0, !9, i64 8}
!7 = !{!"omnipotent char", !8, i64 0}
!8 = !{!"Simple C/C++ TBAA"}
!9 = !{!"long", !7, i64 0}
!10 = !{!6, !9, i64 8}

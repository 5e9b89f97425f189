//! name: a transposed value that a loop only reads is copied once, before the loop
//! pass: lower
// CHECK: reads  %0 <4x6xf32>
// CHECK: writes %{{.*}} <6x4xf32>
// CHECK: while
// CHECK: body:
// CHECK-NOT: <4x6xf32>
// CHECK: dynamic_slice
func.func public @main(%x: tensor<4x6xf32>) -> tensor<1x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %r:3 = stablehlo.while(%i = %zero, %y = %start, %rows = %t) : tensor<i32>, tensor<1x4xf32>, tensor<6x4xf32>
  cond {
    %end = stablehlo.constant dense<6> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %rows, %i, %first, sizes = [1, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %sum = stablehlo.add %y, %row : tensor<1x4xf32>
    %sorted = "stablehlo.sort"(%sum) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %before = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) {dimension = 1 : i64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sorted, %rows : tensor<i32>, tensor<1x4xf32>, tensor<6x4xf32>
  }
  return %r#1 : tensor<1x4xf32>
}
// -----
//! name: and so is one that its body captures
//! pass: lower
// CHECK: reads  %0 <4x6xf32>
// CHECK: writes %{{.*}} <6x4xf32>
// CHECK: while
// CHECK: body:
// CHECK-NOT: <4x6xf32>
// CHECK: dynamic_slice
func.func public @main(%x: tensor<4x6xf32>) -> tensor<1x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<1x4xf32>
  %rows = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %y = %start) : tensor<i32>, tensor<1x4xf32>
  cond {
    %end = stablehlo.constant dense<6> : tensor<i32>
    %less = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %first = stablehlo.constant dense<0> : tensor<i32>
    %row = stablehlo.dynamic_slice %rows, %i, %first, sizes = [1, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %sum = stablehlo.add %y, %row : tensor<1x4xf32>
    %sorted = "stablehlo.sort"(%sum) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %before = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %before : tensor<i1>
    }) {dimension = 1 : i64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %sorted : tensor<i32>, tensor<1x4xf32>
  }
  return %r#1 : tensor<1x4xf32>
}

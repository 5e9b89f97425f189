//! name: equal operations on equal operands are computed once
//! pass: cse
// CHECK: tanh %arg0
// CHECK-NEXT: add
// CHECK-NOT: tanh
// CHECK: return
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.tanh %x : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
// -----
//! name: a region reuses a value from around it
//! pass: cse
// CHECK: tanh
// CHECK-NOT: tanh
// CHECK: return
func.func public @main(%x: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.tanh %x : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
// -----
//! name: equal reductions are computed once, whatever the names in their regions
//! pass: cse
// CHECK: stablehlo.reduce
// CHECK-NOT: stablehlo.reduce
func.func public @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %c = stablehlo.multiply %a, %b : tensor<2xf32>
  return %c : tensor<2xf32>
}
// -----
//! name: reductions by different operations stay
//! pass: cse
// CHECK: applies stablehlo.add
// CHECK: applies stablehlo.maximum
func.func public @main(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %b = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %c = stablehlo.multiply %a, %b : tensor<2xf32>
  return %c : tensor<2xf32>
}

//! name: operands that simplification makes equal are computed once
//! pass: cse_after_simplification
// CHECK: tanh %arg0
// CHECK-NOT: tanh
// CHECK: return
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %y = stablehlo.multiply %x, %one : tensor<4xf32>
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.tanh %y : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

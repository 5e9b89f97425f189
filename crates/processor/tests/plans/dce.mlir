//! name: operations whose results are not used are removed
//! pass: dce
// CHECK-NOT: tanh
// CHECK: abs %arg0
func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.abs %x : tensor<4xf32>
  return %2 : tensor<4xf32>
}

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
// -----
//! name: eigenvectors that are not used are not computed
//! pass: dce
// CHECK: custom_call @labora.eigh(%arg0){{.*}}vectors{{.*}}false{{.*}} -> tensor<3xf32>
func.func public @main(%x: tensor<3x3xf32>) -> tensor<3xf32> {
  %0:2 = stablehlo.custom_call @labora.eigh(%x) {backend_config = "{\"lower\": true}"} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xf32>)
  return %0#1 : tensor<3xf32>
}

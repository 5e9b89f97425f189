//! name: a weight gradient of few channels sums stretches of its long sum, and adds them up
//! pass: lower
// CHECK: strategy split_k
// CHECK: add {{.*}} slices
func.func public @main(%x: tensor<65536x32xf32>, %dy: tensor<65536x32xf32>) -> (tensor<32x32xf32>, tensor<65536x32xf32>) {
  %0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<65536x32xf32>, tensor<65536x32xf32>) -> tensor<32x32xf32>
  return %0, %dy : tensor<32x32xf32>, tensor<65536x32xf32>
}

//! name: threads share the columns of a product of one row
//! pass: lower
// CHECK: strategy split_n
func.func public @main(%x: tensor<1x2048xf32>, %w: tensor<2048x1024xf32>) -> tensor<1x1024xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x2048xf32>, tensor<2048x1024xf32>) -> tensor<1x1024xf32>
  return %0 : tensor<1x1024xf32>
}
// -----
//! name: two rows are no GEMV
//! pass: lower
// CHECK: not split_n: 2 rows, batch 1
func.func public @main(%x: tensor<2x2048xf32>, %w: tensor<2048x1024xf32>) -> tensor<2x1024xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2048xf32>, tensor<2048x1024xf32>) -> tensor<2x1024xf32>
  return %0 : tensor<2x1024xf32>
}

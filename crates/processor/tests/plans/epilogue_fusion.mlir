//! name: bias and ReLU are the epilogue of the dot
//! pass: lower
// CHECK: each run:
// CHECK-NOT: add
// CHECK: <6x40xf32> <16x40xf32>
// CHECK-NOT: maximum
// CHECK: copy
func.func public @main(%x: tensor<6x40xf32>, %w: tensor<40x16xf32>, %b: tensor<16xf32>) -> tensor<6x16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<6x16xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x40xf32>, tensor<40x16xf32>) -> tensor<6x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<6x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x16xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<6x16xf32>
  return %3 : tensor<6x16xf32>
}
// -----
//! name: a dot whose sums are used elsewhere has no epilogue
//! pass: lower
// CHECK: each run:
// CHECK: <6x40xf32> <16x40xf32>
// CHECK: add
func.func public @main(%x: tensor<6x40xf32>, %w: tensor<40x16xf32>, %b: tensor<16xf32>) -> (tensor<6x16xf32>, tensor<6x16xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x40xf32>, tensor<40x16xf32>) -> tensor<6x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<6x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x16xf32>
  return %2, %0 : tensor<6x16xf32>, tensor<6x16xf32>
}

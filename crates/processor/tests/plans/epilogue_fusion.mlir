//! name: bias and ReLU are the epilogue of the dot
//! pass: lower
// CHECK: each run:
// CHECK-NOT: add
// CHECK: <6x40xf32> <16x40xf32>
// CHECK-NOT: maximum
// CHECK: made by lower, epilogue_fusion
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
// -----
//! name: bias and ReLU are the epilogue of the convolution
//! pass: lower
// CHECK: each run:
// CHECK: <2x8x8x32xf32> <3x3x32x32xf32>
// CHECK-NOT: : add
// CHECK-NOT: : maximum
// CHECK: copy
func.func public @main(%x: tensor<2x8x8x32xf32>, %w: tensor<3x3x32x32xf32>, %b: tensor<32xf32>) -> tensor<2x8x8x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x8x8x32xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x8x8x32xf32>, tensor<3x3x32x32xf32>) -> tensor<2x8x8x32xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<32xf32>) -> tensor<2x8x8x32xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x8x8x32xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<2x8x8x32xf32>
  return %3 : tensor<2x8x8x32xf32>
}
// -----
//! name: a full matrix that is added to a dot is no bias
//! pass: lower
// CHECK: each run:
// CHECK: <6x40xf32> <16x40xf32>
// CHECK: : add,
func.func public @main(%x: tensor<6x40xf32>, %w: tensor<40x16xf32>, %y: tensor<6x16xf32>) -> tensor<6x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x40xf32>, tensor<40x16xf32>) -> tensor<6x16xf32>
  %1 = stablehlo.add %0, %y : tensor<6x16xf32>
  return %1 : tensor<6x16xf32>
}
// -----
//! name: a splat that is added to a dot is no bias
//! pass: lower
// CHECK: each run:
// CHECK: <6x40xf32> <16x40xf32>
// CHECK: : add,
func.func public @main(%x: tensor<6x40xf32>, %w: tensor<40x16xf32>) -> tensor<6x16xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<6x16xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x40xf32>, tensor<40x16xf32>) -> tensor<6x16xf32>
  %1 = stablehlo.add %0, %half : tensor<6x16xf32>
  return %1 : tensor<6x16xf32>
}
// -----
//! name: a vector along the width of an NCHW image is no bias
//! pass: lower
// CHECK: each run:
// CHECK: <2x32x6x48xf32> <3x3x32x32xf32>
// CHECK: : add,
func.func public @main(%x: tensor<2x32x6x48xf32>, %w: tensor<3x3x32x32xf32>, %b: tensor<48xf32>) -> tensor<2x32x6x48xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[0, 1, i, o]->[b, f, 0, 1],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x32x6x48xf32>, tensor<3x3x32x32xf32>) -> tensor<2x32x6x48xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [3] : (tensor<48xf32>) -> tensor<2x32x6x48xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x32x6x48xf32>
  return %2 : tensor<2x32x6x48xf32>
}
// -----
//! name: the ReLU mask is recomputed where the backward pass uses it, and does not keep the epilogue from being fused
//! pass: lower
// CHECK: each run:
// CHECK-NOT: : add
// CHECK: : compare+select,
func.func public @main(%x: tensor<6x64xf32>, %w: tensor<64x64xf32>, %b: tensor<64xf32>) -> (tensor<6x64xf32>, tensor<6x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<6x64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x64xf32>, tensor<64x64xf32>) -> tensor<6x64xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<6x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x64xf32>
  %mask = stablehlo.compare LE, %2, %zero : (tensor<6x64xf32>, tensor<6x64xf32>) -> tensor<6x64xi1>
  %y = stablehlo.select %mask, %zero, %2 : tensor<6x64xi1>, tensor<6x64xf32>
  %3 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<6x64xf32>, tensor<64x64xf32>) -> tensor<6x64xf32>
  %dx = stablehlo.select %mask, %zero, %3 : tensor<6x64xi1>, tensor<6x64xf32>
  return %y, %dx : tensor<6x64xf32>, tensor<6x64xf32>
}

//! name: the filter gradient of a transposed convolution slides the undilated image over the gradient
//! pass: swap_conv_operands
// CHECK: convolution(%arg1, %arg0)
// CHECK-NOT: lhs_dilate
// CHECK: reverse
func.func public @main(%x: tensor<2x3x4x5xf32>, %dy: tensor<2x7x8x9xf32>) -> tensor<3x3x5x9xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {pad = [[2, 2], [1, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3x4x5xf32>, tensor<2x7x8x9xf32>) -> tensor<3x3x5x9xf32>
  return %0 : tensor<3x3x5x9xf32>
}
// -----
//! name: filters of one output feature have the features of the image in the vectors
//! pass: swap_conv_operands
// CHECK: convolution(%arg1, %arg0)
// CHECK: reverse
func.func public @main(%x: tensor<2x6x6x9xf32>, %dy: tensor<2x6x6x1xf32>) -> tensor<3x3x9x1xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x6x6x9xf32>, tensor<2x6x6x1xf32>) -> tensor<3x3x9x1xf32>
  return %0 : tensor<3x3x9x1xf32>
}
// -----
//! name: a transposed convolution itself keeps its operands
//! pass: swap_conv_operands
// CHECK: convolution {{.*}} lhs_dilate = [2, 2]
// CHECK-NOT: reverse
func.func public @main(%x: tensor<2x3x4x5xf32>, %w: tensor<3x3x5x9xf32>) -> tensor<2x7x9x9xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3x4x5xf32>, tensor<3x3x5x9xf32>) -> tensor<2x7x9x9xf32>
  return %0 : tensor<2x7x9x9xf32>
}

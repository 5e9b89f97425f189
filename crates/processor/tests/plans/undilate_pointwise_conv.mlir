//! name: the input gradient of a strided 1x1 convolution multiplies first, and spreads the result by a pad
//! pass: undilate_pointwise_conv
// CHECK: convolution
// CHECK-NOT: lhs_dilate
// CHECK: pad {{.*}} interior = [0, 1, 1, 0]
func.func public @main(%dy: tensor<2x4x4x3xf32>, %w: tensor<1x1x3x5xf32>) -> tensor<2x8x8x5xf32> {
  %0 = stablehlo.convolution(%dy, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x4x4x3xf32>, tensor<1x1x3x5xf32>) -> tensor<2x8x8x5xf32>
  return %0 : tensor<2x8x8x5xf32>
}
// -----
//! name: its filter gradient slices the positions that the strides met
//! pass: undilate_pointwise_conv
// CHECK: slice %arg0 [0:2, 0:3:2, 0:3:2, 0:3]
// CHECK-NEXT: convolution
// CHECK-NOT: rhs_dilate
func.func public @main(%x: tensor<2x4x4x3xf32>, %dy: tensor<2x2x2x5xf32>) -> tensor<1x1x3x5xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {pad = [[0, -1], [0, -1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x4x4x3xf32>, tensor<2x2x2x5xf32>) -> tensor<1x1x3x5xf32>
  return %0 : tensor<1x1x3x5xf32>
}
// -----
//! name: a wider window keeps its dilation
//! pass: undilate_pointwise_conv
// CHECK: convolution {{.*}} lhs_dilate = [2, 2]
// CHECK-NOT: pad %
func.func public @main(%dy: tensor<2x4x4x3xf32>, %w: tensor<2x2x3x5xf32>) -> tensor<2x8x8x5xf32> {
  %0 = stablehlo.convolution(%dy, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x4x4x3xf32>, tensor<2x2x3x5xf32>) -> tensor<2x8x8x5xf32>
  return %0 : tensor<2x8x8x5xf32>
}

//! name: threads share the rows of a convolution of one image
//! pass: lower
// CHECK: strategy split_height
func.func public @main(%x: tensor<1x32x32x32xf32>, %w: tensor<3x3x32x32xf32>) -> tensor<1x32x32x32xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x32x32x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x32x32x32xf32>
  %1 = stablehlo.tanh %0 : tensor<1x32x32x32xf32>
  return %1 : tensor<1x32x32x32xf32>
}

//! name: a 1x1 convolution is a matrix product of all positions
//! pass: lower
// CHECK: made by lower, conv_as_gemm
// CHECK: forward, {{.*}} multiplications
// CHECK: not split_height: not a convolution
func.func public @main(%x: tensor<2x4x4x16xf32>, %w: tensor<1x1x16x8xf32>) -> tensor<2x4x4x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x4x4x16xf32>, tensor<1x1x16x8xf32>) -> tensor<2x4x4x8xf32>
  return %0 : tensor<2x4x4x8xf32>
}

//! name: a 3x3 convolution of the default precision uses Winograd's algorithm
//! pass: lower
// CHECK: each run:
// CHECK: algorithm Winograd forward
func.func public @main(%x: tensor<1x8x8x32xf32>, %w: tensor<3x3x32x32xf32>) -> (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
     precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
    : (tensor<1x8x8x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %w : tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>
}
// -----
//! name: a convolution does not use Winograd's algorithm if the numerics are the highest, and the plan says why
//! pass: lower
//! options: numerics=highest
// CHECK: not algorithm Winograd forward: {{.*}}
// CHECK: algorithm implicit GEMM
func.func public @main(%x: tensor<1x8x8x32xf32>, %w: tensor<3x3x32x32xf32>) -> (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
     precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
    : (tensor<1x8x8x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %w : tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>
}
// -----
//! name: a convolution of high precision does not use Winograd's algorithm
//! pass: lower
// CHECK: not algorithm Winograd forward: {{.*}}
// CHECK: algorithm implicit GEMM
func.func public @main(%x: tensor<1x8x8x32xf32>, %w: tensor<3x3x32x32xf32>) -> (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
     precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>]}
    : (tensor<1x8x8x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %w : tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>
}
// -----
//! name: a convolution of the highest precision does not use Winograd's algorithm
//! pass: lower
// CHECK: not algorithm Winograd forward: {{.*}}
// CHECK: algorithm implicit GEMM
func.func public @main(%x: tensor<1x8x8x32xf32>, %w: tensor<3x3x32x32xf32>) -> (tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64,
     precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}
    : (tensor<1x8x8x32xf32>, tensor<3x3x32x32xf32>) -> tensor<1x6x6x32xf32>
  return %0, %w : tensor<1x6x6x32xf32>, tensor<3x3x32x32xf32>
}

//! name: threads share the input channels of a wide weight gradient
//! pass: lower
// CHECK: backward weights, {{.*}} strategy split_channels
// CHECK-NEXT: not split_n
// CHECK: concatenate {{.*}} slices
func.func public @main(%x: tensor<4x14x14x256xf32>, %dy: tensor<4x14x14x256xf32>) -> tensor<3x3x256x256xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<4x14x14x256xf32>, tensor<4x14x14x256xf32>) -> tensor<3x3x256x256xf32>
  return %0 : tensor<3x3x256x256xf32>
}
// -----
//! name: slices of a weight gradient with channels first are adjacent, and need no concatenation
//! pass: lower
// CHECK: strategy split_channels
// CHECK-NOT: concatenate
// CHECK: copy
func.func public @main(%x: tensor<4x14x14x256xf32>, %dy: tensor<4x14x14x256xf32>) -> tensor<256x3x3x256xf32> {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<4x14x14x256xf32>, tensor<4x14x14x256xf32>) -> tensor<256x3x3x256xf32>
  return %0 : tensor<256x3x3x256xf32>
}

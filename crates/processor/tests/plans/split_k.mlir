//! name: a weight gradient of few channels sums stretches of its long sum, and adds them up
//! pass: lower
// CHECK: strategy split_k
// CHECK: add {{.*}} slices
func.func public @main(%x: tensor<65536x32xf32>, %dy: tensor<65536x32xf32>) -> (tensor<32x32xf32>, tensor<65536x32xf32>) {
  %0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<65536x32xf32>, tensor<65536x32xf32>) -> tensor<32x32xf32>
  return %0, %dy : tensor<32x32xf32>, tensor<65536x32xf32>
}
// -----
//! name: a bf16 product is split along its sum, too, with f32 partial sums
//! pass: lower
// CHECK: strategy split_k
// CHECK: add 2 slices
// CHECK: x64x64xf32>
func.func public @main(%x: tensor<8192x64xbf16>) -> (tensor<64x64xbf16>, tensor<8192x64xbf16>) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<8192x64xbf16>, tensor<8192x64xbf16>) -> tensor<64x64xbf16>
  return %0, %x : tensor<64x64xbf16>, tensor<8192x64xbf16>
}
// -----
//! name: a convolution's weight gradient of few channels is split along the images
//! pass: lower
// CHECK: strategy split_k
// CHECK: add 2 slices
func.func public @main(%x: tensor<4x32x32x32xf32>, %dy: tensor<4x32x32x32xf32>) -> (tensor<3x3x32x32xf32>, tensor<4x32x32x32xf32>) {
  %0 = stablehlo.convolution(%x, %dy) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) -> tensor<3x3x32x32xf32>
  return %0, %dy : tensor<3x3x32x32xf32>, tensor<4x32x32x32xf32>
}

//! name: the later stage recomputes the wide value from the narrow one, which is stored alone
//! pass: batch_tiling
//! options: cache_bytes=1
// CHECK: stablehlo.while
// CHECK: tensor<8x16x16x8xbf16>, tensor<8xf32>
// CHECK: stablehlo.while
// CHECK: stablehlo.convert
// CHECK: subtract
func.func public @main(%x: tensor<8x16x16x8xbf16>, %w: tensor<3x3x8x8xbf16>) -> tensor<8x16x16x8xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<8x16x16x8xbf16>, tensor<3x3x8x8xbf16>) -> tensor<8x16x16x8xbf16>
  %wide = stablehlo.convert %y : (tensor<8x16x16x8xbf16>) -> tensor<8x16x16x8xf32>
  %sum = stablehlo.reduce(%wide init: %zero) applies stablehlo.add across dimensions = [0, 1, 2]
    : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8xf32>
  %mean = stablehlo.broadcast_in_dim %sum, dims = [3] : (tensor<8xf32>) -> tensor<8x16x16x8xf32>
  %less = stablehlo.subtract %wide, %mean : tensor<8x16x16x8xf32>
  %last = stablehlo.convert %less : (tensor<8x16x16x8xf32>) -> tensor<8x16x16x8xbf16>
  %z = stablehlo.convolution(%last, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<8x16x16x8xbf16>, tensor<3x3x8x8xbf16>) -> tensor<8x16x16x8xbf16>
  return %z : tensor<8x16x16x8xbf16>
}

//! name: a convolution and what follows it run block by block of images; the weight gradient's like accumulates
//! pass: batch_tiling
//! options: cache_bytes=1
// CHECK: stablehlo.while
// CHECK: dynamic_slice {{.*}} sizes = [1, 8, 8, 4]
// CHECK: convolution
// CHECK: tanh {{.*}} tensor<1x8x8x4xf32>
// CHECK: dynamic_update_slice
func.func public @main(%x: tensor<6x8x8x4xf32>, %w: tensor<3x3x4x4xf32>) -> (tensor<6x8x8x4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<6x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<6x8x8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<6x8x8x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<6x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %2 : tensor<6x8x8x4xf32>, tensor<4xf32>
}
// -----
//! name: a product with a vector is not tiled along the sum: its operations share the vector alone, which stays in the cache
//! pass: batch_tiling
//! options: cache_bytes=4096
// CHECK-NOT: stablehlo.while
// CHECK: dot_general
func.func public @main(%x: tensor<256xf32>, %s: tensor<256xf32>, %w: tensor<256x512xf32>) -> tensor<512xf32> {
  %0 = stablehlo.multiply %x, %s : tensor<256xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [0] x [0] : (tensor<256xf32>, tensor<256x512xf32>) -> tensor<512xf32>
  return %1 : tensor<512xf32>
}
// -----
//! name: a program that fits into the cache is not tiled
//! pass: batch_tiling
// CHECK: convolution
// CHECK-NOT: stablehlo.while
func.func public @main(%x: tensor<6x8x8x4xf32>, %w: tensor<3x3x4x4xf32>) -> tensor<6x8x8x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<6x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<6x8x8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<6x8x8x4xf32>
  return %1 : tensor<6x8x8x4xf32>
}
// -----
//! name: operands that are the same for all blocks are copied and packed before the loop
//! pass: lower
//! options: cache_bytes=1
// CHECK: each run:
// CHECK: : copy
// CHECK: : pack <3x3x128x64xf32>
// CHECK: : batch loop
// CHECK: 8 blocks of rows
// CHECK: : tanh
// CHECK-NOT: : pack
func.func public @main(%x: tensor<8x6x6x64xf32>, %w: tensor<3x3x128x64xf32>) -> tensor<8x6x6x128xf32> {
  %a = stablehlo.tanh %x : tensor<8x6x6x64xf32>
  %w1 = stablehlo.negate %w : tensor<3x3x128x64xf32>
  %w2 = stablehlo.reverse %w1, dims = [0, 1] : tensor<3x3x128x64xf32>
  %0 = stablehlo.convolution(%a, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f],
    window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<8x6x6x64xf32>, tensor<3x3x128x64xf32>) -> tensor<8x6x6x128xf32>
  return %0 : tensor<8x6x6x128xf32>
}
// -----
//! name: reductions of rows justify a loop where there are no contractions
//! pass: batch_tiling
// CHECK: stablehlo.while
// CHECK: stablehlo.reduce
// CHECK: dynamic_update_slice
func.func public @main(%x: tensor<4096x1024xf32>) -> tensor<4096x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<4096x1024xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x1024xf32>, tensor<f32>) -> tensor<4096xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4096xf32>) -> tensor<4096x1024xf32>
  %3 = stablehlo.divide %0, %2 : tensor<4096x1024xf32>
  return %3 : tensor<4096x1024xf32>
}

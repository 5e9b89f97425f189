func.func @main(%x: tensor<2x9x8x4xf32>, %k: tensor<3x2x4x6xf32>) -> tensor<2x4x8x6xf32> {
  %y = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x8x4xf32>, tensor<3x2x4x6xf32>) -> tensor<2x4x8x6xf32>
  return %y : tensor<2x4x8x6xf32>
}

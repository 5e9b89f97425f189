module @convolution {
  func.func @main(%x: tensor<2x5x6x3xf32>, %k: tensor<3x2x3x4xf32>) -> tensor<2x3x5x4xf32> {
    %r = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x6x3xf32>, tensor<3x2x3x4xf32>) -> tensor<2x3x5x4xf32>
    return %r : tensor<2x3x5x4xf32>
  }
}

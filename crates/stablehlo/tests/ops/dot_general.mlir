module @dot_general {
  func.func @main(%x: tensor<2x4x3xf32>, %y: tensor<2x3x5xf32>) -> tensor<2x4x5xf32> {
    %r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGHEST, HIGHEST] : (tensor<2x4x3xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
    return %r : tensor<2x4x5xf32>
  }
}

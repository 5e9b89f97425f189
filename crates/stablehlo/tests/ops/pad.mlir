module @pad {
  func.func @main(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<3x6xf32> {
    %r = stablehlo.pad %x, %v, low = [1, -1], high = [0, 2], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x6xf32>
    return %r : tensor<3x6xf32>
  }
}

module @reshape {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
    %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
    return %r : tensor<3x2xf32>
  }
}

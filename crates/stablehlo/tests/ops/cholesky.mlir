module @cholesky {
  func.func @main(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
    %r = stablehlo.cholesky %x, lower = true : tensor<2x3x3xf32>
    return %r : tensor<2x3x3xf32>
  }
}

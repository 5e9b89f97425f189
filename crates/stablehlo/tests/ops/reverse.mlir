module @reverse {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.reverse %x, dims = [1] : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

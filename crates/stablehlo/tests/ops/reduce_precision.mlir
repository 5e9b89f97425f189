module @reduce_precision {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.reduce_precision %x, format = e8m7 : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

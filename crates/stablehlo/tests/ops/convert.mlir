module @convert {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xi32> {
    %r = stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xi32>
    return %r : tensor<2x3xi32>
  }
}

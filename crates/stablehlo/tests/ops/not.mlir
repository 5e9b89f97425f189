module @not {
  func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %y = stablehlo.not %x : tensor<2x3xi32>
    return %y : tensor<2x3xi32>
  }
}

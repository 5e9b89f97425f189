module @xor {
  func.func @main(%x: tensor<2x3xi32>, %y: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %z = stablehlo.xor %x, %y : tensor<2x3xi32>
    return %z : tensor<2x3xi32>
  }
}

module @divide {
  func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %z = stablehlo.divide %x, %y : tensor<2x3xf32>
    return %z : tensor<2x3xf32>
  }
}

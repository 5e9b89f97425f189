module @exponential_minus_one {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %y = stablehlo.exponential_minus_one %x : tensor<2x3xf32>
    return %y : tensor<2x3xf32>
  }
}

module @is_finite {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
    %y = stablehlo.is_finite %x : (tensor<2x3xf32>) -> tensor<2x3xi1>
    return %y : tensor<2x3xi1>
  }
}

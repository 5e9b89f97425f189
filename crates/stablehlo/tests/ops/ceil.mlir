module @ceil {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %y = stablehlo.ceil %x : tensor<2x3xf32>
    return %y : tensor<2x3xf32>
  }
}

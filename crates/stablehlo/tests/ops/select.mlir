module @select {
  func.func @main(%p: tensor<2x3xi1>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.select %p, %x, %y : tensor<2x3xi1>, tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

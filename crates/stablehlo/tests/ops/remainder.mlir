module @remainder {
  func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %z = stablehlo.remainder %x, %y : tensor<2x3xf32>
    return %z : tensor<2x3xf32>
  }
}

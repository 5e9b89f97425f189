module @count_leading_zeros {
  func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %y = stablehlo.count_leading_zeros %x : tensor<2x3xi32>
    return %y : tensor<2x3xi32>
  }
}

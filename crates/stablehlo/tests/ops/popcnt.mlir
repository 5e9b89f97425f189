module @popcnt {
  func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
    %y = stablehlo.popcnt %x : tensor<2x3xi32>
    return %y : tensor<2x3xi32>
  }
}

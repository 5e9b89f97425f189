module @round_nearest_afz {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %y = stablehlo.round_nearest_afz %x : tensor<2x3xf32>
    return %y : tensor<2x3xf32>
  }
}

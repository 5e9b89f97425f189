module @custom_call {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.custom_call @some.target(%x) {backend_config = "a \"quoted\" word", has_side_effect = true} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

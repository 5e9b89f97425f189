module @reduce {
  func.func @main(%x: tensor<2x3xf32>, %v: tensor<f32>) -> tensor<2xf32> {
    %r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    return %r : tensor<2xf32>
  }
}

module @clamp {
  func.func @main(%low: tensor<f32>, %x: tensor<2x3xf32>, %high: tensor<f32>) -> tensor<2x3xf32> {
    %r = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

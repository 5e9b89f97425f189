module @reduce_window {
  func.func @main(%x: tensor<1x6x6x2xf32>, %v: tensor<f32>) -> tensor<1x3x3x2xf32> {
    %r = "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x6x6x2xf32>, tensor<f32>) -> tensor<1x3x3x2xf32>
    return %r : tensor<1x3x3x2xf32>
  }
}

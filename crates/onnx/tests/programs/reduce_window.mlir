func.func @main(%x: tensor<2x7x8x3xf32>) -> (tensor<2x4x4x3xf32>, tensor<2x6x8x3xf32>, tensor<2x7x8x3xf32>) {
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = "stablehlo.reduce_window"(%x, %m) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.maximum %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [1, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>} : (tensor<2x7x8x3xf32>, tensor<f32>) -> tensor<2x4x4x3xf32>
  %b = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>} : (tensor<2x7x8x3xf32>, tensor<f32>) -> tensor<2x6x8x3xf32>
  %c = "stablehlo.reduce_window"(%x, %z) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %r = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %r : tensor<f32>
  }) {window_dimensions = array<i64: 1, 7, 1, 1>, window_strides = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [6, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>} : (tensor<2x7x8x3xf32>, tensor<f32>) -> tensor<2x7x8x3xf32>
  return %a, %b, %c : tensor<2x4x4x3xf32>, tensor<2x6x8x3xf32>, tensor<2x7x8x3xf32>
}

module @select_and_scatter {
  func.func @main(%x: tensor<1x6x6x2xf32>, %y: tensor<1x3x3x2xf32>, %v: tensor<f32>) -> tensor<1x6x6x2xf32> {
    %r = "stablehlo.select_and_scatter"(%x, %y, %v) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<1x6x6x2xf32>, tensor<1x3x3x2xf32>, tensor<f32>) -> tensor<1x6x6x2xf32>
    return %r : tensor<1x6x6x2xf32>
  }
}

module @case {
  func.func @main(%i: tensor<i32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<2x3xf32>
    }, {
      %y = stablehlo.negate %x : tensor<2x3xf32>
      stablehlo.return %y : tensor<2x3xf32>
    }, {
      %y = stablehlo.abs %x : tensor<2x3xf32>
      stablehlo.return %y : tensor<2x3xf32>
    }) : (tensor<i32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

module @if {
  func.func @main(%p: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = "stablehlo.if"(%p) ({
      %y = stablehlo.negate %x : tensor<2x3xf32>
      stablehlo.return %y : tensor<2x3xf32>
    }, {
      stablehlo.return %x : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

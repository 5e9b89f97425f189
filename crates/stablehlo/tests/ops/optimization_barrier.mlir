module @optimization_barrier {
  func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
    %r:2 = stablehlo.optimization_barrier %x, %y : tensor<2x3xf32>, tensor<2x3xi32>
    return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi32>
  }
}

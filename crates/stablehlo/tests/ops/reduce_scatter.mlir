module @reduce_scatter {
  func.func @main(%x: tensor<4x3xf32>) -> tensor<2x3xf32> {
    %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

module @collective_broadcast {
  func.func @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
    %r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}> : (tensor<4x3xf32>) -> tensor<4x3xf32>
    return %r : tensor<4x3xf32>
  }
}

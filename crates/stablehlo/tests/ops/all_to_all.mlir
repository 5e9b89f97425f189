module @all_to_all {
  func.func @main(%x: tensor<4x3xf32>) -> tensor<2x6xf32> {
    %r = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>}> : (tensor<4x3xf32>) -> tensor<2x6xf32>
    return %r : tensor<2x6xf32>
  }
}

module @all_gather {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x6xf32> {
    %r = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    return %r : tensor<2x6xf32>
  }
}

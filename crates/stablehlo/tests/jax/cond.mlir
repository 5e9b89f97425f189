module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "result[0]"}, tensor<3xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<i1>) -> tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %4 = stablehlo.cosine %arg2 : tensor<3xf32>
      stablehlo.return %4 : tensor<3xf32>
    }, {
      %4 = stablehlo.sine %arg2 : tensor<3xf32>
      stablehlo.return %4 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.clamp %c, %arg1, %c_0 : tensor<i32>
    %3 = "stablehlo.case"(%2) ({
      %4 = stablehlo.exponential %arg2 : tensor<3xf32>
      stablehlo.return %4 : tensor<3xf32>
    }, {
      %4 = stablehlo.tanh %arg2 : tensor<3xf32>
      stablehlo.return %4 : tensor<3xf32>
    }, {
      %4 = stablehlo.abs %arg2 : tensor<3xf32>
      stablehlo.return %4 : tensor<3xf32>
    }) : (tensor<i32>) -> tensor<3xf32>
    return %1, %3 : tensor<3xf32>, tensor<3xf32>
  }
}

module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x5xf32>, %arg1: tensor<i32>) -> (tensor<2x3xf32> {jax.result_info = "result[0]"}, tensor<8x5xf32> {jax.result_info = "result[1]"}, tensor<3x5xf32> {jax.result_info = "result[2]"}, tensor<11x5xf32> {jax.result_info = "result[3]"}, tensor<8x10xf32> {jax.result_info = "result[4]"}, tensor<5x8xf32> {jax.result_info = "result[5]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.dynamic_slice %arg0, %2, %c_1, sizes = [2, 3] : (tensor<8x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %4 = stablehlo.slice %arg0 [0:2, 0:5] : (tensor<8x5xf32>) -> tensor<2x5xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %arg1, %c_2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_3 = stablehlo.constant dense<8> : tensor<i32>
    %6 = stablehlo.add %arg1, %c_3 : tensor<i32>
    %7 = stablehlo.select %5, %6, %arg1 : tensor<i1>, tensor<i32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.dynamic_update_slice %arg0, %4, %7, %c_4 : (tensor<8x5xf32>, tensor<2x5xf32>, tensor<i32>, tensor<i32>) -> tensor<8x5xf32>
    %9 = stablehlo.slice %arg0 [1:6:2, 0:5] : (tensor<8x5xf32>) -> tensor<3x5xf32>
    %10 = stablehlo.reverse %9, dims = [1] : tensor<3x5xf32>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %11 = call @_pad(%arg0, %c_5) : (tensor<8x5xf32>, tensor<i32>) -> tensor<11x5xf32>
    %12 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<8x5xf32>, tensor<8x5xf32>) -> tensor<8x10xf32>
    %13 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    return %3, %8, %10, %11, %12, %13 : tensor<2x3xf32>, tensor<8x5xf32>, tensor<3x5xf32>, tensor<11x5xf32>, tensor<8x10xf32>, tensor<5x8xf32>
  }
  func.func private @_pad(%arg0: tensor<8x5xf32>, %arg1: tensor<i32>) -> tensor<11x5xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<8x5xf32>, tensor<f32>) -> tensor<11x5xf32>
    return %1 : tensor<11x5xf32>
  }
}

module @dynamic_update_slice {
  func.func @main(%x: tensor<4x6xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x6xf32> {
    %r = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
    return %r : tensor<4x6xf32>
  }
}

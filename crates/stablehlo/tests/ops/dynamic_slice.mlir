module @dynamic_slice {
  func.func @main(%x: tensor<4x6xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf32> {
    %r = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

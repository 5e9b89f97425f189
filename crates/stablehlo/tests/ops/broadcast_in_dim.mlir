module @broadcast_in_dim {
  func.func @main(%x: tensor<1x3xf32>) -> tensor<2x4x3xf32> {
    %r = stablehlo.broadcast_in_dim %x, dims = [0, 2] : (tensor<1x3xf32>) -> tensor<2x4x3xf32>
    return %r : tensor<2x4x3xf32>
  }
}

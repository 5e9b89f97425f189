module @slice {
  func.func @main(%x: tensor<4x6xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.slice %x [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

module @bitcast_convert {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3x2xui16> {
    %r = stablehlo.bitcast_convert %x : (tensor<2x3xf32>) -> tensor<2x3x2xui16>
    return %r : tensor<2x3x2xui16>
  }
}

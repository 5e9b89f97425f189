module @call {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = call @twice(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  func.func private @twice(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.add %x, %x : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

module @iota {
  func.func @main() -> tensor<2x3xi32> {
    %r = stablehlo.iota dim = 1 : tensor<2x3xi32>
    return %r : tensor<2x3xi32>
  }
}

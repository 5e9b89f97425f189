module @constant {
  func.func @main() -> tensor<2x3xf32> {
    %r = stablehlo.constant dense<[[1.5, -0.0, 0x7F800000], [1.0e-30, 0.1, 3.0]]> : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

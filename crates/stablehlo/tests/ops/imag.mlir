module @imag {
  func.func @main(%x: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
    %y = stablehlo.imag %x : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
    return %y : tensor<2x3xf64>
  }
}

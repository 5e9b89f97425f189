module @real {
  func.func @main(%x: tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64> {
    %y = stablehlo.real %x : (tensor<2x3xcomplex<f64>>) -> tensor<2x3xf64>
    return %y : tensor<2x3xf64>
  }
}

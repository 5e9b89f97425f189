module @complex {
  func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>> {
    %z = stablehlo.complex %x, %y : tensor<2x3xcomplex<f32>>
    return %z : tensor<2x3xcomplex<f32>>
  }
}

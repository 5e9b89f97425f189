module @fft {
  func.func @main(%x: tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>> {
    %r = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
    return %r : tensor<2x5xcomplex<f32>>
  }
}

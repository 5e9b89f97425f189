module @composite {
  func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.composite "labora.twice" %x {composite_attributes = {k = 2 : i64, name = "x"}, decomposition = @twice, version = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
  func.func private @twice(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %r = stablehlo.add %x, %x : tensor<2x3xf32>
    return %r : tensor<2x3xf32>
  }
}

module @manual_computation {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {"y", ?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%s: tensor<2x2xf32>) {
      %0 = stablehlo.add %s, %s : tensor<2x2xf32>
      sdy.return %0 : tensor<2x2xf32>
    } : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return %r : tensor<4x2xf32>
  }
}

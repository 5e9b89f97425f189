module @sharding_constraint {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {?}]> : tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}

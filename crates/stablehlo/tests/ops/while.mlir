module @while {
  func.func @main(%n: tensor<i32>, %x: tensor<2x3xf32>) -> (tensor<i32>, tensor<2x3xf32>) {
    %r:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<2x3xf32>
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      %p = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %v : tensor<2x3xf32>
      stablehlo.return %j, %w : tensor<i32>, tensor<2x3xf32>
    }
    return %r#0, %r#1 : tensor<i32>, tensor<2x3xf32>
  }
}

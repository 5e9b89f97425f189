module @small attributes {mhlo.num_replicas = 8 : i32} {
  func.func public @main(%x: tensor<16x8x8x3xf32>, %w: tensor<3x3x3x32xf32>, %n: tensor<i32>) -> tensor<16x6x6x32xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<16x6x6x32xf32>
    %r:2 = stablehlo.while(%i = %zero, %sum = %none) : tensor<i32>, tensor<16x6x6x32xf32>
      cond {
        %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<16x8x8x3xf32>, tensor<3x3x3x32xf32>) -> tensor<16x6x6x32xf32> loc("edges")
        %t = stablehlo.add %sum, %y : tensor<16x6x6x32xf32> loc("gather")
        %u = stablehlo.tanh %t : tensor<16x6x6x32xf32> loc("bend")
        stablehlo.return %next, %u : tensor<i32>, tensor<16x6x6x32xf32>
      }
    return %r#1 : tensor<16x6x6x32xf32>
  }
}

func.func @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>, %i: tensor<4xi32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<4xi32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi1>) {
  %exp = stablehlo.exponential_minus_one %x : tensor<3x4xf32>
  %abs = stablehlo.abs %x : tensor<3x4xf32>
  %log = stablehlo.log_plus_one %abs : tensor<3x4xf32>
  %rsqrt = stablehlo.rsqrt %abs : tensor<3x4xf32>
  %c = stablehlo.constant dense<7.0> : tensor<3x4xf32>
  %many = stablehlo.multiply %x, %c : tensor<3x4xf32>
  %afz = stablehlo.round_nearest_afz %many : tensor<3x4xf32>
  %even = stablehlo.round_nearest_even %many : tensor<3x4xf32>
  %rem = stablehlo.remainder %many, %y : tensor<3x4xf32>
  %inf = stablehlo.divide %y, %even : tensor<3x4xf32>
  %finite = stablehlo.is_finite %inf : tensor<3x4xi1>
  %ne = stablehlo.compare NE, %afz, %even, FLOAT : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
  %both = stablehlo.select %ne, %finite, %ne : (tensor<3x4xi1>, tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
  %seven = stablehlo.constant dense<7> : tensor<4xi32>
  %and = stablehlo.and %i, %seven : tensor<4xi32>
  %low = stablehlo.constant dense<-0.5> : tensor<f32>
  %high = stablehlo.constant dense<0.25> : tensor<f32>
  %clamp = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %f = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %wide = stablehlo.broadcast_in_dim %f, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  %sum = stablehlo.add %wide, %x : tensor<3x4xf32>
  %init = stablehlo.constant dense<false> : tensor<i1>
  %any = stablehlo.reduce(%ne init: %init) applies stablehlo.or across dimensions = [0] : (tensor<3x4xi1>, tensor<i1>) -> tensor<4xi1>
  return %exp, %log, %rsqrt, %afz, %even, %rem, %finite, %both, %and, %clamp, %sum, %any : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xi1>, tensor<3x4xi1>, tensor<4xi32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xi1>
}

func.func @main(%x: tensor<5x6x3xf32>, %u: tensor<2x6x2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<2x6x2xf32>, tensor<5x6x3xf32>, tensor<5x6x3xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.dynamic_slice %x, %i, %z, %j, sizes = [2, 6, 2] : (tensor<5x6x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x6x2xf32>
  %b = stablehlo.dynamic_update_slice %x, %u, %i, %z, %j : (tensor<5x6x3xf32>, tensor<2x6x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x6x3xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %w:2 = stablehlo.while(%it = %z, %acc = %x) : tensor<i32>, tensor<5x6x3xf32>
  cond {
    %c = stablehlo.compare LT, %it, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.add %acc, %b : tensor<5x6x3xf32>
    %nx = stablehlo.add %it, %one : tensor<i32>
    stablehlo.return %nx, %s : tensor<i32>, tensor<5x6x3xf32>
  }
  return %a, %b, %w#1 : tensor<2x6x2xf32>, tensor<5x6x3xf32>, tensor<5x6x3xf32>
}

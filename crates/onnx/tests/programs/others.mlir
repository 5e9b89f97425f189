func.func @main(%x: tensor<3x4xf32>, %y: tensor<4x3x5xf32>, %i: tensor<i32>) -> (tensor<8x9xf32>, tensor<3x4xf32>, tensor<3x4xi32>, tensor<4x5x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4x2xf32>) {
  %v = stablehlo.constant dense<7.0> : tensor<f32>
  %a = stablehlo.pad %x, %v, low = [1, -1], high = [2, 3], interior = [1, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<8x9xf32>
  %it = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %s:2 = "stablehlo.sort"(%x, %it) ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<i32>, %t: tensor<i32>):
      %c = stablehlo.compare GT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<3x4xf32>, tensor<3x4xi32>) -> (tensor<3x4xf32>, tensor<3x4xi32>)
  %d = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<4x3x5xf32>, tensor<3x4xf32>) -> tensor<4x5x4xf32>
  %cs = "stablehlo.case"(%i) ({
    %e = stablehlo.exponential_minus_one %x : tensor<3x4xf32>
    stablehlo.return %e : tensor<3x4xf32>
  }, {
    %e = stablehlo.cbrt %x : tensor<3x4xf32>
    stablehlo.return %e : tensor<3x4xf32>
  }, {
    stablehlo.return %x : tensor<3x4xf32>
  }) : (tensor<i32>) -> tensor<3x4xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
  %f = stablehlo.slice %y [0:4, 0:2, 1:2] : (tensor<4x3x5xf32>) -> tensor<4x2x1xf32>
  %g = stablehlo.reshape %f : (tensor<4x2x1xf32>) -> tensor<4x2xf32>
  %h = stablehlo.reverse %g, dims = [0] : tensor<4x2xf32>
  return %a, %s#0, %s#1, %d, %cs, %r, %h : tensor<8x9xf32>, tensor<3x4xf32>, tensor<3x4xi32>, tensor<4x5x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4x2xf32>
}

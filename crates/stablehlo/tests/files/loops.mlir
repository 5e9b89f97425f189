//! name: a select by a scalar predicate in a loop takes whole operands
//! input: dense<[7.0, 8.0, 9.0]> : tensor<3xf32>
//! expect: dense<[1.0, 1.0, 1.0]> : tensor<3xf32>
//! expect: dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
func.func public @main(%v: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1.0> : tensor<3xf32>
  %w:3 = stablehlo.while(%i = %zero, %x = %v, %y = %v) : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  cond {
    %four = stablehlo.constant dense<4> : tensor<i32>
    %go = stablehlo.compare LT, %i, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %first = stablehlo.compare EQ, %i, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %less = stablehlo.subtract %y, %ones : tensor<3xf32>
    %a = stablehlo.select %first, %ones, %x : tensor<i1>, tensor<3xf32>
    %b = stablehlo.select %first, %y, %less : tensor<i1>, tensor<3xf32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n, %a, %b : tensor<i32>, tensor<3xf32>, tensor<3xf32>
  }
  %b = stablehlo.subtract %w#2, %ones : tensor<3xf32>
  return %w#1, %b : tensor<3xf32>, tensor<3xf32>
}

//! name: zeros are equal, every NaN is last
//! input: dense<[0x7fc00000, 0.0, -1.0, -0.0, 0xffc00000, 2.0, 0xff800000]> : tensor<7xf32>
//! input: dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi32>
//! expect: dense<[6, 2, 1, 3, 5, 0, 4]> : tensor<7xi32>
func.func public @main(%a: tensor<7xf32>, %i: tensor<7xi32>) -> tensor<7xi32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7fc00000> : tensor<f32>
  %r:2 = "stablehlo.sort"(%a, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %0 = stablehlo.compare EQ, %x, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.select %0, %zero, %x : tensor<i1>, tensor<f32>
    %2 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %nan, %1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare EQ, %y, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %zero, %y : tensor<i1>, tensor<f32>
    %6 = stablehlo.compare NE, %y, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.select %6, %nan, %5 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare LT, %3, %7, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }) : (tensor<7xf32>, tensor<7xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %r#1 : tensor<7xi32>
}

// -----
//! name: total order, descending
//! input: dense<[0x7fc00000, 0.0, -1.0, -0.0, 0xffc00000, 2.0, 0xff800000]> : tensor<7xf32>
//! input: dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi32>
//! expect: dense<[0, 5, 1, 3, 2, 6, 4]> : tensor<7xi32>
func.func public @main(%a: tensor<7xf32>, %i: tensor<7xi32>) -> tensor<7xi32> {
  %r:2 = "stablehlo.sort"(%a, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %8 = stablehlo.compare LT, %y, %x, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }) : (tensor<7xf32>, tensor<7xi32>) -> (tensor<7xf32>, tensor<7xi32>)
  return %r#1 : tensor<7xi32>
}

// -----
//! name: two keys, the second descending
//! input: dense<[2, 1, 2, 1, 2, 0]> : tensor<6xi64>
//! input: dense<[5, -3, 7, 9, 7, 0]> : tensor<6xi16>
//! input: dense<[0, 1, 2, 3, 4, 5]> : tensor<6xui8>
//! expect: dense<[5, 3, 1, 2, 4, 0]> : tensor<6xui8>
func.func public @main(%a: tensor<6xi64>, %b: tensor<6xi16>, %i: tensor<6xui8>) -> tensor<6xui8> {
  %r:3 = "stablehlo.sort"(%a, %b, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>, %v: tensor<i16>, %w: tensor<i16>, %j: tensor<ui8>, %k: tensor<ui8>):
    %0 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %x, %y, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %2 = stablehlo.compare GT, %v, %w, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %4 = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<6xi64>, tensor<6xi16>, tensor<6xui8>) -> (tensor<6xi64>, tensor<6xi16>, tensor<6xui8>)
  return %r#2 : tensor<6xui8>
}

// -----
//! name: a comparator of two operands is no order of keys
//! input: dense<[3, 1, 2]> : tensor<3xi32>
//! input: dense<[0, 0, 9]> : tensor<3xi32>
//! expect: dense<[1, 3, 2]> : tensor<3xi32>
func.func public @main(%a: tensor<3xi32>, %b: tensor<3xi32>) -> tensor<3xi32> {
  %r:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %v: tensor<i32>, %w: tensor<i32>):
    %0 = stablehlo.add %x, %v : tensor<i32>
    %1 = stablehlo.add %y, %w : tensor<i32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)
  return %r#0 : tensor<3xi32>
}

// -----
//! name: the first elements of each row, and another slice of them
//! input: dense<[[4, 9, 1, 9, 3], [0, -2, 8, 7, 8]]> : tensor<2x5xi32>
//! expect: dense<[[9, 9], [8, 8]]> : tensor<2x2xi32>
//! expect: dense<[[1, 3, 0], [2, 4, 3]]> : tensor<2x3xi32>
func.func public @main(%a: tensor<2x5xi32>) -> (tensor<2x2xi32>, tensor<2x3xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %r:2 = "stablehlo.sort"(%a, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %j: tensor<i32>, %k: tensor<i32>):
    %2 = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %v = stablehlo.slice %r#0 [0:2, 0:2] : (tensor<2x5xi32>) -> tensor<2x2xi32>
  %p = stablehlo.slice %r#1 [0:2, 0:3] : (tensor<2x5xi32>) -> tensor<2x3xi32>
  return %v, %p : tensor<2x2xi32>, tensor<2x3xi32>
}

// -----
//! name: the first elements of each column
//! input: dense<[[4, 9, 1], [9, 3, 0], [-2, 8, 7]]> : tensor<3x3xi32>
//! expect: dense<[[-2, 3, 0]]> : tensor<1x3xi32>
func.func public @main(%a: tensor<3x3xi32>) -> tensor<1x3xi32> {
  %r = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %2 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<3x3xi32>) -> tensor<3x3xi32>
  %v = stablehlo.slice %r [0:1, 0:3] : (tensor<3x3xi32>) -> tensor<1x3xi32>
  return %v : tensor<1x3xi32>
}

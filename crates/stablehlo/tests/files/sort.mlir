//! name: f32 by LT along 0
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xf32>
//! expect: dense<[[2.0e+00, 0.0e+00, 3.0e+00], [5.0e+00, 1.0e+00, 4.0e+00], [7.0e+00, 2.0e+00, 9.0e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// -----
//! name: f32 by LT along 1
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xf32>
//! expect: dense<[[1.0e+00, 4.0e+00, 5.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [0.0e+00, 3.0e+00, 7.0e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// -----
//! name: f32 by GT along 0
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xf32>
//! expect: dense<[[7.0e+00, 2.0e+00, 9.0e+00], [5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// -----
//! name: f32 by GT along 1
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xf32>
//! expect: dense<[[5.0e+00, 4.0e+00, 1.0e+00], [9.0e+00, 2.0e+00, 2.0e+00], [7.0e+00, 3.0e+00, 0.0e+00]]> : tensor<3x3xf32>
func.func public @main(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.compare GT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// -----
//! name: i32 by LT along 0
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xi32>
//! expect: dense<[[2, 0, 3], [5, 1, 4], [7, 2, 9]]> : tensor<3x3xi32>
func.func public @main(%a: tensor<3x3xi32>) -> (tensor<3x3xi32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return %r0 : tensor<3x3xi32>
}

// -----
//! name: i32 by LT along 1
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xi32>
//! expect: dense<[[1, 4, 5], [2, 2, 9], [0, 3, 7]]> : tensor<3x3xi32>
func.func public @main(%a: tensor<3x3xi32>) -> (tensor<3x3xi32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return %r0 : tensor<3x3xi32>
}

// -----
//! name: i32 by GT along 0
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xi32>
//! expect: dense<[[7, 2, 9], [5, 1, 4], [2, 0, 3]]> : tensor<3x3xi32>
func.func public @main(%a: tensor<3x3xi32>) -> (tensor<3x3xi32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return %r0 : tensor<3x3xi32>
}

// -----
//! name: i32 by GT along 1
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xi32>
//! expect: dense<[[5, 4, 1], [9, 2, 2], [7, 3, 0]]> : tensor<3x3xi32>
func.func public @main(%a: tensor<3x3xi32>) -> (tensor<3x3xi32>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %s = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xi32>) -> tensor<3x3xi32>
  return %r0 : tensor<3x3xi32>
}

// -----
//! name: ui8 by LT along 0
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xui8>
//! expect: dense<[[2, 0, 3], [5, 1, 4], [7, 2, 9]]> : tensor<3x3xui8>
func.func public @main(%a: tensor<3x3xui8>) -> (tensor<3x3xui8>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %s = stablehlo.compare LT, %p, %q : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xui8>) -> tensor<3x3xui8>
  return %r0 : tensor<3x3xui8>
}

// -----
//! name: ui8 by LT along 1
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xui8>
//! expect: dense<[[1, 4, 5], [2, 2, 9], [0, 3, 7]]> : tensor<3x3xui8>
func.func public @main(%a: tensor<3x3xui8>) -> (tensor<3x3xui8>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %s = stablehlo.compare LT, %p, %q : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xui8>) -> tensor<3x3xui8>
  return %r0 : tensor<3x3xui8>
}

// -----
//! name: ui8 by GT along 0
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xui8>
//! expect: dense<[[7, 2, 9], [5, 1, 4], [2, 0, 3]]> : tensor<3x3xui8>
func.func public @main(%a: tensor<3x3xui8>) -> (tensor<3x3xui8>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %s = stablehlo.compare GT, %p, %q : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xui8>) -> tensor<3x3xui8>
  return %r0 : tensor<3x3xui8>
}

// -----
//! name: ui8 by GT along 1
//! input: dense<[[5, 1, 4], [2, 2, 9], [7, 0, 3]]> : tensor<3x3xui8>
//! expect: dense<[[5, 4, 1], [9, 2, 2], [7, 3, 0]]> : tensor<3x3xui8>
func.func public @main(%a: tensor<3x3xui8>) -> (tensor<3x3xui8>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<ui8>, %q: tensor<ui8>):
    %s = stablehlo.compare GT, %p, %q : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xui8>) -> tensor<3x3xui8>
  return %r0 : tensor<3x3xui8>
}

// -----
//! name: bf16 by LT along 0
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xbf16>
//! expect: dense<[[2.0e+00, 0.0e+00, 3.0e+00], [5.0e+00, 1.0e+00, 4.0e+00], [7.0e+00, 2.0e+00, 9.0e+00]]> : tensor<3x3xbf16>
func.func public @main(%a: tensor<3x3xbf16>) -> (tensor<3x3xbf16>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  return %r0 : tensor<3x3xbf16>
}

// -----
//! name: bf16 by LT along 1
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xbf16>
//! expect: dense<[[1.0e+00, 4.0e+00, 5.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [0.0e+00, 3.0e+00, 7.0e+00]]> : tensor<3x3xbf16>
func.func public @main(%a: tensor<3x3xbf16>) -> (tensor<3x3xbf16>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare LT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  return %r0 : tensor<3x3xbf16>
}

// -----
//! name: bf16 by GT along 0
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xbf16>
//! expect: dense<[[7.0e+00, 2.0e+00, 9.0e+00], [5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xbf16>
func.func public @main(%a: tensor<3x3xbf16>) -> (tensor<3x3xbf16>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare GT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  return %r0 : tensor<3x3xbf16>
}

// -----
//! name: bf16 by GT along 1
//! input: dense<[[5.0e+00, 1.0e+00, 4.0e+00], [2.0e+00, 2.0e+00, 9.0e+00], [7.0e+00, 0.0e+00, 3.0e+00]]> : tensor<3x3xbf16>
//! expect: dense<[[5.0e+00, 4.0e+00, 1.0e+00], [9.0e+00, 2.0e+00, 2.0e+00], [7.0e+00, 3.0e+00, 0.0e+00]]> : tensor<3x3xbf16>
func.func public @main(%a: tensor<3x3xbf16>) -> (tensor<3x3xbf16>) {
  %r0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %s = stablehlo.compare GT, %p, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<3x3xbf16>) -> tensor<3x3xbf16>
  return %r0 : tensor<3x3xbf16>
}

// -----
//! name: keys with values, stable
//! input: dense<[3, 1, 3, 2, 1]> : tensor<5xi32>
//! input: dense<[1.0e+01, 2.0e+01, 3.0e+01, 4.0e+01, 5.0e+01]> : tensor<5xf32>
//! expect: dense<[1, 1, 2, 3, 3]> : tensor<5xi32>
//! expect: dense<[2.0e+01, 5.0e+01, 4.0e+01, 1.0e+01, 3.0e+01]> : tensor<5xf32>
func.func public @main(%a: tensor<5xi32>, %b: tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>) {
  %s:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>, %v: tensor<f32>, %w: tensor<f32>):
    %t = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  %r0 = stablehlo.reshape %s#0 : (tensor<5xi32>) -> tensor<5xi32>
  %r1 = stablehlo.reshape %s#1 : (tensor<5xf32>) -> tensor<5xf32>
  return %r0, %r1 : tensor<5xi32>, tensor<5xf32>
}

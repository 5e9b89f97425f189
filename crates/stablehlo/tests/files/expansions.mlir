//! name: dot
//! input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//! input: dense<[5, 6]> : tensor<2xi32>
//! expect: dense<[17, 39]> : tensor<2xi32>
func.func public @main(%a0: tensor<2x2xi32>, %a1: tensor<2xi32>) -> (tensor<2xi32>) {
  %z = stablehlo.dot %a0, %a1 : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----
//! name: broadcast
//! input: dense<[1, 2]> : tensor<2xi32>
//! expect: dense<[[1, 2], [1, 2], [1, 2]]> : tensor<3x2xi32>
func.func public @main(%a0: tensor<2xi32>) -> (tensor<3x2xi32>) {
  %z = stablehlo.broadcast %a0, sizes = [3] : (tensor<2xi32>) -> tensor<3x2xi32>
  return %z : tensor<3x2xi32>
}

// -----
//! name: einsum of two
//! input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//! input: dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
//! expect: dense<[[19, 43], [22, 50]]> : tensor<2x2xi32>
func.func public @main(%a0: tensor<2x2xi32>, %a1: tensor<2x2xi32>) -> (tensor<2x2xi32>) {
  %z = stablehlo.einsum %a0, %a1, config = "ij,jk->ki" : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  return %z : tensor<2x2xi32>
}

// -----
//! name: einsum with a batch and a sum
//! input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//! input: dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
//! expect: dense<[17, 53]> : tensor<2xi32>
func.func public @main(%a0: tensor<2x2xi32>, %a1: tensor<2x2xi32>) -> (tensor<2xi32>) {
  %z = "stablehlo.einsum"(%a0, %a1) <{einsum_config = "bi,bi->b"}> : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----
//! name: unary_einsum
//! input: dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
//! expect: dense<[6, 15]> : tensor<2xi32>
func.func public @main(%a0: tensor<2x3xi32>) -> (tensor<2xi32>) {
  %z = "stablehlo.unary_einsum"(%a0) <{einsum_config = "ab->a"}> : (tensor<2x3xi32>) -> tensor<2xi32>
  return %z : tensor<2xi32>
}

// -----
//! name: map
//! input: dense<[0, 1, 2, 3]> : tensor<4xi32>
//! input: dense<[4, 5, 6, 7]> : tensor<4xi32>
//! expect: dense<[1, 6, 13, 22]> : tensor<4xi32>
func.func public @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> (tensor<4xi32>) {
  %z = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %p = stablehlo.multiply %x, %y : tensor<i32>
    %q = stablehlo.add %p, %one : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %z : tensor<4xi32>
}

// -----
//! name: torch_index_select
//! input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>
//! input: dense<[2, 0]> : tensor<2xi32>
//! expect: dense<[[[9, 10], [11, 12]], [[1, 2], [3, 4]]]> : tensor<2x2x2xi32>
func.func public @main(%a0: tensor<3x2x2xi32>, %a1: tensor<2xi32>) -> (tensor<2x2x2xi32>) {
  %z = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<3x2x2xi32>, tensor<2xi32>) -> tensor<2x2x2xi32>
  return %z : tensor<2x2x2xi32>
}

// -----
//! name: torch_index_select along the second of three dimensions
//! input: dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi32>
//! input: dense<[1, 0, 1]> : tensor<3xi32>
//! expect: dense<[[[3, 4], [1, 2], [3, 4]], [[7, 8], [5, 6], [7, 8]]]> : tensor<2x3x2xi32>
func.func public @main(%a0: tensor<2x2x2xi32>, %a1: tensor<3xi32>) -> (tensor<2x3x2xi32>) {
  %z = "stablehlo.torch_index_select"(%a0, %a1) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x2x2xi32>, tensor<3xi32>) -> tensor<2x3x2xi32>
  return %z : tensor<2x3x2xi32>
}

// -----
//! name: get_dimension_size and set_dimension_size
//! input: dense<[[1, 2, 3]]> : tensor<1x3xi32>
//! expect: dense<3> : tensor<i32>
//! expect: dense<[[1, 2, 3]]> : tensor<1x3xi32>
func.func public @main(%a0: tensor<1x3xi32>) -> (tensor<i32>, tensor<1x3xi32>) {
  %n = stablehlo.get_dimension_size %a0, dim = 1 : (tensor<1x3xi32>) -> tensor<i32>
  %z = stablehlo.set_dimension_size %a0, %n, dim = 1 : (tensor<1x3xi32>, tensor<i32>) -> tensor<1x3xi32>
  return %n, %z : tensor<i32>, tensor<1x3xi32>
}

// -----
//! name: real_dynamic_slice and dynamic_pad of constant shapes
//! input: dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
//! expect: dense<[1, 3]> : tensor<2xi32>
//! expect: dense<[9, 0, 1, 2, 3, 4, 9]> : tensor<7xi32>
func.func public @main(%a0: tensor<5xi32>) -> (tensor<2xi32>, tensor<7xi32>) {
  %s = stablehlo.constant dense<1> : tensor<1xi32>
  %l = stablehlo.constant dense<5> : tensor<1xi32>
  %t = stablehlo.constant dense<2> : tensor<1xi32>
  %o = stablehlo.constant dense<0> : tensor<1xi32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %z = stablehlo.real_dynamic_slice %a0, %s, %l, %t : (tensor<5xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_pad %a0, %n, %s, %s, %o : (tensor<5xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xi32>
  return %z, %y : tensor<2xi32>, tensor<7xi32>
}

// -----
//! name: dynamic_broadcast_in_dim, dynamic_iota, dynamic_reshape of static results
//! input: dense<[1, 2]> : tensor<2xi32>
//! input: dense<[2, 2]> : tensor<2xi64>
//! expect: dense<[[1, 1], [2, 2]]> : tensor<2x2xi32>
//! expect: dense<[[0, 0], [1, 1]]> : tensor<2x2xi32>
//! expect: dense<[[1, 2]]> : tensor<1x2xi32>
func.func public @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<1x2xi32>) {
  %x = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [0] : (tensor<2xi32>, tensor<2xi64>) -> tensor<2x2xi32>
  %y = stablehlo.dynamic_iota %a1, dim = 0 : (tensor<2xi64>) -> tensor<2x2xi32>
  %z = stablehlo.dynamic_reshape %a0, %a1 : (tensor<2xi32>, tensor<2xi64>) -> tensor<1x2xi32>
  return %x, %y, %z : tensor<2x2xi32>, tensor<2x2xi32>, tensor<1x2xi32>
}

// -----
//! name: batch_norm_training
//! input: dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
//! input: dense<[1.0, 2.0]> : tensor<2xf32>
//! input: dense<[1.0, 1.0]> : tensor<2xf32>
//! expect_close(1e-6, 1e-6): dense<[[0.0, -1.0], [2.0, 3.0]]> : tensor<2x2xf32>
//! expect_close(1e-6, 1e-6): dense<[2.0, 3.0]> : tensor<2xf32>
//! expect_close(1e-6, 1e-6): dense<[1.0, 1.0]> : tensor<2xf32>
func.func public @main(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %z:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %z#0, %z#1, %z#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----
//! name: batch_norm_inference
//! input: dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
//! input: dense<[1.0, 2.0]> : tensor<2xf32>
//! input: dense<[1.0, 1.0]> : tensor<2xf32>
//! input: dense<[2.0, 3.0]> : tensor<2xf32>
//! input: dense<[4.0, 1.0]> : tensor<2xf32>
//! expect_close(1e-6, 1e-6): dense<[[0.5, -1.0], [1.5, 3.0]]> : tensor<2x2xf32>
func.func public @main(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2xf32>) -> (tensor<2x2xf32>) {
  %z = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %z : tensor<2x2xf32>
}

// -----
//! name: batch_norm_grad
//! input: dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
//! input: dense<[1.0, 1.0]> : tensor<2xf32>
//! input: dense<[2.0, 3.0]> : tensor<2xf32>
//! input: dense<[1.0, 1.0]> : tensor<2xf32>
//! input: dense<[[0.1, 0.1], [0.1, 0.5]]> : tensor<2x2xf32>
//! expect_close(1e-6, 1e-6): dense<[[0.0, 0.0], [0.0, 0.0]]> : tensor<2x2xf32>
//! expect_close(1e-6, 1e-6): dense<[0.0, 0.4]> : tensor<2xf32>
//! expect_close(1e-6, 1e-6): dense<[0.2, 0.6]> : tensor<2xf32>
func.func public @main(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>, %a3: tensor<2xf32>, %a4: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %z:3 = "stablehlo.batch_norm_grad"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.0 : f32, feature_index = 1 : i64}> : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %z#0, %z#1, %z#2 : tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----
//! name: rng is between its bounds, and of its mean
//! expect: dense<true> : tensor<i1>
//! expect: dense<true> : tensor<i1>
func.func public @main() -> (tensor<i1>, tensor<i1>) {
  %low = stablehlo.constant dense<2.0> : tensor<f32>
  %high = stablehlo.constant dense<3.0> : tensor<f32>
  %n = stablehlo.constant dense<1000> : tensor<1xi64>
  %x = stablehlo.rng %low, %high, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %min = stablehlo.reduce(%x init: %high) applies stablehlo.minimum across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %range = stablehlo.subtract %max, %min : tensor<f32>
  %most = stablehlo.constant dense<0.98> : tensor<f32>
  %0 = stablehlo.compare GT, %range, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %1 = stablehlo.compare LT, %max, %high : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.and %0, %1 : tensor<i1>
  %y = stablehlo.rng %low, %high, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<1000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %least = stablehlo.constant dense<1600.0> : tensor<f32>
  %3 = stablehlo.compare GT, %sum, %least : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %2, %3 : tensor<i1>, tensor<i1>
}

// -----
//! name: tokens through a loop and a branch
//! input: dense<5> : tensor<i32>
//! expect: dense<10> : tensor<i32>
func.func public @main(%a0: tensor<i32>) -> (tensor<i32>) {
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t, %t : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:3 = stablehlo.while(%n = %a0, %s = %zero, %k = %u) : tensor<i32>, tensor<i32>, !stablehlo.token
  cond {
    %c = stablehlo.compare GT, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %q = stablehlo.add %s, %m : tensor<i32>
    %b:2 = stablehlo.optimization_barrier %q, %k : tensor<i32>, !stablehlo.token
    %v = stablehlo.after_all %b#1 : !stablehlo.token
    stablehlo.return %m, %b#0, %v : tensor<i32>, tensor<i32>, !stablehlo.token
  }
  %p = stablehlo.compare GT, %w#1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r:2 = "stablehlo.if"(%p) ({
    stablehlo.return %w#1, %w#2 : tensor<i32>, !stablehlo.token
  }, {
    stablehlo.return %zero, %t : tensor<i32>, !stablehlo.token
  }) : (tensor<i1>) -> (tensor<i32>, !stablehlo.token)
  return %r#0 : tensor<i32>
}

// -----
//! name: custom calls that place values return them
//! input: dense<[1, 2]> : tensor<2xi32>
//! expect: dense<[1, 2]> : tensor<2xi32>
func.func public @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  %0 = stablehlo.custom_call @Sharding(%a0) {mhlo.sharding = "{replicated}"} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// -----
//! name: ApproxTopK is exact
//! input: dense<[[3.0, 1.0, 7.0, 5.0]]> : tensor<1x4xf32>
//! expect: dense<[[7.0, 5.0]]> : tensor<1x2xf32>
//! expect: dense<[[2, 3]]> : tensor<1x2xi32>
func.func public @main(%a0: tensor<1x4xf32>) -> (tensor<1x2xf32>, tensor<1x2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<1x4xi32>
  %low = stablehlo.constant dense<0xff800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %z:2 = stablehlo.custom_call @ApproxTopK(%a0, %i, %low, %none) {called_computations = [@greater], mhlo.backend_config = {aggregate_to_topk = true, recall_target = 0.949999988 : f32, reduction_dim = 1 : i64, top_k = 2 : i64}} : (tensor<1x4xf32>, tensor<1x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x2xf32>, tensor<1x2xi32>)
  return %z#0, %z#1 : tensor<1x2xf32>, tensor<1x2xi32>
}
func.func private @greater(%x: tensor<f32>, %y: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

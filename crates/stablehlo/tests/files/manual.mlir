//! name: the shards of a vector, and their sum over an axis
//! input: dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
//! expect: dense<[16.0, 20.0]> : tensor<2xf32>
//! expect: dense<[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<8xf32>
module {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(%arg0: tensor<8xf32>) -> (tensor<2xf32>, tensor<8xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>] manual_axes={"x"} (%arg1: tensor<2xf32>) {
      %0 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      %one = stablehlo.constant dense<1.0> : tensor<2xf32>
      %1 = stablehlo.add %arg1, %one : tensor<2xf32>
      sdy.return %0, %1 : tensor<2xf32>, tensor<2xf32>
    } : (tensor<8xf32>) -> (tensor<2xf32>, tensor<8xf32>)
    return %0#0, %0#1 : tensor<2xf32>, tensor<8xf32>
  }
}
// -----
//! name: rows and columns over two axes, sums over one of them, in a called function
//! input: dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
//! expect: dense<[[4, 6], [12, 14]]> : tensor<2x2xi32>
//! expect: dense<[[6, 8, 10, 12]]> : tensor<1x4xi32>
module {
  sdy.mesh @mesh = <["d"=2, "m"=2]>
  func.func private @sums(%x: tensor<1x2xi32>) -> (tensor<1x2xi32>, tensor<1x2xi32>) {
    %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<1x2xi32>) -> tensor<1x2xi32>
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<1x2xi32>) -> tensor<1x2xi32>
    return %0, %1 : tensor<1x2xi32>, tensor<1x2xi32>
  }
  func.func public @main(%arg0: tensor<2x4xi32>) -> (tensor<2x2xi32>, tensor<1x4xi32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {"m"}]>] out_shardings=[<@mesh, [{"d"}, {}]>, <@mesh, [{}, {"m"}]>] manual_axes={"d", "m"} (%arg1: tensor<1x2xi32>) {
      %0:2 = func.call @sums(%arg1) : (tensor<1x2xi32>) -> (tensor<1x2xi32>, tensor<1x2xi32>)
      sdy.return %0#0, %0#1 : tensor<1x2xi32>, tensor<1x2xi32>
    } : (tensor<2x4xi32>) -> (tensor<2x2xi32>, tensor<1x4xi32>)
    return %0#0, %0#1 : tensor<2x2xi32>, tensor<1x4xi32>
  }
}
// -----
//! name: the number of the partition is that of the device, the first one of an instance
//! expect: dense<[3, 1, 2, 0]> : tensor<4xui32>
//! expect: dense<[3, 2]> : tensor<2xui32>
//! expect: dense<[0, 0, 0, 0]> : tensor<4xui32>
module {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>
  func.func public @main() -> (tensor<4xui32>, tensor<2xui32>, tensor<4xui32>) {
    %0:2 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x", "y"}]>, <@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} () {
      %0 = stablehlo.partition_id : tensor<ui32>
      %1 = stablehlo.reshape %0 : (tensor<ui32>) -> tensor<1xui32>
      %2 = stablehlo.replica_id : tensor<ui32>
      %3 = stablehlo.reshape %2 : (tensor<ui32>) -> tensor<1xui32>
      sdy.return %1, %3 : tensor<1xui32>, tensor<1xui32>
    } : () -> (tensor<4xui32>, tensor<4xui32>)
    %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} () {
      %0 = stablehlo.partition_id : tensor<ui32>
      %1 = stablehlo.reshape %0 : (tensor<ui32>) -> tensor<1xui32>
      sdy.return %1 : tensor<1xui32>
    } : () -> tensor<2xui32>
    return %0#0, %1, %0#1 : tensor<4xui32>, tensor<2xui32>, tensor<4xui32>
  }
}
// -----
//! name: axes that are not manual stay in the global view
//! input: dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
//! expect: dense<[[3.0, 3.0], [7.0, 7.0], [11.0, 11.0], [15.0, 15.0]]> : tensor<4x2xf32>
//! expect: dense<[[6.0, 8.0], [10.0, 12.0]]> : tensor<2x2xf32>
module {
  sdy.mesh @mesh = <["m"=2, "d"=2]>
  func.func public @main(%arg0: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>) {
    %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {"m", ?}]>] out_shardings=[<@mesh, [{"d", ?}, {?}]>, <@mesh, [{}, {}]>] manual_axes={"d"} (%arg1: tensor<2x2xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%arg1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
      %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
      %2 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
      sdy.return %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>
    } : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>)
    return %0#0, %0#1 : tensor<4x2xf32>, tensor<2x2xf32>
  }
}
// -----
//! name: in a loop, with a loop inside
//! input: dense<[1, 2, 3, 4]> : tensor<4xi32>
//! expect: dense<[35, 51, 35, 51]> : tensor<4xi32>
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.constant dense<2> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<i32>, tensor<4xi32>
    cond {
      %c = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %y = sdy.manual_computation(%x, %i) in_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%s: tensor<2xi32>, %t: tensor<i32>) {
        %limit = stablehlo.constant dense<2> : tensor<i32>
        %step = stablehlo.constant dense<1> : tensor<i32>
        %first = stablehlo.constant dense<0> : tensor<i32>
        %r:2 = stablehlo.while(%j = %first, %v = %s) : tensor<i32>, tensor<2xi32>
        cond {
          %c = stablehlo.compare LT, %j, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %k = stablehlo.add %j, %step : tensor<i32>
          %sum = "stablehlo.all_reduce"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
          ^bb0(%a: tensor<i32>, %b: tensor<i32>):
            %ab = stablehlo.add %a, %b : tensor<i32>
            stablehlo.return %ab : tensor<i32>
          }) : (tensor<2xi32>) -> tensor<2xi32>
          %b = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<i32>) -> tensor<2xi32>
          %w = stablehlo.add %sum, %b : tensor<2xi32>
          stablehlo.return %k, %w : tensor<i32>, tensor<2xi32>
        }
        sdy.return %r#1 : tensor<2xi32>
      } : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
      stablehlo.return %n, %y : tensor<i32>, tensor<4xi32>
    }
    return %0#1 : tensor<4xi32>
  }
}
// -----
//! name: complex numbers and empty shards
//! input: dense<[(1.0, 2.0), (3.0, -1.0)]> : tensor<2xcomplex<f32>>
//! input: dense<> : tensor<2x0xf32>
//! expect: dense<[(-3.0, 4.0), (8.0, -6.0)]> : tensor<2xcomplex<f32>>
//! expect: dense<> : tensor<2x0xf32>
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2x0xf32>) -> (tensor<2xcomplex<f32>>, tensor<2x0xf32>) {
    %0:2 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%z: tensor<1xcomplex<f32>>, %e: tensor<1x0xf32>) {
      %0 = stablehlo.multiply %z, %z : tensor<1xcomplex<f32>>
      sdy.return %0, %e : tensor<1xcomplex<f32>>, tensor<1x0xf32>
    } : (tensor<2xcomplex<f32>>, tensor<2x0xf32>) -> (tensor<2xcomplex<f32>>, tensor<2x0xf32>)
    return %0#0, %0#1 : tensor<2xcomplex<f32>>, tensor<2x0xf32>
  }
}
// -----
//! name: one inside of another, whose collectives and numbers are of both axes
//! input: dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
//! expect: dense<[[14, 114], [22, 122], [1014, 1114], [1022, 1122]]> : tensor<4x2xi32>
module {
  sdy.mesh @mesh = <["d"=2, "m"=2]>
  func.func public @main(%arg0: tensor<4x2xi32>) -> tensor<4x2xi32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {?}]>] out_shardings=[<@mesh, [{"d"}, {?}]>] manual_axes={"d"} (%arg1: tensor<2x2xi32>) {
      %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{?}, {"m", ?}]>] out_shardings=[<@mesh, [{?}, {"m", ?}]>] manual_axes={"m"} (%arg2: tensor<2x1xi32>) {
        %2 = "stablehlo.all_reduce"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
        ^bb0(%a: tensor<i32>, %b: tensor<i32>):
          %s = stablehlo.add %a, %b : tensor<i32>
          stablehlo.return %s : tensor<i32>
        }) : (tensor<2x1xi32>) -> tensor<2x1xi32>
        %3 = stablehlo.partition_id : tensor<ui32>
        %two = stablehlo.constant dense<2> : tensor<ui32>
        %4 = stablehlo.divide %3, %two : tensor<ui32>
        %5 = stablehlo.remainder %3, %two : tensor<ui32>
        %thousand = stablehlo.constant dense<1000> : tensor<ui32>
        %hundred = stablehlo.constant dense<100> : tensor<ui32>
        %6 = stablehlo.multiply %4, %thousand : tensor<ui32>
        %7 = stablehlo.multiply %5, %hundred : tensor<ui32>
        %8 = stablehlo.add %6, %7 : tensor<ui32>
        %9 = stablehlo.convert %8 : (tensor<ui32>) -> tensor<i32>
        %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
        %11 = stablehlo.add %2, %10 : tensor<2x1xi32>
        sdy.return %11 : tensor<2x1xi32>
      } : (tensor<2x2xi32>) -> tensor<2x2xi32>
      sdy.return %1 : tensor<2x2xi32>
    } : (tensor<4x2xi32>) -> tensor<4x2xi32>
    return %0 : tensor<4x2xi32>
  }
}
// -----
//! name: collectives over one of two axes, with devices in another order
//! input: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
//! expect: dense<[[1, 2], [1, 2], [3, 4], [3, 4]]> : tensor<4x2xi32>
//! expect: dense<[[4], [6]]> : tensor<2x1xi32>
//! expect: dense<[[3, 4], [0, 0]]> : tensor<2x2xi32>
//! expect: dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
module {
  sdy.mesh @mesh = <["d"=2, "m"=2], device_ids=[3, 2, 1, 0]>
  func.func public @main(%arg0: tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
    %0:4 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"d"}, {}]>] out_shardings=[<@mesh, [{"m", "d"}, {}]>, <@mesh, [{"d"}, {}]>, <@mesh, [{"d"}, {}]>, <@mesh, [{}, {"d"}]>] manual_axes={"d", "m"} (%x: tensor<1x2xi32>) {
      %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<1x2xi32>) -> tensor<2x2xi32>
      %id = stablehlo.partition_id : tensor<ui32>
      %one = stablehlo.constant dense<1> : tensor<ui32>
      %three = stablehlo.constant dense<3> : tensor<ui32>
      %position = stablehlo.subtract %three, %id : tensor<ui32>
      %m = stablehlo.and %position, %one : tensor<ui32>
      %zero = stablehlo.constant dense<0> : tensor<ui32>
      %own = stablehlo.dynamic_slice %g, %m, %zero, sizes = [1, 2] : (tensor<2x2xi32>, tensor<ui32>, tensor<ui32>) -> tensor<1x2xi32>
      %r = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>, use_global_device_ids}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        %s = stablehlo.add %a, %b : tensor<i32>
        stablehlo.return %s : tensor<i32>
      }) : (tensor<1x2xi32>) -> tensor<1x1xi32>
      %p = "stablehlo.collective_permute"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[1, 3], [0, 2]]> : tensor<2x2xi64>}> : (tensor<1x2xi32>) -> tensor<1x2xi32>
      %t = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[3, 1], [2, 0]]> : tensor<2x2xi64>}> : (tensor<1x2xi32>) -> tensor<2x1xi32>
      sdy.return %own, %r, %p, %t : tensor<1x2xi32>, tensor<1x1xi32>, tensor<1x2xi32>, tensor<2x1xi32>
    } : (tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x2xi32>)
    return %0#0, %0#1, %0#2, %0#3 : tensor<4x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>, tensor<2x2xi32>
  }
}
// -----
//! name: sums over instances, of which the region sees the terms
//! input: dense<[1.0, 2.0]> : tensor<2xf32>
//! expect: dense<[1.0, 2.0, 0.0, 0.0]> : tensor<4xf32>
//! expect: dense<[3.0, 6.0]> : tensor<2xf32>
module {
  sdy.mesh @mesh = <["x"=2, "y"=3]>
  func.func public @main(%arg0: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
    %0:2 = sdy.manual_computation(%arg0, %arg0) in_shardings=[<@mesh, [{}], unreduced={"x"}>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}], unreduced={"y"}>] manual_axes={"x", "y"} (%s: tensor<2xf32>, %t: tensor<2xf32>) {
      sdy.return %s, %t : tensor<2xf32>, tensor<2xf32>
    } : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
    return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
  }
}
// -----
//! name: products of integers, summed in floating point as in XLA
//! input: dense<[[1, 2], [3, -4]]> : tensor<2x2xi8>
//! input: dense<[[5], [6]]> : tensor<2x1xi8>
//! expect: dense<[[17.0], [-9.0]]> : tensor<2x1xbf16>
//! expect: dense<[[17.0], [-9.0]]> : tensor<2x1xf32>
func.func public @main(%a: tensor<2x2xi8>, %b: tensor<2x1xi8>) -> (tensor<2x1xbf16>, tensor<2x1xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x1xi8>) -> tensor<2x1xbf16>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x1xi8>) -> tensor<2x1xf32>
  return %0, %1 : tensor<2x1xbf16>, tensor<2x1xf32>
}

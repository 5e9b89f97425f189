module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32> {jax.result_info = "result[0]"}, tensor<8x8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}, tensor<8x8xf32> {jax.result_info = "result[3]"}, tensor<2xi1> {jax.result_info = "result[4]"}, tensor<3xi8> {jax.result_info = "result[5]"}, tensor<1x2xbf16> {jax.result_info = "result[6]"}, tensor<2xf16> {jax.result_info = "result[7]"}, tensor<0x3xf32> {jax.result_info = "result[8]"}, tensor<40xi32> {jax.result_info = "result[9]"}, tensor<40xi1> {jax.result_info = "result[10]"}, tensor<120xi1> {jax.result_info = "result[11]"}, tensor<128xf32> {jax.result_info = "result[12]"}) {
    %cst = stablehlo.constant dense<[[0.125730217, -0.132104859, 0.640422642, 0.104900114, -0.535669386, 0.361595064, 1.304000e+00, 0.947080969], [-0.703735232, -1.26542151, -0.623274446, 0.0413259789, -2.3250308, -0.218791664, -1.245911, -0.73226738], [-5.442590e-01, -0.316300154, 0.411630541, 1.04251337, -0.12853466, 1.36646342, -0.66519469, 0.351510078], [0.903470158, 0.0940122976, -0.743499279, -0.921725392, -0.457725823, 0.22019513, -1.00961816, -0.209175572], [-0.159225017, 0.540845573, 0.214659125, 0.355372697, -0.653828621, -0.129613638, 0.783975481, 1.49343109], [-1.25906551, 1.51392376, 1.34587538, 0.781311392, 0.264455616, -0.313922822, 1.45802069, 1.96025836], [1.80163491, 1.31510377, 0.35738042, -1.20831859, -0.0044541331, 0.656474948, -1.28836143, 0.395122051], [0.429863691, 0.696042716, -1.18411791, -0.661702573, -0.436435252, -1.16980195, 1.73936784, -0.495910734]]> : tensor<8x8xf32>
    %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %c_0 = stablehlo.constant dense<[1, -2, 3]> : tensor<3xi8>
    %cst_1 = stablehlo.constant dense<[[1.500000e+00, -0.000000e+00]]> : tensor<1x2xbf16>
    %cst_2 = stablehlo.constant dense<[9.997550e-02, 0x7C00]> : tensor<2xf16>
    %c_3 = stablehlo.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true]> : tensor<40xi1>
    %c_4 = stablehlo.constant dense<"0x010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000010000"> : tensor<120xi1>
    %cst_5 = stablehlo.constant dense<"0x000000000402013C0402813C0683C13C0402013D8542213D0683413D87C3613D0402813D4522913D8542A13DC662B13D0683C13D47A3D13D87C3E13DC8E3F13D0402013E2412093E4522113E6532193E8542213EA552293EC662313EE672393E0683413E2693493E47A3513E67B3593E87C3613EA7D3693EC8E3713EE8F3793E0402813E140A853E2412893E341A8D3E4522913E552A953E6532993E753A9D3E8542A13E954AA53EA552A93EB55AAD3EC662B13ED66AB53EE672B93EF67ABD3E0683C13E168BC53E2693C93E369BCD3E47A3D13E57ABD53E67B3D93E77BBDD3E87C3E13E97CBE53EA7D3E93EB7DBED3EC8E3F13ED8EBF53EE8F3F93EF8FBFD3E0402013F0C06033F140A053F1C0E073F2412093F2C160B3F341A0D3F3C1E0F3F4522113F4D26133F552A153F5D2E173F6532193F6D361B3F753A1D3F7D3E1F3F8542213F8D46233F954A253F9D4E273FA552293FAD562B3FB55A2D3FBD5E2F3FC662313FCE66333FD66A353FDE6E373FE672393FEE763B3FF67A3D3FFE7E3F3F0683413F0E87433F168B453F1E8F473F2693493F2E974B3F369B4D3F3E9F4F3F47A3513F4FA7533F57AB553F5FAF573F67B3593F6FB75B3F77BB5D3F7FBF5F3F87C3613F8FC7633F97CB653F9FCF673FA7D3693FAFD76B3FB7DB6D3FBFDF6F3FC8E3713FD0E7733FD8EB753FE0EF773FE8F3793FF0F77B3FF8FB7D3F0000803F"> : tensor<128xf32>
    %0 = stablehlo.add %arg0, %cst : tensor<8x8xf32>
    %cst_6 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<8x8xf32>
    %cst_7 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %4 = stablehlo.subtract %arg0, %3 : tensor<8x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %arg0, %5 : tensor<8x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<0x3xf32>
    %8 = stablehlo.iota dim = 0 : tensor<40xi32>
    %9 = stablehlo.multiply %8, %8 : tensor<40xi32>
    %c_10 = stablehlo.constant dense<7> : tensor<i32>
    %10 = call @remainder(%9, %c_10) : (tensor<40xi32>, tensor<i32>) -> tensor<40xi32>
    return %0, %2, %4, %6, %c, %c_0, %cst_1, %cst_2, %7, %10, %c_3, %c_4, %cst_5 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<2xi1>, tensor<3xi8>, tensor<1x2xbf16>, tensor<2xf16>, tensor<0x3xf32>, tensor<40xi32>, tensor<40xi1>, tensor<120xi1>, tensor<128xf32>
  }
  func.func private @remainder(%arg0: tensor<40xi32>, %arg1: tensor<i32>) -> tensor<40xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<40xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<40xi32>, tensor<40xi32>) -> tensor<40xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<40xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<40xi1>, tensor<40xi1>) -> tensor<40xi1>
    %12 = stablehlo.and %11, %6 : tensor<40xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<40xi32>
    %14 = stablehlo.add %4, %13 : tensor<40xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<40xi1>, tensor<40xi32>
    return %15 : tensor<40xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}

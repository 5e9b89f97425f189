module @rng_bit_generator {
  func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>) {
    %r:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
    return %r#0, %r#1 : tensor<2xui64>, tensor<2x3xui32>
  }
}

module @create_token attributes {mhlo.num_replicas = 1 : i32} {
  func.func @main() -> !stablehlo.token {
    %r = stablehlo.create_token : !stablehlo.token
    return %r : !stablehlo.token
  }
}

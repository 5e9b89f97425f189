module @after_all attributes {mhlo.num_replicas = 1 : i32} {
  func.func @main(%x: !stablehlo.token, %y: !stablehlo.token) -> !stablehlo.token {
    %r = stablehlo.after_all %x, %y : !stablehlo.token
    return %r : !stablehlo.token
  }
}

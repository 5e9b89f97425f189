//! Programs as JAX before 0.10 sends them to a proxy: Shardy's attributes come as frontend attributes and custom
//! calls. The programs were recorded from JAX 0.7.2 (`jax.jit`, `with_sharding_constraint`, `shard_map`).

use stablehlo::Module;

const MESHES: &str = r##"module @jit__lambda attributes {
    mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=4, \22y\22=2]>}"},
    mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {"##;

const SDY: &str = r##"module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
    sdy.mesh @mesh = <["x"=4, "y"=2]>"##;

const ARGUMENT: &str = r##"%arg0: tensor<8x6xf32> {
    mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22x\22}, {\22y\22}]>"},
    mhlo.sharding = "{devices=[4,2]<=[8]}"}"##;

const SDY_ARGUMENT: &str = r##"%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}"##;

fn check(sent: &str, expected: &str) {
    let [sent, expected] = [sent, expected].map(|text| Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}")));
    assert_eq!(sent.to_string(), expected.to_string());
    assert_eq!(sent, expected);
    assert_eq!(Module::parse(&sent.to_string()).unwrap(), sent, "what is read stays as it is");
}

#[test]
fn parameters_and_results() {
    let sent = format!(
        r##"{MESHES} func.func public @main({ARGUMENT}) -> (tensor<8x6xf32> {{jax.result_info = "result",
            mhlo.sharding = "{{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}}"}}) {{
          %0 = stablehlo.add %arg0, %arg0 : tensor<8x6xf32>
          %1 = stablehlo.custom_call @xla.sdy.FuncResultSharding(%0) {{has_side_effect = true,
            mhlo.frontend_attributes = {{xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{{}}, {{\22y\22}}]>]>"}}}}
            : (tensor<8x6xf32>) -> tensor<8x6xf32>
          return %1 : tensor<8x6xf32>
        }} }}"##
    );
    let expected = format!(
        r##"{SDY} func.func public @main({SDY_ARGUMENT}) -> (tensor<8x6xf32> {{jax.result_info = "result",
            sdy.sharding = #sdy.sharding<@mesh, [{{}}, {{"y"}}]>}}) {{
          %0 = stablehlo.add %arg0, %arg0 : tensor<8x6xf32>
          return %0 : tensor<8x6xf32>
        }} }}"##
    );
    check(&sent, &expected);
}

#[test]
fn constraints() {
    let sent = format!(
        r##"{MESHES} func.func public @main({ARGUMENT}) -> tensor<8x6xf32> {{
          %0 = stablehlo.add %arg0, %arg0 : tensor<8x6xf32>
          %1 = stablehlo.custom_call @Sharding(%0) {{
            mhlo.frontend_attributes = {{xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{{}}, {{\22y\22}}]>]>"}},
            mhlo.sharding = "{{devices=[1,2,4]<=[4,2]T(1,0) last_tile_dim_replicate}}"}}
            : (tensor<8x6xf32>) -> tensor<8x6xf32>
          return %1 : tensor<8x6xf32>
        }} }}"##
    );
    let expected = format!(
        r##"{SDY} func.func public @main({SDY_ARGUMENT}) -> tensor<8x6xf32> {{
          %0 = stablehlo.add %arg0, %arg0 : tensor<8x6xf32>
          %1 = sdy.sharding_constraint %0 <@mesh, [{{}}, {{"y"}}]> : tensor<8x6xf32>
          return %1 : tensor<8x6xf32>
        }} }}"##
    );
    check(&sent, &expected);
}

#[test]
fn constraints_in_regions() {
    let program = |constraint: &str, mesh: &str| {
        format!(
            r##"{mesh} func.func public @main(%arg0: tensor<8x6xf32>) -> tensor<8x6xf32> {{
              %c = stablehlo.constant dense<0> : tensor<i32>
              %0 = "stablehlo.case"(%c) ({{
                {constraint}
                stablehlo.return %1 : tensor<8x6xf32>
              }}) : (tensor<i32>) -> tensor<8x6xf32>
              return %0 : tensor<8x6xf32>
            }} }}"##
        )
    };
    let sent = r##"%1 = stablehlo.custom_call @Sharding(%arg0) {
        mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding_per_value<[<@mesh, [{}, {\22y\22}]>]>"}}
        : (tensor<8x6xf32>) -> tensor<8x6xf32>"##;
    let expected = r##"%1 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"y"}]> : tensor<8x6xf32>"##;
    check(&program(sent, MESHES), &program(expected, SDY));
}

const BODY_CALL: &str = r##"
  %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {has_side_effect = true,
    mhlo.frontend_attributes = {
      xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {\22y\22}]>]>",
      xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22, \22y\22}>"}} : (tensor<8x6xf32>) -> tensor<2x3xf32>
  %1 = call @xla.sdy.manual_computation_body(%0) {mhlo.frontend_attributes = {inlineable = "false"}}
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {has_side_effect = true,
    mhlo.frontend_attributes = {
      xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22, \22y\22}>",
      xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{}, {\22y\22}]>]>"}}
    : (tensor<2x3xf32>) -> tensor<2x6xf32>"##;

const SUM: &str = r##"
  %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
    replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>"##;

#[test]
fn manual_computations() {
    let sent = format!(
        "{MESHES} func.func public @main({ARGUMENT}) -> tensor<2x6xf32> {{
           {BODY_CALL}
           return %2 : tensor<2x6xf32>
         }}
         func.func @xla.sdy.manual_computation_body(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {{
           {SUM}
           return %0 : tensor<2x3xf32>
         }} }}"
    );
    let sum = SUM.replace("%arg0", "%arg3");
    let expected = format!(
        r##"{SDY} func.func public @main({SDY_ARGUMENT}) -> tensor<2x6xf32> {{
           %2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{{"x"}}, {{"y"}}]>]
             out_shardings=[<@mesh, [{{}}, {{"y"}}]>] manual_axes={{"x", "y"}} (%arg3: tensor<2x3xf32>) {{
             {sum}
             sdy.return %0 : tensor<2x3xf32>
           }} : (tensor<8x6xf32>) -> tensor<2x6xf32>
           return %2 : tensor<2x6xf32>
         }} }}"##
    );
    check(&sent, &expected);
}

#[test]
fn what_does_not_belong_together_is_an_error() {
    let program = |call: &str, body: &str| {
        let text = format!(
            "{MESHES} func.func public @main({ARGUMENT}) -> tensor<2x6xf32> {{ {call} return %2 : tensor<2x6xf32> }}
             func.func @xla.sdy.manual_computation_body{body}(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {{
               return %arg0 : tensor<2x3xf32>
             }} }}"
        );
        Module::parse(&text).unwrap_err().to_string()
    };
    let no_body = program(BODY_CALL, "_1");
    assert!(no_body.contains("@xla.sdy.manual_computation_body is not in the module"), "{no_body}");
    let no_shardings = program(&BODY_CALL.replace("in_shardings", "shardings"), "");
    assert!(no_shardings.contains("have no xla.sdy.in_shardings"), "{no_shardings}");
    let not_a_sharding = program(&BODY_CALL.replace("[{}, {", "[{}, ("), "");
    assert!(not_a_sharding.contains("sharding"), "{not_a_sharding}");
    let recursive = format!(
        "{MESHES} func.func public @main({ARGUMENT}) -> tensor<2x6xf32> {{ {BODY_CALL} return %2 : tensor<2x6xf32> }}
         func.func @xla.sdy.manual_computation_body(%arg0: tensor<2x3xf32>) -> tensor<2x3xf32> {{
           %0 = call @xla.sdy.manual_computation_body(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
           return %0 : tensor<2x3xf32>
         }} }}"
    );
    let recursive = Module::parse(&recursive).unwrap_err().to_string();
    assert!(recursive.contains("calls itself"), "{recursive}");
}

/// A program of `levels` bodies, each of which calls the next one `calls` times; the last one calls nobody.
fn chain(levels: usize, calls: usize) -> String {
    let body = |level: usize| {
        let name = format!("@xla.sdy.manual_computation_body_{level}");
        let next = format!("call @xla.sdy.manual_computation_body_{}() : () -> ()\n", level + 1);
        let calls = if level + 1 < levels { next.repeat(calls) } else { String::new() };
        format!("func.func {name}() -> () {{ {calls} return }}\n")
    };
    let bodies: String = (0..levels).map(body).collect();
    format!(
        "{MESHES} func.func public @main({ARGUMENT}) -> tensor<8x6xf32> {{
           call @xla.sdy.manual_computation_body_0() : () -> ()
           return %arg0 : tensor<8x6xf32>
         }}
         {bodies} }}"
    )
}

#[test]
fn bodies_that_nest_or_multiply_without_bound_are_refused() {
    assert!(Module::parse(&chain(3, 2)).is_ok());
    for program in [chain(2000, 1), chain(40, 2)] {
        let error = Module::parse(&program).unwrap_err();
        assert!(error.message().contains("nests deeper than 96 levels, or has more than 1048576"), "{error}");
    }
}

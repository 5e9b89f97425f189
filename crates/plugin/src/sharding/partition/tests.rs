//! The programs of all partitions together compute what the program computes.

use stablehlo::interpret::{evaluate, evaluate_replicas};
use stablehlo::sharding::shards::Shards;
use stablehlo::{Block, Literal, Module, OpKind, TensorType};

use super::super::Partitioning;
use crate::layout_modes;

/// The program of one partition.
fn of_one(text: &str, num_partitions: usize) -> (Module, Partitioning, Module) {
    let module = Module::parse(text).expect("a program");
    let layouts = layout_modes::of(&module).expect("layouts");
    let partitioning = Partitioning::of(&module, num_partitions, &layouts).expect("a partitioning");
    let program = partitioning.program_of_one(&module).expect("a program of one partition");
    (module, partitioning, program)
}

/// Runs the programs of all partitions as replicas of the interpreter, and compares their results with those
/// of the program. Returns the text of the program of one partition.
fn check(text: &str, num_partitions: usize) -> String {
    let (mut module, partitioning, program) = of_one(text, num_partitions);
    stablehlo::manual::remove_constraints(&mut module);
    module.num_partitions = 1;
    let main = module.main().expect("a main");
    let numbers =
        |ty: &TensorType| -> Vec<f64> { (0..ty.num_elements()).map(|i| ((i * 7) % 11) as f64 - 4.0).collect() };
    let inputs: Vec<Literal> =
        main.param_types().iter().map(|ty| Literal::from_f64(ty.clone(), &numbers(ty)).expect("numbers")).collect();
    let expected = evaluate(&module, &inputs).expect("the program runs");

    let shards = |literals: &[Literal], shardings: &[Option<stablehlo::sharding::TensorSharding>], partition: usize| {
        let cut = |(literal, sharding): (&Literal, &Option<stablehlo::sharding::TensorSharding>)| {
            let Some(sharding) = sharding else { return literal.clone() };
            let mesh = module.mesh(&sharding.mesh).expect("the mesh");
            let positions: Vec<usize> =
                (0..num_partitions).map(|p| mesh.device_ids.iter().position(|id| *id == p).unwrap_or(p)).collect();
            let shards = Shards::new(literal.ty(), sharding, mesh, &positions).expect("shards");
            let mut bytes = vec![0; shards.shard.size_in_bytes()];
            shards.cut(partition, literal.bytes(), &mut bytes);
            Literal::from_bytes(shards.shard.clone(), bytes).expect("a shard")
        };
        literals.iter().zip(shardings).map(cut).collect::<Vec<Literal>>()
    };
    let mut replicas = program.clone();
    (replicas.num_partitions, replicas.num_replicas) = (1, num_partitions);
    replicas.funcs.iter_mut().for_each(|func| as_replicas(&mut func.body));
    let (params, results) = &partitioning.shardings;
    let arguments: Vec<Vec<Literal>> = (0..num_partitions).map(|p| shards(&inputs, params, p)).collect();
    let outputs = evaluate_replicas(&replicas, &arguments).expect("the partitions run");
    for (partition, outputs) in outputs.iter().enumerate() {
        assert_eq!(*outputs, shards(&expected, results, partition), "partition {partition}");
    }
    program.to_string()
}

/// Makes partitions replicas.
fn as_replicas(block: &mut Block) {
    for op in &mut block.ops {
        match &mut op.kind {
            kind @ OpKind::PartitionId => *kind = OpKind::ReplicaId,
            OpKind::AllReduce(groups) | OpKind::AllGather { groups, .. } => {
                (groups.channel_id, groups.use_global_device_ids) = (None, false);
            }
            _ => {}
        }
        op.regions.iter_mut().for_each(as_replicas);
    }
}

/// A program over a mesh of two by two devices.
fn over_grid(main: &str) -> String {
    format!("module @program {{ sdy.mesh @grid = <[\"x\"=2, \"y\"=2]>\n {main} }}")
}

#[test]
fn sums_of_shards_are_reduced_over_the_axes_that_divide_them() {
    let text = over_grid(
        r#"func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>})
            -> (tensor<f32>, tensor<8xf32>, tensor<4xf32>) {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %one = stablehlo.constant dense<1.0> : tensor<f32>
          %s = stablehlo.reduce(%a init: %one) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
          %r = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
          %c = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
          return %s, %r, %c : tensor<f32>, tensor<8xf32>, tensor<4xf32>
        }"#,
    );
    let program = check(&text, 4);
    assert_eq!(program.matches("stablehlo.all_reduce").count(), 3, "{program}");
    assert!(program.contains("tensor<4x2xf32>") && !program.contains("tensor<8x4xf32>"), "{program}");
}

#[test]
fn products_reduce_contracted_axes_and_gather_those_that_the_result_needs() {
    let dot = |lhs: &str, rhs: &str, out: &str| {
        over_grid(&format!(
            r#"func.func public @main(
                %a: tensor<8x4xf32> {{sdy.sharding = #sdy.sharding<@grid, {lhs}>}},
                %b: tensor<4x6xf32> {{sdy.sharding = #sdy.sharding<@grid, {rhs}>}})
                -> (tensor<8x6xf32> {{sdy.sharding = #sdy.sharding<@grid, {out}>}}) {{
              %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x6xf32>) -> tensor<8x6xf32>
              return %p : tensor<8x6xf32>
            }}"#
        ))
    };
    for (lhs, rhs, out, gathers, reduces) in [
        (r#"[{"x"}, {}]"#, r#"[{}, {"y"}]"#, r#"[{"x"}, {"y"}]"#, 0, 0),
        (r#"[{"x"}, {"y"}]"#, r#"[{"y"}, {}]"#, r#"[{"x"}, {}]"#, 0, 1),
        (r#"[{"x"}, {}]"#, r#"[{"x"}, {}]"#, r#"[{"x"}, {}]"#, 1, 0),
        (r#"[{}, {"y"}]"#, r#"[{}, {"y"}]"#, r#"[{}, {"y"}]"#, 1, 0),
        (r#"[{"x"}, {"y"}]"#, r#"[{}, {}]"#, r#"[{"x"}, {}]"#, 0, 1),
    ] {
        let program = check(&dot(lhs, rhs, out), 4);
        let count = |name: &str| program.matches(name).count();
        let found = (count("stablehlo.all_gather"), count("stablehlo.all_reduce"));
        assert_eq!(found, (gathers, reduces), "{lhs} by {rhs} to {out}: {program}");
    }
}

#[test]
fn operations_without_operands_are_computed_on_shards() {
    let text = r#"module {
      sdy.mesh @line = <["x"=4], device_ids=[2, 0, 3, 1]>
      func.func public @main(%a: tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@line, [{"x"}, {}]>}) -> (tensor<8x3xi32>, tensor<3x8xi32>, tensor<24xi32>) {
        %n = stablehlo.iota dim = 0 : tensor<8x3xi32>
        %c = stablehlo.constant dense<5> : tensor<8x3xi32>
        %m = stablehlo.multiply %n, %c : tensor<8x3xi32>
        %y = stablehlo.add %a, %m : tensor<8x3xi32>
        %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<8x3xi32>) -> tensor<3x8xi32>
        %f = stablehlo.reshape %y : (tensor<8x3xi32>) -> tensor<24xi32>
        return %y, %t, %f : tensor<8x3xi32>, tensor<3x8xi32>, tensor<24xi32>
      }
    }"#;
    let program = check(text, 4);
    assert!(!program.contains("8x3") && !program.contains("all_") && program.contains("partition_id"), "{program}");
}

#[test]
fn other_operations_are_computed_on_whole_arrays() {
    let text = over_grid(
        r#"func.func private @half(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
          %c = stablehlo.constant dense<0.5> : tensor<8x4xf32>
          %y = stablehlo.multiply %x, %c : tensor<8x4xf32>
          return %y : tensor<8x4xf32>
        }
        func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"y"}, {"x"}]>})
            -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {}]>}, tensor<4x4xf32>) {
          %h = call @half(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
          %k = sdy.sharding_constraint %h <@grid, [{"x", "y"}, {}]> : tensor<8x4xf32>
          %w, %n = stablehlo.while(%x = %k, %i = %a) : tensor<8x4xf32>, tensor<8x4xf32>
            cond {
              %zero = stablehlo.constant dense<0.0> : tensor<f32>
              %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
              %limit = stablehlo.constant dense<100.0> : tensor<f32>
              %p = stablehlo.compare LT, %s, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
              stablehlo.return %p : tensor<i1>
            } do {
              %more = stablehlo.constant dense<1.0> : tensor<8x4xf32>
              %y = stablehlo.add %x, %more : tensor<8x4xf32>
              stablehlo.return %y, %h : tensor<8x4xf32>, tensor<8x4xf32>
            }
          %rev = stablehlo.reverse %n, dims = [0] : tensor<8x4xf32>
          %part = stablehlo.slice %rev [2:6, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
          return %w, %part : tensor<8x4xf32>, tensor<4x4xf32>
        }"#,
    );
    let program = check(&text, 4);
    assert!(program.contains("stablehlo.while") && program.contains("all_gather"), "{program}");
}

#[test]
fn a_manual_computation_is_its_region() {
    let text = over_grid(
        r#"func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {"y"}]>})
            -> (tensor<8x1xf32> {sdy.sharding = #sdy.sharding<@grid, [{"x"}, {}]>}) {
          %m = sdy.manual_computation(%a) in_shardings=[<@grid, [{"x"}, {"y"}]>] out_shardings=[<@grid, [{"x"}, {}]>]
              manual_axes={"x", "y"} (%s: tensor<4x2xf32>) {
            %zero = stablehlo.constant dense<0.0> : tensor<f32>
            %r = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
            %c = stablehlo.reshape %r : (tensor<4xf32>) -> tensor<4x1xf32>
            sdy.return %c : tensor<4x1xf32>
          } : (tensor<8x4xf32>) -> tensor<8x1xf32>
          return %m : tensor<8x1xf32>
        }"#,
    );
    let (_, _, program) = of_one(&text, 4);
    let program = program.to_string();
    assert!(!program.contains("sdy.") && program.contains("tensor<4x2xf32>"), "{program}");
}

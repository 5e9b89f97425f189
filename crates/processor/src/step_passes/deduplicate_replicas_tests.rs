//! The values that are found to be equal on all replicas, case by case, and the steps that share a
//! rendezvous.

use stablehlo::Module;

use super::Replication;
use crate::CompileOptions;
use crate::pipeline;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};
use kernels::Isa;

/// Parameters of the programs below: one that is the same on all replicas, one that is a replica's own, a
/// number of each kind, and a choice of each kind.
const PARAMETERS: &str = "%same: tensor<20000xf32> {mhlo.is_same_data_across_replicas = true}, %own: tensor<20000xf32>,
    %n: tensor<i32> {mhlo.is_same_data_across_replicas = true}, %m: tensor<i32>,
    %p: tensor<i1> {mhlo.is_same_data_across_replicas = true}, %q: tensor<i1>,
    %state: tensor<2xui64> {mhlo.is_same_data_across_replicas = true}, %key: tensor<2xui64>";

const REPLICAS: usize = 2;

/// Lowers a program that ends in `return`, of these types.
fn lowered(types: &str, body: &str) -> Program {
    let text = format!(
        "module @test attributes {{mhlo.num_replicas = {REPLICAS} : i32}} {{
           func.func public @main({PARAMETERS}) -> ({types}) {{ {body} : {types} }} }}"
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let disabled = ["hoist_weights", "deduplicate_replicas", "remove_noops"];
    let options = CompileOptions { disabled_passes: disabled.map(String::from).to_vec(), ..CompileOptions::default() };
    pipeline::compile(&module, Isa::best(), &options, &mut |_, _, _| Ok(())).unwrap()
}

/// For each result, true if it is equal on all replicas.
fn are_replicated(types: &str, body: &str) -> Vec<bool> {
    let lowered = lowered(types, body);
    let replication = Replication::of_steps(&lowered, REPLICAS);
    lowered.outputs.iter().map(|id| replication.is_replicated(*id)).collect()
}

/// The two results of a program, vectors.
fn of_two(body: &str) -> [bool; 2] {
    are_replicated("tensor<20000xf32>, tensor<20000xf32>", body).try_into().unwrap()
}

/// A sum over groups of replicas.
fn all_reduce(groups: &str) -> String {
    format!(
        "%s = \"stablehlo.all_reduce\"(%own) <{{replica_groups = dense<{groups}>}}> ({{
         ^bb0(%a: tensor<f32>, %b: tensor<f32>):
           %c = stablehlo.add %a, %b : tensor<f32>
           stablehlo.return %c : tensor<f32>
         }}) : (tensor<20000xf32>) -> tensor<20000xf32>"
    )
}

#[test]
fn operations_on_replicated_operands_have_replicated_results() {
    let body = "%x = stablehlo.add %same, %same : tensor<20000xf32>
                %y = stablehlo.add %same, %own : tensor<20000xf32>
                return %x, %y";
    assert_eq!(of_two(body), [true, false]);
    let body = "%i = stablehlo.iota dim = 0 : tensor<20000xf32>
                %r = stablehlo.reverse %same, dims = [0] : tensor<20000xf32>
                %x = stablehlo.multiply %i, %r : tensor<20000xf32>
                return %x, %own";
    assert_eq!(of_two(body), [true, false]);
    let body = "%s0, %x = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
                %k0, %y = stablehlo.rng_bit_generator %key, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<9xui32>)
                return %s0, %x, %k0, %y";
    let types = "tensor<2xui64>, tensor<9xui32>, tensor<2xui64>, tensor<9xui32>";
    assert_eq!(are_replicated(types, body), [true, true, false, false], "random bits are a function of their state");
}

#[test]
fn the_replica_number_varies_and_the_partition_number_does_not() {
    let body = "%x = stablehlo.partition_id : tensor<ui32>
                %y = stablehlo.replica_id : tensor<ui32>
                return %x, %y";
    assert_eq!(are_replicated("tensor<ui32>, tensor<ui32>", body), [true, false]);
}

#[test]
fn an_all_reduce_over_all_replicas_has_replicated_results_and_one_over_groups_has_not() {
    for (groups, equal) in [("[[0, 1]]> : tensor<1x2xi64", true), ("[[0], [1]]> : tensor<2x1xi64", false)] {
        let body = format!("{}\n %x = stablehlo.tanh %s : tensor<20000xf32>\n return %s, %x", all_reduce(groups));
        assert_eq!(of_two(&body), [equal; 2], "{groups}");
    }
}

/// A loop that carries a counter and two vectors.
fn looped(rounds: &str, init: &str, next: [&str; 2]) -> [bool; 2] {
    let [x, y] = next;
    of_two(&format!(
        "%zero = stablehlo.constant dense<0> : tensor<i32>
         %r:3 = stablehlo.while(%i = %zero, %x = {init}, %y = %same) : tensor<i32>, tensor<20000xf32>, tensor<20000xf32>
         cond {{
           %more = stablehlo.compare LT, %i, {rounds} : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %more : tensor<i1>
         }} do {{
           %one = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %i, %one : tensor<i32>
           %nx = stablehlo.add {x}, %same : tensor<20000xf32>
           %ny = stablehlo.multiply {y}, %same : tensor<20000xf32>
           stablehlo.return %j, %nx, %ny : tensor<i32>, tensor<20000xf32>, tensor<20000xf32>
         }}
         return %r#1, %r#2"
    ))
}

#[test]
fn carried_values_are_replicated_if_their_initial_and_next_values_are() {
    assert_eq!(looped("%n", "%same", ["%x", "%y"]), [true, true]);
    assert_eq!(looped("%n", "%own", ["%x", "%y"]), [false, true]);
    assert_eq!(looped("%n", "%same", ["%own", "%y"]), [false, true]);
    // A varying value reaches the other variable one iteration later.
    assert_eq!(looped("%n", "%own", ["%y", "%x"]), [false, false]);
    assert_eq!(looped("%n", "%own", ["%y", "%y"]), [false, true]);
    assert_eq!(looped("%m", "%same", ["%x", "%y"]), [false, false], "each replica runs as many iterations as it likes");
}

#[test]
fn results_of_a_branch_are_replicated_if_its_index_and_all_branches_are() {
    let chosen = |by: &str, other: &str| {
        of_two(&format!(
            "%x = \"stablehlo.if\"({by}) ({{
               %t = stablehlo.tanh %same : tensor<20000xf32>
               stablehlo.return %t : tensor<20000xf32>
             }}, {{
               %e = stablehlo.negate {other} : tensor<20000xf32>
               stablehlo.return %e : tensor<20000xf32>
             }}) : (tensor<i1>) -> tensor<20000xf32>
             return %x, %same"
        ))
    };
    assert_eq!(chosen("%p", "%same"), [true, true]);
    assert_eq!(chosen("%p", "%own"), [false, true]);
    assert_eq!(chosen("%q", "%same"), [false, true]);
}

/// Names of steps, those of one rendezvous in brackets.
fn outline(steps: &[Step]) -> String {
    let one = |step: &Step| match &step.kind {
        StepKind::OncePerRun(body) => format!("[{}]", outline(body)),
        StepKind::While { body, .. } => format!("while({})", outline(body)),
        _ => step.name.replace("stablehlo.", ""),
    };
    steps.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn scheduled(types: &str, body: &str) -> String {
    let mut lowered = lowered(types, body);
    super::deduplicate_replicas(&mut lowered);
    outline(&lowered.steps)
}

#[test]
fn an_update_and_its_check_share_a_rendezvous_with_the_small_steps_between() {
    let body = format!(
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>
         %l = stablehlo.sine %own : tensor<20000xf32>
         {}
         %u = stablehlo.add %same, %s : tensor<20000xf32>
         %t = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<20000xf32>, tensor<f32>) -> tensor<f32>
         %ok = stablehlo.is_finite %t : (tensor<f32>) -> tensor<i1>
         %v = stablehlo.select %ok, %u, %same : tensor<i1>, tensor<20000xf32>
         %w = stablehlo.multiply %v, %l : tensor<20000xf32>
         return %v, %w",
        all_reduce("[[0, 1]]> : tensor<1x2xi64")
    );
    let all = scheduled("tensor<20000xf32>, tensor<20000xf32>", &body);
    assert_eq!(all, "sine all_reduce [add+reduce is_finite select copy] multiply copy");
}

#[test]
fn small_steps_alone_are_not_worth_a_rendezvous() {
    let body = "%x = stablehlo.add %n, %n : tensor<i32>\n %y = stablehlo.add %x, %m : tensor<i32>\n return %x, %y";
    assert!(!scheduled("tensor<i32>, tensor<i32>", body).contains('['));
}

#[test]
fn a_step_that_waits_for_per_replica_steps_needs_a_rendezvous_of_its_own() {
    // The carried value is overwritten only after every replica has read it.
    let body = "%zero = stablehlo.constant dense<0> : tensor<i32>
         %r:3 = stablehlo.while(%i = %zero, %x = %same, %y = %own) : tensor<i32>, tensor<20000xf32>, tensor<20000xf32>
         cond {
           %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %more : tensor<i1>
         } do {
           %one = stablehlo.constant dense<1> : tensor<i32>
           %j = stablehlo.add %i, %one : tensor<i32>
           %nx = stablehlo.tanh %x : tensor<20000xf32>
           %xr = stablehlo.reverse %nx, dims = [0] : tensor<20000xf32>
           %z = stablehlo.multiply %x, %xr : tensor<20000xf32>
           %ny = stablehlo.subtract %z, %y : tensor<20000xf32>
           stablehlo.return %j, %nx, %ny : tensor<i32>, tensor<20000xf32>, tensor<20000xf32>
         }
         return %r#1, %r#2";
    let all = scheduled("tensor<20000xf32>, tensor<20000xf32>", body);
    assert_eq!(all, "[copy copy] copy while([add tanh copy] multiply+subtract [copy] copy) [copy] copy");
}

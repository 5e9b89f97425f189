//! Profiles: every step is there with what it costs and where it comes from, and times that can be.

use std::collections::BTreeMap;
use std::time::Duration;

use processor::{Argument, Buffer, CompileOptions, Cores, Profile, RunProfile, StepEvent, compile};
use stablehlo::{Literal, Module};

const REPLICAS: usize = 3;
const ROUNDS: usize = 4;

/// In each of four rounds a product, two element-wise operations and a sum over the replicas.
const PROGRAM: &str = r#"module @rounds attributes {mhlo.num_replicas = 3 : i32} {
  func.func public @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %rounds = stablehlo.constant dense<4> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %out:2 = stablehlo.while(%i = %none, %y = %x) : tensor<i32>, tensor<32x32xf32>
    cond {
      %more = stablehlo.compare LT, %i, %rounds : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.dot_general %y, %x, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32> loc("dense")
      %t = stablehlo.tanh %p : tensor<32x32xf32> loc("activation")
      %e = stablehlo.exponential %t : tensor<32x32xf32> loc("softmax")
      %s = "stablehlo.all_reduce"(%e) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %sum = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %sum : tensor<f32>
      }) : (tensor<32x32xf32>) -> tensor<32x32xf32> loc("mean")
      stablehlo.return %next, %s : tensor<i32>, tensor<32x32xf32>
    }
    return %out#1 : tensor<32x32xf32>
  }
}"#;

/// A profile of two runs, and the results of the last.
fn profile(threads: usize) -> (Profile, Vec<Vec<u8>>) {
    let mut module = Module::parse(PROGRAM).unwrap();
    module.num_replicas = REPLICAS;
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    let cores = Cores::new(threads);
    let values: Vec<f32> = (0..32 * 32).map(|i| (i % 7) as f32 / 64.0).collect();
    let x = Buffer::from_literal(&Literal::from_vec([32, 32], values).unwrap());
    let arguments = || vec![vec![Argument::Borrow(x.clone())]; REPLICAS];
    let plain = executable.run(&cores, arguments()).unwrap();
    let (mut all, mut results) = (Profile::default(), Vec::new());
    for _ in 0..2 {
        let (outputs, profile) = executable.run_profiled(&cores, arguments()).unwrap();
        all.runs.extend(profile.runs);
        results = outputs.iter().map(|r| r[0].as_bytes().to_vec()).collect();
        for (a, b) in plain.iter().zip(&outputs) {
            assert_eq!(a[0].as_bytes(), b[0].as_bytes(), "a profile changes nothing");
        }
    }
    (all, results)
}

/// No two events of one thread, or of one replica but for those that help, overlap; all lie within the run.
#[track_caller]
fn assert_in_order(run: &RunProfile) {
    let end = run.start + run.wall;
    for place in [|e: &StepEvent| Some(e.thread), |e: &StepEvent| (!e.is_helper).then_some(e.replica)] {
        let mut tracks: BTreeMap<usize, Vec<&StepEvent>> = BTreeMap::new();
        run.events
            .iter()
            .filter_map(|e| Some((place(e)?, e)))
            .for_each(|(at, e)| tracks.entry(at).or_default().push(e));
        for events in tracks.values_mut() {
            events.sort_by_key(|e| e.start);
            for pair in events.windows(2) {
                assert!(pair[0].start + pair[0].wall <= pair[1].start, "{pair:?}");
            }
            assert!(events.iter().all(|e| e.start >= run.start && e.start + e.wall <= end));
        }
    }
}

#[test]
fn every_step_is_there_as_often_as_it_ran() {
    for threads in [1, 2, 5] {
        let (profile, _) = profile(threads);
        assert_eq!(profile.runs.len(), 2);
        let steps = profile.by_step();
        let times = (2 * REPLICAS * ROUNDS) as u64;
        let of = |place: &str| {
            let found: Vec<_> = steps.iter().filter(|s| s.locations.iter().any(|f| &**f == place)).collect();
            assert_eq!(found.len(), 1, "{place}: {steps:?}");
            assert_eq!(found[0].count, times, "{place}");
            found[0]
        };
        assert_eq!(of("dense").flops, times * 2 * 32 * 32 * 32);
        assert!(of("dense").bytes >= times * 3 * 32 * 32 * 4, "two operands and the result");
        assert_eq!(of("activation").name, of("softmax").name, "element-wise operations are one step");
        assert!(of("mean").name.contains("all_reduce"));
        assert!(steps.iter().all(|s| !s.name.contains("while")), "a loop is no step: {steps:?}");
        assert!(steps.windows(2).all(|pair| pair[0].cpu >= pair[1].cpu), "the longest first");
        assert!(profile.to_string().contains("tanh"), "{profile}");
    }
}

#[test]
fn times_add_up() {
    for threads in [1, 2, 5] {
        let (profile, _) = profile(threads);
        for run in &profile.runs {
            assert_eq!((run.program.as_str(), run.replicas, run.threads), ("rounds", REPLICAS, threads));
            assert!(run.events.iter().all(|e| e.cpu <= e.wall && e.thread < threads && e.replica < REPLICAS));
            assert_in_order(run);
        }
        let busy: Duration = profile.by_step().iter().map(|s| s.wall).sum();
        assert!(Duration::ZERO < busy && busy <= profile.capacity());
        assert_eq!(profile.capacity(), profile.wall() * threads as u32);
    }
}

#[test]
fn results_are_those_of_a_run_without() {
    let (one, many) = (profile(1).1, profile(3).1);
    assert_eq!(one, many);
}

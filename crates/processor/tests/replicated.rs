//! Deduplication of replicated values: values that are equal on all replicas are computed and stored once.
//! Results are the same as without deduplication, on any number of threads.

mod common;

use common::{Random, Tolerance, assert_close};
use processor::{Argument, Buffer, CompileOptions, Cores, ErrorKind, Executable, compile};
use stablehlo::interpret::evaluate_replicas;
use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, FuncBuilder, Literal, Module, Result, TensorType, Value};

const REPLICAS: usize = 4;

/// Elements of the weights: enough to be deduplicated, and for threads to share.
const WEIGHTS: usize = if cfg!(miri) { 17_000 } else { 270_000 };

fn vector(n: usize) -> TensorType {
    TensorType::new(ElementType::F32, [n])
}

fn index() -> TensorType {
    TensorType::scalar(ElementType::I32)
}

/// A function whose parameters are marked as equal on all replicas if `same` says so and `marked` is true.
/// Each parameter is donated to the result of its number, if that has its type.
fn replicated(
    types: &[TensorType],
    same: &[bool],
    marked: bool,
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Vec<Value>>,
) -> Module {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = types.iter().map(|ty| b.param(ty.clone())).collect();
    let results = build(&mut b, &params).unwrap();
    for i in 0..params.len() {
        if results.get(i).is_some_and(|r| b.ty(*r) == &types[i]) {
            b.alias(i, i).unwrap();
        }
        if marked && same[i] {
            b.same_on_all_replicas(i).unwrap();
        }
    }
    Module::new("replicated", b.finish(results)).with_replicas(REPLICAS)
}

const STATE: [bool; 7] = [true, true, true, true, true, false, true];

fn state_types() -> Vec<TensorType> {
    let n = vector(WEIGHTS);
    vec![n.clone(), n.clone(), vector(9), vector(9), index(), n, index()]
}

/// Gradient descent with momentum in a loop, with a check that the weights stay finite. The parameters are
/// the weights and a bias, their velocities, the number of the step, the replica's data, and the number of
/// steps.
fn training(marked: bool) -> Module {
    replicated(&state_types(), &STATE, marked, |b, p| {
        let (data, until) = (p[5], p[6]);
        let state = [p[0], p[1], p[2], p[3], p[4], data];
        b.while_loop(
            &state,
            |b, c| b.compare(Direction::Lt, c[4], until),
            |b, c| {
                let ends = b.dims(c[0])[0] / 9 * 9;
                let rows = b.slice(c[5], &[0], &[ends], &[1])?;
                let rows = b.reshape(rows, &[ends / 9, 9])?;
                let away = b.subtract(c[0], c[5])?;
                let curved = b.tanh(away)?;
                let of_bias = b.sum(rows, &[0])?;
                let sums = b.all_reduce_sum(&[curved, of_bias])?;
                let update = |b: &mut FuncBuilder, x: Value, speed: Value, gradient: Value| -> Result<[Value; 2]> {
                    let share = b.full_like(gradient, 1.0 / REPLICAS as f64)?;
                    let gradient = b.multiply(gradient, share)?;
                    let part = b.full_like(speed, 0.9)?;
                    let speed = b.multiply(speed, part)?;
                    let speed = b.add(speed, gradient)?;
                    let rate = b.full_like(speed, 0.01)?;
                    let step = b.multiply(speed, rate)?;
                    Ok([b.subtract(x, step)?, speed])
                };
                let [w, v] = update(b, c[0], c[1], sums[0])?;
                let [bias, speed] = update(b, c[2], c[3], sums[1])?;
                let size = b.abs(w)?;
                let size = b.reduce(Binary::Maximum, size, &[0])?;
                let sound = b.is_finite(size)?;
                let one = b.scalar(1i32)?;
                let next = b.add(c[4], one)?;
                // Each replica's own value: it has to read the old weights before they are overwritten.
                let own = b.multiply(c[0], c[5])?;
                let own = b.subtract(c[5], own)?;
                let mut kept = Vec::new();
                for (new, old) in [w, v, bias, speed, next].into_iter().zip(c) {
                    kept.push(b.select(sound, new, *old)?);
                }
                kept.push(own);
                Ok(kept)
            },
        )
    })
}

fn inputs(steps: i32) -> Vec<Vec<Literal>> {
    let mut random = Random(3);
    let state: Vec<Literal> = state_types()[..4].iter().map(|ty| random.literal(ty)).collect();
    let of_replica = |random: &mut Random| {
        let own = [Literal::scalar(0i32), random.literal(&vector(WEIGHTS)), Literal::scalar(steps)];
        state.iter().cloned().chain(own).collect()
    };
    (0..REPLICAS).map(|_| of_replica(&mut random)).collect()
}

fn run(executable: &Executable, threads: usize, inputs: &[Vec<Literal>]) -> Vec<Vec<Buffer>> {
    let donate = |l: &Literal| Argument::Donate(Buffer::from_literal(l));
    let arguments = inputs.iter().map(|list| list.iter().map(donate).collect()).collect();
    executable.run(&Cores::new(threads), arguments).expect("the program runs")
}

fn bits(results: &[Vec<Buffer>]) -> Vec<Vec<u8>> {
    results.iter().flatten().map(|b| b.as_bytes().to_vec()).collect()
}

#[test]
fn training_is_the_same_as_without_deduplication_on_any_number_of_threads() {
    let inputs = inputs(5);
    let want = bits(&run(&compile(&training(false), &CompileOptions::default()).unwrap(), 1, &inputs));
    let module = training(true);
    let executable = compile(&module, &CompileOptions::default()).unwrap();
    for threads in [1, 2, 3, 9] {
        for _ in 0..2 {
            assert_eq!(bits(&run(&executable, threads, &inputs)), want, "{threads} threads");
        }
    }
    let interpreted = evaluate_replicas(&module, &inputs).unwrap();
    for (got, want) in run(&executable, 2, &inputs).iter().zip(&interpreted) {
        got.iter().zip(want).for_each(|(g, w)| assert_close(&g.to_literal(), w, Default::default(), "state"));
    }
}

#[test]
fn replicas_share_replicated_values_and_no_others() {
    let executable = compile(&training(true), &CompileOptions::default()).unwrap();
    let results = run(&executable, 2, &inputs(2));
    let address = |replica: usize, i: usize| results[replica][i].as_bytes().as_ptr();
    for replica in 1..REPLICAS {
        assert!((0..5).all(|i| address(replica, i) == address(0, i)), "all replicas share the state");
        assert_ne!(address(replica, 5), address(0, 5), "each replica has its own data");
    }
    let weights = WEIGHTS * 4;
    let apart = compile(&training(false), &CompileOptions::default()).unwrap().memory(2);
    let saved = apart.peak_bytes as i64 - executable.memory(2).peak_bytes as i64;
    // One copy of weights and velocities less for each further replica; the all-reduced sums need memory
    // besides the gradients'.
    assert!(saved > (2 * (REPLICAS - 1) as i64 - 2) * weights as i64, "{saved} of {apart:?}");
    assert_eq!(executable.memory(2).alias_bytes, apart.alias_bytes);
}

#[test]
fn a_state_that_all_replicas_donate_is_updated_in_place() {
    let executable = compile(&training(true), &CompileOptions::default()).unwrap();
    let inputs = inputs(3);
    let want = bits(&run(&executable, 2, &inputs));
    let buffers: Vec<Buffer> = inputs[0].iter().map(Buffer::from_literal).collect();
    let address = buffers[0].as_bytes().as_ptr();
    let give = |buffers: Vec<Buffer>| {
        let of_replica = |list: &Vec<Literal>| {
            let shared = buffers.iter().zip(STATE).zip(list);
            shared
                .map(|((b, same), l)| Argument::Donate(if same { b.clone() } else { Buffer::from_literal(l) }))
                .collect()
        };
        let arguments = inputs.iter().map(of_replica).collect();
        drop(buffers);
        executable.run(&Cores::new(2), arguments).unwrap()
    };
    let kept = buffers[1].clone();
    let results = give(buffers);
    assert_eq!(bits(&results), want);
    assert!(results.iter().all(|r| r[0].as_bytes().as_ptr() == address), "all results use the donated memory");
    assert_eq!(kept.to_literal(), inputs[0][1], "a buffer that has another owner is not written");
    // The results are the arguments of the next run.
    let next = results.into_iter().zip(&inputs).map(|(r, list)| {
        let state = r.into_iter().take(4).map(Argument::Donate);
        state.chain(list[4..].iter().map(|l| Argument::Donate(Buffer::from_literal(l)))).collect()
    });
    let next = executable.run(&Cores::new(3), next.collect()).unwrap();
    assert!(next.iter().all(|r| r[0].as_bytes().as_ptr() == address));
}

#[test]
fn replicated_arguments_that_differ_are_an_error_with_their_number() {
    let executable = compile(&training(true), &CompileOptions::default()).unwrap();
    let mut inputs = inputs(2);
    inputs[2][3] = Random(99).literal(&vector(9));
    let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
    let arguments = inputs.iter().map(|list| list.iter().map(borrow).collect()).collect();
    let error = executable.run(&Cores::new(2), arguments).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Arguments);
    for words in ["argument 3", "tensor<9xf32>", "same on all replicas", "replica 2"] {
        assert!(error.message().contains(words), "{error}");
    }
    // Parameters that are not marked may differ.
    let apart = compile(&training(false), &CompileOptions::default()).unwrap();
    assert_ne!(bits(&run(&apart, 2, &inputs)[..1]), bits(&run(&apart, 2, &inputs)[2..3]));
}

/// A loop with an all-reduce in it, which each replica runs as often as it says; then a replicated
/// computation.
fn disagreeing() -> Module {
    let types = [vector(20_000), vector(20_000), index()];
    replicated(&types, &[true, false, false], true, |b, p| {
        let zero = b.scalar(0i32)?;
        let rounds = p[2];
        let own = b.while_loop(
            &[p[1], zero],
            |b, c| b.compare(Direction::Lt, c[1], rounds),
            |b, c| {
                let sum = b.all_reduce_sum(&[c[0]])?[0];
                let one = b.scalar(1i32)?;
                Ok(vec![b.tanh(sum)?, b.add(c[1], one)?])
            },
        )?;
        let sum = b.all_reduce_sum(&[own[0]])?[0];
        let equal = b.add(sum, p[0])?;
        Ok(vec![equal, own[0]])
    })
}

#[test]
fn replicas_that_disagree_about_a_rendezvous_are_an_error_and_not_a_deadlock() {
    let executable = compile(&disagreeing(), &CompileOptions::default()).unwrap();
    let shared = Random(1).literal(&vector(20_000));
    let go = |threads: usize, rounds: &dyn Fn(usize) -> i32| {
        let own =
            |r: usize| [shared.clone(), Random(r as u64 + 2).literal(&vector(20_000)), Literal::scalar(rounds(r))];
        let arguments = |r: usize| own(r).iter().map(|l| Argument::Borrow(Buffer::from_literal(l))).collect();
        executable.run(&Cores::new(threads), (0..REPLICAS).map(arguments).collect())
    };
    for threads in [1, 2, 4] {
        let error = go(threads, &|r| if r == 1 { 3 } else { 2 }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Collective, "{error}");
        assert!(error.message().contains("replicas disagree"), "{error}");
        go(threads, &|_| 2).expect("a run after a failed one succeeds");
    }
}

#[test]
fn deduplicated_steps_are_counted_once() {
    let steps = 3;
    let inputs = inputs(steps);
    let executable = compile(&training(true), &CompileOptions::default()).unwrap();
    let borrow = |l: &Literal| Argument::Borrow(Buffer::from_literal(l));
    let arguments = || inputs.iter().map(|list| list.iter().map(borrow).collect()).collect();
    for threads in [1, 3] {
        let (_, profile) = executable.run_profiled(&Cores::new(threads), arguments()).unwrap();
        let totals = profile.by_step();
        let times = |words: &str| totals.iter().filter(|s| s.name.contains(words)).map(|s| s.count).sum::<u64>();
        assert_eq!(times("tanh"), steps as u64 * REPLICAS as u64, "{profile}");
        assert_eq!(times("all_reduce"), steps as u64 * REPLICAS as u64, "{profile}");
        assert_eq!(times("is_finite"), steps as u64, "{profile}");
        // The update of the weights runs once per training step.
        let update = totals.iter().find(|s| s.name.contains("abs") && s.bytes > 3 * 4 * WEIGHTS as u64).unwrap();
        assert_eq!(update.count, steps as u64, "{profile}");
        assert!(update.flops >= (steps as usize * 5 * WEIGHTS) as u64, "{profile}");
        assert!(update.flops < (steps as usize * 12 * WEIGHTS) as u64, "{profile}");
    }
}

/// Random operations in a loop, over vectors of which some are replicated.
fn random_program(seed: u64, marked: bool) -> Module {
    const N: usize = 17_000;
    let random = &mut Random(seed);
    let types: Vec<TensorType> = (0..5).map(|_| vector(N)).chain([index()]).collect();
    let same: Vec<bool> = (0..5).map(|_| random.below(3) > 0).chain([true]).collect();
    replicated(&types, &same, marked, |b, p| {
        let until = p[5];
        let zero = b.scalar(0i32)?;
        let mut init = p[..5].to_vec();
        init.push(zero);
        b.while_loop(
            &init,
            |b, c| b.compare(Direction::Lt, c[5], until),
            |b, c| {
                let mut pool = c[..5].to_vec();
                for _ in 0..14 {
                    let (x, y) = (random.choose(&pool), random.choose(&pool));
                    let value = match random.below(9) {
                        0 => b.tanh(x)?,
                        1 => b.reverse(x, &[0])?,
                        2 => b.subtract(x, y)?,
                        3 => {
                            let y = b.tanh(y)?;
                            b.multiply(x, y)?
                        }
                        4 => {
                            let most = b.reduce(Binary::Maximum, x, &[0])?;
                            let wide = b.broadcast_in_dim(most, &[], &[N])?;
                            b.minimum(y, wide)?
                        }
                        5 | 6 => {
                            let small = b.tanh(x)?;
                            b.all_reduce_sum(&[small])?[0]
                        }
                        7 => {
                            let start = b.scalar(random.below(9) as i32)?;
                            let part = b.dynamic_slice(x, &[start], &[N - 9])?;
                            b.dynamic_update_slice(y, part, &[start])?
                        }
                        _ => {
                            let half = b.full_like(x, 0.5)?;
                            let x = b.multiply(x, half)?;
                            b.add(x, y)?
                        }
                    };
                    pool.push(value);
                }
                let one = b.scalar(1i32)?;
                let mut next: Vec<Value> = (0..5).map(|_| random.choose(&pool)).collect();
                next.push(b.add(c[5], one)?);
                Ok(next)
            },
        )
    })
}

#[test]
fn random_programs_are_the_same_as_without_deduplication() {
    for seed in 0..if cfg!(miri) { 2 } else { 60 } {
        let (with, without) = (random_program(seed, true), random_program(seed, false));
        let mut random = Random(seed + 1000);
        let params = &with.main().unwrap().params;
        let shared: Vec<Literal> = with.main().unwrap().param_types().iter().map(|ty| random.literal(ty)).collect();
        let inputs: Vec<Vec<Literal>> = (0..REPLICAS)
            .map(|_| {
                let one = |(i, l): (usize, &Literal)| match () {
                    () if i == 5 => Literal::scalar(3i32),
                    () if params[i].is_same_on_all_replicas() => l.clone(),
                    () => random.literal(l.ty()),
                };
                shared.iter().enumerate().map(one).collect()
            })
            .collect();
        let want = bits(&run(&compile(&without, &CompileOptions::default()).unwrap(), 2, &inputs));
        let executable = compile(&with, &CompileOptions::default()).unwrap();
        let interpreted = evaluate_replicas(&with, &inputs).unwrap();
        for (got, want) in run(&executable, 2, &inputs).iter().flatten().zip(interpreted.iter().flatten()) {
            // Rounding errors grow in a loop.
            assert_close(&got.to_literal(), want, Tolerance { units: 1024.0 }, &format!("seed {seed}"));
        }
        for threads in [1, 3] {
            assert_eq!(bits(&run(&executable, threads, &inputs)), want, "seed {seed}, {threads} threads:\n{with}");
        }
    }
}

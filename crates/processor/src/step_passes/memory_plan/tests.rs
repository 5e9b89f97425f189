//! Coalescing and offsets of values made by hand, and plans of whole programs with one thing changed.

use std::collections::BTreeSet;

use kernels::Isa;
use stablehlo::Module;

use super::arena::{Arena, best_fit};
use super::coalescing::Class;
use super::*;
use crate::CompileOptions;
use crate::analysis::liveness::{Interval, overlap};
use crate::lower::lower;
use crate::passes::algebraic_simplifier::simplify;
use crate::passes::inline_calls::inline_calls;

/// Numbers from a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

fn v(index: usize) -> ValueId {
    ValueId::from_index(index)
}

/// A step that can write its first result over its first operand.
fn in_place(reads: &[usize], write: usize) -> Step {
    Step { reads: reads.iter().map(|i| v(*i)).collect(), kind: StepKind::ReplicaId, ..Step::copy(v(0), v(write)) }
}

/// The members of each class after coalescing, of values of 64 bytes.
fn coalesced(values: usize, steps: &[Step], outputs: &[usize], pins: &[(usize, Allocation)]) -> Vec<Vec<usize>> {
    let outputs: Vec<ValueId> = outputs.iter().map(|i| v(*i)).collect();
    let live = Liveness::of_steps(values, &[v(0)], steps, &outputs);
    let size = |_: ValueId| 64;
    let mut coalescer = Coalescer::new(values, &live, &size);
    pins.iter().for_each(|(id, allocation)| coalescer.pin(v(*id), *allocation));
    coalescer.coalesce_copies(steps);
    coalescer.coalesce_in_place(steps);
    let members = |class: Class| {
        let mut members: Vec<usize> = class.members.iter().map(|id| id.index()).collect();
        members.sort_unstable();
        members
    };
    coalescer.into_classes().into_iter().map(members).collect()
}

#[test]
fn copies_vanish_unless_the_source_is_written_over_or_read_only() {
    let copies = [Step::copy(v(0), v(1)), Step::copy(v(1), v(2))];
    assert_eq!(coalesced(3, &copies, &[2], &[]), [vec![0, 1, 2]]);
    assert_eq!(coalesced(3, &copies, &[1, 2], &[]), [vec![0, 1], vec![2]], "the source is read later");
    assert_eq!(coalesced(3, &copies, &[2], &[(0, Allocation::Argument(0))]), [vec![0], vec![1, 2]]);
    let two = [(1, Allocation::Output(0)), (2, Allocation::Output(1))];
    assert_eq!(coalesced(3, &copies, &[2], &two), [vec![0, 1], vec![2]], "one value has one allocation");
}

#[test]
fn a_result_is_written_over_one_operand_that_dies() {
    assert_eq!(coalesced(3, &[in_place(&[0], 1), in_place(&[1], 2)], &[2], &[]), [vec![0, 1, 2]]);
    assert_eq!(coalesced(3, &[in_place(&[0], 1), in_place(&[1, 0], 2)], &[2], &[]), [vec![0], vec![1, 2]]);
    assert_eq!(coalesced(3, &[in_place(&[0], 1), in_place(&[1, 1], 2)], &[2], &[]), [vec![0, 1], vec![2]]);
    let both = Step { in_place: vec![(0, 0), (1, 0)], ..in_place(&[0, 1], 2) };
    assert_eq!(coalesced(3, &[in_place(&[0], 1), both], &[2], &[]), [vec![0, 2], vec![1]], "over one of two");
}

#[test]
fn values_of_other_sizes_or_of_other_sharing_have_other_memory() {
    let steps = [Step::copy(v(0), v(1)), Step::copy(v(1), v(2))];
    let live = Liveness::of_steps(3, &[v(0)], &steps, &[v(2)]);
    let size = |id: ValueId| if id == v(0) { 32 } else { 64 };
    let mut coalescer = Coalescer::new(3, &live, &size);
    coalescer.share(v(2));
    assert!(!coalescer.try_merge(v(0), v(1)), "other sizes");
    assert!(!coalescer.try_merge(v(1), v(2)), "one is shared");
    coalescer.share(v(1));
    assert!(coalescer.try_merge(v(1), v(2)) && coalescer.is_shared(v(2)));
}

#[test]
fn no_two_members_of_a_class_interfere() {
    let mut random = Random(7);
    for _ in 0..100 {
        let values = 2 + random.below(30);
        let step = |write: usize, random: &mut Random| match random.below(3) {
            0 => Step::copy(v(random.below(write)), v(write)),
            _ => in_place(&[random.below(write), random.below(write)], write),
        };
        let steps: Vec<Step> = (1..values).map(|write| step(write, &mut random)).collect();
        let outputs = [random.below(values), values - 1];
        let live = Liveness::of_steps(values, &[v(0)], &steps, &outputs.map(v));
        let classes = coalesced(values, &steps, &outputs, &[]);
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), values);
        for class in classes {
            for (i, a) in class.iter().enumerate() {
                for b in &class[..i] {
                    let (a, b) = (v(*a), v(*b));
                    let x = live.intervals(a).iter();
                    let interfere = |x: &Interval| live.intervals(b).iter().any(|y| live.interfere((a, *x), (b, *y)));
                    assert!(!{ x }.any(interfere), "{a:?} and {b:?} in {class:?}");
                }
            }
        }
    }
}

#[test]
fn a_gap_is_taken_if_it_fits_and_the_smallest_of_several() {
    assert_eq!(best_fit(64, vec![]), 0);
    assert_eq!(best_fit(64, vec![(64, 128), (0, 64)]), 128);
    assert_eq!(best_fit(64, vec![(0, 64), (256, 320), (384, 448)]), 320, "a gap of 64 is better than one of 192");
    assert_eq!(best_fit(64, vec![(64, 128), (192, 256)]), 0, "the lowest of two equal gaps");
    assert_eq!(best_fit(64, vec![(0, 512), (64, 128)]), 512, "inside a longer range is no gap");
}

#[test]
fn values_that_are_live_at_the_same_time_do_not_overlap_in_an_arena() {
    let mut random = Random(1);
    for _ in 0..200 {
        let steps = 1 + random.below(40);
        let mut values: Vec<(usize, Vec<Interval>)> = Vec::new();
        for _ in 0..1 + random.below(60) {
            let mut intervals = Vec::new();
            for _ in 0..1 + random.below(2) {
                let from = random.below(steps);
                intervals.push((from, from + random.below(steps - from)));
            }
            values.push((64 * (1 + random.below(8)), intervals));
        }
        values.sort_by_key(|(bytes, _)| std::cmp::Reverse(*bytes));
        let mut arena = Arena::new(values.iter().flat_map(|(_, intervals)| intervals.iter().copied()));
        let mut placed: Vec<(usize, usize, &[Interval])> = Vec::new();
        for (bytes, intervals) in &values {
            let at_once = |(_, _, others): &&(usize, usize, &[Interval])| {
                others.iter().any(|other| intervals.iter().any(|own| overlap(*own, *other)))
            };
            let busy: Vec<(usize, usize)> = placed.iter().filter(at_once).map(|(from, to, _)| (*from, *to)).collect();
            let offset = arena.allocate(*bytes, intervals);
            assert!(busy.iter().all(|(from, to)| offset + bytes <= *from || *to <= offset), "{offset} {busy:?}");
            assert_eq!(offset, best_fit(*bytes, busy), "the tree finds what a search of all values finds");
            placed.push((offset, offset + bytes, intervals));
        }
        let is_live = |intervals: &[Interval], step| intervals.iter().any(|own| overlap(*own, (step, step)));
        let live_bytes = |step| values.iter().filter(|(_, own)| is_live(own, step)).map(|(bytes, _)| bytes).sum();
        let most: usize = (0..steps).map(live_bytes).max().unwrap_or(0);
        let sum: usize = values.iter().map(|(bytes, _)| bytes).sum();
        assert!((most..=sum).contains(&arena.bytes), "{most} <= {} <= {sum}", arena.bytes);
    }
}

/// A program with a loop, a product, a donated argument and values of two sizes, and its plan.
fn planned() -> (Program, MemoryPlan) {
    let text = "func.func public @main(%x: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %w: tensor<64x64xf32>)
        -> (tensor<64x64xf32>, tensor<64xf32>) {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %limit = stablehlo.constant dense<100.0> : tensor<f32>
      %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %r = stablehlo.while(%c = %a) : tensor<64x64xf32>
      cond {
        %s = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
        %p = stablehlo.compare LT, %s, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %n = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
        %t = stablehlo.reverse %n, dims = [0] : tensor<64x64xf32>
        %m = stablehlo.add %t, %c : tensor<64x64xf32>
        stablehlo.return %m : tensor<64x64xf32>
      }
      %v = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
      %y = stablehlo.add %r, %a : tensor<64x64xf32>
      return %y, %v : tensor<64x64xf32>, tensor<64xf32>
    }";
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}"));
    let mut graph = inline_calls(&module).unwrap();
    simplify(&mut graph, Isa::best()).unwrap();
    let program = lower(graph, Isa::best(), &CompileOptions::default()).unwrap();
    let plan = plan(&program);
    (program, plan)
}

#[test]
fn a_plan_keeps_the_rules_that_the_verifier_checks() {
    let (program, plan) = planned();
    assert_eq!(verify(&program, &plan), Ok(()));
    assert_eq!(plan.donated_from, [Some(0), None]);
}

/// The verifier's message for the plan with a change.
fn refused(change: impl FnOnce(&Program, &mut MemoryPlan)) -> String {
    let (program, mut plan) = planned();
    change(&program, &mut plan);
    verify(&program, &plan).expect_err("a broken rule")
}

/// Values of the scratch arena that a step defines while another is live, of equal size.
fn two_live(program: &Program, plan: &MemoryPlan) -> (ValueId, ValueId) {
    let live = Liveness::of(program);
    let is_scratch = |id: &ValueId| matches!(plan.allocations.of[id.index()], Some((Allocation::Scratch(_), 16384)));
    let ids: BTreeSet<ValueId> = (0..program.types.len()).map(v).filter(is_scratch).collect();
    let interfere = |a: ValueId, b: ValueId| {
        let pairs = live.intervals(a).iter().flat_map(|x| live.intervals(b).iter().map(|y| (*x, *y)));
        { pairs }.any(|(x, y)| live.interfere((a, x), (b, y)))
    };
    let pairs = ids.iter().flat_map(|a| ids.iter().map(|b| (*a, *b)));
    { pairs }.find(|(a, b)| a < b && interfere(*a, *b)).expect("two values that are live at the same time")
}

#[test]
fn the_verifier_finds_each_broken_rule() {
    let message = refused(|program, plan| plan.allocations.of[program.steps[0].writes[0].index()] = None);
    assert!(message.contains("has no allocation"), "{message}");
    let message = refused(|program, plan| {
        let (a, b) = two_live(program, plan);
        plan.allocations.of[b.index()] = plan.allocations.of[a.index()];
    });
    assert!(message.contains("overlap in memory"), "{message}");
    let message = refused(|program, plan| {
        let (a, _) = two_live(program, plan);
        plan.allocations.of[a.index()] = Some((Allocation::Argument(1), 16384));
    });
    assert!(message.contains("read-only memory"), "{message}");
    let message = refused(|_, plan| plan.scratch_bytes = 64);
    assert!(message.contains("outside of its arena"), "{message}");
    let message = refused(|program, plan| {
        let (a, _) = two_live(program, plan);
        plan.partition_bytes = 1 << 20;
        plan.allocations.of[a.index()] = Some((Allocation::Partition(0), 16384));
    });
    assert!(message.contains("outside of its batch loop"), "{message}");
    let message = refused(|_, plan| plan.donated_from[0] = None);
    assert!(message.contains("is not donated"), "{message}");
    let message = refused(|_, plan| plan.donated_from[1] = Some(1));
    assert!(message.contains("result 1 is donated from"), "{message}");
}

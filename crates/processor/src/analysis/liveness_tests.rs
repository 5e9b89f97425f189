//! Live intervals of small step lists, written by hand.

use super::*;
use crate::plan::step::BatchLoop;

/// The value of a letter.
fn v(letter: char) -> ValueId {
    ValueId::from_index(letter as usize - 'a' as usize)
}

fn values(letters: &str) -> Vec<ValueId> {
    letters.chars().map(v).collect()
}

/// A step that reads and writes the values of these letters.
fn step(reads: &str, writes: &str) -> Step {
    Step { reads: values(reads), writes: values(writes), in_place: Vec::new(), ..Step::copy(v('a'), v('a')) }
}

fn of_kind(reads: &str, writes: &str, kind: StepKind) -> Step {
    Step { kind, ..step(reads, writes) }
}

/// Analyzes steps over the values `a` to `z`.
fn live(params: &str, steps: &[Step], outputs: &str) -> Liveness {
    Liveness::of_steps(26, &values(params), steps, &values(outputs))
}

/// `r` is carried: set to `a` before, read by the condition, and set to `m` by the body, which also reads
/// `k`.
fn while_loop() -> Vec<Step> {
    let condition = vec![step("r", "c")];
    let body = vec![step("rk", "n"), step("n", "m"), Step::copy(v('m'), v('r'))];
    vec![Step::copy(v('a'), v('r')), of_kind("", "", StepKind::While { condition, predicate: v('c'), body })]
}

#[test]
fn a_value_lives_from_its_definition_to_its_last_use() {
    let live = live("a", &[step("a", "b"), step("b", "c"), step("ab", "d")], "c");
    assert_eq!(live.intervals(v('a')), [(0, 3)]);
    assert_eq!(live.intervals(v('b')), [(1, 3)]);
    assert_eq!(live.intervals(v('c')), [(2, 4)], "outputs are read after the last step");
    assert_eq!(live.intervals(v('d')), [(3, 3)], "a result that nobody reads has memory while it is written");
    assert_eq!(live.intervals(v('e')), [], "no step defines it");
}

#[test]
fn a_carried_value_has_a_hole_between_its_last_use_and_the_next_value() {
    // The copy is step 1, the loop 2, the condition 3 and 4, the body 5 to 7, the end 8, the outputs 9.
    let live = live("ak", &while_loop(), "r");
    assert_eq!(live.intervals(v('r')), [(1, 5), (7, 9)]);
    assert_eq!(live.intervals(v('n')), [(5, 6)]);
    assert_eq!(live.intervals(v('m')), [(6, 7)]);
    assert_eq!(live.intervals(v('c')), [(3, 4)]);
    assert_eq!(live.intervals(v('k')), [(0, 8)], "each iteration reads it");
    assert_eq!(live.intervals(v('a')), [(0, 1)]);
}

#[test]
fn a_value_that_two_branches_define_lives_from_the_first_to_its_use() {
    let branches = vec![vec![step("a", "x"), Step::copy(v('x'), v('r'))], vec![Step::copy(v('b'), v('r'))]];
    let live = live("abp", &[of_kind("p", "", StepKind::Branch { branches })], "r");
    assert_eq!(live.intervals(v('r')), [(3, 6)]);
    assert_eq!(live.intervals(v('x')), [(2, 3)]);
    assert_eq!(live.intervals(v('b')), [(0, 4)]);
}

#[test]
fn values_of_a_batch_loop_are_local_to_it_and_its_operands_live_until_its_end() {
    let body = vec![step("s", "x"), step("xw", "t")];
    let (persistent, partial_reductions) = (values("w"), Vec::new());
    let batch_loop = BatchLoop { blocks: 4, partitions: 2, body, persistent, partial_reductions };
    let live = live("a", &[of_kind("a", "y", StepKind::BatchLoop(Box::new(batch_loop)))], "y");
    assert_eq!(live.intervals(v('a')), [(0, 5)]);
    assert_eq!(live.intervals(v('x')), [(2, 3)]);
    assert_eq!(live.intervals(v('w')), [(2, 4)], "it is kept from block to block");
    assert_eq!(live.intervals(v('y')), [(1, 6)]);
    let is_local = |letter: char| live.is_local_to_batch_loop(v(letter));
    assert!(is_local('x') && is_local('w') && !is_local('a') && !is_local('y'));
}

#[test]
fn values_are_local_to_one_batch_loop_only() {
    let batch_loop = |reads: &str, writes: &str| {
        let body = vec![step(reads, writes)];
        let (persistent, partial_reductions) = (Vec::new(), Vec::new());
        let batch_loop = BatchLoop { blocks: 4, partitions: 1, body, persistent, partial_reductions };
        of_kind("", "", StepKind::BatchLoop(Box::new(batch_loop)))
    };
    let live = live("a", &[batch_loop("a", "x"), batch_loop("x", "y"), batch_loop("a", "z")], "");
    assert!(!live.is_local_to_batch_loop(v('x')), "the second loop reads it");
    assert!(live.is_local_to_batch_loop(v('y')) && live.is_local_to_batch_loop(v('z')));
}

#[test]
fn only_values_that_are_live_at_a_rendezvous_cross_it() {
    let body = vec![step("a", "x"), step("x", "y")];
    let steps = [step("a", "b"), step("b", "c"), of_kind("", "", StepKind::OncePerRun(body)), step("cy", "d")];
    let live = live("a", &steps, "d");
    let crosses = |letter: char| live.crosses_collective(v(letter));
    assert!(crosses('a') && crosses('c') && crosses('y'));
    assert!(!crosses('b') && !crosses('d'));
    assert!(!crosses('x'), "it lives inside of the rendezvous");
}

#[test]
fn values_interfere_unless_a_step_may_write_one_over_the_other() {
    let in_place = |reads: &str, writes: &str| Step { in_place: vec![(0, 0)], ..step(reads, writes) };
    let steps = [in_place("a", "b"), step("b", "c"), in_place("cc", "d"), in_place("d", "e"), step("d", "f")];
    let live = live("a", &steps, "bef");
    let interfere = |x: char, y: char| {
        let at = |letter: char| (v(letter), live.intervals(v(letter))[0]);
        assert_eq!(live.interfere(at(x), at(y)), live.interfere(at(y), at(x)));
        live.interfere(at(x), at(y))
    };
    assert!(!interfere('a', 'b'));
    assert!(interfere('b', 'c'), "the step cannot work in place");
    assert!(interfere('c', 'd'), "the operand is read twice");
    assert!(interfere('d', 'e'), "a later step reads the operand");
    assert!(!interfere('a', 'e'), "they are live at different times");
}

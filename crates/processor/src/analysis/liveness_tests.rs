//! Live intervals of small step lists, written by hand.

use super::*;
use crate::plan::step::BatchLoop;

/// Numbers from a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

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
    // The copy is step 1, the loop 2, the condition 3 and 4, the body 5 to 8, the end 9, the outputs 10.
    let live = live("ak", &while_loop(), "r");
    assert_eq!(live.intervals(v('r')), [(1, 5), (7, 10)]);
    assert_eq!(live.intervals(v('n')), [(5, 6)]);
    assert_eq!(live.intervals(v('m')), [(6, 7)]);
    assert_eq!(live.intervals(v('c')), [(3, 4)]);
    assert_eq!(live.intervals(v('k')), [(0, 8)], "each iteration reads it");
    assert_eq!(live.intervals(v('a')), [(0, 1)]);
}

#[test]
fn the_result_of_a_conditional_lives_in_each_branch_from_its_definition() {
    // The branch is step 1, its first block 2 to 4, its second 5 and 6, the end 7, the outputs 8.
    let branches = vec![vec![step("a", "x"), Step::copy(v('x'), v('r'))], vec![Step::copy(v('b'), v('r'))]];
    let live = live("abp", &[of_kind("p", "", StepKind::Branch { branches })], "r");
    assert_eq!(live.intervals(v('r')), [(3, 4), (5, 8)]);
    assert_eq!(live.intervals(v('x')), [(2, 3)]);
    assert_eq!(live.intervals(v('a')), [(0, 2)]);
    assert_eq!(live.intervals(v('b')), [(0, 1), (5, 5)], "the first block does not read it");
}

#[test]
fn what_a_branch_passes_on_does_not_interfere_with_the_result() {
    let conditional = |last: Step| {
        let update = Step { in_place: vec![(0, 0)], ..step("c", "n") };
        let branches = vec![vec![Step::copy(v('c'), v('r'))], vec![update, last]];
        of_kind("p", "", StepKind::Branch { branches })
    };
    let of = |steps: &[Step]| {
        let live = live("cp", steps, "r");
        let interfere = |a: char, b: char| {
            let [a, b] = [a, b].map(v);
            let pairs = live.intervals(a).iter().flat_map(|x| live.intervals(b).iter().map(|y| (*x, *y)));
            { pairs }.any(|(x, y)| live.interfere((a, x), (b, y)))
        };
        (interfere('c', 'r'), interfere('c', 'n'))
    };
    assert_eq!(of(&[conditional(Step::copy(v('n'), v('r')))]), (false, false));
    let read_later = [conditional(Step::copy(v('n'), v('r'))), step("cr", "z")];
    assert_eq!(of(&read_later), (true, true));
}

/// Random steps over the values `a` to `h`, with loops and conditionals of which the condition is `p`.
fn random_steps(random: &mut Random, depth: usize) -> Vec<Step> {
    let letters = |random: &mut Random, most: usize| -> String {
        (0..random.below(most + 1)).map(|_| (b'a' + random.below(8) as u8) as char).collect()
    };
    let mut steps = Vec::new();
    for _ in 0..1 + random.below(4) {
        let (reads, writes) = (letters(random, 2), letters(random, 1));
        steps.push(match random.below(if depth == 0 { 1 } else { 3 }) {
            0 => step(&reads, &writes),
            1 => {
                let branches = (0..2 + random.below(2)).map(|_| random_steps(random, depth - 1)).collect();
                of_kind("p", "", StepKind::Branch { branches })
            }
            _ => {
                let (condition, body) = (random_steps(random, depth - 1), random_steps(random, depth - 1));
                of_kind("", "", StepKind::While { condition, predicate: v('p'), body })
            }
        });
    }
    steps
}

/// One execution: for each value the points since it was written last, and those at which it was live.
#[derive(Default)]
struct Execution {
    since_written: HashMap<ValueId, Vec<usize>>,
    live_at: HashSet<(ValueId, usize)>,
    visited: HashSet<usize>,
}

impl Execution {
    /// The values are at that point.
    fn pass(&mut self, at: usize) {
        self.visited.insert(at);
        self.since_written.values_mut().for_each(|points| points.push(at));
    }

    fn read(&mut self, id: ValueId) {
        let points = self.since_written.get_mut(&id).map(std::mem::take).unwrap_or_default();
        self.live_at.extend(points.into_iter().map(|at| (id, at)));
    }

    fn run(&mut self, region: &Region<'_>, random: &mut Random) {
        for Numbered { step, at, regions, .. } in &region.steps {
            self.pass(*at);
            step.reads.iter().for_each(|id| self.read(*id));
            for id in &step.writes {
                self.since_written.insert(*id, vec![*at]);
            }
            match &step.kind {
                StepKind::Branch { .. } => self.run(&regions[random.below(regions.len())], random),
                StepKind::While { predicate, .. } => loop {
                    self.run(&regions[0], random);
                    self.read(*predicate);
                    if random.below(3) == 0 {
                        break;
                    }
                    self.run(&regions[1], random);
                },
                _ => {}
            }
        }
        self.pass(region.end);
    }
}

#[test]
fn a_value_is_live_where_executions_need_it_and_nowhere_else() {
    let mut random = Random(5);
    for _ in 0..60 {
        let steps = random_steps(&mut random, 2);
        let live = live("abcdefghp", &steps, "ab");
        let (main, _) = StepNumbers::of(&steps);
        let (mut needed, mut visited) = (HashSet::new(), HashSet::new());
        for _ in 0..1000 {
            let mut execution = Execution::default();
            for id in values("abcdefghp") {
                execution.since_written.insert(id, vec![0]);
            }
            execution.run(&main, &mut random);
            values("ab").into_iter().for_each(|id| execution.read(id));
            needed.extend(execution.live_at);
            visited.extend(execution.visited);
        }
        for id in values("abcdefgh") {
            let covers = |at: usize| live.intervals(id).iter().any(|(from, to)| *from <= at && at <= *to);
            let begins = |at: usize| live.intervals(id).iter().any(|(from, _)| *from == at);
            let missing: Vec<_> = needed.iter().filter(|(of, at)| *of == id && !covers(*at)).collect();
            assert!(missing.is_empty(), "{missing:?} in {steps:#?}");
            // A result that nobody reads has memory while it is written.
            let is_extra = |at: &&usize| covers(**at) && !needed.contains(&(id, **at)) && !begins(**at);
            let extra: Vec<_> = visited.iter().filter(is_extra).collect();
            assert!(extra.is_empty(), "{id:?}: {extra:?} in {steps:#?}");
        }
    }
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

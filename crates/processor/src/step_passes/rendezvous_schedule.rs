//! List scheduling of a block's steps around rendezvous of all replicas.
//!
//! The schedule alternates between batches of steps that every replica computes and batches that are computed
//! once for all of them, at a rendezvous. A rendezvous comes as early as it can: before it stand only those
//! per-replica steps that it depends on, and it takes along every step that is equal on all replicas and
//! ready by then.

/// The number of times that a step is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frequency {
    /// By every replica.
    PerReplica,
    /// Once for all replicas if there is a rendezvous anyway, else by every replica: equal on all, and small.
    OnceIfReady,
    /// Once for all replicas: equal on all, and worth a rendezvous.
    Once,
}

/// The properties of a step that scheduling needs.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) frequency: Frequency,
    /// The steps that have to come before this one; all have smaller numbers.
    pub(super) predecessors: Vec<usize>,
    /// True if the step itself is a rendezvous, such as an all-reduce.
    pub(super) synchronizes: bool,
}

/// Consecutive steps of the schedule, by number.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Batch {
    /// Steps that every replica computes.
    PerReplica(Vec<usize>),
    /// Steps that are computed once, at a rendezvous.
    Once(Vec<usize>),
}

/// Schedules the steps of a block.
pub(super) fn schedule(tasks: Vec<Task>) -> Vec<Batch> {
    let mut scheduler = Scheduler { is_scheduled: vec![false; tasks.len()], tasks, first: 0 };
    let mut batches = Vec::new();
    loop {
        while let Some((per_replica, once)) = scheduler.next_rendezvous() {
            batches.extend([Batch::PerReplica(per_replica), Batch::Once(once)]);
        }
        let rest = scheduler.until_next_collective();
        if rest.is_empty() {
            return batches;
        }
        batches.push(Batch::PerReplica(rest));
    }
}

struct Scheduler {
    tasks: Vec<Task>,
    is_scheduled: Vec<bool>,
    /// All steps before this one are scheduled.
    first: usize,
}

impl Scheduler {
    /// The steps that are not scheduled, in order.
    fn pending(&self) -> impl Iterator<Item = usize> {
        (self.first..self.tasks.len()).filter(|step| !self.is_scheduled[*step])
    }

    /// The predecessors of a step that are not scheduled.
    fn pending_predecessors(&self, step: usize) -> impl Iterator<Item = usize> {
        self.tasks[step].predecessors.iter().copied().filter(|p| !self.is_scheduled[*p])
    }

    fn mark_scheduled(&mut self, steps: &[usize]) {
        steps.iter().for_each(|step| self.is_scheduled[*step] = true);
        self.first += self.is_scheduled[self.first..].iter().take_while(|is_scheduled| **is_scheduled).count();
    }

    /// Schedules the next rendezvous: the per-replica steps that it depends on, and the steps computed once.
    /// None if every step worth a rendezvous has to wait for a collective first.
    fn next_rendezvous(&mut self) -> Option<(Vec<usize>, Vec<usize>)> {
        let anchors = self.anchors();
        let per_replica = self.per_replica_ancestors(&anchors)?;
        self.mark_scheduled(&per_replica);
        let mut once = Vec::new();
        for step in self.first..self.tasks.len() {
            let is_ready = !self.is_scheduled[step] && self.pending_predecessors(step).next().is_none();
            if is_ready && self.tasks[step].frequency != Frequency::PerReplica {
                self.is_scheduled[step] = true;
                once.push(step);
            }
        }
        self.mark_scheduled(&[]);
        Some((per_replica, once))
    }

    /// Steps worth a rendezvous that the very next one can compute: no path to them leads through a
    /// collective, nor through a rendezvous with a per-replica step after it.
    fn anchors(&self) -> Vec<usize> {
        let steps = self.tasks.len();
        let (mut is_late, mut is_after_once) = (vec![false; steps], vec![false; steps]);
        let mut anchors = Vec::new();
        for step in self.pending() {
            let frequency = self.tasks[step].frequency;
            is_after_once[step] =
                self.pending_predecessors(step).any(|p| is_after_once[p] || self.tasks[p].frequency == Frequency::Once);
            is_late[step] = self.pending_predecessors(step).any(|p| is_late[p] || self.tasks[p].synchronizes)
                || (frequency == Frequency::PerReplica && is_after_once[step]);
            if frequency == Frequency::Once && !is_late[step] {
                anchors.push(step);
            }
        }
        anchors
    }

    /// The steps that every replica has to compute before the anchors: per-replica ancestors, with all their
    /// ancestors. None if there is no anchor.
    fn per_replica_ancestors(&self, anchors: &[usize]) -> Option<Vec<usize>> {
        let last = *anchors.last()?;
        let mut is_required = vec![false; self.tasks.len()];
        let mut is_per_replica = vec![false; self.tasks.len()];
        anchors.iter().for_each(|step| is_required[*step] = true);
        for step in (self.first..=last).rev().filter(|step| !self.is_scheduled[*step]) {
            if !is_required[step] {
                continue;
            }
            is_per_replica[step] |= self.tasks[step].frequency == Frequency::PerReplica;
            for p in self.pending_predecessors(step) {
                is_required[p] = true;
                is_per_replica[p] |= is_per_replica[step];
            }
        }
        Some(self.pending().filter(|step| is_per_replica[*step]).collect())
    }

    /// Schedules the rest in order, up to the next collective.
    fn until_next_collective(&mut self) -> Vec<usize> {
        let mut steps: Vec<usize> = self.pending().collect();
        let collective = steps.iter().position(|step| self.tasks[*step].synchronizes);
        steps.truncate(collective.map_or(steps.len(), |at| at + 1));
        self.mark_scheduled(&steps);
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::Frequency::{Once, OnceIfReady, PerReplica};
    use super::*;

    fn tasks(all: &[(Frequency, &[usize])]) -> Vec<Task> {
        let task = |(frequency, predecessors): &(Frequency, &[usize])| Task {
            frequency: *frequency,
            predecessors: predecessors.to_vec(),
            synchronizes: false,
        };
        all.iter().map(task).collect()
    }

    #[test]
    fn a_rendezvous_waits_for_its_own_ancestors_only() {
        // 0 is unrelated, 1 an ancestor; 3 is ready with 2, 4 depends on it.
        let all = [(PerReplica, &[][..]), (PerReplica, &[]), (Once, &[1]), (OnceIfReady, &[]), (PerReplica, &[2])];
        let expected = [Batch::PerReplica(vec![1]), Batch::Once(vec![2, 3]), Batch::PerReplica(vec![0, 4])];
        assert_eq!(schedule(tasks(&all)), expected);
    }

    #[test]
    fn small_steps_alone_are_computed_by_every_replica() {
        let all = [(OnceIfReady, &[][..]), (OnceIfReady, &[0])];
        assert_eq!(schedule(tasks(&all)), [Batch::PerReplica(vec![0, 1])]);
    }

    #[test]
    fn steps_between_two_rendezvous_keep_them_apart() {
        let all = [(Once, &[][..]), (PerReplica, &[0]), (Once, &[1]), (Once, &[0])];
        let expected =
            [Batch::PerReplica(vec![]), Batch::Once(vec![0, 3]), Batch::PerReplica(vec![1]), Batch::Once(vec![2])];
        assert_eq!(schedule(tasks(&all)), expected);
    }

    #[test]
    fn a_collective_comes_before_the_rendezvous_that_depends_on_it() {
        let mut all = tasks(&[(PerReplica, &[]), (Once, &[0]), (PerReplica, &[])]);
        all[0].synchronizes = true;
        let expected =
            [Batch::PerReplica(vec![0]), Batch::PerReplica(vec![]), Batch::Once(vec![1]), Batch::PerReplica(vec![2])];
        assert_eq!(schedule(all), expected);
    }

    #[test]
    fn every_step_is_scheduled_once_and_after_its_predecessors() {
        let mut state = 5u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        for _ in 0..200 {
            let steps = 1 + below(20);
            let task = |step: usize| Task {
                frequency: [PerReplica, OnceIfReady, Once][below(3)],
                predecessors: (0..below(3).min(step)).map(|_| below(step)).collect(),
                synchronizes: false,
            };
            let mut all: Vec<Task> = (0..steps).map(task).collect();
            for task in all.iter_mut().filter(|task| task.frequency == PerReplica) {
                task.synchronizes = below(4) == 0;
            }
            let mut order = Vec::new();
            for batch in schedule(all.clone()) {
                order.extend(match batch {
                    Batch::PerReplica(steps) => steps,
                    Batch::Once(steps) => {
                        assert!(steps.iter().all(|step| all[*step].frequency != PerReplica));
                        steps
                    }
                });
            }
            let at = |step: usize| order.iter().position(|s| *s == step).unwrap();
            assert_eq!(order.len(), steps);
            assert!((0..steps).all(|step| all[step].predecessors.iter().all(|p| at(*p) < at(step))));
        }
    }
}

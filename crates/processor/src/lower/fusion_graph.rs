//! The graph of fusion groups, which stays acyclic.
//!
//! Two groups may become one unless a path from one to the other leads through a third: the fused loop would
//! then need its own result. The groups are kept in a topological order, and fusing two repairs that order
//! locally (Pearce and Kelly, "A Dynamic Topological Sort Algorithm for Directed Acyclic Graphs", 2006): only
//! groups between the two are visited.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// Units in groups. Units are numbered so that each follows the units it reads.
pub(super) struct FusionGraph {
    /// For each unit the units that define its operands.
    producers: Vec<Vec<usize>>,
    /// For each unit the units that read its results.
    consumers: Vec<Vec<usize>>,
    group_of: Vec<usize>,
    /// Items of each group in ascending order; empty for a group that was fused into another.
    members: Vec<Vec<usize>>,
    /// Position of each group in a topological order of all groups.
    position: Vec<usize>,
    spanning: SpanningForest,
}

impl FusionGraph {
    /// Every unit in a group of its own.
    pub(super) fn new(producers: Vec<Vec<usize>>) -> Self {
        let units = producers.len();
        let mut consumers = vec![Vec::new(); units];
        for (unit, producers) in producers.iter().enumerate() {
            producers.iter().for_each(|producer| consumers[*producer].push(unit));
        }
        Self {
            spanning: SpanningForest::new(&producers),
            producers,
            consumers,
            group_of: (0..units).collect(),
            members: (0..units).map(|unit| vec![unit]).collect(),
            position: (0..units).collect(),
        }
    }

    pub(super) fn group_of(&self, unit: usize) -> usize {
        self.group_of[unit]
    }

    pub(super) fn members(&self, group: usize) -> &[usize] {
        &self.members[group]
    }

    /// Fuses group `other` into `group`. Returns false, and changes nothing, if that would make a cycle.
    pub(super) fn try_fuse(&mut self, group: usize, other: usize) -> bool {
        let by_position = |a: usize, b: usize| if self.position[a] < self.position[b] { (a, b) } else { (b, a) };
        let (early, late) = by_position(group, other);
        if self.has_spanning_path(early, late) {
            return false;
        }
        let Some(before) = self.ancestors_between(early, late) else { return false };
        let after = match before.iter().map(|g| self.position[*g]).max() {
            Some(last) => self.descendants_until(early, last),
            None => Vec::new(),
        };
        // The ancestors of the later group come first, then the fused group, then the descendants of the
        // earlier one.
        let mut slots: Vec<usize> = before.iter().chain(&after).chain([&early]).map(|g| self.position[*g]).collect();
        slots.sort_unstable();
        let in_order = |mut groups: Vec<usize>| {
            groups.sort_unstable_by_key(|g| self.position[*g]);
            groups
        };
        let order: Vec<usize> = in_order(before).into_iter().chain([group]).chain(in_order(after)).collect();
        for (group, slot) in order.into_iter().zip(slots) {
            self.position[group] = slot;
        }
        let moved = std::mem::take(&mut self.members[other]);
        moved.iter().for_each(|unit| self.group_of[*unit] = group);
        self.members[group].extend(moved);
        self.members[group].sort_unstable();
        true
    }

    /// Returns true if a path of the spanning forest leads from `early` to `late` through a third group. This
    /// finds most long paths at once; it does not prove that there is none.
    fn has_spanning_path(&self, early: usize, late: usize) -> bool {
        let outside = |unit: &usize| self.group_of[*unit] != early && self.group_of[*unit] != late;
        let mut inputs = self.members[late].iter().flat_map(|unit| &self.producers[*unit]).filter(|i| outside(i));
        inputs.any(|input| self.members[early].iter().any(|unit| self.spanning.is_ancestor(*unit, *input)))
    }

    /// The groups after `early` in the order that `late` depends on; none if `early` is reached through one
    /// of them.
    fn ancestors_between(&self, early: usize, late: usize) -> Option<Vec<usize>> {
        let from = self.position[early];
        let (mut found, mut visited) = (Vec::new(), HashSet::new());
        let mut stack = vec![late];
        while let Some(group) = stack.pop() {
            for producer in self.members[group].iter().flat_map(|unit| &self.producers[*unit]) {
                let next = self.group_of[*producer];
                if next == early && group != late {
                    return None;
                }
                if self.position[next] > from && next != group && visited.insert(next) {
                    found.push(next);
                    stack.push(next);
                }
            }
        }
        Some(found)
    }

    /// The groups that depend on `early`, up to a position.
    fn descendants_until(&self, early: usize, last: usize) -> Vec<usize> {
        let (mut found, mut visited) = (Vec::new(), HashSet::new());
        let mut stack = vec![early];
        while let Some(group) = stack.pop() {
            for consumer in self.members[group].iter().flat_map(|unit| &self.consumers[*unit]) {
                let next = self.group_of[*consumer];
                if self.position[next] < last && next != group && visited.insert(next) {
                    found.push(next);
                    stack.push(next);
                }
            }
        }
        found
    }

    /// The groups in an order in which each comes after the groups it reads, as near to the program's order
    /// as that allows.
    pub(super) fn order(&self) -> Vec<Vec<usize>> {
        let groups: Vec<usize> = (0..self.members.len()).filter(|g| !self.members[*g].is_empty()).collect();
        let mut pending: HashMap<usize, HashSet<usize>> = HashMap::new();
        let mut users: HashMap<usize, HashSet<usize>> = HashMap::new();
        for g in &groups {
            for producer in self.members[*g].iter().flat_map(|unit| &self.producers[*unit]) {
                let producer = self.group_of[*producer];
                if producer != *g {
                    pending.entry(*g).or_default().insert(producer);
                    users.entry(producer).or_default().insert(*g);
                }
            }
        }
        let last = |g: usize| self.members[g].last().copied().unwrap_or_default();
        let mut ready: BinaryHeap<Reverse<(usize, usize)>> =
            groups.iter().filter(|g| !pending.contains_key(g)).map(|g| Reverse((last(*g), *g))).collect();
        let mut order = Vec::with_capacity(groups.len());
        while let Some(Reverse((_, g))) = ready.pop() {
            order.push(self.members[g].clone());
            for user in users.get(&g).into_iter().flatten() {
                let left = pending.get_mut(user).expect("a user waits for the groups it reads");
                left.remove(&g);
                if left.is_empty() {
                    ready.push(Reverse((last(*user), *user)));
                }
            }
        }
        debug_assert_eq!(order.len(), groups.len(), "fusion made a cycle of groups");
        order
    }
}

/// For each unit the path through its latest producers, so that most questions for a path are answered in
/// constant time.
struct SpanningForest {
    /// Number of each unit in a preorder walk of its tree, over all trees.
    preorder: Vec<usize>,
    /// Items in the subtree of each unit, itself included.
    size: Vec<usize>,
}

impl SpanningForest {
    fn new(producers: &[Vec<usize>]) -> Self {
        let units = producers.len();
        let parent: Vec<Option<usize>> =
            producers.iter().enumerate().map(|(unit, p)| p.iter().copied().filter(|p| *p < unit).max()).collect();
        let mut size = vec![1; units];
        for unit in (0..units).rev() {
            if let Some(parent) = parent[unit] {
                size[parent] += size[unit];
            }
        }
        let (mut preorder, mut next, mut roots) = (vec![0; units], vec![0; units], 0);
        for unit in 0..units {
            let number = parent[unit].map_or(&mut roots, |parent| &mut next[parent]);
            preorder[unit] = *number;
            *number += size[unit];
            next[unit] = preorder[unit] + 1;
        }
        Self { preorder, size }
    }

    /// Returns true if the tree path of `unit` leads through `ancestor`.
    fn is_ancestor(&self, ancestor: usize, unit: usize) -> bool {
        (self.preorder[ancestor]..self.preorder[ancestor] + self.size[ancestor]).contains(&self.preorder[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from a linear congruential generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % n
        }
    }

    /// True if some group of this partition depends on itself through another group.
    fn is_cyclic(producers: &[Vec<usize>], group_of: &[usize]) -> bool {
        let mut left: HashSet<usize> = group_of.iter().copied().collect();
        loop {
            let waits = |g: usize| {
                let mut members = (0..producers.len()).filter(|unit| group_of[*unit] == g);
                members.any(|unit| producers[unit].iter().any(|p| group_of[*p] != g && left.contains(&group_of[*p])))
            };
            let ready: Vec<usize> = left.iter().copied().filter(|g| !waits(*g)).collect();
            if ready.is_empty() {
                return !left.is_empty();
            }
            left.retain(|g| !ready.contains(g));
        }
    }

    #[test]
    fn two_pairs_that_read_each_other_are_not_both_fused() {
        // 0 and 4 through 3, which reads 2; 2 and 5 through 1, which reads 0.
        let mut graph = FusionGraph::new(vec![vec![], vec![0], vec![], vec![2], vec![0, 3], vec![2, 1]]);
        assert!(graph.try_fuse(0, 4));
        assert!(!graph.try_fuse(2, 5));
        assert_eq!(graph.order(), [vec![2], vec![3], vec![0, 4], vec![1], vec![5]]);
    }

    #[test]
    fn groups_are_fused_exactly_if_that_makes_no_cycle() {
        let mut random = Random(3);
        for _ in 0..300 {
            let units = 2 + random.below(14);
            let producers: Vec<Vec<usize>> =
                (0..units).map(|unit| (0..random.below(3).min(unit)).map(|_| random.below(unit)).collect()).collect();
            let mut graph = FusionGraph::new(producers.clone());
            for _ in 0..3 * units {
                let (a, b) = (graph.group_of(random.below(units)), graph.group_of(random.below(units)));
                if a == b {
                    continue;
                }
                let fused: Vec<usize> = graph.group_of.iter().map(|g| if *g == b { a } else { *g }).collect();
                assert_eq!(graph.try_fuse(a, b), !is_cyclic(&producers, &fused), "{producers:?} {fused:?}");
            }
            let order = graph.order();
            assert_eq!(order.iter().map(Vec::len).sum::<usize>(), units);
            let at = |unit: usize| order.iter().position(|group| group.contains(&unit)).unwrap();
            assert!((0..units).all(|unit| producers[unit].iter().all(|p| at(*p) <= at(unit))));
        }
    }
}

//! Replication analysis: the values that are equal on all replicas, as XLA's `HloReplicationAnalysis` finds
//! them.
//!
//! This is an optimistic data-flow analysis. At first all values are taken to be replicated; then each value
//! that depends on a varying one is marked as varying, until nothing changes. So a value that a loop carries
//! is replicated if its initial value is, if each iteration computes it from replicated values, and if all
//! replicas run as many iterations.
//!
//! | results that are replicated | if |
//! |---|---|
//! | a constant's, and a parameter that the program says is the same | always |
//! | an operation's | its operands are: all results are functions of them, random bits too |
//! | an all-reduce's | one group has all replicas |
//! | the replica number | never |
//! | of an operation inside a loop or branch | the above, and the loop's condition or the branch's index is replicated |
//!
//! The analysis runs twice: on the graph, so that fusion does not mix replicated operations with others, and
//! on the steps.

use std::collections::HashSet;

use stablehlo::OpKind;

use crate::ir::{Block, Graph, Node, ValueId};
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind, values_touched};

/// The result of the analysis: every value is replicated but those that may vary.
#[derive(Debug, Default)]
pub(crate) struct Replication {
    varying: HashSet<ValueId>,
}

/// The transfer function of a node or a step.
struct Transfer {
    reads: Vec<ValueId>,
    writes: Vec<ValueId>,
    rule: Rule,
}

enum Rule {
    /// The writes are a function of the reads.
    Function,
    /// The writes are replicated.
    Replicated,
    /// The writes vary.
    Varying,
    /// The reads control which of these happen, and how often.
    Controlled(Vec<Transfer>),
}

impl Replication {
    /// Analyzes a graph.
    pub(crate) fn of_graph(graph: &Graph) -> Self {
        let transfers = transfers_of_block(&graph.main, graph.replicas);
        Self::fixpoint(&graph.main.params, &graph.replicated_params, &transfers, graph.replicas)
    }

    /// Analyzes a program's steps.
    pub(crate) fn of_steps(program: &Program, replicas: usize) -> Self {
        let transfers: Vec<Transfer> = program.steps.iter().map(|step| transfer_of_step(step, replicas)).collect();
        Self::fixpoint(&program.params, &program.replicated_params, &transfers, replicas)
    }

    /// Marks values as varying until nothing changes; `replicated` tells which parameters are the same on all
    /// replicas.
    fn fixpoint(params: &[ValueId], replicated: &[bool], transfers: &[Transfer], replicas: usize) -> Self {
        if replicas == 1 {
            return Self::default();
        }
        let varying = params.iter().zip(replicated).filter(|(_, replicated)| !**replicated).map(|(id, _)| *id);
        let mut replication = Self { varying: varying.collect() };
        loop {
            let before = replication.varying.len();
            replication.propagate(transfers, true);
            if replication.varying.len() == before {
                return replication;
            }
        }
    }

    /// Returns true if a value is equal on all replicas.
    pub(crate) fn is_replicated(&self, id: ValueId) -> bool {
        !self.varying.contains(&id)
    }

    /// Marks a new value as varying if the other one is.
    pub(crate) fn copy_status(&mut self, new: ValueId, other: ValueId) {
        if !self.is_replicated(other) {
            self.varying.insert(new);
        }
    }

    /// Returns true if all these values are equal on all replicas.
    pub(crate) fn are_replicated(&self, ids: &[ValueId]) -> bool {
        ids.iter().all(|id| self.is_replicated(*id))
    }

    /// Marks the writes that depend on varying values. `is_uniform` is true if all replicas execute these
    /// transfers, and equally often.
    fn propagate(&mut self, transfers: &[Transfer], is_uniform: bool) {
        for transfer in transfers {
            let is_replicated = match &transfer.rule {
                Rule::Function => self.are_replicated(&transfer.reads),
                Rule::Replicated => true,
                Rule::Varying => false,
                Rule::Controlled(inner) => {
                    let is_uniform = is_uniform && self.are_replicated(&transfer.reads);
                    self.propagate(inner, is_uniform);
                    continue;
                }
            };
            if !(is_uniform && is_replicated) {
                self.varying.extend(&transfer.writes);
            }
        }
    }
}

/// The transfer of an operation whose results are a function of its operands.
fn function(reads: Vec<ValueId>, writes: Vec<ValueId>) -> Transfer {
    Transfer { reads, writes, rule: Rule::Function }
}

fn transfers_of_block(block: &Block, replicas: usize) -> Vec<Transfer> {
    let mut transfers = Vec::with_capacity(block.nodes.len());
    block.nodes.iter().for_each(|node| transfers_of_node(node, replicas, &mut transfers));
    transfers
}

fn transfers_of_node(node: &Node, replicas: usize, transfers: &mut Vec<Transfer>) {
    let inside =
        || node.regions.iter().flat_map(|region| transfers_of_block(region, replicas)).collect::<Vec<Transfer>>();
    let rule = match (node.op(), &node.regions[..]) {
        // A batch loop: its parameters are rows of its operands, its results rows of its body's.
        (None, [body]) => {
            let moves = |from: &[ValueId], to: &[ValueId]| -> Vec<Transfer> {
                from.iter().zip(to).map(|(from, to)| function(vec![*from], vec![*to])).collect()
            };
            transfers.extend(moves(&node.operands, &body.params));
            transfers.extend(inside());
            transfers.extend(moves(&body.results, &node.results));
            return;
        }
        (Some(OpKind::While), [condition, body]) => {
            // A carried value has several names: the parameters of condition and body, and the loop's result.
            let moves = |from: &[ValueId]| -> Vec<Transfer> {
                let names = |i: usize| vec![condition.params[i], body.params[i], node.results[i]];
                from.iter().enumerate().map(|(i, id)| function(vec![*id], names(i))).collect()
            };
            transfers.extend(moves(&node.operands));
            let iteration = inside().into_iter().chain(moves(&body.results)).collect();
            transfers.push(Transfer {
                reads: condition.results.clone(),
                writes: Vec::new(),
                rule: Rule::Controlled(iteration),
            });
            return;
        }
        (Some(OpKind::If | OpKind::Case), branches) => {
            let result = |branch: &Block, i: usize| function(vec![branch.results[i]], vec![node.results[i]]);
            let results = branches.iter().flat_map(|b| (0..node.results.len()).map(move |i| result(b, i)));
            let rule = Rule::Controlled(inside().into_iter().chain(results).collect());
            transfers.push(Transfer { reads: node.operands.clone(), writes: Vec::new(), rule });
            return;
        }
        (Some(OpKind::AllReduce(groups) | OpKind::AllGather { groups, .. }), _)
            if is_of_all(&groups.replica_groups, replicas) =>
        {
            Rule::Replicated
        }
        (Some(kind), _) if kind.is_collective() => Rule::Varying,
        (Some(OpKind::ReplicaId | OpKind::CustomCall { has_side_effect: true, .. }), _) => Rule::Varying,
        _ => Rule::Function,
    };
    transfers.push(Transfer { reads: node.uses(), writes: node.results.clone(), rule });
}

/// Returns true if one group has all replicas, as the only group has if no groups are named.
fn is_of_all(groups: &[Vec<i64>], replicas: usize) -> bool {
    let mut groups = groups.iter().filter(|group| !group.is_empty());
    groups.next().is_none_or(|group| group.len() == replicas && groups.next().is_none())
}

fn transfer_of_step(step: &Step, replicas: usize) -> Transfer {
    let inside = || step.blocks_of_steps().into_iter().flatten().map(|step| transfer_of_step(step, replicas)).collect();
    let (reads, rule) = match &step.kind {
        StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy => (step.reads.clone(), Rule::Function),
        // Values inside a batch loop are slices of its operands, or computed from these.
        StepKind::BatchLoop(_) | StepKind::OncePerRun(_) => {
            (values_touched(step).0.into_iter().collect(), Rule::Function)
        }
        StepKind::While { predicate, .. } => (vec![*predicate], Rule::Controlled(inside())),
        StepKind::Branch { .. } => (step.reads.clone(), Rule::Controlled(inside())),
        StepKind::AllReduce(reduction) if reduction.spans_all_replicas(replicas) => (Vec::new(), Rule::Replicated),
        StepKind::Exchange(exchange) if exchange.is_same_for_all(replicas) => (Vec::new(), Rule::Replicated),
        StepKind::AllReduce(_)
        | StepKind::Exchange(_)
        | StepKind::ReplicaId
        | StepKind::HostCall(_)
        | StepKind::ManualCall(_) => (Vec::new(), Rule::Varying),
    };
    Transfer { reads, writes: step.writes.clone(), rule }
}

//! Which values are equal on all replicas.
//!
//! At first all are taken to be; then whatever is made of something else is taken out, as often as that finds more. So
//! a loop's carried value stays in where it begins equal, and is equal after each round of a loop whose condition is.
//!
//! | results are equal on all replicas | where |
//! |---|---|
//! | of a constant, of a parameter that the program says is the same | always |
//! | of an operation | its operands are: all are functions of them, random bits too |
//! | of an all-reduce | one group has all replicas |
//! | of the replica's number | never |
//! | of anything inside a loop or branch | the loop's condition, or what chooses the branch, is too |
//!
//! This is asked twice: of the graph, so that what could be done once is not fused with what cannot, and of the steps.

use std::collections::HashSet;

use stablehlo::OpKind;

use crate::ir::{Block, Graph, Node, ValueId};
use crate::plan::program::Program;
use crate::plan::step::values_touched;
use crate::plan::step::{Step, StepKind};

/// The values that are equal on all replicas.
#[derive(Debug, Default)]
pub(crate) struct Replication {
    varying: HashSet<ValueId>,
}

/// What matters of a node or a step: what it makes of what.
struct Transfer {
    reads: Vec<ValueId>,
    writes: Vec<ValueId>,
    how: Rule,
}

enum Rule {
    /// The results are a function of what is read.
    Function,
    /// All replicas get the same results.
    Agreed,
    /// Each replica has its own.
    Own,
    /// These are done as often, or such of them, as what is read says.
    Inside(Vec<Transfer>),
}

impl Replication {
    /// For a program as it is before lowering.
    pub(crate) fn of_graph(graph: &Graph) -> Self {
        let acts = acts_of_block(&graph.main, graph.replicas);
        Self::find(&graph.main.params, &graph.replicated_params, &acts, graph.replicas)
    }

    /// For a program's steps.
    pub(crate) fn of_steps(lowered: &Program, replicas: usize) -> Self {
        let acts: Vec<Transfer> = lowered.steps.iter().map(|step| act_of_step(step, replicas)).collect();
        Self::find(&lowered.params, &lowered.replicated_params, &acts, replicas)
    }

    fn find(params: &[ValueId], same: &[bool], acts: &[Transfer], replicas: usize) -> Self {
        if replicas == 1 {
            return Self::default();
        }
        let own = params.iter().zip(same).filter(|(_, same)| !**same).map(|(id, _)| *id);
        let mut uniform = Self { varying: own.collect() };
        loop {
            let before = uniform.varying.len();
            uniform.look_at(acts, true);
            if uniform.varying.len() == before {
                return uniform;
            }
        }
    }

    pub(crate) fn is_replicated(&self, id: ValueId) -> bool {
        !self.varying.contains(&id)
    }

    /// A new value is equal where another is.
    pub(crate) fn copy_status(&mut self, new: ValueId, other: ValueId) {
        if !self.is_replicated(other) {
            self.varying.insert(new);
        }
    }

    pub(crate) fn are_replicated(&self, ids: &[ValueId]) -> bool {
        ids.iter().all(|id| self.is_replicated(*id))
    }

    /// Takes out what is made of what is not equal; `equally`: whether all replicas do all of it, and equally often.
    fn look_at(&mut self, acts: &[Transfer], equally: bool) {
        for act in acts {
            let holds = match &act.how {
                Rule::Function => self.are_replicated(&act.reads),
                Rule::Agreed => true,
                Rule::Own => false,
                Rule::Inside(acts) => {
                    let equally = equally && self.are_replicated(&act.reads);
                    self.look_at(acts, equally);
                    continue;
                }
            };
            if !(equally && holds) {
                self.varying.extend(&act.writes);
            }
        }
    }
}

fn function(reads: Vec<ValueId>, writes: Vec<ValueId>) -> Transfer {
    Transfer { reads, writes, how: Rule::Function }
}

fn acts_of_block(block: &Block, replicas: usize) -> Vec<Transfer> {
    let mut acts = Vec::with_capacity(block.nodes.len());
    block.nodes.iter().for_each(|node| acts_of_node(node, replicas, &mut acts));
    acts
}

fn acts_of_node(node: &Node, replicas: usize, acts: &mut Vec<Transfer>) {
    let inside = || node.regions.iter().flat_map(|region| acts_of_block(region, replicas)).collect::<Vec<Transfer>>();
    let how = match (node.op(), &node.regions[..]) {
        (None, [body]) => {
            let same = |from: &[ValueId], to: &[ValueId]| -> Vec<Transfer> {
                from.iter().zip(to).map(|(from, to)| function(vec![*from], vec![*to])).collect()
            };
            acts.extend(same(&node.operands, &body.params));
            acts.extend(inside());
            acts.extend(same(&body.results, &node.results));
            return;
        }
        (Some(OpKind::While), [condition, body]) => {
            // What is carried is one value under several names.
            let moves = |from: &[ValueId]| -> Vec<Transfer> {
                let names = |i: usize| vec![condition.params[i], body.params[i], node.results[i]];
                from.iter().enumerate().map(|(i, id)| function(vec![*id], names(i))).collect()
            };
            acts.extend(moves(&node.operands));
            let round = inside().into_iter().chain(moves(&body.results)).collect();
            acts.push(Transfer { reads: condition.results.clone(), writes: Vec::new(), how: Rule::Inside(round) });
            return;
        }
        (Some(OpKind::If | OpKind::Case), branches) => {
            let result = |branch: &Block, i: usize| function(vec![branch.results[i]], vec![node.results[i]]);
            let results = branches.iter().flat_map(|b| (0..node.results.len()).map(move |i| result(b, i)));
            let how = Rule::Inside(inside().into_iter().chain(results).collect());
            acts.push(Transfer { reads: node.operands.clone(), writes: Vec::new(), how });
            return;
        }
        (Some(OpKind::AllReduce(attrs)), _) if is_of_all(&attrs.replica_groups, replicas) => Rule::Agreed,
        (Some(OpKind::AllReduce(_) | OpKind::ReplicaId), _) => Rule::Own,
        _ => Rule::Function,
    };
    acts.push(Transfer { reads: node.uses(), writes: node.results.clone(), how });
}

/// Whether one group has all replicas: none named is all of them.
fn is_of_all(groups: &[Vec<i64>], replicas: usize) -> bool {
    let mut groups = groups.iter().filter(|group| !group.is_empty());
    groups.next().is_none_or(|group| group.len() == replicas && groups.next().is_none())
}

fn act_of_step(step: &Step, replicas: usize) -> Transfer {
    let inside = || step.blocks_of_steps().into_iter().flatten().map(|step| act_of_step(step, replicas)).collect();
    let (reads, how) = match &step.kind {
        StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy => (step.reads.clone(), Rule::Function),
        // What is inside a region stands for rows of what it reads, or is made of that.
        StepKind::BatchLoop(_) | StepKind::OncePerRun(_) => {
            (values_touched(step).0.into_iter().collect(), Rule::Function)
        }
        StepKind::While { predicate, .. } => (vec![*predicate], Rule::Inside(inside())),
        StepKind::Branch { .. } => (step.reads.clone(), Rule::Inside(inside())),
        StepKind::AllReduce(reduction) if reduction.spans_all_replicas(replicas) => (Vec::new(), Rule::Agreed),
        StepKind::AllReduce(_) | StepKind::ReplicaId => (Vec::new(), Rule::Own),
    };
    Transfer { reads, writes: step.writes.clone(), how }
}

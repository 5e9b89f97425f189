//! The steps of a `while` loop, bound to their addresses.
//!
//! The addresses of a step's values stay the same from iteration to iteration. They are looked up and checked
//! once, and small fused loops are prepared once, so that an iteration over a few numbers is cheap.

use super::executor::{Executor, in_step};
use crate::elementwise::BoundLoop;
use crate::error::Result;
use crate::ir::ValueId;
use crate::memory::{Access, AddressTable, BoundAccess};
use crate::plan::step::{Kernel, KernelArgs, Step, StepKind};
use kernels::Isa;

/// A thread that runs the steps of a replica.
pub(crate) trait StepRunner<'m> {
    /// Its memory.
    fn executor(&mut self) -> &mut Executor<'m>;

    /// Runs a step that is not bound.
    ///
    /// # Errors
    /// Those of the step.
    fn run_unbound(&mut self, step: &Step) -> Result<()>;
}

/// A `while` loop whose steps are bound.
pub(crate) struct BoundWhile<'p> {
    condition: Vec<BoundStep<'p>>,
    predicate: BoundAccess,
    body: Vec<BoundStep<'p>>,
}

/// A step with its addresses, where it has any of its own.
struct BoundStep<'p> {
    step: &'p Step,
    kind: BoundKind<'p>,
}

enum BoundKind<'p> {
    Loop(Box<BoundLoop<'p>>),
    Kernel(&'p dyn Kernel, BoundAccess),
    Copy(BoundAccess),
    /// A copy of a value to its own address.
    Nothing,
    While(BoundWhile<'p>),
    Branch(BoundAccess, Vec<Vec<BoundStep<'p>>>),
    /// Runs as outside of loops: it is large enough for its addresses not to matter, or has none.
    Unbound,
}

impl<'p> BoundWhile<'p> {
    /// Binds the condition, the predicate and the body of a loop, none of whose steps synchronizes.
    ///
    /// # Errors
    /// An internal error if the memory plan is wrong.
    pub(crate) fn new(
        isa: Isa,
        addresses: &mut AddressTable<'_>,
        (condition, predicate, body): (&'p [Step], ValueId, &'p [Step]),
    ) -> Result<Self> {
        Ok(Self {
            condition: bind(isa, addresses, condition)?,
            predicate: addresses.bind(&[predicate], &[], None)?,
            body: bind(isa, addresses, body)?,
        })
    }

    /// Runs the loop.
    ///
    /// # Errors
    /// Those of its steps.
    pub(crate) fn run<'m>(&mut self, runner: &mut impl StepRunner<'m>) -> Result<()> {
        loop {
            run_all(&mut self.condition, runner)?;
            if runner.executor().addresses.first_operand(&self.predicate)?[0] == 0 {
                return Ok(());
            }
            run_all(&mut self.body, runner)?;
        }
    }
}

/// The index of the branch that an `i1` or `i32` selects.
pub(crate) fn selected_branch(index: &[u8], branches: usize) -> usize {
    let branch = match index {
        [flag] => usize::from(*flag == 0),
        // Any index that is out of bounds selects the last branch, as `case` is defined.
        index => usize::try_from(bytemuck::cast_slice::<u8, i32>(index)[0]).unwrap_or(usize::MAX),
    };
    branch.min(branches - 1)
}

fn bind<'p>(isa: Isa, addresses: &mut AddressTable<'_>, steps: &'p [Step]) -> Result<Vec<BoundStep<'p>>> {
    steps.iter().map(|step| Ok(BoundStep { step, kind: bind_kind(isa, addresses, step)? })).collect()
}

fn bind_kind<'p>(isa: Isa, addresses: &mut AddressTable<'_>, step: &'p Step) -> Result<BoundKind<'p>> {
    let Step { reads, writes, in_place, .. } = step;
    Ok(match &step.kind {
        StepKind::Loop(fused) => match BoundLoop::bind(fused, isa, addresses, (reads, writes, in_place))? {
            Some(bound) => BoundKind::Loop(Box::new(bound)),
            None => BoundKind::Unbound,
        },
        StepKind::Kernel(kernel) => {
            BoundKind::Kernel(&**kernel, addresses.bind(reads, writes, in_place.first().copied())?)
        }
        StepKind::Copy if addresses.have_one_address(reads[0], writes[0]) => BoundKind::Nothing,
        StepKind::Copy => BoundKind::Copy(addresses.bind(reads, writes, None)?),
        StepKind::While { condition, predicate, body } => {
            BoundKind::While(BoundWhile::new(isa, addresses, (condition, *predicate, body))?)
        }
        StepKind::Branch { branches } => {
            let index = addresses.bind(reads, &[], None)?;
            let branches: Result<_> = branches.iter().map(|steps| bind(isa, addresses, steps)).collect();
            BoundKind::Branch(index, branches?)
        }
        _ => BoundKind::Unbound,
    })
}

fn run_all<'m>(steps: &mut [BoundStep<'_>], runner: &mut impl StepRunner<'m>) -> Result<()> {
    for BoundStep { step, kind } in steps {
        runner.executor().recorder.begin();
        run(step, kind, runner).map_err(|e| in_step(e, step))?;
        let executor = runner.executor();
        executor.recorder.end(step, executor.thread, &executor.team);
    }
    Ok(())
}

fn run<'m>(step: &Step, kind: &mut BoundKind<'_>, runner: &mut impl StepRunner<'m>) -> Result<()> {
    let executor = runner.executor();
    match kind {
        BoundKind::Loop(bound) => bound.run(&mut executor.addresses),
        BoundKind::Kernel(kernel, bound) => {
            let Executor { isa, addresses, position, team, .. } = executor;
            let Access { reads, writes } = addresses.access_bound(bound)?;
            kernel.run(KernelArgs { reads, writes, isa: *isa, position: *position, team })
        }
        BoundKind::Copy(bound) => {
            let Access { reads, mut writes } = executor.addresses.access_bound(bound)?;
            writes[0].copy_from_slice(reads[0]);
            Ok(())
        }
        BoundKind::Nothing => Ok(()),
        BoundKind::While(inner) => inner.run(runner),
        BoundKind::Branch(index, branches) => {
            let branch = selected_branch(executor.addresses.first_operand(index)?, branches.len());
            run_all(&mut branches[branch], runner)
        }
        BoundKind::Unbound => runner.run_unbound(step),
    }
}

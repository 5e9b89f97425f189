//! Programs of several partitions in the global view: the program runs once over global arrays, which are
//! assembled from the shards of the arguments and cut into the shards of the results. The memory is shared,
//! so that replicated arrays are stored once.

pub mod inspection;
mod partition;
mod placement;
mod propagate;

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::c_char;

use pjrt::ErrorKind;
use pjrt::export::Pointers;
use processor::{Argument, Buffer};
use stablehlo::ops::Group;
use stablehlo::sharding::TensorSharding;
use stablehlo::{Block, Module, OpKind, TensorType};

use crate::boundary::Crossing;
use crate::error::{Error, Result};
use crate::layout::Layout;
use inspection::Inspection;
use placement::Placement;

/// The division of a program's arguments and results among its partitions.
pub struct Partitioning {
    pub num_partitions: usize,
    pub params: Vec<Placement>,
    pub results: Vec<Placement>,
    pub param_shardings: OpShardings,
    pub result_shardings: OpShardings,
    /// The shardings of parameters and results, as far as they are known.
    shardings: (Vec<Option<TensorSharding>>, Vec<Option<TensorSharding>>),
    /// Numbers of the host's callbacks with the serialized `xla.OpSharding` that each is to be told.
    pub inspections: Vec<(u64, Vec<u8>)>,
}

/// Serialized shardings, as arrays for callers.
pub struct OpShardings {
    pub texts: Pointers<c_char>,
    pub sizes: Vec<usize>,
    /// Owns what the pointers refer to.
    _bytes: Vec<Box<[u8]>>,
}

impl OpShardings {
    fn new(placements: &[Placement]) -> Self {
        let bytes: Vec<Box<[u8]>> = placements.iter().map(|placement| placement.op_sharding().into()).collect();
        let texts = bytes.iter().map(|bytes| bytes.as_ptr().cast_mut().cast()).collect();
        Self { texts, sizes: bytes.iter().map(|bytes| bytes.len()).collect(), _bytes: bytes }
    }
}

impl Partitioning {
    /// The partitioning that a module states. A result without a sharding follows those of the parameters
    /// ([`propagate`]), or is replicated. `layouts` are those of the parameters and of the results.
    ///
    /// # Errors
    /// A sharding does not fit its array or the number of partitions, or the module has operations that run
    /// once in each partition.
    pub fn of(module: &Module, num_partitions: usize, layouts: &(Vec<Layout>, Vec<Layout>)) -> Result<Self> {
        let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
        if let Some(name) = per_partition_op(module, &main.body, &mut HashSet::new()) {
            let message = format!(
                "{name} in a program of {num_partitions} partitions is not supported outside of a manual computation; \
                 it runs in programs of replicas"
            );
            return Err(Error::new(ErrorKind::Unimplemented, message));
        }
        let given: Vec<Option<TensorSharding>> =
            main.params.iter().map(|param| param.sharding()).collect::<stablehlo::Result<_>>()?;
        let place = |ty: &TensorType, sharding: Option<&TensorSharding>, layout: &Layout| match sharding {
            _ if ty.is_token() => Ok(Placement::replicated(&ty.of_array(), layout, num_partitions)),
            Some(sharding) => Placement::new(ty, sharding, layout, module, num_partitions),
            None => Ok(Placement::replicated(ty, layout, num_partitions)),
        };
        let types = main.param_types();
        let params = types.iter().zip(&given).zip(&layouts.0);
        let params = params.map(|((ty, sharding), layout)| place(ty, sharding.as_ref(), layout));
        let params: Vec<Placement> = params.collect::<Result<_>>()?;
        let (propagated, inspections) = propagate::results(module, main, given.clone());
        let mut results = Vec::with_capacity(propagated.len());
        let mut of_results = Vec::with_capacity(propagated.len());
        for (j, (ty, propagated)) in main.result_types().iter().zip(propagated).enumerate() {
            let stated = main.result_sharding(j)?;
            let sharding = match &stated {
                Some(stated) => Some(propagate::filled(stated, propagated.as_ref())),
                None => propagated,
            };
            // What was propagated need not divide the array evenly.
            let layout = &layouts.1[j];
            let (placement, sharding) = match place(ty, sharding.as_ref(), layout) {
                Ok(placement) => (placement, sharding),
                Err(_) => (place(ty, stated.as_ref(), layout)?, stated),
            };
            results.push(placement);
            of_results.push(sharding);
        }
        let inspections = inspections.into_iter().map(|Inspection { callback, ty, sharding }| {
            let placement = place(&ty, sharding.as_ref(), &Layout::row_major(ty.rank()));
            (callback, placement.map(|placement| placement.op_sharding().to_vec()).unwrap_or_default())
        });
        let inspections = inspections.collect();
        // A program without results has an empty tuple, whose sharding has one element.
        let none = Placement::replicated(&TensorType::token(), &Layout::row_major(0), num_partitions);
        let result_shardings = if results.is_empty() { std::slice::from_ref(&none) } else { &results[..] };
        Ok(Self {
            num_partitions,
            inspections,
            shardings: (given, of_results),
            param_shardings: OpShardings::new(&params),
            result_shardings: OpShardings::new(result_shardings),
            params,
            results,
        })
    }

    /// The parameters and the results of the program as global arrays. `layouts` are those of the
    /// parameters and of the results.
    pub fn crossings<'a>(&'a self, layouts: &'a (Vec<Layout>, Vec<Layout>)) -> (Vec<Crossing<'a>>, Vec<Crossing<'a>>) {
        let crossings = |placements: &'a [Placement], layouts: &'a [Layout]| {
            let crossing = |(placement, layout): (&'a Placement, &'a Layout)| Crossing {
                memory: Cow::Borrowed(placement.global()),
                layout,
                terms: placement.terms(),
            };
            placements.iter().zip(layouts).map(crossing).collect()
        };
        (crossings(&self.params, &layouts.0), crossings(&self.results, &layouts.1))
    }

    /// The program of one partition, for readers: it is not what runs.
    ///
    /// # Errors
    /// It cannot be written down: see [`partition::program`].
    pub fn program_of_one(&self, module: &Module) -> Result<Module> {
        partition::program(module, &self.shardings.0, &self.shardings.1, self.num_partitions)
    }

    /// True if a parameter and a result are divided alike among the partitions.
    pub fn agree(&self, param: usize, result: usize) -> bool {
        self.params[param].op_sharding() == self.results[result].op_sharding()
    }

    /// The arguments of the program, a list for each replica. `arrays` are those of the partitions, with true
    /// if they are donated: partitions by parameters.
    ///
    /// # Errors
    /// That of reading the arrays' memory.
    pub fn arguments(&self, arrays: Vec<Vec<(Buffer, bool)>>) -> Result<Vec<Vec<Argument>>> {
        let mut lists: Vec<_> = arrays.into_iter().map(Vec::into_iter).collect();
        let mut arguments = Vec::with_capacity(self.params.len());
        for placement in &self.params {
            let (shards, donated): (Vec<Buffer>, Vec<bool>) = lists.iter_mut().filter_map(Iterator::next).unzip();
            let array = placement.assemble(shards)?;
            let is_donated = donated.into_iter().all(|is_donated| is_donated);
            arguments.push(if is_donated { Argument::Donate(array) } else { Argument::Borrow(array) });
        }
        Ok(vec![arguments])
    }

    /// The arrays of the partitions, partitions by results, of the results of each replica.
    ///
    /// # Errors
    /// That of creating a view of a result.
    pub fn results(&self, mut results: Vec<Vec<Buffer>>) -> Result<Vec<Vec<Buffer>>> {
        self.shards(&results.pop().unwrap_or_default())
    }

    fn shards(&self, results: &[Buffer]) -> Result<Vec<Vec<Buffer>>> {
        let mut partitions: Vec<Vec<Buffer>> = vec![Vec::with_capacity(results.len()); self.num_partitions];
        for (placement, array) in self.results.iter().zip(results) {
            let shards = placement.cut(array)?;
            partitions.iter_mut().zip(shards).for_each(|(partition, shard)| partition.push(shard));
        }
        Ok(partitions)
    }
}

/// The name of an operation outside of manual computations whose meaning depends on the partition that runs
/// it. `seen` are functions that were visited.
fn per_partition_op<'m>(module: &'m Module, block: &'m Block, seen: &mut HashSet<&'m str>) -> Option<&'static str> {
    block.ops.iter().find_map(|op| match &op.kind {
        // Its region is run by each instance.
        OpKind::ManualComputation(_) => None,
        OpKind::PartitionId => Some(op.kind.name()),
        // There is one replica.
        OpKind::ReplicaId => None,
        kind if kind.def().group == Group::Collective => Some(kind.name()),
        kind => {
            let callee = kind.callee().and_then(|name| module.func(name)).filter(|callee| seen.insert(&callee.name));
            let called = callee.and_then(|callee| per_partition_op(module, &callee.body, seen));
            called.or_else(|| op.regions.iter().find_map(|region| per_partition_op(module, region, seen)))
        }
    })
}

//! The region of a manual computation as a program of replicas.

use std::collections::{HashMap, HashSet};

use super::check;
use super::collectives;
use super::instances::Instances;
use super::nested;
use super::unreduced;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::{Block, Func, Module, Op, Value};
use crate::sharding::shards::Shards;
use crate::types::TensorType;

/// The maximum number of operations of a region with its calls inlined.
const MAX_OPERATIONS: usize = 1 << 20;

/// A manual computation as a program of replicas: replica `i` is instance `i`.
#[derive(Clone, Debug)]
pub struct ManualProgram {
    /// The program. Its calls are inlined.
    pub module: Module,
    /// For each operand the shards of the instances.
    pub operands: Vec<Shards>,
    /// For each result the shards of the instances.
    pub results: Vec<Shards>,
}

impl ManualProgram {
    /// The program of an operation of kind `sdy.manual_computation` in a function of a verified module of one
    /// replica.
    ///
    /// # Errors
    /// A program error for another operation, or for collectives that name devices which the mesh lacks;
    /// [`Unsupported`](ErrorKind::Unsupported) for a mesh or a program that is too large.
    pub fn new(module: &Module, func: &Func, op: &Op) -> Result<Self> {
        let (OpKind::ManualComputation(attrs), [region]) = (&op.kind, &op.regions[..]) else {
            return Err(Error::new(ErrorKind::Program, format!("{} is no manual computation", op.kind.name())));
        };
        let mesh = check::mesh(module, attrs)?;
        let mut axes = attrs.manual_axes.clone();
        check::nested_axes(module, region, &mut axes, &mut HashSet::new());
        let instances = Instances::new(&mesh, &axes)?;
        let operands = instances.shards(func, &op.operands, &attrs.in_shardings, attrs)?;
        let results = instances.shards(func, &op.results, &attrs.out_shardings, attrs)?;

        let mut b = FuncBuilder::new("main");
        let params: Vec<Value> = region.params.iter().map(|v| b.param(func.ty(*v).clone())).collect();
        for (i, operand) in operands.iter().enumerate().filter(|(_, operand)| operand.is_replicated()) {
            if instances.len() > 1 && !operand.global.is_token() {
                b.same_on_all_replicas(i)?;
            }
        }
        let mut copier = Copier { module, instances: &instances, callers: Vec::new(), operations: 0, used: Vec::new() };
        let terms = unreduced::terms(&mut b, attrs, params, &instances)?;
        let returned = copier.block(&mut b, func, region, &terms)?;
        let returned = unreduced::totals(&mut b, attrs, returned, &instances)?;
        let mut copied = Module {
            name: format!("{}.manual", module.name),
            num_replicas: instances.len(),
            num_partitions: 1,
            meshes: module.meshes.clone(),
            funcs: vec![b.finish(returned)],
        };
        // Custom calls name functions, such as comparators.
        for name in &copier.used {
            copied.funcs.extend(module.func(name).filter(|_| copied.func(name).is_none()).cloned());
        }
        Ok(Self { module: copied, operands, results })
    }

    /// The number of instances.
    pub fn num_instances(&self) -> usize {
        self.module.num_replicas
    }
}

/// Copies operations of a manual computation to the program of its instances.
pub(super) struct Copier<'m> {
    module: &'m Module,
    pub instances: &'m Instances,
    /// The functions being inlined.
    callers: Vec<&'m str>,
    operations: usize,
    /// Functions that custom calls name.
    used: Vec<String>,
}

type Names = HashMap<Value, Value>;

impl<'m> Copier<'m> {
    /// Adds the operations of a block with these values for its parameters; returns its results.
    pub fn block(
        &mut self,
        b: &mut FuncBuilder,
        func: &'m Func,
        block: &Block,
        params: &[Value],
    ) -> Result<Vec<Value>> {
        let mut names = block.params.iter().copied().zip(params.iter().copied()).collect();
        self.ops(b, func, block, &mut names)?;
        mapped(&block.results, &names)
    }

    fn ops(&mut self, b: &mut FuncBuilder, func: &'m Func, block: &Block, names: &mut Names) -> Result<()> {
        for op in &block.ops {
            self.operations += 1;
            if self.operations > MAX_OPERATIONS {
                let message = format!("a manual computation has more than {MAX_OPERATIONS} operations with its calls");
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            let operands = mapped(&op.operands, names)?;
            b.set_location(op.location.clone());
            let results = self.op(b, func, op, &operands, names).map_err(|e| e.at(op.kind.name()))?;
            names.extend(op.results.iter().copied().zip(results));
        }
        Ok(())
    }

    fn op(
        &mut self,
        b: &mut FuncBuilder,
        func: &'m Func,
        op: &Op,
        operands: &[Value],
        names: &mut Names,
    ) -> Result<Vec<Value>> {
        if let Some(callee) = op.kind.callee() {
            return self.call(b, callee, operands);
        }
        match &op.kind {
            // There is one replica, of several partitions.
            OpKind::ReplicaId => b.push(OpKind::Constant(Literal::scalar(0u32)), &[], Vec::new()),
            OpKind::PartitionId => Ok(vec![self.partition_id(b)?]),
            OpKind::ManualComputation(attrs) => {
                let location = op.location.clone();
                let nested = nested::Nested::new(func, op, attrs, self.instances)?;
                let shards = nested.cut(b, operands)?;
                let shards = unreduced::terms(b, attrs, shards, self.instances)?;
                let [region] = &op.regions[..] else { return Ok(Vec::new()) };
                let results = self.block(b, func, region, &shards)?;
                b.set_location(location);
                let results = unreduced::totals(b, attrs, results, self.instances)?;
                nested.join(b, results, self.instances)
            }
            kind => {
                if let OpKind::CustomCall { called_computations, .. } = kind {
                    self.used.extend(called_computations.iter().cloned());
                }
                let mut regions = Vec::new();
                for region in &op.regions {
                    let types: Vec<TensorType> = region.params.iter().map(|v| func.ty(*v).clone()).collect();
                    regions.push(b.region(&types, |b, params| {
                        names.extend(region.params.iter().copied().zip(params.iter().copied()));
                        self.ops(b, func, region, names)?;
                        mapped(&region.results, names)
                    })?);
                }
                let types = op.results.iter().map(|v| func.ty(*v).clone()).collect();
                b.set_location(op.location.clone());
                b.push_typed(collectives::of_instances(kind, self.instances)?, operands, regions, types)
            }
        }
    }

    fn call(&mut self, b: &mut FuncBuilder, callee: &str, operands: &[Value]) -> Result<Vec<Value>> {
        let program = |message: String| Error::new(ErrorKind::Program, message);
        let module = self.module;
        let callee =
            module.func(callee).ok_or_else(|| program(format!("the module has no function @{callee} to call")))?;
        if self.callers.contains(&callee.name.as_str()) {
            return Err(program(format!("function @{} calls itself", callee.name)));
        }
        self.callers.push(&callee.name);
        let results = self.block(b, callee, &callee.body, operands);
        self.callers.pop();
        results
    }

    /// The number of the partition: the device of the instance, the first one if there are several.
    fn partition_id(&self, b: &mut FuncBuilder) -> Result<Value> {
        let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
        if self.instances.devices.iter().enumerate().all(|(instance, device)| instance == *device) {
            return Ok(replica);
        }
        let devices: Vec<u32> = self.instances.devices.iter().map(|device| *device as u32).collect();
        b.table_entry(Literal::from_vec([devices.len()], devices)?, replica)
    }
}

fn mapped(values: &[Value], names: &Names) -> Result<Vec<Value>> {
    let undefined = || Error::new(ErrorKind::Program, "a manual computation uses a value that is defined outside");
    values.iter().map(|v| names.get(v).copied().ok_or_else(undefined)).collect()
}

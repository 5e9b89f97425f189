//! Executables: compiled programs, and how they are run.

use std::sync::{Arc, Mutex, OnceLock};
use std::time::Instant;

use stablehlo::manual::ManualProgram;
use stablehlo::sharding::shards::Shards;
use stablehlo::{Module, TensorType};

use crate::arguments::{Argument, Signature};
use crate::cost::Cost;
use crate::error::{Error, Result};
use crate::explain;
use crate::memory::{AlignedBytes, Buffer, BufferPool, PrepackMemory, ReplicaMemory, RunMemory, SharedMemory};
use crate::memory_stats::MemoryStats;
use crate::options::CompileOptions;
use crate::plan::manual_call::ManualPrograms;
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::runtime::hosts::Hosts;
use crate::runtime::weight_cache::WeightCache;
use crate::runtime::{Profile, RunContext, RunProfile, StepEvent, StepInfos, run_prepack_steps, run_replicas};
use crate::sync::lock;
use crate::threads::cores::Cores;
use kernels::Isa;

/// A compiled program; clones share it.
#[derive(Clone, Debug)]
pub struct Executable(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    params: Vec<TensorType>,
    results: Vec<TensorType>,
    program: Program,
    /// The programs of its manual computations.
    manual: CompiledManual,
    isa: Isa,
    /// The processes that run it, if there are several.
    hosts: Option<Hosts>,
    /// The number of replicas of this process.
    local_replicas: usize,
    cost: Cost,
    /// Memory that is kept from run to run: arenas of replicas, and arenas that the replicas of a run share.
    arenas: Mutex<Vec<AlignedBytes>>,
    shared_arenas: Mutex<Vec<AlignedBytes>>,
    /// The packed weights of the last run.
    weights: Mutex<Option<Arc<WeightCache>>>,
    /// The memory of dropped results.
    pool: Arc<BufferPool>,
    /// The descriptions of the steps, computed for the first profile.
    infos: OnceLock<StepInfos>,
}

/// Compiles a module. The number of replicas is the module's.
///
/// ```
/// use processor::{Argument, Buffer, CompileOptions, Cores, compile};
/// use stablehlo::{ElementType::F32, FuncBuilder, Literal, Module, TensorType};
/// let mut b = FuncBuilder::new("main");
/// let x = b.param(TensorType::new(F32, [3]));
/// let y = b.multiply(x, x)?;
/// let module = Module::new("squares", b.finish(vec![y]));
/// let executable = compile(&module, &CompileOptions::default())?;
/// let x = Buffer::from_literal(&Literal::from_vec([3], [1f32, 2.0, 3.0])?);
/// let results = executable.run(&Cores::default(), vec![vec![Argument::Borrow(x)]])?;
/// assert_eq!(results[0][0].to_literal().to_vec::<f32>()?, [1.0, 4.0, 9.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) if the module is malformed, and
/// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if this processor or this machine cannot run it.
/// The message names the operation and its location.
pub fn compile(module: &Module, options: &CompileOptions) -> Result<Executable> {
    let isa = options.isa.unwrap_or_else(Isa::best);
    if module.num_partitions > 1 {
        return Err(Error::unsupported(format!(
            "the module asks for {} partitions; this processor runs replicas only",
            module.num_partitions
        )));
    }
    let program = explain::compile(module, isa, options)?;
    let hosts = options.transport.clone().map(|transport| Hosts::new(transport, &program)).transpose()?;
    let hosts = hosts.filter(|hosts| hosts.size() > 1);
    let local_replicas = program.replicas / hosts.as_ref().map_or(1, Hosts::size);
    let main = module.main().ok_or_else(|| Error::program("the module has no function called main"))?;
    let in_memory = |types: Vec<TensorType>| types.iter().map(TensorType::of_array).collect::<Vec<_>>();
    let (params, results) = (in_memory(main.param_types()), in_memory(main.result_types()));
    let manual = CompiledManual::compile(&program.manual, options)?;
    let mut cost = Cost::of(&program.steps, &program.memory.allocations);
    manual.executables().for_each(|inner| cost.add_instances(&inner.cost(), inner.num_replicas()));
    let fresh = |(j, ty): (usize, &TensorType)| {
        let times = if program.memory.shared_outputs[j] { 1 } else { local_replicas };
        std::iter::repeat_n(ty.size_in_bytes(), if program.memory.donated_from[j].is_none() { times } else { 0 })
    };
    let pool = BufferPool::new(results.iter().enumerate().flat_map(fresh));
    Ok(Executable(Arc::new(Inner {
        name: module.name.clone(),
        params,
        results,
        program,
        manual,
        isa,
        hosts,
        local_replicas,
        cost,
        arenas: Mutex::new(Vec::new()),
        shared_arenas: Mutex::new(Vec::new()),
        weights: Mutex::new(None),
        pool,
        infos: OnceLock::new(),
    })))
}

impl Executable {
    /// The module's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The number of replicas that run it, over all processes.
    pub fn num_replicas(&self) -> usize {
        self.0.program.replicas
    }

    /// The number of replicas that this process runs: all, unless there is a
    /// [`Transport`](crate::Transport) to other processes.
    pub fn num_local_replicas(&self) -> usize {
        self.0.local_replicas
    }

    /// The types of a replica's arguments.
    pub fn param_types(&self) -> &[TensorType] {
        &self.0.params
    }

    /// The types of a replica's results.
    pub fn result_types(&self) -> &[TensorType] {
        &self.0.results
    }

    /// For each parameter the result that may take over its memory.
    pub fn aliases(&self) -> &[Option<usize>] {
        &self.0.program.aliases
    }

    /// The instruction set it was compiled for.
    pub fn isa(&self) -> Isa {
        self.0.isa
    }

    /// The cost of a run.
    pub fn cost(&self) -> Cost {
        self.0.cost
    }

    /// Arithmetic operations of one replica's run. The body of a loop counts once, whatever its number of
    /// iterations.
    pub fn flops(&self) -> u64 {
        self.0.cost.flops
    }

    /// The memory that a run needs on `threads` threads.
    pub fn memory(&self, threads: usize) -> MemoryStats {
        let Inner { program, manual, params, results, local_replicas: replicas, .. } = &*self.0;
        let mut memory = MemoryStats::of(program, (params, results), *replicas, threads);
        let inner = manual.peak_bytes(threads);
        memory.temp_bytes += inner;
        memory.peak_bytes += inner * replicas;
        memory
    }

    /// Runs every replica of this process once. The outer lists are by replica, the inner ones by argument
    /// and result.
    ///
    /// # Errors
    /// [`ErrorKind::Arguments`](crate::ErrorKind::Arguments) if arguments do not fit the program,
    /// [`ErrorKind::Collective`](crate::ErrorKind::Collective) if replicas disagree on a collective, and
    /// [`ErrorKind::Internal`](crate::ErrorKind::Internal) for a defect of the processor.
    pub fn run(&self, cores: &Cores, arguments: Vec<Vec<Argument>>) -> Result<Vec<Vec<Buffer>>> {
        self.run_with(cores, arguments, None).map(|(results, _)| results)
    }

    /// As [`run`](Self::run), with a record of when each step ran and at what cost.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_profiled(&self, cores: &Cores, arguments: Vec<Vec<Argument>>) -> Result<(Vec<Vec<Buffer>>, Profile)> {
        let Inner { program, infos, .. } = &*self.0;
        let steps = program.steps.iter().chain(program.prepack_steps.iter().map(|p| &p.step));
        let infos = infos.get_or_init(|| StepInfos::of(steps, &program.memory.allocations));
        let start = Instant::now();
        let (results, events) = self.run_with(cores, arguments, Some(infos))?;
        let (program, replicas, threads) = (program.name.clone(), self.num_local_replicas(), cores.threads());
        let run = RunProfile { program, replicas, threads, start, wall: start.elapsed(), events };
        Ok((results, Profile { runs: vec![run] }))
    }

    /// Checks that arguments are the same on all replicas if the program says that they are
    /// (`mhlo.is_same_data_across_replicas`). `argument` returns the argument of a replica: the first index
    /// is the replica's, the second the parameter's. Buffers that share their memory are not compared.
    ///
    /// # Errors
    /// [`ErrorKind::Arguments`](crate::ErrorKind::Arguments), with the argument and the replica that differ.
    pub fn check_same<'b>(&self, argument: impl Fn(usize, usize) -> &'b Buffer) -> Result<()> {
        self.signature().check_replicated(argument)
    }

    fn signature(&self) -> Signature<'_> {
        let Inner { name, params, program, local_replicas: replicas, .. } = &*self.0;
        Signature { name, replicas: *replicas, params, replicated: &program.replicated_params }
    }

    /// As [`run`](Self::run); records the steps if there are descriptions of them.
    fn run_with(
        &self,
        cores: &Cores,
        arguments: Vec<Vec<Argument>>,
        infos: Option<&StepInfos>,
    ) -> Result<(Vec<Vec<Buffer>>, Vec<StepEvent>)> {
        let Inner { program, manual, isa, hosts, .. } = &*self.0;
        self.signature().check(&arguments)?;
        let MemoryPlan { scratch_bytes, partition_bytes, .. } = program.memory;
        let steps = &program.steps;
        let first_replica = hosts.as_ref().map_or(0, |hosts| hosts.first_replica(program.replicas));
        let hosts = hosts.as_ref();
        let isa = *isa;
        let context =
            RunContext { steps, isa, cores, scratch_bytes, partition_bytes, manual, hosts, first_replica, infos };
        let (weights, mut events) = self.prepack(&context, arguments.first().map_or(&[], Vec::as_slice))?;
        let mut arguments: Vec<Vec<Option<Argument>>> =
            arguments.into_iter().map(|list| list.into_iter().map(Some).collect()).collect();
        let mut memory = RunMemory {
            allocations: &program.memory.allocations,
            constants: &program.constants,
            prepacked: &weights.arena,
            shared: self.shared_memory(&mut arguments)?,
            replicas: arguments.into_iter().map(|list| self.replica_memory(list)).collect::<Result<_>>()?,
        };
        events.extend(run_replicas(&context, &mut memory)?);
        let RunMemory { shared, replicas, .. } = memory;
        Ok((self.results(shared, replicas), events))
    }

    /// The packed weights: those of the last run if the weights are the same buffers, and otherwise packed
    /// anew.
    fn prepack(&self, context: &RunContext<'_>, arguments: &[Argument]) -> Result<(Arc<WeightCache>, Vec<StepEvent>)> {
        let Inner { program, params, .. } = &*self.0;
        let plan = &program.memory;
        let argument = |i: usize| arguments.get(i).map(Argument::buffer);
        // Other threads that run the program meanwhile wait for the lock, since they need the packed weights
        // as well.
        let mut last = lock(&self.0.weights);
        let new_cache = || WeightCache::new(plan.prepacked_bytes, params.len());
        let weights = last.take().map_or_else(|| new_cache().map(Arc::new), Ok)?;
        if weights.stale(&program.prepack_steps, argument).is_empty() {
            return Ok((last.insert(weights).clone(), Vec::new()));
        }
        // Unfinished runs may still read the weights of the last one.
        let mut weights = Arc::try_unwrap(weights).or_else(|_| new_cache())?;
        let stale = weights.stale(&program.prepack_steps, argument);
        let mut memory = PrepackMemory {
            allocations: &plan.allocations,
            constants: &program.constants,
            arguments: arguments.iter().map(|argument| argument.buffer().clone()).collect(),
            prepacked: &mut weights.arena,
        };
        let events = run_prepack_steps(context, &mut memory, stale.iter().map(|p| &p.step))?;
        weights.note_prepacked(&stale, argument);
        Ok((last.insert(Arc::new(weights)).clone(), events))
    }

    /// The memory that all replicas share. Takes the arguments whose memory shared results take over.
    fn shared_memory(&self, arguments: &mut [Vec<Option<Argument>>]) -> Result<SharedMemory> {
        let Inner { program, results, shared_arenas, pool, .. } = &*self.0;
        let plan = &program.memory;
        let arena = take_arena(shared_arenas, plan.shared_bytes)?;
        if !plan.shared_outputs.contains(&true) {
            return Ok(SharedMemory { outputs: Vec::new(), arena });
        }
        let output = |(j, ty): (usize, &TensorType)| match plan.donated_from[j] {
            _ if !plan.shared_outputs[j] => Ok(AlignedBytes::zeroed(0)),
            // All replicas have the same contents. The buffers of the others are dropped first, so that the
            // one that is taken over has no clones left if all of them share it.
            Some(i) => {
                let mut given: Vec<Option<Argument>> = arguments.iter_mut().map(|list| list[i].take()).collect();
                let first = given.swap_remove(0);
                drop(given);
                donated_or_copied(first, ty)
            }
            None => pool.take(ty.size_in_bytes()),
        };
        let outputs = results.iter().enumerate().map(output).collect::<Result<_>>()?;
        Ok(SharedMemory { outputs, arena })
    }

    /// The memory of a replica with these arguments.
    fn replica_memory(&self, mut arguments: Vec<Option<Argument>>) -> Result<ReplicaMemory> {
        let Inner { program, results, arenas, pool, .. } = &*self.0;
        let plan = &program.memory;
        let output = |(j, ty): (usize, &TensorType)| match plan.donated_from[j] {
            _ if plan.shared_outputs[j] => Ok(AlignedBytes::zeroed(0)),
            Some(i) => donated_or_copied(arguments[i].take(), ty),
            None => pool.take(ty.size_in_bytes()),
        };
        let outputs = results.iter().enumerate().map(output).collect::<Result<_>>()?;
        let arguments = arguments.into_iter().map(|a| a.map(Argument::into_buffer)).collect();
        Ok(ReplicaMemory { arguments, outputs, arena: take_arena(arenas, plan.replica_bytes)? })
    }

    /// The results of each replica. Keeps the arenas for the next run.
    fn results(&self, shared: SharedMemory, replicas: Vec<ReplicaMemory>) -> Vec<Vec<Buffer>> {
        let Inner { program, results, arenas, shared_arenas, pool, .. } = &*self.0;
        let buffer = |(bytes, ty): (AlignedBytes, &TensorType)| Buffer::result(ty.clone(), bytes, pool);
        keep_arena(shared_arenas, shared.arena);
        let shared: Vec<Buffer> = shared.outputs.into_iter().zip(results).map(buffer).collect();
        let of_replica = |replica: ReplicaMemory| {
            keep_arena(arenas, replica.arena);
            let own = replica.outputs.into_iter().zip(results);
            let of_result = |(j, own): (usize, (AlignedBytes, &TensorType))| {
                if program.memory.shared_outputs[j] { shared[j].clone() } else { buffer(own) }
            };
            own.enumerate().map(of_result).collect()
        };
        replicas.into_iter().map(of_replica).collect()
    }
}

/// An arena of that many bytes, one that was kept if there is any.
fn take_arena(kept: &Mutex<Vec<AlignedBytes>>, bytes: usize) -> Result<AlignedBytes> {
    let arena = if bytes > 0 { lock(kept).pop() } else { None };
    arena.map_or_else(|| AlignedBytes::try_zeroed(bytes), Ok)
}

/// Keeps an arena for the next run.
fn keep_arena(kept: &Mutex<Vec<AlignedBytes>>, arena: AlignedBytes) {
    if arena.len() > 0 {
        lock(kept).push(arena);
    }
}

/// The memory of a result that starts with the contents of an argument: the argument's own if it was donated
/// and no clone shares it, else a copy.
fn donated_or_copied(argument: Option<Argument>, ty: &TensorType) -> Result<AlignedBytes> {
    match argument {
        Some(Argument::Donate(buffer)) => match buffer.into_unique() {
            Ok(bytes) => Ok(bytes),
            Err(shared) => AlignedBytes::try_copied(shared.as_bytes()),
        },
        Some(Argument::Borrow(buffer)) => AlignedBytes::try_copied(buffer.as_bytes()),
        None => AlignedBytes::try_zeroed(ty.size_in_bytes()),
    }
}

/// The compiled manual computations of a program, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct CompiledManual(Vec<(Arc<ManualProgram>, Executable)>);

impl CompiledManual {
    /// Compiles the manual computations of a program.
    ///
    /// # Errors
    /// Those of [`compile`].
    pub(crate) fn compile(programs: &[Arc<ManualProgram>], options: &CompileOptions) -> Result<Self> {
        let compiled = programs.iter().map(|program| Ok((program.clone(), compile(&program.module, options)?)));
        compiled.collect::<Result<_>>().map(Self)
    }

    /// The compiled programs.
    pub(crate) fn executables(&self) -> impl Iterator<Item = &Executable> {
        self.0.iter().map(|(_, executable)| executable)
    }

    /// Bytes of the shards and of the runs of the largest program, beside the memory of its caller.
    pub(crate) fn peak_bytes(&self, threads: usize) -> usize {
        let bytes = |executable: &Executable| {
            let MemoryStats { peak_bytes, .. } = executable.memory(threads);
            peak_bytes
        };
        self.executables().map(bytes).max().unwrap_or(0)
    }
}

impl ManualPrograms for CompiledManual {
    fn run(&self, program: usize, cores: &Cores, reads: &[&[u8]], writes: Vec<&mut [u8]>) -> Result<()> {
        let (program, executable) = &self.0[program];
        let n = program.num_instances();
        let mut arguments: Vec<Vec<Argument>> = (0..n).map(|_| Vec::with_capacity(reads.len())).collect();
        for (bytes, shards) in reads.iter().zip(&program.operands) {
            let buffers = cut(bytes, shards)?;
            arguments.iter_mut().zip(buffers).for_each(|(list, buffer)| list.push(Argument::Borrow(buffer)));
        }
        let results = executable.run(cores, arguments)?;
        for (i, (write, shards)) in writes.into_iter().zip(&program.results).enumerate() {
            shards.join_all(|instance| results[instance][i].as_bytes(), write);
        }
        Ok(())
    }
}

/// The shards of the instances. Equal shards share their memory.
fn cut(global: &[u8], shards: &Shards) -> Result<Vec<Buffer>> {
    let mut buffers: Vec<Buffer> = Vec::with_capacity(shards.offsets.len());
    for instance in 0..shards.offsets.len() {
        let buffer = match shards.first_holder(instance) {
            first if first < instance => buffers[first].clone(),
            _ => Buffer::build(shards.shard.of_array(), |bytes| shards.cut(instance, global, bytes))?,
        };
        buffers.push(buffer);
    }
    Ok(buffers)
}

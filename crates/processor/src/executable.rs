//! Executables: compiled programs, and how they are run.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};
use crate::lower::{self, Program};
use crate::memory::{AlignedBytes, Buffer, BufferPool, Frame, SharedMemory};
use crate::passes::inline_calls as import;
use crate::plan::step::{Step, StepKind, assign_ids};
use crate::runtime as run;
use crate::runtime::weight_cache::WeightCache;
use crate::runtime::{Profile, RunContext, RunProfile, StepEvent, StepInfos, run_replicas};
use crate::step_passes::deduplicate_replicas as once;
use crate::step_passes::hoist_weights as prepare;
use crate::step_passes::memory_plan::{self as plan, MemoryPlan};
use crate::threads::cores::Cores;
use kernels::Isa;

/// What products of f32 mean where the program leaves it open (`precision_config` DEFAULT).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numerics {
    /// The tensor processor's: operands rounded to bf16, sums in f32.
    Tpu,
    /// f32 throughout. AllReduceTask may be rearranged where that saves multiplications (Winograd's algorithm).
    #[default]
    Float32,
    /// f32 throughout, as if every product asked for the highest precision: each sum is of the products that it is defined by.
    Highest,
}

impl Numerics {
    /// All of them with their names, in the order of the variants.
    pub const NAMED: [(&'static str, Self); 3] =
        [("tpu", Self::Tpu), ("float32", Self::Float32), ("highest", Self::Highest)];

    /// Those of that name, if there are any.
    ///
    /// ```
    /// use processor::Numerics;
    /// assert_eq!(Numerics::parse("float32"), Some(Numerics::Float32));
    /// assert_eq!(Numerics::parse("float64"), None);
    /// ```
    pub fn parse(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, numerics)| numerics)
    }

    /// The name that [`parse`](Self::parse) takes.
    ///
    /// ```
    /// use processor::Numerics;
    /// assert_eq!(Numerics::Tpu.name(), "tpu");
    /// for (name, numerics) in Numerics::NAMED {
    ///     assert_eq!(numerics.name(), name);
    /// }
    /// ```
    pub fn name(self) -> &'static str {
        Self::NAMED[self as usize].0
    }
}

/// How to compile. The number of replicas is the module's own.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// What products of f32 mean where the program leaves it open.
    pub numerics: Numerics,
    /// Which instruction set; none: the best this machine has.
    pub isa: Option<Isa>,
    /// Bytes of a core's own cache: what runs block by block of a batch's rows gets blocks that fit in. None: 1 MiB.
    pub cache_bytes: Option<usize>,
}

/// What a program needs of memory, in bytes. Counts are for one replica but for `peak_bytes`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// All arguments.
    pub argument_bytes: usize,
    /// All results.
    pub output_bytes: usize,
    /// Results that lie where donated arguments lay.
    pub alias_bytes: usize,
    /// Arenas: what lives across collectives, what replicas share, and the scratch memory of a thread.
    pub temp_bytes: usize,
    /// All replicas together, on so many threads as were asked about: where all arguments are donated that can be, and the
    /// replicas share those that the program says are the same on all of them, and no others (a data set that all borrow is
    /// counted for each). What is made once for all replicas is counted once.
    pub peak_bytes: usize,
    /// The compiled program itself; its constants.
    pub generated_code_bytes: usize,
}

/// An argument of a run.
#[derive(Clone, Debug)]
pub enum Argument {
    /// Only read.
    Borrow(Buffer),
    /// Given away: where a result is aliased to it and nobody else holds its memory, the result takes it over.
    Donate(Buffer),
}

impl Argument {
    fn buffer(&self) -> &Buffer {
        match self {
            Self::Borrow(b) | Self::Donate(b) => b,
        }
    }
}

/// A compiled program; clones share it.
#[derive(Clone, Debug)]
pub struct Executable(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: String,
    replicas: usize,
    params: Vec<TensorType>,
    results: Vec<TensorType>,
    aliases: Vec<Option<usize>>,
    lowered: Program,
    plan: MemoryPlan,
    isa: Isa,
    flops: u64,
    /// Arenas of replicas, kept from run to run; and those that replicas of a run share.
    arenas: Mutex<Vec<AlignedBytes>>,
    shared_arenas: Mutex<Vec<AlignedBytes>>,
    /// What was prepared of the weights that the last run was given.
    kept: Mutex<Option<Arc<WeightCache>>>,
    /// Memory of results that nobody holds any more.
    spare: Arc<BufferPool>,
    /// What profiles say of the steps; made for the first of them.
    infos: OnceLock<StepInfos>,
}

/// Compiles a module for as many replicas as it names.
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
/// A program that is malformed, or that uses what this processor does not run: the message names the operation and its
/// location.
pub fn compile(module: &Module, options: &CompileOptions) -> Result<Executable> {
    let isa = options.isa.unwrap_or_else(Isa::best);
    if !isa.is_available() {
        return Err(Error::unsupported(format!("this machine does not have the instruction set {isa}")));
    }
    if module.num_partitions > 1 {
        return Err(Error::unsupported(format!(
            "the module asks for {} partitions; this processor runs replicas only",
            module.num_partitions
        )));
    }
    let main =
        module.main().ok_or_else(|| Error::program(format!("module {:?} has no function called main", module.name)))?;
    let (params, results) = (main.param_types(), main.result_types());
    let replicas = module.num_replicas.max(1);
    let (graph, known) = import::import(module, isa)?;
    let aliases = checked_aliases(&graph.aliases, &params, &results)?;
    let mut lowered = lower::lower(graph, known, isa, options, replicas)?;
    prepare::hoist_weights(&mut lowered);
    once::deduplicate_replicas(&mut lowered, replicas);
    let plan = plan::plan(&lowered, &aliases);
    plan::remove_noops(&mut lowered.steps, &plan.allocations);
    assign_ids(lowered.steps.iter_mut().chain(lowered.prepack_steps.iter_mut().map(|p| &mut p.step)));
    let flops = flops(&lowered.steps);
    let fresh = |(j, ty): (usize, &TensorType)| {
        let times = if plan.shared_outputs[j] { 1 } else { replicas };
        std::iter::repeat_n(ty.size_in_bytes(), if plan.donated_from[j].is_none() { times } else { 0 })
    };
    let spare = BufferPool::new(results.iter().enumerate().flat_map(fresh));
    Ok(Executable(Arc::new(Inner {
        name: module.name.clone(),
        replicas,
        params,
        results,
        aliases,
        lowered,
        plan,
        isa,
        flops,
        arenas: Mutex::new(Vec::new()),
        shared_arenas: Mutex::new(Vec::new()),
        kept: Mutex::new(None),
        spare,
        infos: OnceLock::new(),
    })))
}

fn checked_aliases(
    aliases: &[Option<usize>],
    params: &[TensorType],
    results: &[TensorType],
) -> Result<Vec<Option<usize>>> {
    for (i, j) in aliases.iter().enumerate().filter_map(|(i, j)| j.map(|j| (i, j))) {
        let Some(result) = results.get(j) else {
            let n = results.len();
            return Err(Error::program(format!("parameter {i} is aliased to result {j}, but there are {n} results")));
        };
        if *result != params[i] {
            let param = &params[i];
            return Err(Error::program(format!("parameter {i} of {param} is aliased to result {j} of {result}")));
        }
    }
    Ok(aliases.to_vec())
}

fn flops(steps: &[Step]) -> u64 {
    let times = |s: &Step| match &s.kind {
        StepKind::BatchLoop(rows) => rows.blocks as u64,
        _ => 1,
    };
    steps.iter().map(|s| s.flops + times(s) * s.blocks_of_steps().into_iter().map(flops).sum::<u64>()).sum()
}

/// The most lanes that a region has.
fn lanes(steps: &[Step]) -> usize {
    let own = |s: &Step| match &s.kind {
        StepKind::BatchLoop(rows) => rows.partitions,
        _ => s.blocks_of_steps().into_iter().map(lanes).max().unwrap_or(0),
    };
    steps.iter().map(own).max().unwrap_or(0)
}

impl Executable {
    /// The module's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// How many replicas run it.
    pub fn num_replicas(&self) -> usize {
        self.0.replicas
    }

    /// ValueTypes of the arguments of a replica.
    pub fn param_types(&self) -> &[TensorType] {
        &self.0.params
    }

    /// ValueTypes of the results of a replica.
    pub fn result_types(&self) -> &[TensorType] {
        &self.0.results
    }

    /// For each parameter the result that may take over its memory.
    pub fn aliases(&self) -> &[Option<usize>] {
        &self.0.aliases
    }

    /// The instruction set it was compiled for.
    pub fn isa(&self) -> Isa {
        self.0.isa
    }

    /// Arithmetic operations of one replica's run; a loop's body counts once, whatever its number of rounds.
    pub fn flops(&self) -> u64 {
        self.0.flops
    }

    /// What it needs of memory when run on so many threads.
    pub fn memory(&self, threads: usize) -> MemoryStats {
        let inner = &*self.0;
        let plan = &inner.plan;
        let bytes = |types: &[TensorType], counts: &dyn Fn(usize) -> bool| -> usize {
            let counted = types.iter().enumerate().filter(|(i, _)| counts(*i));
            counted.map(|(_, ty)| ty.size_in_bytes()).sum()
        };
        let (argument_bytes, output_bytes) = (bytes(&inner.params, &|_| true), bytes(&inner.results, &|_| true));
        let alias_bytes = bytes(&inner.results, &|j| plan.donated_from[j].is_some());
        let constants: usize = inner.lowered.constants.iter().map(AlignedBytes::len).sum();
        let thread = plan.scratch_bytes + plan.partition_bytes * lanes(&inner.lowered.steps);
        // What takes the memory of an argument over is counted as a result. Arguments that are the same on all replicas are
        // taken to be one buffer, but for those that each replica overwrites.
        let donated_or_copied = |i: usize| plan.donated_from.contains(&Some(i));
        let same = |i: usize| inner.replicas > 1 && inner.lowered.replicated_params[i];
        let own = bytes(&inner.params, &|i| !donated_or_copied(i) && !same(i))
            + bytes(&inner.results, &|j| !plan.shared_outputs[j])
            + plan.replica_bytes;
        let shared = bytes(&inner.params, &|i| !donated_or_copied(i) && same(i))
            + bytes(&inner.results, &|j| plan.shared_outputs[j])
            + plan.shared_bytes
            + plan.prepacked_bytes;
        MemoryStats {
            argument_bytes,
            output_bytes,
            alias_bytes,
            temp_bytes: plan.replica_bytes + plan.shared_bytes + plan.prepacked_bytes + thread,
            peak_bytes: shared + own * inner.replicas + thread * threads.min(inner.replicas) + constants,
            generated_code_bytes: constants,
        }
    }

    /// Runs every replica once; the outer lists go over replicas, the inner ones over arguments and results.
    ///
    /// # Errors
    /// Arguments that do not fit, replicas that disagree on a collective, or a fault of the processor.
    pub fn run(&self, cores: &Cores, arguments: Vec<Vec<Argument>>) -> Result<Vec<Vec<Buffer>>> {
        self.run_with(cores, arguments, None).map(|(results, _)| results)
    }

    /// As [`run`](Self::run), and says what the steps took and cost.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_profiled(&self, cores: &Cores, arguments: Vec<Vec<Argument>>) -> Result<(Vec<Vec<Buffer>>, Profile)> {
        let inner = &*self.0;
        let prepared = inner.lowered.prepack_steps.iter().map(|p| &p.step);
        let steps = inner.lowered.steps.iter().chain(prepared);
        let infos = inner.infos.get_or_init(|| StepInfos::of(steps, &inner.plan.allocations));
        let (results, run) = self.run_with(cores, arguments, Some(infos))?;
        Ok((results, Profile { runs: vec![run] }))
    }

    fn run_with(
        &self,
        cores: &Cores,
        arguments: Vec<Vec<Argument>>,
        infos: Option<&StepInfos>,
    ) -> Result<(Vec<Vec<Buffer>>, RunProfile)> {
        let inner = &*self.0;
        self.check(&arguments)?;
        let start = Instant::now();
        let MemoryPlan { scratch_bytes, partition_bytes: lane_bytes, .. } = inner.plan;
        let shared =
            RunContext { steps: &inner.lowered.steps, isa: inner.isa, cores, scratch_bytes, lane_bytes, infos };
        let (kept, mut prepared) = self.prepare(&shared, arguments.first().map_or(&[], Vec::as_slice))?;
        let mut arguments: Vec<Vec<Option<Argument>>> =
            arguments.into_iter().map(|args| args.into_iter().map(Some).collect()).collect();
        let shared_memory = self.shared_memory(&mut arguments);
        let frames = arguments.into_iter().map(|args| self.frame(args, &kept.arena, &shared_memory)).collect();
        let (frames, events) = run_replicas(&shared, frames)?;
        prepared.extend(events);
        let own: Vec<(Vec<AlignedBytes>, AlignedBytes)> = frames.into_iter().map(Frame::into_parts).collect();
        let SharedMemory { outputs, arena } = shared_memory;
        lock(&inner.shared_arenas).push(arena);
        let of_type = |(bytes, ty): (AlignedBytes, &TensorType)| Buffer::result(ty.clone(), bytes, &inner.spare);
        let for_all: Vec<Buffer> = outputs.into_iter().zip(&inner.results).map(of_type).collect();
        let mut results = Vec::new();
        for (outputs, arena) in own {
            lock(&inner.arenas).push(arena);
            let buffers = outputs.into_iter().zip(&inner.results).zip(for_all.iter().zip(&inner.plan.shared_outputs));
            let buffers = buffers.map(|(own, (for_all, shared))| if *shared { for_all.clone() } else { of_type(own) });
            results.push(buffers.collect());
        }
        let (program, replicas, threads) = (inner.name.clone(), inner.replicas, cores.threads());
        let (wall, events) = (start.elapsed(), prepared);
        Ok((results, RunProfile { program, replicas, threads, start, wall, events }))
    }

    fn check(&self, arguments: &[Vec<Argument>]) -> Result<()> {
        let inner = &*self.0;
        if arguments.len() != inner.replicas {
            return Err(Error::arguments(format!(
                "{:?} runs on {} replicas, arguments were given for {}",
                inner.name,
                inner.replicas,
                arguments.len()
            )));
        }
        for (replica, args) in arguments.iter().enumerate() {
            if args.len() != inner.params.len() {
                let (wants, gets) = (inner.params.len(), args.len());
                return Err(Error::arguments(format!(
                    "{:?} takes {wants} arguments, replica {replica} was given {gets}",
                    inner.name
                )));
            }
            for (i, (arg, ty)) in args.iter().zip(&inner.params).enumerate() {
                if arg.buffer().ty() != ty {
                    return Err(Error::arguments(format!(
                        "argument {i} of {:?} is of {ty}, replica {replica} was given {}",
                        inner.name,
                        arg.buffer().ty()
                    )));
                }
            }
        }
        self.check_same(|replica, i| arguments[replica][i].buffer())
    }

    /// Checks that arguments are the same on all replicas that the program says are (`mhlo.is_same_data_across_replicas`);
    /// `argument` gives a replica's. Those that share their memory need no comparison.
    ///
    /// # Errors
    /// Where one differs: which, and on which replica.
    pub fn check_same<'b>(&self, argument: impl Fn(usize, usize) -> &'b Buffer) -> Result<()> {
        let inner = &*self.0;
        for i in (0..inner.params.len()).filter(|i| inner.lowered.replicated_params[*i]) {
            let first = argument(0, i).as_bytes();
            let differs = |replica: &usize| {
                let bytes = argument(*replica, i).as_bytes();
                !std::ptr::eq(bytes, first) && bytes != first
            };
            if let Some(replica) = (1..inner.replicas).find(differs) {
                return Err(Error::arguments(format!(
                    "argument {i} of {:?}, a {}, has to be the same on all replicas (mhlo.is_same_data_across_replicas), but \
                     replica {replica} was given other contents than replica 0: give all the same, or leave the attribute out",
                    inner.name, inner.params[i]
                )));
            }
        }
        Ok(())
    }

    /// What is made of weights alone: that of the last run, where the weights are still the same buffers.
    fn prepare(&self, shared: &RunContext<'_>, arguments: &[Argument]) -> Result<(Arc<WeightCache>, Vec<StepEvent>)> {
        let Inner { plan, lowered, params, .. } = &*self.0;
        let argument = |i: usize| arguments.get(i).map(Argument::buffer);
        // Others who run the program meanwhile wait for what is made here, which they have use for too.
        let mut last = lock(&self.0.kept);
        let kept = last.take().unwrap_or_else(|| Arc::new(WeightCache::new(plan.prepacked_bytes, params.len())));
        if kept.stale(&lowered.prepack_steps, argument).is_empty() {
            return Ok((last.insert(kept).clone(), Vec::new()));
        }
        // Runs under way may still read the last one.
        let mut kept = Arc::try_unwrap(kept).unwrap_or_else(|_| WeightCache::new(plan.prepacked_bytes, params.len()));
        let missing = kept.stale(&lowered.prepack_steps, argument);
        let nothing = SharedMemory { outputs: Vec::new(), arena: AlignedBytes::zeroed(0) };
        let buffers = arguments.iter().map(|argument| Some(argument.buffer().clone())).collect();
        let own = AlignedBytes::zeroed(0);
        let mut frame =
            Frame::new(&kept.arena, &lowered.constants, &plan.allocations, buffers, Vec::new(), own, &nothing);
        let events = run::run_prepack_steps(shared, frame.addresses(), missing.iter().map(|p| &p.step))?;
        drop(frame);
        kept.note_prepacked(&missing, argument);
        Ok((last.insert(Arc::new(kept)).clone(), events))
    }

    /// The memory that all replicas share; the arguments that lie there are taken out.
    fn shared_memory(&self, arguments: &mut [Vec<Option<Argument>>]) -> SharedMemory {
        let Inner { plan, results, shared_arenas, spare, .. } = &*self.0;
        let output = |(j, ty): (usize, &TensorType)| match plan.donated_from[j] {
            _ if !plan.shared_outputs[j] => AlignedBytes::zeroed(0),
            // All hold the same: what is left of the others goes first, so that the one may be the only holder.
            Some(i) => {
                let mut given: Vec<Option<Argument>> = arguments.iter_mut().map(|list| list[i].take()).collect();
                let first = given.swap_remove(0);
                drop(given);
                donated_or_copied(first, ty)
            }
            None => spare.take(ty.size_in_bytes()),
        };
        let outputs = results.iter().enumerate().map(output).collect();
        let arena = lock(shared_arenas).pop().unwrap_or_else(|| AlignedBytes::zeroed(plan.shared_bytes));
        SharedMemory { outputs, arena }
    }

    fn frame<'r>(
        &'r self,
        mut arguments: Vec<Option<Argument>>,
        prepared: &'r AlignedBytes,
        shared: &'r SharedMemory,
    ) -> Frame<'r> {
        let Inner { plan, results, lowered, arenas, spare, .. } = &*self.0;
        let output = |(j, ty): (usize, &TensorType)| match plan.donated_from[j] {
            _ if plan.shared_outputs[j] => AlignedBytes::zeroed(0),
            Some(i) => donated_or_copied(arguments[i].take(), ty),
            None => spare.take(ty.size_in_bytes()),
        };
        let outputs = results.iter().enumerate().map(output).collect();
        let kept = lock(arenas).pop();
        let arguments = arguments.into_iter().map(|a| a.map(|a| a.buffer().clone())).collect();
        let replica = kept.unwrap_or_else(|| AlignedBytes::zeroed(plan.replica_bytes));
        Frame::new(prepared, &lowered.constants, &plan.allocations, arguments, outputs, replica, shared)
    }
}

/// Memory for a result that begins as an argument: its own where it was given away and nobody else holds it, else a copy.
fn donated_or_copied(argument: Option<Argument>, ty: &TensorType) -> AlignedBytes {
    match argument {
        Some(Argument::Donate(buffer)) => match buffer.into_unique() {
            Ok(bytes) => bytes,
            Err(shared) => AlignedBytes::copied(shared.as_bytes()),
        },
        Some(Argument::Borrow(buffer)) => AlignedBytes::copied(buffer.as_bytes()),
        None => AlignedBytes::zeroed(ty.size_in_bytes()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

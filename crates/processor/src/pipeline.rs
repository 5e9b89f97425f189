//! The compiler's pipeline: the only list of its passes.
//!
//! [`compile`] runs them in order, times each, verifies its result in debug builds, and hands every stage to
//! an observer: [`explain`](crate::explain) and `LABORA_DUMP` are such observers.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use kernels::{Isa, Machine};
use stablehlo::Module;

use crate::error::{Error, ErrorKind, Result};
use crate::ir::{self, Definitions, Graph};
use crate::lower;
use crate::options::CompileOptions;
use crate::passes::{
    algebraic_simplifier, all_reduce_combiner, batch_tiling, collective_expander, collective_scheduler,
    complex_expander, cse, dce, element_type_converter, inline_calls, operand_upcaster, swap_conv_operands,
    transpose_folding, undilate_pointwise_conv,
};
use crate::plan::program::Program;
use crate::plan::step::{Step, assign_ids};
use crate::step_passes::{deduplicate_replicas, hoist_weights, memory_plan};

/// Cache for the tiles of a batch loop, unless [`CompileOptions::cache_bytes`] says otherwise: a second-level
/// cache. A tile that fills it is reread from there, while operands that are accessed whole come from the
/// third level.
const TILE_CACHE_BYTES: usize = Machine::REFERENCE.l2_bytes;

/// All passes, in the order in which they run.
pub(crate) const PASSES: &[Pass] = &[
    Pass {
        name: "inline_calls",
        summary: "inline all calls, so that the program is one graph",
        run: Run::Import(|module, _| inline_calls::inline_calls(module)),
    },
    Pass {
        name: "collective_expander",
        summary: "make of collectives exchanges of contiguous blocks, and operations on what was received",
        run: Run::Graph(|graph, _| collective_expander::expand_collectives(graph)),
    },
    Pass {
        name: "operand_upcaster",
        summary: "give both operands of a contraction one type, not the boolean; linear algebra in f32 or wider",
        run: Run::Graph(|graph, _| {
            operand_upcaster::upcast_operands(graph);
            Ok(())
        }),
    },
    Pass {
        name: "element_type_converter",
        summary: "compute minifloats in f32 and integers of fewer than 8 bits in bytes",
        run: Run::Graph(|graph, _| element_type_converter::convert_element_types(graph)),
    },
    Pass {
        name: "complex_expander",
        summary: "make of each complex value two real ones, and of each operation on it real operations",
        run: Run::Graph(|graph, _| complex_expander::expand_complex(graph)),
    },
    Pass {
        name: "transpose_folding",
        summary: "fold the transpose of a dot's result into the dot, by swapping its operands",
        run: Run::Graph(|graph, _| {
            transpose_folding::fold_transposes(graph);
            Ok(())
        }),
    },
    Pass {
        name: "undilate_pointwise_conv",
        summary: "replace the dilation in gradients of strided 1x1 convolutions by a pad or a slice",
        run: Run::Graph(|graph, _| {
            undilate_pointwise_conv::undilate_pointwise_convolutions(&mut graph.main, &mut graph.types);
            Ok(())
        }),
    },
    Pass {
        name: "swap_conv_operands",
        summary: "exchange the operands of gradients of filters, so that dilated images are windows",
        run: Run::Graph(|graph, _| {
            swap_conv_operands::swap_conv_operands(&mut graph.main, &mut graph.types);
            Ok(())
        }),
    },
    Pass {
        name: "cse",
        summary: "compute equal operations on equal operands once",
        run: Run::Graph(|graph, _| {
            cse::eliminate_common_subexpressions(graph);
            Ok(())
        }),
    },
    Pass {
        name: "algebraic_simplifier",
        summary: "drop identities, fold splats, rewrite selections that equal a maximum",
        run: Run::Graph(|graph, context| algebraic_simplifier::simplify(graph, context.isa)),
    },
    Pass {
        name: "cse_after_simplification",
        summary: "the same pass again, because simplification makes operands equal",
        run: Run::Graph(|graph, _| {
            cse::eliminate_common_subexpressions(graph);
            Ok(())
        }),
    },
    Pass {
        name: "dce",
        summary: "remove operations whose results are not used",
        run: Run::Graph(|graph, _| {
            dce::eliminate_dead_code(graph);
            Ok(())
        }),
    },
    Pass {
        name: "collective_scheduler",
        summary: "make collectives that are ready at the same time adjacent",
        run: Run::Graph(|graph, _| {
            collective_scheduler::schedule_collectives(&mut graph.main);
            Ok(())
        }),
    },
    Pass {
        name: "all_reduce_combiner",
        summary: "combine adjacent all-reduces into one",
        run: Run::Graph(|graph, _| {
            all_reduce_combiner::combine_all_reduces(graph);
            Ok(())
        }),
    },
    Pass {
        name: "batch_tiling",
        summary: "run chains of batched operations block by block of rows, so that values stay in the cache",
        run: Run::Graph(|graph, context| {
            batch_tiling::tile_batch(graph, context.tiling(graph.replicas));
            Ok(())
        }),
    },
    Pass {
        name: "lower",
        summary: "choose kernels: views, fused loops, epilogues, the strategy of each contraction",
        run: Run::Lower(|graph, context| lower::lower(graph, context.isa, context.options)),
    },
    Pass {
        name: "hoist_weights",
        summary: "compute values that depend on weights alone once for all runs, such as packed operands",
        run: Run::Plan(hoist_weights::hoist_weights),
    },
    Pass {
        name: "deduplicate_replicas",
        summary: "compute values that are equal on all replicas once for all of them",
        run: Run::Plan(deduplicate_replicas::deduplicate_replicas),
    },
    Pass {
        name: "memory_plan",
        summary: "assign memory to every value: coalesce in-place results, reuse the memory of dead values",
        run: Run::Plan(memory_plan::plan_memory),
    },
    Pass {
        name: "remove_noops",
        summary: "remove copies of a value to its own memory",
        run: Run::Plan(memory_plan::remove_noops),
    },
];

/// Passes without which there is no program to run.
const REQUIRED: &[&str] = &["inline_calls", "lower", "memory_plan"];

/// Decisions inside a pass that can be disabled by name, as a pass can: of batch tiling, then of lowering.
/// The strategies for contractions ([`lower::STRATEGIES`]) can, too.
pub(crate) const DECISIONS: &[&str] =
    &["rematerialize", "loop_fusion", "epilogue_fusion", "conv_as_gemm", "partition_rows", "top_k", "register_program"];

/// One pass.
pub(crate) struct Pass {
    /// The name in dumps, `--pass` and [`CompileOptions::disabled_passes`].
    pub(crate) name: &'static str,
    /// A description in one line.
    pub(crate) summary: &'static str,
    run: Run,
}

/// The function of a pass, by the representation that it works on.
#[derive(Clone, Copy)]
enum Run {
    Import(fn(&Module, &PassContext<'_>) -> Result<Graph>),
    Graph(fn(&mut Graph, &PassContext<'_>) -> Result<()>),
    Lower(fn(Graph, &PassContext<'_>) -> Result<Program>),
    Plan(fn(&mut Program)),
}

/// The target and the options, for passes that depend on them.
pub(crate) struct PassContext<'o> {
    pub(crate) isa: Isa,
    pub(crate) options: &'o CompileOptions,
}

impl PassContext<'_> {
    fn tiling(&self, replicas: usize) -> batch_tiling::TilingOptions {
        batch_tiling::TilingOptions {
            cache_bytes: self.options.cache_bytes.unwrap_or(TILE_CACHE_BYTES),
            partitions: (crate::plan::partitioning::PARTITIONS / replicas).max(1),
            rematerialize: self.options.is_enabled("rematerialize"),
        }
    }
}

/// A program between two passes.
pub(crate) enum Stage {
    /// Before the first pass.
    Start,
    /// Up to lowering.
    Graph(Box<Graph>),
    /// From lowering on.
    Plan(Box<Program>),
}

/// Sees the result of each pass that ran, and how long it took.
pub(crate) type Observer<'o> = &'o mut dyn FnMut(&Pass, &Stage, Duration) -> Result<()>;

/// Runs all passes that are not disabled.
///
/// # Errors
/// What a pass refuses, what the observer returns, unknown names of disabled passes, and in debug builds a
/// broken invariant.
pub(crate) fn compile(module: &Module, isa: Isa, options: &CompileOptions, observe: Observer<'_>) -> Result<Program> {
    check_disabled(&options.disabled_passes)?;
    let context = PassContext { isa, options };
    let mut stage = Stage::Start;
    for pass in PASSES.iter().filter(|pass| options.is_enabled(pass.name)) {
        let start = Instant::now();
        stage = match (pass.run, stage) {
            (Run::Import(run), _) => Stage::Graph(Box::new(run(module, &context)?)),
            (Run::Graph(run), Stage::Graph(mut graph)) => {
                let definitions = Definitions::of(&graph);
                run(&mut graph, &context)?;
                definitions.mark_changed(&mut graph, pass.name);
                Stage::Graph(graph)
            }
            (Run::Lower(run), Stage::Graph(graph)) => {
                let mut program = run(*graph, &context)?;
                program.steps.iter_mut().for_each(sort_provenance);
                Stage::Plan(Box::new(program))
            }
            (Run::Plan(run), Stage::Plan(mut program)) => {
                run(&mut program);
                Stage::Plan(program)
            }
            (_, stage) => stage,
        };
        let elapsed = start.elapsed();
        if cfg!(debug_assertions) {
            verify(pass, &stage).map_err(|e| e.at(format!("after pass {}", pass.name)))?;
        }
        observe(pass, &stage, elapsed)?;
    }
    match stage {
        Stage::Plan(mut program) => {
            assign_ids(program.prepack_steps.iter_mut().map(|prepack| &mut prepack.step).chain(&mut program.steps));
            Ok(*program)
        }
        _ => Err(Error::program("the pipeline ended without a plan: the pass lower did not run")),
    }
}

/// Sorts the passes that made a step and the steps inside it: in the order in which they ran, each once. A
/// decision inside of lowering comes after it.
fn sort_provenance(step: &mut Step) {
    let position = |name: &str| PASSES.iter().position(|pass| pass.name == name);
    let mut seen = HashSet::new();
    step.passes.retain(|pass| seen.insert(*pass));
    step.passes.sort_by_key(|pass| position(pass).or_else(|| position("lower")));
    step.blocks_of_steps_mut().into_iter().flatten().for_each(sort_provenance);
}

/// Checks the invariants of a stage.
fn verify(pass: &Pass, stage: &Stage) -> Result<()> {
    match stage {
        Stage::Graph(graph) => ir::verify::verify(graph),
        // Later passes drop copies, and with them definitions that liveness counts on.
        Stage::Plan(program) if pass.name == "memory_plan" => {
            memory_plan::verify(program, &program.memory).map_err(|e| Error::new(ErrorKind::Internal, e))
        }
        _ => Ok(()),
    }
}

/// The names of all passes, of decisions inside them and of strategies that may be disabled, in order.
///
/// ```
/// assert!(processor::pass_names().contains(&"transpose_folding"));
/// ```
pub fn pass_names() -> Vec<&'static str> {
    let strategies = lower::STRATEGIES.iter().map(|strategy| strategy.name).filter(|name| *name != "unsplit");
    let names = PASSES.iter().map(|pass| pass.name).chain(DECISIONS.iter().copied()).chain(strategies);
    names.filter(|name| !REQUIRED.contains(name)).collect()
}

fn check_disabled(names: &[String]) -> Result<()> {
    for name in names {
        if REQUIRED.contains(&name.as_str()) {
            return Err(Error::unsupported(format!("pass {name} cannot be disabled: without it no program runs")));
        }
        if !pass_names().contains(&name.as_str()) {
            let known = pass_names().join(", ");
            let message = format!("there is no pass {name:?} to disable; there are {known}");
            return Err(Error::unsupported(message));
        }
    }
    Ok(())
}

/// The graph of a program after a pass, for unit tests.
#[cfg(test)]
pub(crate) fn graph_after(text: &str, pass: &str, options: &CompileOptions) -> Graph {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut found = None;
    let mut observe = |ran: &Pass, stage: &Stage, _| {
        if let (true, Stage::Graph(graph)) = (ran.name == pass, stage) {
            found = Some((**graph).clone());
        }
        Ok(())
    };
    compile(&module, Isa::PORTABLE, options, &mut observe).unwrap_or_else(|e| panic!("{e}\n{text}"));
    found.expect("a pass on the graph")
}

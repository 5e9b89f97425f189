//! The text of a plan: for each step the kernel, its algorithm and why it was chosen, tiles, partitions,
//! bytes and allocations.

use std::fmt::Write as _;

use kernels::Isa;

use super::program::Program;
use super::step::{Step, StepKind};
use crate::ir::ValueId;
use crate::memory::Allocation;

/// The text of a program's plan.
pub(crate) fn text(program: &Program, isa: Isa) -> String {
    let mut printer = Printer { program, text: String::new(), number: 0 };
    printer.header(isa);
    if !program.prepack_steps.is_empty() {
        printer.text.push_str("before a run whose weights are not those of the last run:\n");
        for prepack in &program.prepack_steps {
            printer.step(&prepack.step, 1);
        }
    }
    printer.text.push_str("each run:\n");
    printer.steps(&program.steps, 1);
    printer.text
}

struct Printer<'p> {
    program: &'p Program,
    text: String,
    number: usize,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * depth);
    }

    fn header(&mut self, isa: Isa) {
        let Program { name, replicas, memory, .. } = self.program;
        self.line(0, &format!("plan @{name}: replicas {replicas}, instruction set {isa}"));
        let arenas = [
            ("thread", memory.scratch_bytes),
            ("partition", memory.partition_bytes),
            ("replica", memory.replica_bytes),
            ("shared by replicas", memory.shared_bytes),
            ("prepacked", memory.prepacked_bytes),
        ];
        let arenas: Vec<String> = arenas.iter().map(|(arena, size)| format!("{arena} {}", bytes(*size))).collect();
        self.line(0, &format!("arenas: {}", arenas.join(", ")));
        for (i, id) in self.program.params.iter().enumerate() {
            let donated = memory.donated_from.iter().position(|from| *from == Some(i));
            let donated = donated.map_or(String::new(), |j| format!(", donated to result {j}"));
            let weight = if self.program.weights.contains(id) { ", weight" } else { "" };
            let replicated = if self.program.replicated_params[i] { ", replicated" } else { "" };
            self.line(0, &format!("argument {i}: {}{weight}{replicated}{donated}", self.value(*id)));
        }
        for (j, id) in self.program.outputs.iter().enumerate() {
            self.line(0, &format!("result {j}: {}", self.value(*id)));
        }
    }

    fn steps(&mut self, steps: &[Step], depth: usize) {
        steps.iter().for_each(|step| self.step(step, depth));
    }

    fn step(&mut self, step: &Step, depth: usize) {
        let number = self.number;
        self.number += 1;
        let flops = if step.flops > 0 { format!(", {} flops", step.flops) } else { String::new() };
        self.line(depth, &format!("{number}: {}{flops}", step.name.replace("stablehlo.", "")));
        self.details(step, depth + 2);
        match &step.kind {
            StepKind::While { condition, predicate, body } => {
                self.line(depth + 1, &format!("condition {}:", self.value(*predicate)));
                self.steps(condition, depth + 2);
                self.line(depth + 1, "body:");
                self.steps(body, depth + 2);
            }
            StepKind::Branch { branches } => {
                for (i, branch) in branches.iter().enumerate() {
                    self.line(depth + 1, &format!("branch {i}:"));
                    self.steps(branch, depth + 2);
                }
            }
            StepKind::BatchLoop(rows) => self.steps(&rows.body, depth + 2),
            StepKind::OncePerRun(body) => self.steps(body, depth + 2),
            _ => {}
        }
    }

    fn details(&mut self, step: &Step, depth: usize) {
        let values = |ids: &[ValueId]| ids.iter().map(|id| self.value(*id)).collect::<Vec<_>>();
        let (reads, writes) = (values(&step.reads), values(&step.writes));
        for (word, values) in [("reads ", reads), ("writes", writes)] {
            if !values.is_empty() {
                self.line(depth, &format!("{word} {}", values.join("; ")));
            }
        }
        for (read, write) in &step.in_place {
            let (read, write) = (step.reads[*read], step.writes[*write]);
            let allocation = |id: ValueId| self.program.memory.allocations.of.get(id.index()).copied().flatten();
            if allocation(read).is_some() && allocation(read).map(|a| a.0) == allocation(write).map(|a| a.0) {
                self.line(depth, &format!("in place: {write} overwrites {read}"));
            }
        }
        if !step.passes.is_empty() {
            self.line(depth, &format!("made by {}", step.passes.join(", ")));
        }
        step.notes.iter().for_each(|note| self.line(depth, note));
        match &step.kind {
            StepKind::Loop(fused) => fused.describe().iter().for_each(|line| self.line(depth, line)),
            StepKind::BatchLoop(rows) => {
                let (blocks, partitions) = (rows.blocks, rows.partitions);
                self.line(depth, &format!("{blocks} blocks of rows, in {partitions} partitions that threads share"));
                for sum in &rows.partial_reductions {
                    let line = format!("{} combines the partitions' {}", sum.total, sum.partial);
                    self.line(depth, &line);
                }
            }
            StepKind::AllReduce(spec) => self.line(depth, &spec.describe()),
            StepKind::Exchange(spec) => self.line(depth, &spec.describe()),
            StepKind::HostCall(call) => self.line(depth, &call.describe()),
            StepKind::ManualCall(call) => self.line(depth, &call.describe()),
            _ => {}
        }
        if !step.locations.is_empty() {
            self.line(depth, &format!("from {}", step.locations.join(", ")));
        }
    }

    /// A value with its type and allocation.
    fn value(&self, id: ValueId) -> String {
        let ty = self.program.types.of(id).to_string();
        let ty = ty.strip_prefix("tensor").unwrap_or(&ty);
        match self.program.memory.allocations.of.get(id.index()).copied().flatten() {
            Some((allocation, size)) => format!("{id} {ty} in {} ({})", allocation_text(allocation), bytes(size)),
            None => format!("{id} {ty}"),
        }
    }
}

/// The text of an allocation.
fn allocation_text(allocation: Allocation) -> String {
    match allocation {
        Allocation::Constant(i) => format!("constant {i}"),
        Allocation::Argument(i) => format!("argument {i}"),
        Allocation::Output(i) => format!("result {i}"),
        Allocation::SharedOutput(i) => format!("shared result {i}"),
        Allocation::Prepacked(offset) => format!("prepacked+{offset}"),
        Allocation::Shared(offset) => format!("shared+{offset}"),
        Allocation::Replica(offset) => format!("replica+{offset}"),
        Allocation::SliceOf(whole, _) | Allocation::SliceInto(whole, _) => format!("the block's rows of {whole}"),
        Allocation::Partition(offset) => format!("partition+{offset}"),
        Allocation::Scratch(offset) => format!("thread+{offset}"),
    }
}

fn bytes(count: usize) -> String {
    match count {
        0..1024 => format!("{count} B"),
        1024..1_048_576 => format!("{:.1} KiB", count as f64 / 1024.0),
        _ => format!("{:.1} MiB", count as f64 / 1_048_576.0),
    }
}

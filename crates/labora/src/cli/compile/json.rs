//! A report as JSON.

use serde_json::{Value, json};

use tpu_report::{Cost, Hotspot, MEASURED_OVER_ESTIMATED, Report, Tensor};

use super::figures::{LABEL, MAX_HOTSPOTS};

/// Smaller tensors are left out, in bytes with padding.
const MIN_TENSOR_BYTES: u64 = 1 << 16;

/// Converts a report to JSON.
pub fn json(report: &Report) -> Value {
    let cost = |cost: &Cost| {
        json!({
            "cycles": cost.cycles,
            "seconds": report.seconds(cost),
            "flops": cost.flops,
            "bytes": cost.bytes,
            "peak_share": report.mxu_utilization(cost),
            "unestimated": cost.unestimated,
        })
    };
    let hotspot = |hot: &Hotspot| {
        json!({
            "name": hot.name,
            "opcode": hot.opcode,
            "from": hot.origins,
            "shape": hot.shape,
            "times": hot.runs,
            "cycles": hot.cost.cycles,
            "flops": hot.cost.flops,
            "bytes": hot.cost.bytes,
            "peak_share": report.mxu_utilization(&hot.cost),
        })
    };
    let tensor = |tensor: &Tensor| {
        json!({
            "name": tensor.name,
            "place": tensor.scope.name(),
            "shape": tensor.array.to_string(),
            "bytes": tensor.array.bytes(),
            "padded_bytes": tensor.array.padded_bytes(),
            "waste": tensor.padding_share(),
        })
    };
    let tensors = report.tensors.iter().filter(|t| t.array.padded_bytes() >= MIN_TENSOR_BYTES);
    let layers = report.layers();
    json!({
        "label": LABEL,
        "measured_by_estimated": MEASURED_OVER_ESTIMATED,
        "program": report.workload.name,
        "compiler": report.compiler,
        "compile_s": report.compile_seconds,
        "machine": machine(report),
        "cores": report.workload.replicas,
        "rows_per_core": report.workload.rows_per_core,
        "memory": memory(report),
        "counted_by_the_compiler": { "flops": report.cost_analysis.flops, "bytes_accessed": report.cost_analysis.bytes_accessed },
        "steps_per_call": report.steps,
        "steps_per_epoch": report.workload.steps_per_epoch,
        "step": cost(&report.step),
        "around_the_steps": cost(&report.outside),
        "call": cost(&report.call),
        "epoch_s": report.epoch_seconds(),
        "examples_per_s": report.examples_per_second(),
        "published": report.published.iter().map(|published| json!({
            "examples_per_s": published.examples_per_s,
            "source": published.source,
            "estimate_is_times": report.estimated_over_published(published),
        })).collect::<Vec<_>>(),
        "layers": layers.iter().map(|(name, cycles)| json!({ "name": name, "cycles": cycles })).collect::<Vec<_>>(),
        "dearest": report.hotspots.iter().take(MAX_HOTSPOTS).map(hotspot).collect::<Vec<_>>(),
        "tensors": tensors.map(tensor).collect::<Vec<_>>(),
        "advice": report.advice,
    })
}

fn machine(report: &Report) -> Value {
    let generation = report.machine.generation;
    json!({
        "topology": report.machine.topology,
        "clock_hz": generation.clock_hz,
        "peak_flops": generation.peak_flops(),
        "hbm_bytes_per_s": generation.hbm_bytes_per_s,
        "vmem_bytes": generation.vmem_bytes,
        "source": generation.source,
    })
}

fn memory(report: &Report) -> Value {
    let memory = &report.memory;
    json!({
        "fits": memory.fits(),
        "arguments": memory.arguments,
        "outputs": memory.outputs,
        "donated": memory.donated,
        "temporaries": memory.temporaries,
        "code": memory.code,
        "peak": memory.peak,
        "limit": memory.limit,
    })
}

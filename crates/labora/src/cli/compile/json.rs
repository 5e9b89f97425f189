//! A report as JSON.

use serde_json::{Value, json};

use compile_report::{Accelerator, Cost, Hotspot, Layer, MEASURED_OVER_BOUND, MEASURED_OVER_ESTIMATED, Report, Tensor};

use super::figures::{MAX_HOTSPOTS, label};

/// Smaller tensors are left out, in bytes with padding.
const MIN_TENSOR_BYTES: u64 = 1 << 16;

/// Converts a report to JSON.
pub fn json(report: &Report) -> Value {
    let is_tpu = matches!(report.machine.accelerator, Accelerator::Tpu(_));
    let cost = |cost: &Cost| {
        json!({
            "cycles": cost.cycles,
            "seconds": cost.seconds,
            "time_s": report.seconds(cost),
            "flops": cost.flops,
            "bytes": cost.bytes,
            "peak_share": report.peak_share(cost),
            "arithmetic_s": cost.arithmetic_seconds,
            "memory_s": cost.memory_seconds,
            "link_bytes": cost.link_bytes,
            "link_s": report.link_seconds(cost),
            "kernels": cost.kernels,
            "unestimated": cost.unestimated,
        })
    };
    let hotspot = |hot: &Hotspot| {
        json!({
            "name": hot.name,
            "opcode": hot.opcode,
            "kernel": hot.kernel,
            "from": hot.origins,
            "shape": hot.shape,
            "times": hot.runs,
            "cycles": hot.cost.cycles,
            "seconds": hot.cost.seconds,
            "flops": hot.cost.flops,
            "bytes": hot.cost.bytes,
            "peak_share": report.peak_share(&hot.cost),
        })
    };
    let tensors = report.tensors.iter().filter(|t| t.array.padded_bytes() >= MIN_TENSOR_BYTES);
    let layers = report.layers();
    json!({
        "label": label(report),
        "measured_by_estimated": is_tpu.then_some(MEASURED_OVER_ESTIMATED),
        "measured_by_bound": (!is_tpu).then_some(MEASURED_OVER_BOUND),
        "program": report.workload.name,
        "compiler": report.compiler,
        "compile_s": report.compile_seconds,
        "machine": machine(report),
        "unit": report.machine.accelerator.unit(),
        "cores": report.workload.replicas,
        "memory_bound_share": report.memory_bound_share(),
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
            "devices": published.devices,
            "precision": published.precision,
            "rate_is_times": report.rate_over_published(published),
        })).collect::<Vec<_>>(),
        "kernels": report.kernels().iter().map(|(kind, of_kind)| json!({ "kind": kind, "cost": cost(of_kind) })).collect::<Vec<_>>(),
        "layers": layers.iter().map(layer).collect::<Vec<_>>(),
        "dearest": report.hotspots.iter().take(MAX_HOTSPOTS).map(hotspot).collect::<Vec<_>>(),
        "tensors": tensors.map(tensor).collect::<Vec<_>>(),
        "advice": report.advice,
    })
}

fn tensor(tensor: &Tensor) -> Value {
    json!({
        "name": tensor.name,
        "place": tensor.scope.name(),
        "shape": tensor.array.to_string(),
        "bytes": tensor.array.bytes(),
        "padded_bytes": tensor.array.padded_bytes(),
        "waste": tensor.padding_share(),
    })
}

fn layer(layer: &Layer) -> Value {
    let kernels = layer.kernels.iter().map(|(kind, runs)| json!({ "kind": kind, "runs": runs }));
    json!({
        "name": layer.name,
        "cycles": layer.cost.cycles,
        "seconds": layer.cost.seconds,
        "kernels": kernels.collect::<Vec<_>>(),
    })
}

fn machine(report: &Report) -> Value {
    let (machine, accelerator) = (&report.machine, report.machine.accelerator);
    let mut value = json!({
        "topology": machine.topology,
        "peak_flops": accelerator.peak_flops(),
        "hbm_bytes_per_s": accelerator.memory_bytes_per_s(),
        "source": accelerator.source(),
    });
    let special = match accelerator {
        Accelerator::Tpu(core) => json!({ "clock_hz": core.clock_hz, "vmem_bytes": core.vmem_bytes }),
        Accelerator::Gpu(card) => json!({
            "product": card.product,
            "l2_bytes": card.l2_bytes,
            "link_bytes_per_s": card.link_bytes_per_s,
            "peaks": {
                "f16": card.peaks.f16,
                "bf16": card.peaks.bf16,
                "tf32": card.peaks.tf32,
                "f32": card.peaks.f32,
                "f64": card.peaks.f64,
            },
        }),
    };
    if let (Some(value), Value::Object(special)) = (value.as_object_mut(), special) {
        value.extend(special);
    }
    value
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

//! Which kernel a compiler chose for an instruction: a library's, or one that it generated.

use crate::hlo::{Computation, Instruction, Module};

/// Opcodes that take no time of their own: values, tuples, and calls, whose time is that of what they call.
pub(crate) const CONTROL_OPCODES: [&str; 12] = [
    "parameter",
    "constant",
    "tuple",
    "get-tuple-element",
    "bitcast",
    "after-all",
    "while",
    "conditional",
    "call",
    "partition-id",
    "replica-id",
    "opt-barrier",
];

/// Opcodes that wait for what others launched, besides [`CONTROL_OPCODES`].
const WAITING_OPCODES: [&str; 6] =
    ["copy-done", "async-start", "async-update", "async-done", "all-reduce-done", "all-gather-done"];

/// Returns true if the instruction launches a kernel on a GPU.
pub(crate) fn is_launched(instruction: &Instruction) -> bool {
    let opcode = instruction.opcode.as_str();
    !CONTROL_OPCODES.contains(&opcode) && !WAITING_OPCODES.contains(&opcode)
}

/// Returns the bytes that a GPU sends for each byte of a collective's operand, with ring algorithms, which
/// send the least; none if the instruction is no collective.
pub(crate) fn bytes_sent(instruction: &Instruction, replicas: usize) -> Option<f64> {
    let others = replicas.saturating_sub(1) as f64;
    match instruction.opcode.trim_end_matches("-start") {
        "all-reduce" => Some(2.0 * others / replicas.max(1) as f64),
        "reduce-scatter" | "all-to-all" => Some(others / replicas.max(1) as f64),
        "all-gather" => Some(others),
        "collective-permute" | "collective-broadcast" => Some(1.0),
        _ => None,
    }
}

/// Returns the name of the kernel: the library and its function for library calls, the code generator or the
/// kind for fusions, otherwise the opcode.
pub(crate) fn name(module: &Module, computation: &Computation, instruction: &Instruction) -> String {
    match instruction.opcode.as_str() {
        "custom-call" => library(&instruction.target),
        "fusion" => fusion(module, instruction),
        "copy" => match instruction.operands.first().map(|&at| &computation.instructions[at].shape) {
            Some(operand) if *operand != instruction.shape => "transpose (copy)".to_string(),
            _ => "copy".to_string(),
        },
        opcode => opcode.trim_end_matches("-start").to_string(),
    }
}

/// Returns the name of a library function from the target of its custom call.
fn library(target: &str) -> String {
    match target.trim_start_matches("__").split_once('$') {
        Some(("cudnn", function)) => format!("cuDNN {function}"),
        Some(("cublas", function)) => format!("cuBLAS {}", function.replace('$', " ")),
        Some(("cub", function)) => format!("CUB {function}"),
        _ if target.is_empty() => "custom call".to_string(),
        _ => format!("custom call {target}"),
    }
}

fn fusion(module: &Module, instruction: &Instruction) -> String {
    let config = instruction.backend_config();
    let kind = config.as_ref().and_then(|config| config.get("fusion_backend_config")?.get("kind")?.as_str());
    match kind.map(|kind| kind.trim_start_matches("__")) {
        Some(kind) if kind.starts_with("triton") => {
            let is_product = kind.contains("gemm");
            return if is_product { "Triton product" } else { "Triton fusion" }.to_string();
        }
        Some(kind) if kind.starts_with("cudnn") => return "cuDNN fusion".to_string(),
        Some("custom_fusion") => return "custom fusion".to_string(),
        _ => {}
    }
    let inner = instruction.called.first().and_then(|&called| module.computations.get(called));
    let has = |opcode: &str| inner.is_some_and(|inner| inner.instructions.iter().any(|i| i.opcode == opcode));
    let name = match instruction.fusion_kind.as_str() {
        "kInput" if has("transpose") => "transpose fusion",
        "kInput" if has("scatter") => "scatter fusion",
        "kInput" => "reduction fusion",
        "kLoop" if is_only_transpose(inner) => "transpose fusion",
        "kLoop" => "loop fusion",
        _ => "fusion",
    };
    name.to_string()
}

/// Returns true for a fusion that only moves elements to another layout.
fn is_only_transpose(inner: Option<&Computation>) -> bool {
    let Some(inner) = inner else { return false };
    let mut moves = inner.instructions.iter().filter(|i| !["parameter", "bitcast"].contains(&i.opcode.as_str()));
    let is_move = |i: &Instruction| ["transpose", "copy"].contains(&i.opcode.as_str());
    moves.clone().any(is_move) && moves.all(is_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn library_calls_are_named_after_their_targets() {
        let cases = [
            ("__cudnn$convBackwardFilter", "cuDNN convBackwardFilter"),
            ("__cublas$lt$matmul", "cuBLAS lt matmul"),
            ("__cublas$gemm", "cuBLAS gemm"),
            ("xla.gpu.ext.cub_sort", "custom call xla.gpu.ext.cub_sort"),
        ];
        for (target, name) in cases {
            assert_eq!(library(target), name);
        }
    }
}

//! Operations that are one instruction: its name and its attributes.

use super::attributes as attr;
use crate::ops::OpKind;

/// The name of the instruction: StableHLO's with hyphens, but for those that HLO names otherwise.
pub fn opcode(kind: &OpKind) -> String {
    match kind {
        OpKind::DotGeneral(_) => "dot".into(),
        OpKind::Composite { .. } => "call".into(),
        OpKind::CreateToken => "after-all".into(),
        other => other.mnemonic().replace('_', "-"),
    }
}

/// The attributes of an operation that is one instruction, without its regions. `called` are the
/// computations of the functions that it calls.
pub fn attributes(kind: &OpKind, called: &[String]) -> String {
    match kind {
        OpKind::Compare { direction, compare_type } => attr::comparison(*direction, *compare_type),
        OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
            format!(", exponent_bits={exponent_bits}, mantissa_bits={mantissa_bits}")
        }
        OpKind::Iota { dimension } => format!(", iota_dimension={dimension}"),
        OpKind::Transpose { permutation: dims } | OpKind::Reverse { dims } | OpKind::Reduce { dims } => {
            attr::dims("dimensions", dims)
        }
        OpKind::Slice { start, limit, stride } => {
            let range = |i: usize| {
                let step = if stride[i] == 1 { String::new() } else { format!(":{}", stride[i]) };
                format!("[{}:{}{step}]", start[i], limit[i])
            };
            format!(", slice={{{}}}", (0..start.len()).map(range).collect::<Vec<_>>().join(", "))
        }
        OpKind::Pad { low, high, interior } => {
            let one = |i: usize| {
                let inside = if interior[i] == 0 { String::new() } else { format!("_{}", interior[i]) };
                format!("{}_{}{inside}", low[i], high[i])
            };
            format!(", padding={}", (0..low.len()).map(one).collect::<Vec<_>>().join("x"))
        }
        OpKind::Concatenate { dimension } => attr::dims("dimensions", &[*dimension]),
        OpKind::DynamicSlice { sizes } => attr::dims("dynamic_slice_sizes", sizes),
        OpKind::Gather(gather) => attr::gather(gather),
        OpKind::Scatter(scatter) => attr::scatter(scatter),
        OpKind::DotGeneral(dot) => attr::dot(dot),
        OpKind::Convolution(convolution) => attr::convolution(convolution),
        OpKind::ReduceWindow { window } | OpKind::SelectAndScatter { window } => attr::window(window),
        OpKind::Sort { dimension, is_stable } => {
            attr::dims("dimensions", &[*dimension]) + &attr::flag("is_stable", *is_stable)
        }
        OpKind::Fft { fft_type, length } => {
            format!(", fft_type={}{}", fft_type.name(), attr::dims("fft_length", length))
        }
        OpKind::Cholesky { lower } => attr::flag("lower", *lower),
        OpKind::TriangularSolve(solve) => attr::triangular_solve(solve),
        OpKind::RngBitGenerator { algorithm } => attr::rng_algorithm(*algorithm).into(),
        OpKind::Call { .. } => format!(", to_apply={}", called.join(", ")),
        OpKind::Composite { name, attributes, version, .. } => {
            let dictionary = if attributes.is_empty() { "{}" } else { attributes };
            format!(
                ", to_apply={}, is_composite=true, frontend_attributes={{composite.attributes={},composite.name={},\
                 composite.version={}}}",
                called.join(", "),
                attr::quoted(dictionary),
                attr::quoted(name),
                attr::quoted(&version.to_string()),
            )
        }
        OpKind::AllReduce(groups) | OpKind::CollectiveBroadcast(groups) => attr::groups(groups),
        OpKind::AllGather { dimension, groups } | OpKind::ReduceScatter { dimension, groups } => {
            attr::groups(groups) + &attr::dims("dimensions", &[*dimension])
        }
        OpKind::CollectivePermute { pairs, channel_id } => {
            let pairs: Vec<String> = pairs.iter().map(|(source, target)| format!("{{{source},{target}}}")).collect();
            format!("{}, source_target_pairs={{{}}}", attr::channel(*channel_id), pairs.join(","))
        }
        OpKind::CustomCall { target, backend_config, has_side_effect, .. } => {
            let mut text = format!(", custom_call_target={}", attr::quoted(target));
            text.push_str(&attr::flag("custom_call_has_side_effect", *has_side_effect));
            if !called.is_empty() {
                text.push_str(&format!(", called_computations={{{}}}", called.join(", ")));
            }
            if !backend_config.is_empty() {
                text.push_str(&format!(", backend_config={}", attr::quoted(backend_config)));
            }
            text
        }
        _ => String::new(),
    }
}

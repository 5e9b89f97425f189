//! The options of XLA's compiler that programs for other devices pass: fields of `ExecutableBuildOptions` and
//! of `DebugOptions` (`xla/xla.proto`, jaxlib 0.12). They steer passes, dumps and backends of XLA, which this
//! processor does not have, so they are checked as XLA checks them and have no effect.

use pjrt::OptionValue;

/// The type of an option's value.
#[derive(Clone, Copy)]
enum ValueType {
    Bool,
    Int,
    Float,
    Text,
}

use ValueType::{Bool, Float, Int, Text};

use crate::error::{Error, Result};

/// Options of backends that are not here. Their names are not checked: they depend on the backend's version.
const OTHER_BACKENDS: [&str; 2] = ["xla_gpu_", "xla_tpu_"];

/// Options for all backends and for XLA's CPU compiler.
#[rustfmt::skip]
const NAMES: [(ValueType, &[&str]); 4] = [
    (Bool, &[
        "xla_allow_excess_precision", "xla_allow_scalar_index_dynamic_ops",
        "xla_cpu_copy_insertion_use_region_analysis", "xla_cpu_enable_concurrency_optimized_scheduler",
        "xla_cpu_enable_fast_math", "xla_cpu_enable_fast_min_max", "xla_cpu_enable_platform_dependent_math",
        "xla_cpu_enable_xprof_traceme", "xla_cpu_fast_math_honor_division", "xla_cpu_fast_math_honor_functions",
        "xla_cpu_fast_math_honor_infs", "xla_cpu_fast_math_honor_nans", "xla_cpu_ftz",
        "xla_cpu_multi_thread_eigen", "xla_cpu_strict_dot_conv_math", "xla_cpu_use_acl", "xla_cpu_use_onednn",
        "xla_cpu_use_xnnpack", "xla_detailed_logging", "xla_disable_all_hlo_passes",
        "xla_disable_automatic_host_compute_offload", "xla_dump_buffer_assignment_analysis",
        "xla_dump_compress_protos", "xla_dump_disable_metadata", "xla_dump_enable_mlir_pretty_form",
        "xla_dump_full_hlo_config", "xla_dump_fusion_visualization", "xla_dump_hlo_as_dot",
        "xla_dump_hlo_as_html", "xla_dump_hlo_as_long_text", "xla_dump_hlo_as_proto", "xla_dump_hlo_as_text",
        "xla_dump_hlo_as_url", "xla_dump_hlo_snapshots", "xla_dump_hlo_unoptimized_snapshots",
        "xla_dump_include_timestamp", "xla_dump_large_constants", "xla_dump_latency_hiding_schedule",
        "xla_dump_module_metadata", "xla_eliminate_hlo_implicit_broadcast", "xla_embed_ir_in_executable",
        "xla_enable_dumping", "xla_enable_fast_math", "xla_hlo_evaluator_use_fast_path", "xla_hlo_profile",
        "xla_keep_shardings_after_spmd", "xla_llvm_disable_expensive_passes",
        "xla_llvm_enable_alias_scope_metadata", "xla_llvm_enable_invariant_load_metadata",
        "xla_llvm_enable_noalias_metadata", "xla_test_all_input_layouts", "xla_test_all_output_layouts",
    ]),
    (Int, &[
        "memory_fitting_level", "optimization_level", "xla_backend_optimization_level",
        "xla_cpu_collective_call_terminate_timeout_seconds", "xla_cpu_collective_call_warn_stuck_seconds",
        "xla_cpu_collective_timeout_seconds", "xla_cpu_parallel_codegen_split_count",
        "xla_cpu_prefer_vector_width", "xla_debug_buffer_assignment_show_max", "xla_dump_max_hlo_modules",
        "xla_force_host_platform_device_count", "xla_multiheap_size_constraint_per_heap",
        "xla_reduce_window_rewrite_base_length", "xla_while_loop_all_reduce_dus_code_motion_max_size_bytes",
    ]),
    (Float, &["exec_time_optimization_effort", "memory_fitting_effort"]),
    (Text, &[
        "xla_backend_extra_options", "xla_cpu_max_isa", "xla_cpu_opt_preset", "xla_cpu_scheduler_type",
        "xla_disable_hlo_passes", "xla_dump_emitter_re", "xla_dump_hlo_module_re", "xla_dump_hlo_pass_re",
        "xla_dump_hlo_pipeline_re", "xla_dump_to", "xla_enable_hlo_passes_only",
        "xla_run_hlo_passes_starting_from", "xla_step_marker_location",
    ]),
];

/// Whether XLA has an option of this name.
///
/// # Errors
/// It has, and the value is not of the option's type.
pub fn check(name: &str, value: &OptionValue) -> Result<bool> {
    if OTHER_BACKENDS.iter().any(|prefix| name.starts_with(prefix)) {
        return Ok(true);
    }
    let Some((value_type, _)) = NAMES.iter().find(|(_, names)| names.contains(&name)) else {
        return Ok(false);
    };
    let (fits, expected) = match value_type {
        Bool => (is_bool(value), "bool"),
        Int => (matches!(value, OptionValue::Int64(_)) || parses::<i64>(value), "int64"),
        Float => (!matches!(value, OptionValue::String(_) | OptionValue::Bool(_)) || parses::<f64>(value), "float"),
        Text => (matches!(value, OptionValue::String(_)), "string"),
    };
    if fits {
        Ok(true)
    } else {
        Err(Error::invalid(format!("option {name}: {value} is not a valid {expected} value.")))
    }
}

fn is_bool(value: &OptionValue) -> bool {
    match value {
        OptionValue::Bool(_) => true,
        OptionValue::String(text) => matches!(text.as_str(), "true" | "True" | "false" | "False"),
        OptionValue::Int64(_) | OptionValue::Float64(_) => false,
    }
}

fn parses<T: std::str::FromStr>(value: &OptionValue) -> bool {
    matches!(value, OptionValue::String(text) if text.parse::<T>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_are_those_of_xla() {
        let text = |text: &str| OptionValue::String(text.into());
        for (name, value) in [
            ("xla_embed_ir_in_executable", OptionValue::Bool(true)),
            ("xla_embed_ir_in_executable", text("False")),
            ("xla_dump_max_hlo_modules", OptionValue::Int64(200)),
            ("exec_time_optimization_effort", OptionValue::Float64(0.0)),
            ("xla_dump_to", text("folder")),
            ("xla_gpu_of_a_later_version", OptionValue::Float64(0.5)),
        ] {
            assert!(check(name, &value).unwrap(), "{name}");
        }
        for name in ["invalid_key", "xla_cpu_fast", "exec_time_compilation_effort"] {
            assert!(!check(name, &OptionValue::Bool(true)).unwrap(), "{name}");
        }
        for (name, value, message) in [
            ("xla_embed_ir_in_executable", text("maybe"), "maybe is not a valid bool value."),
            ("xla_backend_optimization_level", OptionValue::Bool(true), "true is not a valid int64 value."),
            ("memory_fitting_effort", text("much"), "much is not a valid float value."),
            ("xla_dump_to", OptionValue::Int64(1), "1 is not a valid string value."),
        ] {
            let error = check(name, &value).unwrap_err();
            assert_eq!(error.message(), format!("option {name}: {message}"));
        }
    }

    #[test]
    fn every_option_stands_once() {
        let names: Vec<_> = NAMES.iter().flat_map(|(_, names)| names.iter()).collect();
        let distinct: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len());
    }
}

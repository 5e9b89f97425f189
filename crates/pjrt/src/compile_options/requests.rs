//! Fields of a `CompileOptionsProto` beyond [`CompileOptions`](super::CompileOptions) that change what is
//! compiled. A plugin that skipped them silently would compile something else than was asked for.
//!
//! The other fields either choose among correct results (efforts, profiles, XLA's own debug options), or
//! are for programs in XLA's own format. `parameter_is_tupled_arguments`, which JAX sets for TPUs if there
//! are more than 2,000 arguments, is a matter of XLA's: a run has its arguments one by one nevertheless.

use prost::Message;

use super::decode::decode;
use crate::error::Result;

/// A message whose content does not matter here.
#[derive(Clone, PartialEq, Message)]
struct Any {}

/// `CompileOptionsProto`
#[derive(Clone, PartialEq, Message)]
struct Requests {
    #[prost(message, repeated, tag = "1")]
    argument_layouts: Vec<Any>,
    #[prost(message, optional, tag = "3")]
    executable_build_options: Option<BuildRequests>,
    #[prost(bytes = "vec", tag = "6")]
    serialized_multi_slice_config: Vec<u8>,
    #[prost(message, optional, tag = "8")]
    target_config: Option<Any>,
}

/// `ExecutableBuildOptionsProto`
#[derive(Clone, PartialEq, Message)]
struct BuildRequests {
    #[prost(message, optional, tag = "2")]
    result_layout: Option<Any>,
    #[prost(bool, tag = "7")]
    use_auto_spmd_partitioning: bool,
    #[prost(bool, tag = "11")]
    run_backend_only: bool,
}

/// The names of the fields of this kind that are set. `bytes` are a serialized `CompileOptionsProto`.
///
/// # Errors
/// The bytes are not such a message.
pub fn unsupported_requests(bytes: &[u8]) -> Result<Vec<&'static str>> {
    let requests: Requests = decode(bytes, "CompileOptionsProto")?;
    let build = requests.executable_build_options.unwrap_or_default();
    let fields = [
        ("argument_layouts", !requests.argument_layouts.is_empty()),
        ("serialized_multi_slice_config", !requests.serialized_multi_slice_config.is_empty()),
        ("target_config", requests.target_config.is_some()),
        ("result_layout", build.result_layout.is_some()),
        ("use_auto_spmd_partitioning", build.use_auto_spmd_partitioning),
        ("run_backend_only", build.run_backend_only),
    ];
    Ok(fields.into_iter().filter(|(_, is_set)| *is_set).map(|(name, _)| name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CompileOptions;

    #[test]
    fn fields_are_found_by_their_numbers() {
        assert!(unsupported_requests(&CompileOptions::default().encode()).unwrap().is_empty());
        // How many parameters the compiler has is its own matter: callers pass each argument by itself.
        assert!(unsupported_requests(&[0x10, 1]).unwrap().is_empty());
        // Field << 3 | type, then the value; the build options are in field 3.
        let cases: [(&[u8], &str); 6] = [
            (&[0x0a, 0], "argument_layouts"),
            (&[0x32, 1, 7], "serialized_multi_slice_config"),
            (&[0x42, 0], "target_config"),
            (&[0x1a, 2, 0x12, 0], "result_layout"),
            (&[0x1a, 2, 0x38, 1], "use_auto_spmd_partitioning"),
            (&[0x1a, 2, 0x58, 1], "run_backend_only"),
        ];
        for (bytes, name) in cases {
            assert_eq!(unsupported_requests(bytes).unwrap(), [name]);
        }
        assert!(unsupported_requests(&[0x1a, 9]).is_err());
    }
}

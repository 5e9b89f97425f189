//! The options of a compilation.

use prost::Message;

use super::decode::{count, decode, invalid};
use super::device_assignment::DeviceAssignment;
use super::overrides::{self, OptionValue};
use super::proto::{CompileOptionsProto, ExecutableBuildOptionsProto};
use super::requests;
use crate::error::Result;

/// `ExecutableBuildOptionsProto.device_ordinal` of a program that is not compiled for one particular device.
const NO_DEVICE_ORDINAL: i64 = -1;

/// The options of a compilation. Only the fields of this struct are written and read; other fields of a
/// message are skipped.
///
/// ```
/// use pjrt::CompileOptions;
/// let options = CompileOptions { num_replicas: 8, ..CompileOptions::default() };
/// assert_eq!(CompileOptions::decode(&options.encode())?, options);
/// # Ok::<(), pjrt::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CompileOptions {
    /// The number of devices that run the same program on data of their own. Default 1.
    pub num_replicas: usize,
    /// The number of partitions into which the program itself is divided. Default 1.
    pub num_partitions: usize,
    /// The device of each replica and partition. Default `None`: the plugin chooses.
    pub device_assignment: Option<DeviceAssignment>,
    /// Partitions the program as one for all devices (SPMD). Default false.
    pub use_spmd_partitioning: bool,
    /// The program's partitioning is given in the Shardy dialect. Default false.
    pub use_shardy_partitioner: bool,
    /// The executable can run on any one device, which is named at run time. Default false.
    pub compile_portable_executable: bool,
    /// Options of the compiler itself by their names, such as XLA's `xla_gpu_deterministic_ops`. A plugin may
    /// reject options that it does not know, or ignore all of them. Default none.
    pub overrides: Vec<(String, OptionValue)>,
}

impl Default for CompileOptions {
    fn default() -> CompileOptions {
        CompileOptions {
            num_replicas: 1,
            num_partitions: 1,
            device_assignment: None,
            use_spmd_partitioning: false,
            use_shardy_partitioner: false,
            compile_portable_executable: false,
            overrides: Vec::new(),
        }
    }
}

impl CompileOptions {
    /// Serializes the options as a `CompileOptionsProto`.
    pub fn encode(&self) -> Vec<u8> {
        let build_options = ExecutableBuildOptionsProto {
            device_ordinal: NO_DEVICE_ORDINAL,
            num_replicas: self.num_replicas as i64,
            num_partitions: self.num_partitions as i64,
            use_spmd_partitioning: self.use_spmd_partitioning,
            device_assignment: self.device_assignment.as_ref().map(DeviceAssignment::to_proto),
            use_shardy_partitioner: self.use_shardy_partitioner,
        };
        let options = CompileOptionsProto {
            executable_build_options: Some(build_options),
            compile_portable_executable: self.compile_portable_executable,
            env_option_overrides: self.overrides.iter().map(|(name, value)| overrides::to_proto(name, value)).collect(),
        };
        options.encode_to_vec()
    }

    /// The names of fields that are set in a serialized `CompileOptionsProto` and change what is compiled,
    /// but are no part of this struct. A plugin that does not support them refuses the compilation.
    ///
    /// # Errors
    /// The bytes are not such a message.
    pub fn unsupported_requests(bytes: &[u8]) -> Result<Vec<&'static str>> {
        requests::unsupported_requests(bytes)
    }

    /// Reads a serialized `CompileOptionsProto`, as a plugin receives it. A number of replicas or partitions
    /// that is missing or 0 counts as 1.
    ///
    /// # Errors
    /// The bytes are not such a message, an override has a value of a type that [`OptionValue`] lacks, or the
    /// device assignment does not match the numbers of replicas and
    /// partitions.
    pub fn decode(bytes: &[u8]) -> Result<CompileOptions> {
        let proto: CompileOptionsProto = decode(bytes, "CompileOptionsProto")?;
        let build_options = proto.executable_build_options.unwrap_or_default();
        let options = CompileOptions {
            num_replicas: count("num_replicas", build_options.num_replicas)?.max(1),
            num_partitions: count("num_partitions", build_options.num_partitions)?.max(1),
            device_assignment: build_options.device_assignment.map(DeviceAssignment::from_proto).transpose()?,
            use_spmd_partitioning: build_options.use_spmd_partitioning,
            use_shardy_partitioner: build_options.use_shardy_partitioner,
            compile_portable_executable: proto.compile_portable_executable,
            overrides: proto.env_option_overrides.into_iter().map(overrides::from_proto).collect::<Result<_>>()?,
        };
        if let Some(assignment) = &options.device_assignment {
            let (replicas, partitions) = (assignment.num_replicas(), assignment.num_partitions());
            if (replicas, partitions) != (options.num_replicas, options.num_partitions) {
                return Err(invalid(format!(
                    "the device assignment is for {replicas} replicas of {partitions} partitions, but the program is \
                     compiled for {} of {}",
                    options.num_replicas, options.num_partitions
                )));
            }
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn the_encoding_is_the_wire_format() {
        // Derived by hand from the wire format: field << 3 | type, lengths, and -1 as ten bytes.
        let options = CompileOptions {
            num_replicas: 2,
            device_assignment: Some(DeviceAssignment::replicas([5, 300])),
            use_shardy_partitioner: true,
            ..CompileOptions::default()
        };
        let minus_one = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        let mut build = vec![0x08];
        build.extend(minus_one);
        build.extend([0x20, 2, 0x28, 1]);
        build.extend([0x4a, 11, 0x08, 2, 0x10, 1, 0x1a, 5, 0x0a, 3, 5, 0xac, 0x02]);
        build.extend([0x98, 0x01, 1]);
        let mut expected = vec![0x1a, build.len() as u8];
        expected.extend(build);
        assert_eq!(options.encode(), expected);
    }

    #[test]
    fn options_round_trip() {
        let all = CompileOptions {
            num_replicas: 2,
            num_partitions: 3,
            device_assignment: Some(DeviceAssignment::new(vec![vec![0, 1], vec![2, 3], vec![4, -1]]).unwrap()),
            use_spmd_partitioning: true,
            use_shardy_partitioner: true,
            compile_portable_executable: true,
            overrides: vec![
                ("xla_gpu_deterministic_ops".into(), OptionValue::Bool(true)),
                ("xla_gpu_cuda_data_dir".into(), OptionValue::String("/usr/local/cuda".into())),
                ("a_number".into(), OptionValue::Int64(-3)),
                ("a_false_flag".into(), OptionValue::Bool(false)),
                ("a_fraction".into(), OptionValue::Float64(-0.5)),
            ],
        };
        for options in [CompileOptions::default(), CompileOptions { num_replicas: 8, ..Default::default() }, all] {
            assert_eq!(CompileOptions::decode(&options.encode()).unwrap(), options);
        }
    }

    #[test]
    fn empty_options_mean_one_device() {
        assert_eq!(CompileOptions::decode(&[]).unwrap(), CompileOptions::default());
    }

    #[test]
    fn unknown_fields_are_skipped_and_unpacked_lists_read() {
        // Field 99 in all four wire types, then a device assignment whose ids are not packed.
        let mut bytes =
            vec![0x98, 0x06, 1, 0x99, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0x9a, 0x06, 2, 7, 7, 0x9d, 0x06, 0, 0, 0, 0];
        bytes.extend([0x1a, 14, 0x20, 2, 0x4a, 10, 0x08, 2, 0x10, 1, 0x1a, 4, 0x08, 6, 0x08, 7]);
        let options = CompileOptions::decode(&bytes).unwrap();
        assert_eq!(options.num_replicas, 2);
        assert_eq!(options.device_assignment, Some(DeviceAssignment::replicas([6, 7])));
    }

    #[test]
    fn text_that_is_not_utf_8_is_replaced() {
        // env_option_overrides { key: "p" value { string_field: "\xff" } }
        let bytes = [0x3a, 8, 0x0a, 1, b'p', 0x12, 3, 0x0a, 1, 0xff];
        let options = CompileOptions::decode(&bytes).unwrap();
        assert_eq!(options.overrides, [("p".to_string(), OptionValue::String("\u{fffd}".into()))]);
    }

    #[test]
    fn a_count_that_is_negative_or_too_large_is_an_error() {
        for count in [-1, i64::from(i32::MAX) + 1] {
            let build_options = ExecutableBuildOptionsProto { num_replicas: count, ..Default::default() };
            let options = CompileOptionsProto { executable_build_options: Some(build_options), ..Default::default() };
            let error = CompileOptions::decode(&options.encode_to_vec()).unwrap_err();
            assert_eq!(error.message(), format!("num_replicas is {count}, which is not a count"));
        }
    }

    #[test]
    fn malformed_bytes_are_errors() {
        let options = CompileOptions { device_assignment: Some(DeviceAssignment::replicas([3])), ..Default::default() };
        let bytes = options.encode();
        for end in 1..bytes.len() {
            let error = CompileOptions::decode(&bytes[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "cut at {end}");
        }
        let wrong_type = [0x18, 1];
        let error = CompileOptions::decode(&wrong_type).unwrap_err();
        assert!(error.message().contains("CompileOptionsProto"), "{error}");
    }

    #[test]
    #[cfg_attr(miri, ignore = "thousands of messages take minutes in Miri")]
    fn mutated_bytes_are_errors_or_options_that_round_trip() {
        let options = CompileOptions {
            num_replicas: 2,
            device_assignment: Some(DeviceAssignment::replicas([5, 300])),
            overrides: vec![("name".into(), OptionValue::String("text".into())), ("n".into(), OptionValue::Int64(7))],
            ..CompileOptions::default()
        };
        let bytes = options.encode();
        let mut decoded = 0;
        for at in 0..bytes.len() {
            for byte in 0..=u8::MAX {
                let mut mutated = bytes.clone();
                mutated[at] = byte;
                if let Ok(options) = CompileOptions::decode(&mutated) {
                    assert_eq!(CompileOptions::decode(&options.encode()), Ok(options), "byte {at} is {byte}");
                    decoded += 1;
                }
            }
        }
        assert!(decoded > bytes.len(), "only {decoded} mutations were decoded");
    }

    #[test]
    fn an_assignment_that_does_not_match_is_an_error() {
        let assignment = Some(DeviceAssignment::replicas([0, 1]));
        let options = CompileOptions { num_replicas: 3, device_assignment: assignment, ..Default::default() };
        let error = CompileOptions::decode(&options.encode()).unwrap_err();
        assert!(error.message().contains("2 replicas"), "{error}");
        assert!(DeviceAssignment::new(vec![vec![0], vec![1, 2]]).is_err());
    }
}

//! How to compile: the options that cross the C API as a serialized `CompileOptionsProto`.
//!
//! Only the fields named here are written, and only these are read back; others of the message are passed over. The numbers
//! are those of `xla/pjrt/proto/compile_options.proto` and of `DeviceAssignmentProto` in `xla/xla_data.proto`.

mod overrides;
mod wire;

use crate::error::{Error, ErrorKind, Result};
use wire::{Reader, Writer};

pub use overrides::OptionValue;

/// Field numbers of `CompileOptionsProto`.
mod options_field {
    pub const BUILD_OPTIONS: u32 = 3;
    pub const PORTABLE: u32 = 4;
    pub const OPTION_OVERRIDES: u32 = 7;
}

/// Field numbers of `ExecutableBuildOptionsProto`.
mod build_field {
    pub const DEVICE_ORDINAL: u32 = 1;
    pub const NUM_REPLICAS: u32 = 4;
    pub const NUM_PARTITIONS: u32 = 5;
    pub const SPMD: u32 = 6;
    pub const DEVICE_ASSIGNMENT: u32 = 9;
    pub const SHARDY: u32 = 19;
}

/// Field numbers of `DeviceAssignmentProto` and of its `ComputationDevice`.
mod assignment_field {
    pub const REPLICA_COUNT: u32 = 1;
    pub const COMPUTATION_COUNT: u32 = 2;
    pub const COMPUTATION_DEVICES: u32 = 3;
    pub const REPLICA_DEVICE_IDS: u32 = 1;
}

/// How to compile a program.
///
/// ```
/// use pjrt::CompileOptions;
/// let options = CompileOptions { num_replicas: 8, ..CompileOptions::default() };
/// assert_eq!(CompileOptions::decode(&options.encode())?, options);
/// # Ok::<(), pjrt::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileOptions {
    /// How many devices run the same program on data of their own. Default 1.
    pub num_replicas: usize,
    /// Into how many parts the program itself is cut. Default 1.
    pub num_partitions: usize,
    /// Which device runs which replica and partition. Default none: the plugin chooses.
    pub device_assignment: Option<DeviceAssignment>,
    /// Whether partitions are one program for all (SPMD). Default false.
    pub use_spmd_partitioning: bool,
    /// Whether the program says with Shardy how it is partitioned. Default false.
    pub use_shardy_partitioner: bool,
    /// Whether the program may be run on any one device, named at run time. Default false.
    pub compile_portable_executable: bool,
    /// Options of the compiler itself by their names, such as XLA's `xla_gpu_deterministic_ops`. A plugin may refuse those that
    /// it does not know, or pass over all of them. Default none.
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
    /// The serialized `CompileOptionsProto`.
    pub fn encode(&self) -> Vec<u8> {
        let mut build = Writer::default();
        // No single device; the number is signed, and -1 takes ten bytes.
        build.varint(build_field::DEVICE_ORDINAL, -1i64 as u64);
        build.varint(build_field::NUM_REPLICAS, self.num_replicas as u64);
        build.varint(build_field::NUM_PARTITIONS, self.num_partitions as u64);
        build.flag(build_field::SPMD, self.use_spmd_partitioning);
        if let Some(assignment) = &self.device_assignment {
            build.bytes(build_field::DEVICE_ASSIGNMENT, &assignment.encode());
        }
        build.flag(build_field::SHARDY, self.use_shardy_partitioner);
        let mut options = Writer::default();
        options.bytes(options_field::BUILD_OPTIONS, &build.finish());
        options.flag(options_field::PORTABLE, self.compile_portable_executable);
        for (name, value) in &self.overrides {
            options.bytes(options_field::OPTION_OVERRIDES, &overrides::encode(name, value));
        }
        options.finish()
    }

    /// Reads a serialized `CompileOptionsProto`, as a plugin gets it. A number of replicas or partitions that is missing or 0
    /// counts as 1.
    ///
    /// # Errors
    /// The bytes are no such message, or the device assignment does not fit the numbers of replicas and partitions.
    pub fn decode(bytes: &[u8]) -> Result<CompileOptions> {
        let mut options = CompileOptions::default();
        let mut reader = Reader::new(bytes, "CompileOptionsProto");
        while let Some(field) = reader.next()? {
            match field.number {
                options_field::BUILD_OPTIONS => options.decode_build_options(field.bytes()?)?,
                options_field::PORTABLE => options.compile_portable_executable = field.varint()? != 0,
                options_field::OPTION_OVERRIDES => options.overrides.extend(overrides::decode(field.bytes()?)?),
                _ => {}
            }
        }
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

    fn decode_build_options(&mut self, bytes: &[u8]) -> Result<()> {
        let mut reader = Reader::new(bytes, "ExecutableBuildOptionsProto");
        while let Some(field) = reader.next()? {
            match field.number {
                build_field::NUM_REPLICAS => self.num_replicas = field.count()?.max(1),
                build_field::NUM_PARTITIONS => self.num_partitions = field.count()?.max(1),
                build_field::SPMD => self.use_spmd_partitioning = field.varint()? != 0,
                build_field::DEVICE_ASSIGNMENT => {
                    self.device_assignment = Some(DeviceAssignment::decode(field.bytes()?)?);
                }
                build_field::SHARDY => self.use_shardy_partitioner = field.varint()? != 0,
                _ => {}
            }
        }
        Ok(())
    }
}

/// Which device runs which replica and partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAssignment {
    /// Device ids, partitions by replicas. All rows have the same length.
    device_ids: Vec<Vec<i64>>,
}

impl DeviceAssignment {
    /// One partition, and replicas on these devices.
    pub fn replicas(device_ids: impl IntoIterator<Item = i32>) -> DeviceAssignment {
        DeviceAssignment { device_ids: vec![device_ids.into_iter().map(i64::from).collect()] }
    }

    /// Any number of partitions: device ids, partitions by replicas.
    ///
    /// # Errors
    /// The partitions do not all have the same number of replicas.
    pub fn new(device_ids: Vec<Vec<i64>>) -> Result<DeviceAssignment> {
        match device_ids.iter().find(|row| row.len() != device_ids[0].len()) {
            None => Ok(DeviceAssignment { device_ids }),
            Some(row) => Err(invalid(format!(
                "a device assignment has {} replicas for one partition and {} for another",
                device_ids[0].len(),
                row.len()
            ))),
        }
    }

    /// How many replicas there are.
    pub fn num_replicas(&self) -> usize {
        self.device_ids.first().map_or(0, Vec::len)
    }

    /// How many partitions there are.
    pub fn num_partitions(&self) -> usize {
        self.device_ids.len()
    }

    /// The device of a replica and partition, if there is such a pair.
    pub fn device_id(&self, replica: usize, partition: usize) -> Option<i64> {
        self.device_ids.get(partition)?.get(replica).copied()
    }

    /// The serialized `DeviceAssignmentProto`.
    pub fn encode(&self) -> Vec<u8> {
        let mut assignment = Writer::default();
        assignment.varint(assignment_field::REPLICA_COUNT, self.num_replicas() as u64);
        assignment.varint(assignment_field::COMPUTATION_COUNT, self.num_partitions() as u64);
        for row in &self.device_ids {
            let mut devices = Writer::default();
            devices.packed(assignment_field::REPLICA_DEVICE_IDS, row.iter().map(|&id| id as u64));
            assignment.bytes(assignment_field::COMPUTATION_DEVICES, &devices.finish());
        }
        assignment.finish()
    }

    /// Reads a serialized `DeviceAssignmentProto`.
    ///
    /// # Errors
    /// The bytes are no such message, or its counts do not fit its lists.
    pub fn decode(bytes: &[u8]) -> Result<DeviceAssignment> {
        let (mut replicas, mut partitions, mut device_ids) = (0, 0, Vec::new());
        let mut reader = Reader::new(bytes, "DeviceAssignmentProto");
        while let Some(field) = reader.next()? {
            match field.number {
                assignment_field::REPLICA_COUNT => replicas = field.count()?,
                assignment_field::COMPUTATION_COUNT => partitions = field.count()?,
                assignment_field::COMPUTATION_DEVICES => {
                    let mut row = Vec::new();
                    let mut devices = Reader::new(field.bytes()?, "DeviceAssignmentProto.ComputationDevice");
                    while let Some(field) = devices.next()? {
                        if field.number == assignment_field::REPLICA_DEVICE_IDS {
                            row.extend(field.varints()?.into_iter().map(|id| id as i64));
                        }
                    }
                    device_ids.push(row);
                }
                _ => {}
            }
        }
        if device_ids.len() != partitions || device_ids.iter().any(|row| row.len() != replicas) {
            let rows: Vec<usize> = device_ids.iter().map(Vec::len).collect();
            return Err(invalid(format!(
                "a device assignment for {replicas} replicas of {partitions} partitions lists {rows:?} devices"
            )));
        }
        Ok(DeviceAssignment { device_ids })
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, "CompileOptions", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_of_the_protobuf() {
        // Written down from the wire format: field << 3 | type, lengths, and -1 as ten bytes.
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
    fn options_survive_the_way_through_bytes() {
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
                ("no".into(), OptionValue::Bool(false)),
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
    fn unknown_fields_are_passed_over_and_unpacked_lists_read() {
        // Field 99 in all four wire types, then a device assignment whose ids are not packed.
        let mut bytes =
            vec![0x98, 0x06, 1, 0x99, 0x06, 0, 0, 0, 0, 0, 0, 0, 0, 0x9a, 0x06, 2, 7, 7, 0x9d, 0x06, 0, 0, 0, 0];
        bytes.extend([0x1a, 14, 0x20, 2, 0x4a, 10, 0x08, 2, 0x10, 1, 0x1a, 4, 0x08, 6, 0x08, 7]);
        let options = CompileOptions::decode(&bytes).unwrap();
        assert_eq!(options.num_replicas, 2);
        assert_eq!(options.device_assignment, Some(DeviceAssignment::replicas([6, 7])));
    }

    #[test]
    fn broken_bytes_are_errors() {
        let good = CompileOptions { device_assignment: Some(DeviceAssignment::replicas([3])), ..Default::default() };
        let good = good.encode();
        for end in 1..good.len() {
            let error = CompileOptions::decode(&good[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "cut at {end}");
        }
        let wrong_type = [0x18, 1];
        let error = CompileOptions::decode(&wrong_type).unwrap_err();
        assert!(error.message().contains("CompileOptionsProto"), "{error}");
    }

    #[test]
    fn an_assignment_that_does_not_fit_is_an_error() {
        let assignment = Some(DeviceAssignment::replicas([0, 1]));
        let options = CompileOptions { num_replicas: 3, device_assignment: assignment, ..Default::default() };
        let error = CompileOptions::decode(&options.encode()).unwrap_err();
        assert!(error.message().contains("2 replicas"), "{error}");
        assert!(DeviceAssignment::new(vec![vec![0], vec![1, 2]]).is_err());
    }
}

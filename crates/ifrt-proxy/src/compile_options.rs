//! Compile options: for how many replicas and partitions, and on which devices.

use bytes::Bytes;
use prost::Message;

use crate::error::{Error, Result};
use crate::messages::{
    CompileOptionsProto, ComputationDevice, DeviceAssignmentProto, EnvOptionOverridesEntry,
    ExecutableBuildOptionsProto, OptionOverrideProto, OverrideValue, RawXlaCompileOptionsProto, Serialized,
    XlaCompileOptionsProto,
};

/// The most replicas times partitions.
const MAX_DEVICES: usize = 1 << 20;

/// What a program is compiled for.
///
/// ```
/// use ifrt_proxy::messages::Serialized;
/// use ifrt_proxy::{CompileOptions, DeviceAssignment};
///
/// let options = CompileOptions {
///     device_assignment: Some(DeviceAssignment::new(1, 4, vec![0, 1, 2, 3])?),
///     num_partitions: 4,
///     ..CompileOptions::default()
/// };
/// let sent = Serialized::from(&options);
/// assert_eq!(sent.type_name, "xla::ifrt::XlaCompileOptions");
/// assert_eq!(CompileOptions::try_from(&sent)?, options);
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CompileOptions {
    /// Replicas, 1 by default.
    pub num_replicas: usize,
    /// Partitions, 1 by default.
    pub num_partitions: usize,
    /// The device of each replica and partition; none leaves the choice to the server.
    pub device_assignment: Option<DeviceAssignment>,
    /// True if the program is compiled for any one device, and `Execute` names it.
    pub is_portable: bool,
    /// True if the program is partitioned by its shardings.
    pub use_spmd_partitioning: bool,
    /// True if Shardy partitions, rather than GSPMD.
    pub use_shardy_partitioner: bool,
    /// For each result whether the compiler may choose a sharding that the program does not name. One value
    /// stands for all.
    pub propagate_to_outputs: Vec<bool>,
    /// The same for each parameter.
    pub propagate_to_parameters: Vec<bool>,
    /// Options of the compiler, by name, in order.
    pub overrides: Vec<(String, OverrideValue)>,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            num_replicas: 1,
            num_partitions: 1,
            device_assignment: None,
            is_portable: false,
            use_spmd_partitioning: false,
            use_shardy_partitioner: false,
            propagate_to_outputs: Vec::new(),
            propagate_to_parameters: Vec::new(),
            overrides: Vec::new(),
        }
    }
}

impl CompileOptions {
    /// The type of the options of XLA.
    pub const TYPE_NAME: &str = "xla::ifrt::XlaCompileOptions";

    /// Options that are serialized already, a `CompileOptionsProto`, as they are sent.
    ///
    /// ```
    /// use ifrt_proxy::CompileOptions;
    ///
    /// let sent = CompileOptions::from_bytes(Vec::new());
    /// assert_eq!(CompileOptions::try_from(&sent)?, CompileOptions::default());
    /// # Ok::<(), ifrt_proxy::Error>(())
    /// ```
    pub fn from_bytes(options: impl Into<Bytes>) -> Serialized {
        let raw = RawXlaCompileOptionsProto { compile_options: options.into() };
        Serialized { type_name: CompileOptions::TYPE_NAME.to_owned(), data: raw.encode_to_vec().into() }
    }
}

/// The device of each replica and partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAssignment {
    replicas: usize,
    partitions: usize,
    devices: Vec<i32>,
}

impl DeviceAssignment {
    /// The assignment of a list that has for each replica the ids of the devices of its partitions.
    ///
    /// # Errors
    /// There are not as many devices as replicas times partitions, or none.
    pub fn new(replicas: usize, partitions: usize, devices: Vec<i32>) -> Result<DeviceAssignment> {
        let places = count(replicas as i64, partitions as i64)?;
        if places != devices.len() {
            let has = devices.len();
            return Err(Error::invalid(format!("{has} devices for {replicas} replicas of {partitions} partitions")));
        }
        Ok(DeviceAssignment { replicas, partitions, devices })
    }

    /// Number of replicas.
    pub fn replicas(&self) -> usize {
        self.replicas
    }

    /// Number of partitions.
    pub fn partitions(&self) -> usize {
        self.partitions
    }

    /// For each replica the ids of the devices of its partitions, as one list.
    pub fn devices(&self) -> &[i32] {
        &self.devices
    }
}

/// Replicas times partitions.
fn count(replicas: i64, partitions: i64) -> Result<usize> {
    let places = replicas.checked_mul(partitions).and_then(|places| usize::try_from(places).ok());
    let invalid = || Error::invalid(format!("{replicas} replicas of {partitions} partitions are no number of devices"));
    places.filter(|places| replicas > 0 && *places > 0 && *places <= MAX_DEVICES).ok_or_else(invalid)
}

impl TryFrom<&DeviceAssignmentProto> for DeviceAssignment {
    type Error = Error;

    fn try_from(proto: &DeviceAssignmentProto) -> Result<DeviceAssignment> {
        let (replicas, partitions) = (proto.replica_count, proto.computation_count);
        let places = count(replicas.into(), partitions.into())?;
        let invalid = || Error::invalid(format!("the device assignment is not of {replicas} x {partitions} devices"));
        // The message has a list for each partition, this type one for each replica.
        let columns = &proto.computation_devices;
        let is_full = |column: &ComputationDevice| column.replica_device_ids.len() == replicas as usize;
        if columns.len() != partitions as usize || !columns.iter().all(is_full) {
            return Err(invalid());
        }
        let mut devices = Vec::with_capacity(places);
        for replica in 0..replicas as usize {
            for column in columns {
                devices.push(i32::try_from(column.replica_device_ids[replica]).map_err(|_| invalid())?);
            }
        }
        DeviceAssignment::new(replicas as usize, partitions as usize, devices)
    }
}

impl From<&DeviceAssignment> for DeviceAssignmentProto {
    fn from(assignment: &DeviceAssignment) -> DeviceAssignmentProto {
        let of_partition = |partition| {
            let devices = assignment.devices.iter().skip(partition).step_by(assignment.partitions);
            ComputationDevice { replica_device_ids: devices.map(|device| i64::from(*device)).collect() }
        };
        // Both numbers are at most `MAX_DEVICES`.
        DeviceAssignmentProto {
            replica_count: assignment.replicas as i32,
            computation_count: assignment.partitions as i32,
            computation_devices: (0..assignment.partitions).map(of_partition).collect(),
        }
    }
}

impl TryFrom<&Serialized> for CompileOptions {
    type Error = Error;

    fn try_from(serialized: &Serialized) -> Result<CompileOptions> {
        if serialized.type_name != CompileOptions::TYPE_NAME {
            let (is, known) = (&serialized.type_name, CompileOptions::TYPE_NAME);
            return Err(Error::unimplemented(format!("compile options of type {is:?} are not served: only {known}")));
        }
        let invalid = |e| Error::invalid(format!("{}: {e}", CompileOptions::TYPE_NAME));
        let read = XlaCompileOptionsProto::decode(serialized.data.clone()).map_err(invalid)?;
        let options = read.compile_options.unwrap_or_default();
        if options.parameter_is_tupled_arguments {
            return Err(Error::unimplemented("programs whose arguments are one tuple are not served"));
        }
        let build = options.executable_build_options.unwrap_or_default();
        // Zero is sent by clients that leave the default.
        let (replicas, partitions) = (build.num_replicas.max(1), build.num_partitions.max(1));
        count(replicas, partitions)?;
        let (num_replicas, num_partitions) = (replicas as usize, partitions as usize);
        let assignment = build.device_assignment.as_ref().map(DeviceAssignment::try_from).transpose()?;
        if let Some(assignment) = &assignment
            && (assignment.replicas, assignment.partitions) != (num_replicas, num_partitions)
        {
            let (rows, columns) = (assignment.replicas, assignment.partitions);
            let program = format!("{replicas} replicas of {partitions} partitions");
            return Err(Error::invalid(format!("the program has {program}, its device assignment {rows} x {columns}")));
        }
        let overrides = options.env_option_overrides.into_iter();
        let overrides = overrides.filter_map(|entry| Some((entry.key, entry.value?.value?)));
        Ok(CompileOptions {
            num_replicas,
            num_partitions,
            device_assignment: assignment,
            is_portable: options.compile_portable_executable,
            use_spmd_partitioning: build.use_spmd_partitioning,
            use_shardy_partitioner: build.use_shardy_partitioner,
            propagate_to_outputs: build.allow_spmd_sharding_propagation_to_output,
            propagate_to_parameters: build.allow_spmd_sharding_propagation_to_parameters,
            overrides: overrides.collect(),
        })
    }
}

impl From<&CompileOptions> for CompileOptionsProto {
    fn from(options: &CompileOptions) -> CompileOptionsProto {
        let build = ExecutableBuildOptionsProto {
            device_ordinal: -1,
            num_replicas: options.num_replicas as i64,
            num_partitions: options.num_partitions as i64,
            use_spmd_partitioning: options.use_spmd_partitioning,
            device_assignment: options.device_assignment.as_ref().map(DeviceAssignmentProto::from),
            allow_spmd_sharding_propagation_to_parameters: options.propagate_to_parameters.clone(),
            allow_spmd_sharding_propagation_to_output: options.propagate_to_outputs.clone(),
            use_shardy_partitioner: options.use_shardy_partitioner,
        };
        let entry = |(key, value): &(String, OverrideValue)| EnvOptionOverridesEntry {
            key: key.clone(),
            value: Some(OptionOverrideProto { value: Some(value.clone()) }),
        };
        CompileOptionsProto {
            parameter_is_tupled_arguments: false,
            executable_build_options: Some(build),
            compile_portable_executable: options.is_portable,
            env_option_overrides: options.overrides.iter().map(entry).collect(),
        }
    }
}

impl From<&CompileOptions> for Serialized {
    fn from(options: &CompileOptions) -> Serialized {
        let proto = XlaCompileOptionsProto { compile_options: Some(options.into()), version_number: 0 };
        Serialized { type_name: CompileOptions::TYPE_NAME.to_owned(), data: proto.encode_to_vec().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_back() {
        let options = CompileOptions {
            num_replicas: 2,
            num_partitions: 3,
            device_assignment: Some(DeviceAssignment::new(2, 3, vec![0, 1, 2, 10, 11, 12]).unwrap()),
            is_portable: true,
            use_spmd_partitioning: true,
            use_shardy_partitioner: true,
            propagate_to_outputs: vec![true],
            propagate_to_parameters: vec![false, true],
            overrides: vec![("xla_dump_to".into(), OverrideValue::String(b"/tmp".to_vec()))],
        };
        assert_eq!(CompileOptions::try_from(&Serialized::from(&options)).unwrap(), options);
        let proto = DeviceAssignmentProto::from(options.device_assignment.as_ref().unwrap());
        assert_eq!(proto.computation_devices[1].replica_device_ids, [1, 11]);
    }

    #[test]
    fn contradictions_are_refused() {
        let read = |change: fn(&mut ExecutableBuildOptionsProto)| {
            let mut options = CompileOptionsProto::from(&CompileOptions::default());
            change(options.executable_build_options.as_mut().unwrap());
            let proto = XlaCompileOptionsProto { compile_options: Some(options), version_number: 0 };
            let data = proto.encode_to_vec().into();
            CompileOptions::try_from(&Serialized { type_name: CompileOptions::TYPE_NAME.into(), data })
        };
        assert_eq!(read(|build| build.num_replicas = 0).unwrap(), CompileOptions::default());
        assert!(read(|build| build.num_partitions = 1 << 60).is_err());
        assert!(read(|build| build.device_assignment = Some(DeviceAssignmentProto::default())).is_err());
        let two = |build: &mut ExecutableBuildOptionsProto| {
            build.device_assignment = Some((&DeviceAssignment::new(1, 2, vec![0, 1]).unwrap()).into());
        };
        let error = read(two).unwrap_err().to_string();
        assert!(error.contains("1 replicas of 1 partitions, its device assignment 1 x 2"), "{error}");
        assert!(DeviceAssignment::new(1, 2, vec![0]).is_err());
        let other = Serialized { type_name: "xla::ifrt::PluginOptions".into(), data: bytes::Bytes::new() };
        assert_eq!(CompileOptions::try_from(&other).unwrap_err().code(), crate::Code::Unimplemented);
    }
}

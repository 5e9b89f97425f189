//! Device assignments: which device runs which replica and partition.

use prost::Message;

use super::decode::{count, decode, invalid};
use super::proto::{ComputationDevice, DeviceAssignmentProto};
use crate::error::Result;

/// The device of each replica and partition.
///
/// ```
/// use pjrt::DeviceAssignment;
/// let assignment = DeviceAssignment::replicas([4, 5]);
/// assert_eq!((assignment.num_replicas(), assignment.num_partitions()), (2, 1));
/// assert_eq!(assignment.device_id(1, 0), Some(5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAssignment {
    /// Device ids, partitions by replicas. All rows have the same length.
    device_ids: Vec<Vec<i64>>,
}

impl DeviceAssignment {
    /// Assigns the replicas of a program of one partition to the devices with these ids, in order.
    pub fn replicas(device_ids: impl IntoIterator<Item = i32>) -> DeviceAssignment {
        DeviceAssignment { device_ids: vec![device_ids.into_iter().map(i64::from).collect()] }
    }

    /// Assigns any number of partitions: device ids, partitions by replicas.
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

    /// The number of replicas.
    pub fn num_replicas(&self) -> usize {
        self.device_ids.first().map_or(0, Vec::len)
    }

    /// The number of partitions.
    pub fn num_partitions(&self) -> usize {
        self.device_ids.len()
    }

    /// The id of the device that runs a replica's partition; `None` if there is no such replica or partition.
    pub fn device_id(&self, replica: usize, partition: usize) -> Option<i64> {
        self.device_ids.get(partition)?.get(replica).copied()
    }

    /// Serializes the assignment as a `DeviceAssignmentProto`.
    pub fn encode(&self) -> Vec<u8> {
        self.to_proto().encode_to_vec()
    }

    /// Reads a serialized `DeviceAssignmentProto`.
    ///
    /// # Errors
    /// The bytes are not such a message, or its counts do not match its lists.
    pub fn decode(bytes: &[u8]) -> Result<DeviceAssignment> {
        DeviceAssignment::from_proto(decode(bytes, "DeviceAssignmentProto")?)
    }

    pub(super) fn to_proto(&self) -> DeviceAssignmentProto {
        DeviceAssignmentProto {
            replica_count: self.num_replicas() as i64,
            computation_count: self.num_partitions() as i64,
            computation_devices: self
                .device_ids
                .iter()
                .map(|row| ComputationDevice { replica_device_ids: row.clone() })
                .collect(),
        }
    }

    pub(super) fn from_proto(proto: DeviceAssignmentProto) -> Result<DeviceAssignment> {
        let replicas = count("DeviceAssignmentProto.replica_count", proto.replica_count)?;
        let partitions = count("DeviceAssignmentProto.computation_count", proto.computation_count)?;
        let device_ids: Vec<Vec<i64>> =
            proto.computation_devices.into_iter().map(|devices| devices.replica_device_ids).collect();
        if device_ids.len() != partitions || device_ids.iter().any(|row| row.len() != replicas) {
            let rows: Vec<usize> = device_ids.iter().map(Vec::len).collect();
            return Err(invalid(format!(
                "a device assignment for {replicas} replicas of {partitions} partitions lists {rows:?} devices"
            )));
        }
        Ok(DeviceAssignment { device_ids })
    }
}

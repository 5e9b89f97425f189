//! The collectives of a manual computation, as collectives of replicas.

use super::instances::Instances;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{Collective, OpKind};

/// An operation of a program of several partitions and one replica, as the instances execute it as replicas:
/// its groups of devices become groups of instances. Operations that do not communicate stay the same.
///
/// # Errors
/// A group names a device that the mesh lacks, or devices that are one instance.
pub(super) fn of_instances(kind: &OpKind, instances: &Instances) -> Result<OpKind> {
    let of = |a: &Collective| collective(a, a.use_global_device_ids, instances);
    // These have no flag: with a channel, their groups are of partitions.
    let of_partitions = |a: &Collective| collective(a, true, instances);
    Ok(match kind {
        OpKind::AllReduce(a) => OpKind::AllReduce(of(a)?),
        OpKind::AllGather { dimension, groups } => OpKind::AllGather { dimension: *dimension, groups: of(groups)? },
        OpKind::ReduceScatter { dimension, groups } => {
            OpKind::ReduceScatter { dimension: *dimension, groups: of(groups)? }
        }
        OpKind::AllToAll { split, concat, count, groups } => {
            OpKind::AllToAll { split: *split, concat: *concat, count: *count, groups: of_partitions(groups)? }
        }
        OpKind::CollectiveBroadcast(groups) => OpKind::CollectiveBroadcast(of_partitions(groups)?),
        OpKind::CollectivePermute { pairs, channel_id } => {
            let pairs = match channel_id {
                Some(_) => instance_pairs(pairs, instances)?,
                // Without a channel the pairs are of replicas, of which there is one.
                None => (0..instances.len() as i64).filter(|_| pairs.contains(&(0, 0))).map(|i| (i, i)).collect(),
            };
            OpKind::CollectivePermute { pairs, channel_id: None }
        }
        kind => kind.clone(),
    })
}

fn collective(a: &Collective, are_devices: bool, instances: &Instances) -> Result<Collective> {
    let replica_groups = groups(&a.replica_groups, a.channel_id.is_some(), are_devices, instances)?;
    Ok(Collective { replica_groups, channel_id: None, use_global_device_ids: false })
}

/// Pairs of instances. Devices that differ in other axes alone are one instance.
fn instance_pairs(pairs: &[(i64, i64)], instances: &Instances) -> Result<Vec<(i64, i64)>> {
    let mut found: Vec<(i64, i64)> = Vec::new();
    for (source, target) in pairs {
        let pair = (instances.of(*source)? as i64, instances.of(*target)? as i64);
        if !found.contains(&pair) {
            found.push(pair);
        }
    }
    Ok(found)
}

/// Groups of instances. Without a channel the groups are of replicas, of which there is one, so that each
/// instance is a group of its own; with a channel but without global device ids they are of replicas and all
/// of their partitions.
pub(super) fn groups(
    given: &[Vec<i64>],
    has_channel: bool,
    are_devices: bool,
    instances: &Instances,
) -> Result<Vec<Vec<i64>>> {
    let all = || {
        let mut all: Vec<i64> = (0..instances.len() as i64).collect();
        all.sort_by_key(|instance| instances.devices[*instance as usize]);
        all
    };
    if !has_channel {
        return Ok(all().into_iter().map(|instance| vec![instance]).collect());
    }
    if !are_devices || given.is_empty() {
        return Ok(vec![all()]);
    }
    let mut groups: Vec<Vec<i64>> = Vec::new();
    for devices in given {
        let group = devices.iter().map(|id| Ok(instances.of(*id)? as i64)).collect::<Result<Vec<_>>>()?;
        if (1..group.len()).any(|i| group[..i].contains(&group[i])) {
            let message =
                format!("the group {devices:?} of a collective names devices that differ in axes that are not manual");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        // Devices that differ in other axes alone are one instance.
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    Ok(groups)
}

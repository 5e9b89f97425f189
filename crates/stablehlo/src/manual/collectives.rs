//! The collectives of a manual computation, as collectives of replicas.

use super::instances::Instances;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{AllGather, AllReduce, CollectivePermute, OpKind};

/// An operation of a program of several partitions and one replica, as the instances execute it as replicas:
/// its groups of devices become groups of instances. Operations that do not communicate stay the same.
///
/// # Errors
/// A group names a device that the mesh lacks, or devices that are one instance.
pub(super) fn of_instances(kind: &OpKind, instances: &Instances) -> Result<OpKind> {
    Ok(match kind {
        OpKind::AllReduce(attrs) => OpKind::AllReduce(AllReduce {
            replica_groups: groups(
                &attrs.replica_groups,
                attrs.channel_id.is_some(),
                attrs.use_global_device_ids,
                instances,
            )?,
            channel_id: None,
            use_global_device_ids: false,
        }),
        OpKind::AllGather(attrs) => {
            let AllReduce { replica_groups, channel_id, use_global_device_ids } = &attrs.group;
            let replica_groups = groups(replica_groups, channel_id.is_some(), *use_global_device_ids, instances)?;
            let group = AllReduce { replica_groups, channel_id: None, use_global_device_ids: false };
            OpKind::AllGather(AllGather { dimension: attrs.dimension, group })
        }
        OpKind::CollectivePermute(attrs) => OpKind::CollectivePermute(CollectivePermute {
            source_target_pairs: pairs(attrs, instances)?,
            channel_id: None,
        }),
        kind => kind.clone(),
    })
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

/// Pairs of instances, of a permutation of partitions; without a channel it is one of the only replica.
fn pairs(attrs: &CollectivePermute, instances: &Instances) -> Result<Vec<(i64, i64)>> {
    if attrs.channel_id.is_none() {
        let own = (0..instances.len() as i64).map(|instance| (instance, instance));
        return Ok(if attrs.source_target_pairs.contains(&(0, 0)) { own.collect() } else { Vec::new() });
    }
    let mut pairs = Vec::new();
    for (source, target) in &attrs.source_target_pairs {
        let pair = (instances.of(*source)? as i64, instances.of(*target)? as i64);
        // Devices that differ in other axes alone are one instance.
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    Ok(pairs)
}

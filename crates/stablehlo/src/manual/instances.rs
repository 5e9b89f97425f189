//! The instances of a manual computation: one for each position of the manual axes of its mesh.

use std::collections::HashMap;

use super::check;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::ManualComputation;
use crate::program::{Func, Value};
use crate::sharding::shards::Shards;
use crate::sharding::{Mesh, TensorSharding};

/// The maximum number of devices of a mesh whose instances are numbered.
const MAX_DEVICES: usize = 1 << 12;

/// The instances over some axes of a mesh, in the order of the positions, the last axis fastest.
pub(super) struct Instances {
    pub mesh: Mesh,
    /// For each instance its first position in the mesh, at which the other axes have the coordinate 0.
    pub positions: Vec<usize>,
    /// For each instance the device at that position.
    pub devices: Vec<usize>,
    /// The instance of each device.
    of_device: HashMap<usize, usize>,
}

impl Instances {
    /// The instances over the axes with these names.
    ///
    /// # Errors
    /// The sizes of the mesh are invalid or too large.
    pub fn new(mesh: &Mesh, axes: &[String]) -> Result<Self> {
        let num_devices = mesh.num_devices()?;
        if num_devices > MAX_DEVICES {
            let message = format!("a manual computation over {num_devices} devices; up to {MAX_DEVICES} are supported");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut instances =
            Self { mesh: mesh.clone(), positions: Vec::new(), devices: Vec::new(), of_device: HashMap::new() };
        let mut numbers = HashMap::new();
        for position in 0..num_devices {
            let (mut rest, mut coordinates) = (position, Vec::new());
            for (name, size) in mesh.axes.iter().rev() {
                if axes.contains(name) {
                    coordinates.push(rest % size);
                }
                rest /= size;
            }
            let device = mesh.device_ids.get(position).copied().unwrap_or(position);
            let next = numbers.len();
            let instance = *numbers.entry(coordinates).or_insert(next);
            if instance == next {
                instances.positions.push(position);
                instances.devices.push(device);
            }
            if instances.of_device.insert(device, instance).is_some() {
                return Err(Error::type_error(format!("mesh {mesh} has device {device} twice")));
            }
        }
        Ok(instances)
    }

    /// The number of instances.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Groups of instances that differ in these axes alone.
    pub fn along(&self, axes: &[String]) -> Vec<Vec<i64>> {
        let mut groups: Vec<(Vec<usize>, Vec<i64>)> = Vec::new();
        for (instance, position) in self.positions.iter().enumerate() {
            let (mut rest, mut others) = (*position, Vec::new());
            for (name, size) in self.mesh.axes.iter().rev() {
                if !axes.contains(name) {
                    others.push(rest % size);
                }
                rest /= size;
            }
            match groups.iter_mut().find(|(key, _)| *key == others) {
                Some((_, group)) => group.push(instance as i64),
                None => groups.push((others, vec![instance as i64])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The shards of values that the instances hold.
    ///
    /// # Errors
    /// A sharding does not fit its value or the mesh.
    pub fn shards(
        &self,
        func: &Func,
        values: &[Value],
        shardings: &[TensorSharding],
        attrs: &ManualComputation,
    ) -> Result<Vec<Shards>> {
        let shards = |(value, sharding): (&Value, &TensorSharding)| {
            let ty = func.ty(*value);
            match ty.is_token() {
                true => Ok(Shards::replicated(ty, self.len())),
                false => {
                    Shards::new(ty, &check::manual_part(sharding, &attrs.manual_axes), &self.mesh, &self.positions)
                }
            }
        };
        values.iter().zip(shardings).map(shards).collect()
    }

    /// The instance of a device.
    ///
    /// # Errors
    /// The mesh lacks the device.
    pub fn of(&self, device: i64) -> Result<usize> {
        let instance = usize::try_from(device).ok().and_then(|device| self.of_device.get(&device));
        instance.copied().ok_or_else(|| {
            let message = format!("a collective names device {device}, which mesh {} lacks", self.mesh);
            Error::new(ErrorKind::Program, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instances_are_positions_of_the_manual_axes() {
        let mesh: Mesh = r#"<["x"=2, "y"=3]>"#.parse().unwrap();
        let over = |axes: &[&str]| {
            let axes: Vec<String> = axes.iter().map(|a| a.to_string()).collect();
            let instances = Instances::new(&mesh, &axes).unwrap();
            let of = (0..6).map(|d| instances.of(d).unwrap()).collect::<Vec<_>>();
            (instances.positions, of)
        };
        assert_eq!(over(&["y", "x"]), (vec![0, 1, 2, 3, 4, 5], vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(over(&["x"]), (vec![0, 3], vec![0, 0, 0, 1, 1, 1]));
        assert_eq!(over(&["y"]), (vec![0, 1, 2], vec![0, 1, 2, 0, 1, 2]));
        assert_eq!(over(&[]), (vec![0], vec![0; 6]));
    }

    #[test]
    fn devices_need_not_be_in_order() {
        let mesh: Mesh = r#"<["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>"#.parse().unwrap();
        let instances = Instances::new(&mesh, &["x".to_string()]).unwrap();
        assert_eq!(instances.devices, [3, 2]);
        assert_eq!([0, 1, 2, 3].map(|d| instances.of(d).unwrap()), [1, 0, 1, 0]);
        assert!(instances.of(4).is_err() && instances.of(-1).is_err());
        let twice: Mesh = r#"<["x"=2], device_ids=[1, 1]>"#.parse().unwrap();
        assert!(Instances::new(&twice, &[]).is_err());
        let huge: Mesh = r#"<["x"=65536]>"#.parse().unwrap();
        assert!(Instances::new(&huge, &[]).is_err());
    }
}

//! The mesh of a program's partitions, and the tilings of arrays over it.

use std::collections::HashMap;

use pjrt::ErrorKind;
use stablehlo::ops::Collective;
use stablehlo::sharding::{Mesh, TensorSharding};
use stablehlo::{Module, TensorType};

use crate::error::{Error, Result};

/// For each dimension of an array the axes of the mesh that divide it, major to minor, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Tiling(pub Vec<Vec<usize>>);

impl Tiling {
    /// The tiling of an array of which each partition has all.
    pub fn whole(rank: usize) -> Self {
        Self(vec![Vec::new(); rank])
    }

    pub fn is_whole(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// True if an axis divides one of the dimensions.
    pub fn uses(&self, axis: usize) -> bool {
        self.0.iter().flatten().any(|used| *used == axis)
    }
}

/// What has no rule.
pub(super) fn unsupported(what: &str) -> Error {
    Error::new(ErrorKind::Unimplemented, format!("the program of one partition: {what} are not supported"))
}

/// The partitions of a program as positions of one mesh.
pub(super) struct Partitions<'m> {
    mesh: &'m Mesh,
    /// The names of the meshes that are this one.
    names: Vec<&'m str>,
    /// The number of partitions.
    count: usize,
}

impl<'m> Partitions<'m> {
    /// The mesh of the program's shardings.
    ///
    /// # Errors
    /// There are several.
    pub fn of(
        module: &'m Module,
        params: &[Option<TensorSharding>],
        results: &[Option<TensorSharding>],
        count: usize,
    ) -> Result<Self> {
        let is_used = |sharding: &&TensorSharding| sharding.dims.iter().any(|dim| !dim.axes.is_empty());
        let stated = params.iter().chain(results).flatten().find(is_used).map(|sharding| sharding.mesh.as_str());
        let all = || module.meshes.iter().find(|(_, mesh)| mesh.num_devices().is_ok_and(|n| n == count));
        let mesh = match stated {
            Some(name) => module.mesh(name),
            None => all().map(|(_, mesh)| mesh),
        };
        let mesh = mesh.filter(|mesh| mesh.num_devices().is_ok_and(|n| n == count));
        let mesh = mesh.ok_or_else(|| unsupported("shardings without a mesh of all partitions"))?;
        let names = module.meshes.iter().filter(|(_, other)| other == mesh).map(|(name, _)| name.as_str());
        Ok(Self { mesh, names: names.collect(), count })
    }

    /// The axes: name and size.
    pub fn axes(&self) -> impl Iterator<Item = (&String, usize)> {
        self.mesh.axes.iter().map(|(name, size)| (name, *size))
    }

    /// The tiling that a sharding states for an array.
    ///
    /// # Errors
    /// It is over another mesh, parts of axes, or does not divide the array evenly; or its shards are terms.
    pub fn tiling(&self, sharding: Option<&TensorSharding>, ty: &TensorType) -> Result<Tiling> {
        let Some(sharding) = sharding else { return Ok(Tiling::whole(ty.rank())) };
        if !sharding.unreduced.is_empty() {
            return Err(unsupported("terms of sums"));
        }
        let mut dims = Vec::with_capacity(sharding.dims.len());
        for dim in &sharding.dims {
            let number = |axis: &stablehlo::sharding::AxisRef| {
                let own = self.names.contains(&sharding.mesh.as_str()) && axis.sub_axis.is_none();
                self.mesh.axes.iter().position(|(name, _)| *name == axis.name).filter(|_| own)
            };
            let axes: Option<Vec<usize>> = dim.axes.iter().map(number).collect();
            dims.push(axes.ok_or_else(|| unsupported("shardings over several meshes, or parts of axes"))?);
        }
        let mut tiling = Tiling(dims);
        // An axis of one device divides nothing.
        tiling.0.iter_mut().for_each(|axes| axes.retain(|axis| self.mesh.axes[*axis].1 > 1));
        self.local(ty, &tiling)?;
        Ok(tiling)
    }

    /// The tiling that propagation found for a value, as far as it is possible.
    pub fn natural(&self, known: Option<&TensorSharding>, ty: Option<&TensorType>) -> Tiling {
        let Some(ty) = ty else { return Tiling::whole(0) };
        let reduced = known.map(|known| TensorSharding { unreduced: Vec::new(), ..known.clone() });
        self.tiling(reduced.as_ref(), ty).unwrap_or_else(|_| Tiling::whole(ty.rank()))
    }

    /// The number of shards along axes.
    pub fn shards(&self, axes: &[usize]) -> usize {
        axes.iter().map(|axis| self.mesh.axes[*axis].1).product()
    }

    /// The type of a shard.
    ///
    /// # Errors
    /// The array cannot be divided evenly.
    pub fn local(&self, ty: &TensorType, tiling: &Tiling) -> Result<TensorType> {
        let mut dims = Vec::with_capacity(ty.rank());
        for (size, axes) in ty.dims.iter().zip(&tiling.0) {
            let shards = self.shards(axes);
            if !size.is_multiple_of(shards) {
                return Err(unsupported("arrays that are divided unevenly"));
            }
            dims.push(size / shards);
        }
        Ok(TensorType::new(ty.element, dims))
    }

    /// The number of the shard along axes that each partition holds.
    pub fn numbers(&self, axes: &[usize]) -> Vec<usize> {
        let mut numbers = vec![0; self.count];
        for position in 0..self.count {
            let partition = self.mesh.device_ids.get(position).copied().unwrap_or(position);
            if let Some(number) = numbers.get_mut(partition) {
                *number = axes.iter().fold(0, |n, axis| {
                    let stride: usize = self.mesh.axes[axis + 1..].iter().map(|(_, size)| *size).product();
                    n * self.mesh.axes[*axis].1 + position / stride % self.mesh.axes[*axis].1
                });
            }
        }
        numbers
    }

    /// The groups of partitions that differ in these axes alone, in the order of their numbers along them.
    pub fn groups(&self, axes: &[usize]) -> Collective {
        let others: Vec<usize> = (0..self.mesh.axes.len()).filter(|axis| !axes.contains(axis)).collect();
        let (along, across) = (self.numbers(axes), self.numbers(&others));
        let mut groups: HashMap<usize, Vec<usize>> = HashMap::new();
        (0..self.count).for_each(|partition| groups.entry(across[partition]).or_default().push(partition));
        let mut replica_groups: Vec<Vec<i64>> = Vec::with_capacity(groups.len());
        for number in 0..groups.len() {
            let mut group = groups.remove(&number).unwrap_or_default();
            group.sort_by_key(|partition| along[*partition]);
            replica_groups.push(group.into_iter().map(|partition| partition as i64).collect());
        }
        Collective { replica_groups, channel_id: Some(1), use_global_device_ids: true }
    }
}

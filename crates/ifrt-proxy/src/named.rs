//! Named shardings (V3) as tile assignments (V1, V2), which every client reads.

use crate::error::{Error, Result};
use crate::iota::{permuted_iota, product};
use crate::messages::{AxisRefProto, MeshProto, NamedShardingProto, OpSharding, OpShardingType};

/// The most axes of a mesh, and the most that one sharding names: far above what programs have.
const MAX_AXES: usize = 256;

impl OpSharding {
    /// The same sharding without a mesh: a named sharding becomes a tile assignment, others stay.
    ///
    /// Clients end their process if a result's sharding is a named one.
    ///
    /// ```
    /// use ifrt_proxy::messages::*;
    ///
    /// // An array of two dimensions on a mesh x = 4, y = 2. The first dimension is cut along x.
    /// let axis = |name: &str, size| MeshAxis { name: name.into(), size };
    /// let x = AxisRefProto { mesh_axis_index: 0, sub_axis_info: None };
    /// let named = NamedShardingProto {
    ///     mesh: Some(MeshProto { axes: vec![axis("x", 4), axis("y", 2)], ..Default::default() }),
    ///     dim_shardings: vec![
    ///         DimensionSharding { axes: vec![x], is_closed: true },
    ///         DimensionSharding { axes: vec![], is_closed: true },
    ///     ],
    ///     ..Default::default()
    /// };
    /// let tiles = OpSharding { named_sharding: Some(named), ..Default::default() }.without_mesh()?;
    /// assert_eq!(tiles.tile_assignment_dimensions, [4, 1, 2]);
    /// assert_eq!((tiles.iota_reshape_dims, tiles.replicate_on_last_tile_dim), (vec![8], true));
    /// # Ok::<(), ifrt_proxy::Error>(())
    /// ```
    ///
    /// # Errors
    /// The named sharding contradicts itself: an axis that the mesh lacks, or one that is used twice.
    pub fn without_mesh(&self) -> Result<OpSharding> {
        if !self.tuple_shardings.is_empty() {
            let elements = self.tuple_shardings.iter().map(OpSharding::without_mesh);
            return Ok(OpSharding { tuple_shardings: elements.collect::<Result<_>>()?, ..self.clone() });
        }
        match &self.named_sharding {
            None => Ok(self.clone()),
            Some(named) => tiles(named),
        }
    }
}

/// The tile assignment of a named sharding.
fn tiles(named: &NamedShardingProto) -> Result<OpSharding> {
    let empty = MeshProto::default();
    let mesh = named.mesh.as_ref().unwrap_or(&empty);
    if mesh.axes.is_empty() {
        // A mesh without axes has one device, or stands for any mesh.
        return Ok(match mesh.device_ids.as_slice() {
            [device] => OpSharding::maximal(*device),
            _ => OpSharding::replicated(),
        });
    }
    let parts = Parts::of(mesh, named)?;
    let mut order = Vec::new();
    let mut dims = Vec::new();
    for dim in &named.dim_shardings {
        dims.push(parts.take(&dim.axes, &mut order)?);
    }
    let tiled: i64 = dims.iter().product();
    let manual = parts.take(&named.manual_axes, &mut order)?;
    let unreduced = parts.take(&named.unreduced_axes, &mut order)?;
    let rest: Vec<usize> = (0..parts.sizes.len()).filter(|part| !order.contains(part)).collect();
    let replicated: i64 = rest.iter().map(|part| parts.sizes[*part]).product();
    order.extend(rest);

    let groups = [
        (OpShardingType::Manual, manual),
        (OpShardingType::Unreduced, unreduced),
        (OpShardingType::Replicated, replicated),
    ];
    let groups: Vec<_> = groups.into_iter().filter(|(_, size)| *size > 1).collect();
    // If one meaning is that of all devices, it is the type of the sharding.
    if tiled == 1 && groups.len() <= 1 {
        let kind = groups.first().map_or(OpShardingType::Replicated, |(kind, _)| *kind);
        return Ok(OpSharding { r#type: kind as i32, ..OpSharding::default() });
    }
    let mut sharding = OpSharding { r#type: OpShardingType::Other as i32, ..OpSharding::default() };
    sharding.tile_assignment_dimensions = dims;
    sharding.tile_assignment_dimensions.extend(groups.iter().map(|(_, size)| *size));
    match groups.as_slice() {
        [] => {}
        [(OpShardingType::Replicated, _)] => sharding.replicate_on_last_tile_dim = true,
        _ => sharding.last_tile_dims = groups.iter().map(|(kind, _)| *kind as i32).collect(),
    }
    parts.assign(mesh, &order, &mut sharding)?;
    Ok(sharding)
}

/// The axes of a mesh, divided so that every axis or part of one that is named is a range of parts.
struct Parts {
    /// The size of each part, in the order of the mesh.
    sizes: Vec<i64>,
    /// For each axis the index of its first part, and the products of the sizes before each of its parts.
    axes: Vec<(usize, Vec<i64>)>,
}

impl Parts {
    fn of(mesh: &MeshProto, named: &NamedShardingProto) -> Result<Parts> {
        let lists = named.dim_shardings.iter().map(|dim| &dim.axes);
        let lists = lists.chain([&named.replicated_axes, &named.unreduced_axes, &named.manual_axes]);
        let references: Vec<&AxisRefProto> = lists.flatten().collect();
        if mesh.axes.len() > MAX_AXES || references.len() > MAX_AXES {
            return Err(Error::invalid(format!("a sharding by more than {MAX_AXES} axes of a mesh")));
        }
        product(&mesh.axes.iter().map(|axis| axis.size).collect::<Vec<_>>())?;
        let mut parts = Parts { sizes: Vec::new(), axes: Vec::new() };
        for (index, axis) in mesh.axes.iter().enumerate() {
            // Where the axis is cut, as products of the sizes before the cut.
            let mut cuts = vec![1];
            for sub in references.iter().filter(|axis| axis.mesh_axis_index == index as i64) {
                let Some(sub) = sub.sub_axis_info else { continue };
                let end = sub.pre_size.checked_mul(sub.size).filter(|end| sub.size > 0 && *end <= axis.size);
                let invalid =
                    || Error::invalid(format!("axis {:?} of size {} has no part {sub:?}", axis.name, axis.size));
                cuts.extend([sub.pre_size, end.ok_or_else(invalid)?]);
            }
            cuts.sort_unstable();
            cuts.dedup();
            cuts.retain(|cut| *cut != axis.size || axis.size == 1);
            let ends = cuts.iter().skip(1).chain([&axis.size]);
            let mut sizes = Vec::new();
            for (start, end) in cuts.iter().zip(ends) {
                if *start <= 0 || end % start != 0 {
                    return Err(Error::invalid(format!("axis {:?} is cut at {cuts:?}: no factors", axis.name)));
                }
                sizes.push(end / start);
            }
            parts.axes.push((parts.sizes.len(), cuts));
            parts.sizes.extend(sizes);
        }
        Ok(parts)
    }

    /// Appends the parts of axes to `order`, and returns the product of their sizes.
    fn take(&self, axes: &[AxisRefProto], order: &mut Vec<usize>) -> Result<i64> {
        let mut taken = 1;
        for axis in axes {
            let unknown = || Error::invalid(format!("the mesh has no axis {}", axis.mesh_axis_index));
            let index = usize::try_from(axis.mesh_axis_index).map_err(|_| unknown())?;
            let (first, cuts) = self.axes.get(index).ok_or_else(unknown)?;
            let inside =
                |cut: i64| axis.sub_axis_info.is_none_or(|sub| cut >= sub.pre_size && cut < sub.pre_size * sub.size);
            for part in (0..cuts.len()).filter(|part| inside(cuts[*part])) {
                if order.contains(&(first + part)) {
                    return Err(Error::invalid(format!("axis {index} of the mesh is used twice")));
                }
                order.push(first + part);
                taken *= self.sizes[first + part];
            }
        }
        Ok(taken)
    }

    /// Writes the devices: as an iota if the mesh is one, else as a list.
    fn assign(&self, mesh: &MeshProto, order: &[usize], sharding: &mut OpSharding) -> Result<()> {
        let places = permuted_iota(&self.sizes, order)?;
        let devices = match &mesh.iota_transform {
            Some(iota) => {
                let perm = iota.transpose_perm.iter().map(|dim| usize::try_from(*dim).unwrap_or(usize::MAX));
                permuted_iota(&iota.reshape_dims, &perm.collect::<Vec<_>>())?
            }
            None => mesh.device_ids.clone(),
        };
        if devices.is_empty() {
            if order.windows(2).all(|pair| pair[0] < pair[1]) {
                sharding.iota_reshape_dims = vec![places.len() as i64];
                sharding.iota_transpose_perm = vec![0];
            } else {
                sharding.iota_reshape_dims = self.sizes.clone();
                sharding.iota_transpose_perm = order.iter().map(|part| *part as i32).collect();
            }
            return Ok(());
        }
        if devices.len() != places.len() {
            let (has, needs) = (devices.len(), places.len());
            return Err(Error::invalid(format!("the mesh has {has} devices for {needs} places")));
        }
        // Places are indices of `devices` by construction.
        sharding.tile_assignment_devices = places.iter().map(|place| devices[*place as usize]).collect();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{DimensionSharding, IotaTransform, MeshAxis, SubAxis};
    use crate::tiles::Tiles;

    fn axis(index: i64) -> AxisRefProto {
        AxisRefProto { mesh_axis_index: index, sub_axis_info: None }
    }

    fn part(index: i64, pre_size: i64, size: i64) -> AxisRefProto {
        AxisRefProto { mesh_axis_index: index, sub_axis_info: Some(SubAxis { pre_size, size }) }
    }

    fn named(sizes: &[i64], dims: &[&[AxisRefProto]]) -> NamedShardingProto {
        let axes = sizes.iter().map(|size| MeshAxis { name: "a".into(), size: *size }).collect();
        NamedShardingProto {
            mesh: Some(MeshProto { axes, ..MeshProto::default() }),
            dim_shardings: dims.iter().map(|axes| DimensionSharding { axes: axes.to_vec(), is_closed: true }).collect(),
            ..NamedShardingProto::default()
        }
    }

    fn places(named: &NamedShardingProto, rank: usize, devices: usize) -> Vec<Vec<usize>> {
        let tiles = Tiles::new(&tiles(named).unwrap(), rank, devices).unwrap();
        (0..devices).map(|device| tiles.place(device).to_vec()).collect()
    }

    #[test]
    fn each_device_gets_the_tile_of_its_place_in_the_mesh() {
        // Device d of a mesh of 2 x 4 is at (d / 4, d % 4).
        let both = named(&[2, 4], &[&[axis(1)], &[axis(0)]]);
        let expected: Vec<_> = (0..8).map(|d| vec![d % 4, d / 4]).collect();
        assert_eq!(places(&both, 2, 8), expected);
        // Both axes on one dimension, in either order.
        let major = named(&[2, 4], &[&[axis(0), axis(1)]]);
        assert_eq!(places(&major, 1, 8), (0..8).map(|d| vec![d]).collect::<Vec<_>>());
        let minor = named(&[2, 4], &[&[axis(1), axis(0)]]);
        assert_eq!(places(&minor, 1, 8), (0..8).map(|d| vec![d % 4 * 2 + d / 4]).collect::<Vec<_>>());
        // One axis: the other one replicates.
        let one = named(&[2, 4], &[&[], &[axis(0)]]);
        assert_eq!(places(&one, 2, 8), (0..8).map(|d| vec![0, d / 4]).collect::<Vec<_>>());
    }

    #[test]
    fn parts_of_axes_are_dimensions_of_their_own() {
        // An axis of 8 is 2 x 2 x 2; its middle part cuts the array.
        let middle = named(&[8], &[&[part(0, 2, 2)]]);
        assert_eq!(places(&middle, 1, 8), (0..8).map(|d| vec![d / 2 % 2]).collect::<Vec<_>>());
        let outer = named(&[8], &[&[part(0, 4, 2)], &[part(0, 1, 2)]]);
        assert_eq!(places(&outer, 2, 8), (0..8).map(|d| vec![d % 2, d / 4]).collect::<Vec<_>>());
        // A part of four that another reference divides in two.
        let divided = named(&[8], &[&[part(0, 1, 4)]]);
        assert_eq!(places(&divided, 1, 8), (0..8).map(|d| vec![d / 2]).collect::<Vec<_>>());
    }

    #[test]
    fn meshes_may_order_their_devices() {
        let mut reversed = named(&[2, 2], &[&[axis(0)], &[axis(1)]]);
        reversed.mesh.as_mut().unwrap().device_ids = vec![3, 2, 1, 0];
        assert_eq!(places(&reversed, 2, 4), [[1, 1], [1, 0], [0, 1], [0, 0]]);
        let mut transposed = named(&[2, 2], &[&[axis(0)], &[axis(1)]]);
        let iota = IotaTransform { reshape_dims: vec![2, 2], transpose_perm: vec![1, 0] };
        transposed.mesh.as_mut().unwrap().iota_transform = Some(iota);
        assert_eq!(places(&transposed, 2, 4), [[0, 0], [1, 0], [0, 1], [1, 1]]);
    }

    #[test]
    fn what_all_devices_share_is_the_type() {
        let kind = |named: &NamedShardingProto| tiles(named).unwrap().r#type();
        let mut sharding = named(&[2, 4], &[&[], &[]]);
        assert_eq!(kind(&sharding), OpShardingType::Replicated);
        sharding.manual_axes = vec![axis(0), axis(1)];
        assert_eq!(kind(&sharding), OpShardingType::Manual);
        assert_eq!(kind(&NamedShardingProto::default()), OpShardingType::Replicated);
        sharding.mesh = Some(MeshProto { device_ids: vec![3], ..MeshProto::default() });
        assert_eq!(tiles(&sharding).unwrap(), OpSharding::maximal(3));

        let mut partly = named(&[2, 2, 2], &[&[axis(2)]]);
        partly.unreduced_axes = vec![axis(1)];
        let partly = tiles(&partly).unwrap();
        assert_eq!(partly.tile_assignment_dimensions, [2, 2, 2]);
        assert_eq!(partly.last_tile_dims, [OpShardingType::Unreduced as i32, OpShardingType::Replicated as i32]);
        assert_eq!((partly.iota_reshape_dims, partly.iota_transpose_perm), (vec![2, 2, 2], vec![2, 1, 0]));
    }

    #[test]
    fn contradictions_are_refused() {
        assert!(tiles(&named(&[2], &[&[axis(1)]])).is_err());
        assert!(tiles(&named(&[2], &[&[axis(-1)]])).is_err());
        assert!(tiles(&named(&[2], &[&[axis(0)], &[axis(0)]])).is_err());
        assert!(tiles(&named(&[6], &[&[part(0, 4, 2)]])).is_err());
        assert!(tiles(&named(&[6], &[&[part(0, 2, 2)]])).is_err());
        assert!(tiles(&named(&[4], &[&[part(0, 0, 2)]])).is_err());
        assert!(tiles(&named(&[1 << 40, 1 << 40], &[&[axis(0)]])).is_err());
        assert!(tiles(&named(&[1; 300], &[])).is_err());
        let mut short = named(&[4], &[&[axis(0)]]);
        short.mesh.as_mut().unwrap().device_ids = vec![0, 1];
        assert!(tiles(&short).is_err());
    }
}

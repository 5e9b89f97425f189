//! Tile assignments: which part of an array each device holds.

use std::ops::Range;

use crate::error::{Error, Result};
use crate::iota::{permuted_iota, product};
use crate::messages::{OpSharding, OpShardingType};
use crate::shape::Shape;

impl OpSharding {
    /// Every device holds the whole array.
    pub fn replicated() -> OpSharding {
        OpSharding { r#type: OpShardingType::Replicated as i32, ..OpSharding::default() }
    }

    /// One device holds the whole array.
    pub fn maximal(device: i64) -> OpSharding {
        OpSharding {
            r#type: OpShardingType::Maximal as i32,
            tile_assignment_dimensions: vec![1],
            tile_assignment_devices: vec![device],
            ..OpSharding::default()
        }
    }

    /// An array that is cut into `dims[d]` tiles along each dimension `d`, in row-major order of the devices.
    /// If there are more devices than tiles, consecutive devices hold the same tile.
    ///
    /// # Errors
    /// The number of devices is no multiple of that of the tiles.
    pub fn tiled(dims: &[usize], devices: usize) -> Result<OpSharding> {
        let mut sizes: Vec<i64> = dims.iter().map(|dim| i64::try_from(*dim).unwrap_or(i64::MAX)).collect();
        let tiles = product(&sizes)? as usize;
        if tiles == 1 {
            return Ok(OpSharding::replicated());
        }
        if devices == 0 || !devices.is_multiple_of(tiles) {
            return Err(Error::invalid(format!("{devices} devices cannot hold {dims:?} tiles")));
        }
        let is_replicated = devices > tiles;
        if is_replicated {
            sizes.push((devices / tiles) as i64);
        }
        Ok(OpSharding {
            r#type: OpShardingType::Other as i32,
            tile_assignment_dimensions: sizes,
            replicate_on_last_tile_dim: is_replicated,
            iota_reshape_dims: vec![devices as i64],
            iota_transpose_perm: vec![0],
            ..OpSharding::default()
        })
    }
}

/// The tile of each device, for arrays of one rank.
///
/// Devices are positions in the sharding's list of devices.
///
/// ```
/// use ifrt_proxy::Tiles;
/// use ifrt_proxy::messages::OpSharding;
///
/// // 2 tiles along the second dimension, on 4 devices.
/// let tiles = Tiles::new(&OpSharding::tiled(&[1, 2], 4)?, 2, 4)?;
/// assert_eq!(tiles.shard_shape(&[3, 8])?, [3, 4]);
/// assert_eq!(tiles.shard(2, &[3, 8])?, [0..3, 4..8]);
/// assert!(!tiles.is_fully_replicated());
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiles {
    dims: Vec<usize>,
    places: Vec<Vec<usize>>,
}

impl Tiles {
    /// The tiles of arrays with `rank` dimensions on `devices` devices.
    ///
    /// # Errors
    /// The sharding does not fit the rank or the number of devices, or it does not say what a device holds:
    /// tuples, manual, unreduced and unknown shardings.
    pub fn new(sharding: &OpSharding, rank: usize, devices: usize) -> Result<Tiles> {
        if rank > Shape::MAX_RANK {
            return Err(Error::invalid(format!("a sharding of {rank} dimensions")));
        }
        let sharding = sharding.without_mesh()?;
        let kind = OpShardingType::try_from(sharding.r#type);
        let kind =
            kind.map_err(|_| Error::unimplemented(format!("type {} of shardings is unknown", sharding.r#type)))?;
        match kind {
            OpShardingType::Replicated => Ok(Tiles::replicated(rank, devices)),
            OpShardingType::Maximal if devices == 1 => Ok(Tiles::replicated(rank, devices)),
            OpShardingType::Maximal => {
                Err(Error::invalid(format!("a sharding on one device is used for an array on {devices}")))
            }
            OpShardingType::Other => Tiles::tiled(&sharding, rank, devices),
            other => {
                Err(Error::unimplemented(format!("a sharding of type {other:?} does not say what a device holds")))
            }
        }
    }

    fn replicated(rank: usize, devices: usize) -> Tiles {
        Tiles { dims: vec![1; rank], places: vec![vec![0; rank]; devices] }
    }

    fn tiled(sharding: &OpSharding, rank: usize, devices: usize) -> Result<Tiles> {
        let sizes = &sharding.tile_assignment_dimensions;
        let is_partial = |kind: &i32| [OpShardingType::Manual as i32, OpShardingType::Unreduced as i32].contains(kind);
        if sharding.last_tile_dims.iter().any(is_partial) {
            return Err(Error::unimplemented("a manual or unreduced sharding does not say what a device holds"));
        }
        let order = sharding.devices()?;
        let trailing = sharding.last_tile_dims.len() + usize::from(sharding.replicate_on_last_tile_dim);
        if sizes.len() != rank + trailing {
            return Err(Error::invalid(format!("tiles {sizes:?} do not fit an array of {rank} dimensions")));
        }
        // Each position of the list of devices is there once.
        let mut places = vec![None; devices];
        for (index, device) in order.iter().enumerate() {
            let mut rest = index;
            let mut place = vec![0; sizes.len()];
            for (place, size) in place.iter_mut().zip(sizes).rev() {
                *place = rest % *size as usize;
                rest /= *size as usize;
            }
            place.truncate(rank);
            let slot = usize::try_from(*device).ok().and_then(|device| places.get_mut(device));
            match slot.filter(|slot| slot.is_none()) {
                Some(slot) => *slot = Some(place),
                None => return Err(Error::invalid(format!("tiles of devices {order:?}: there are {devices} devices"))),
            }
        }
        let missing = || Error::invalid(format!("tiles of devices {order:?}: there are {devices} devices"));
        let places = places.into_iter().collect::<Option<Vec<_>>>().ok_or_else(missing)?;
        Ok(Tiles { dims: sizes[..rank].iter().map(|size| *size as usize).collect(), places })
    }

    /// The number of tiles along each dimension.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The tile of a device: its index along each dimension.
    ///
    /// # Panics
    /// There is no such device.
    pub fn place(&self, device: usize) -> &[usize] {
        &self.places[device]
    }

    /// True if every device holds the whole array.
    pub fn is_fully_replicated(&self) -> bool {
        self.dims.iter().all(|dim| *dim == 1)
    }

    /// The shape of the largest shard: sizes are divided and rounded up.
    ///
    /// # Errors
    /// The shape has another rank.
    pub fn shard_shape(&self, shape: &[usize]) -> Result<Vec<usize>> {
        if shape.len() != self.dims.len() {
            let tiles = &self.dims;
            return Err(Error::invalid(format!("shape {shape:?} cannot be cut into {tiles:?} tiles: another rank")));
        }
        Ok(shape.iter().zip(&self.dims).map(|(size, tiles)| size.div_ceil(*tiles)).collect())
    }

    /// The part that a device holds: a range of each dimension. Shards at the end may be smaller, or empty.
    ///
    /// # Errors
    /// The shape has another rank, or there is no such device.
    pub fn shard(&self, device: usize, shape: &[usize]) -> Result<Vec<Range<usize>>> {
        let shard = self.shard_shape(shape)?;
        let place = self.places.get(device);
        let place = place.ok_or_else(|| Error::invalid(format!("the sharding has no device {device}")))?;
        let range = |((tile, size), whole): ((&usize, &usize), &usize)| {
            let start = (tile * size).min(*whole);
            start..(start + size).min(*whole)
        };
        Ok(place.iter().zip(&shard).zip(shape).map(range).collect())
    }
}

impl OpSharding {
    /// The devices of a tile assignment in row-major order of its tiles, from its list (V1) or iota (V2).
    ///
    /// # Errors
    /// There are not as many as tiles.
    pub fn devices(&self) -> Result<Vec<i64>> {
        let tiles = product(&self.tile_assignment_dimensions)?;
        let devices = if self.iota_reshape_dims.is_empty() {
            self.tile_assignment_devices.clone()
        } else {
            let perm = self.iota_transpose_perm.iter().map(|dim| usize::try_from(*dim).unwrap_or(usize::MAX));
            permuted_iota(&self.iota_reshape_dims, &perm.collect::<Vec<_>>())?
        };
        if devices.len() as i64 == tiles {
            return Ok(devices);
        }
        let sizes = &self.tile_assignment_dimensions;
        Err(Error::invalid(format!("{} devices do not make {sizes:?} tiles", devices.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other(dims: &[i64], devices: &[i64]) -> OpSharding {
        OpSharding {
            r#type: OpShardingType::Other as i32,
            tile_assignment_dimensions: dims.to_vec(),
            tile_assignment_devices: devices.to_vec(),
            ..OpSharding::default()
        }
    }

    #[test]
    fn both_forms_of_a_tile_assignment_agree() {
        // XLA writes devices=[2,2]<=[2,2]T(1,0) for the list 0,2,1,3.
        let list = other(&[2, 2], &[0, 2, 1, 3]);
        let mut iota = other(&[2, 2], &[]);
        (iota.iota_reshape_dims, iota.iota_transpose_perm) = (vec![2, 2], vec![1, 0]);
        assert_eq!(Tiles::new(&list, 2, 4).unwrap(), Tiles::new(&iota, 2, 4).unwrap());
        assert_eq!(Tiles::new(&list, 2, 4).unwrap().place(2), [0, 1]);
    }

    #[test]
    fn shards_at_the_end_are_cut() {
        let tiles = Tiles::new(&OpSharding::tiled(&[4], 4).unwrap(), 1, 4).unwrap();
        let shards: Vec<_> = (0..4).map(|device| tiles.shard(device, &[5]).unwrap().remove(0)).collect();
        assert_eq!(shards, [0..2, 2..4, 4..5, 5..5]);
    }

    #[test]
    fn every_element_is_on_as_many_devices_as_a_tile() {
        for (dims, shape) in [(vec![2, 2], vec![4, 6]), (vec![1, 4], vec![3, 10]), (vec![8, 1], vec![9, 1])] {
            let tiles = Tiles::new(&OpSharding::tiled(&dims, 8).unwrap(), 2, 8).unwrap();
            let mut seen = vec![0; shape[0] * shape[1]];
            for device in 0..8 {
                let shard = tiles.shard(device, &shape).unwrap();
                for (row, column) in shard[0].clone().flat_map(|row| shard[1].clone().map(move |column| (row, column)))
                {
                    seen[row * shape[1] + column] += 1;
                }
            }
            let copies = 8 / dims.iter().product::<usize>();
            assert!(seen.iter().all(|count| *count == copies), "{dims:?}: {seen:?}");
        }
    }

    #[test]
    fn shardings_that_do_not_fit_are_refused() {
        assert!(Tiles::new(&other(&[2], &[0, 0]), 1, 2).is_err());
        assert!(Tiles::new(&other(&[2], &[0, 2]), 1, 2).is_err());
        assert!(Tiles::new(&other(&[2], &[0, 1]), 1, 4).is_err());
        assert!(Tiles::new(&other(&[2, 2], &[0, 1, 2, 3]), 1, 4).is_err());
        assert!(Tiles::new(&other(&[2], &[0]), 1, 2).is_err());
        assert!(Tiles::new(&other(&[], &[0]), 1, 2).is_err());
        assert!(Tiles::new(&OpSharding::maximal(0), 1, 2).is_err());
        assert!(Tiles::new(&OpSharding::maximal(0), 1, 1).unwrap().is_fully_replicated());
        assert!(OpSharding::tiled(&[3], 8).is_err());
        let unknown = OpSharding { r#type: 77, ..OpSharding::default() };
        assert!(Tiles::new(&unknown, 1, 2).is_err());
    }
}

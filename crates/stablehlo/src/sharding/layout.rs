//! The part of a tensor that each device of a mesh holds.

use super::{AxisRef, Mesh, SubAxis, TensorSharding};
use crate::error::{Error, Result};

impl Mesh {
    /// The number of devices: the product of the axes, 1 without axes.
    ///
    /// # Errors
    /// If an axis has size 0, the product overflows, or the devices are another number.
    pub fn num_devices(&self) -> Result<usize> {
        let product = self.axes.iter().try_fold(1usize, |n, (_, size)| n.checked_mul(*size)).filter(|n| *n > 0);
        let product = product.ok_or_else(|| Error::type_error(format!("mesh {self}: sizes of axes are invalid")))?;
        if !self.device_ids.is_empty() && self.device_ids.len() != product {
            let message = format!("mesh {self}: {} devices for {product} positions", self.device_ids.len());
            return Err(Error::type_error(message));
        }
        Ok(product)
    }

    /// The size of a part of an axis, and the number of consecutive positions that share its coordinate.
    fn extent(&self, axis: &AxisRef) -> Result<(usize, usize)> {
        let bad = || Error::type_error(format!("axis {axis} does not fit mesh {self}"));
        let at = self.axes.iter().position(|(name, _)| *name == axis.name).ok_or_else(bad)?;
        let whole = self.axes[at].1;
        let SubAxis { pre_size, size } = axis.sub_axis.unwrap_or(SubAxis { pre_size: 1, size: whole });
        let before = pre_size.checked_mul(size).filter(|n| *n > 0 && whole.is_multiple_of(*n)).ok_or_else(bad)?;
        let minor: usize = self.axes[at + 1..].iter().map(|(_, size)| size).product();
        Ok((size, whole / before * minor))
    }
}

impl TensorSharding {
    /// The number of shards along each dimension of a tensor of that shape.
    ///
    /// # Errors
    /// If the ranks differ, an axis does not fit the mesh or is used twice, or the shards of a dimension are
    /// not equal.
    pub fn num_shards(&self, mesh: &Mesh, shape: &[usize]) -> Result<Vec<usize>> {
        let fail = |what: String| Err(Error::type_error(format!("sharding {self} of a tensor {shape:?}: {what}")));
        mesh.num_devices()?;
        if self.dims.len() != shape.len() {
            return fail(format!("{} dimensions instead of {}", self.dims.len(), shape.len()));
        }
        let dims = self.dims.iter().flat_map(|dim| &dim.axes);
        let used: Vec<&AxisRef> = dims.chain(&self.replicated).chain(&self.unreduced).collect();
        let mut ranges = Vec::with_capacity(used.len());
        for axis in &used {
            let (size, stride) = mesh.extent(axis)?;
            let overlaps = |(first, last): &(usize, usize)| stride < *last && *first < stride * size;
            if size > 1 && ranges.iter().any(overlaps) {
                return fail(format!("axis {axis} is used twice"));
            }
            ranges.push((stride, stride * size));
        }
        let mut counts = Vec::with_capacity(shape.len());
        for (d, (dim, size)) in self.dims.iter().zip(shape).enumerate() {
            let count = dim.axes.iter().try_fold(1, |n, axis| mesh.extent(axis).map(|(size, _)| n * size))?;
            if size % count != 0 {
                return fail(format!("dimension {d} cannot be divided into {count} equal shards"));
            }
            counts.push(count);
        }
        Ok(counts)
    }

    /// The shape of a shard of a tensor of that shape. Errors as of [`TensorSharding::num_shards`].
    pub fn shard_shape(&self, mesh: &Mesh, shape: &[usize]) -> Result<Vec<usize>> {
        Ok(self.num_shards(mesh, shape)?.iter().zip(shape).map(|(count, size)| size / count).collect())
    }

    /// The first index, in each dimension, of the shard at a position of the mesh (not a device number).
    /// Errors as of [`TensorSharding::num_shards`], and if the position is outside of the mesh.
    pub fn shard_offset(&self, mesh: &Mesh, shape: &[usize], position: usize) -> Result<Vec<usize>> {
        let shard = self.shard_shape(mesh, shape)?;
        if position >= mesh.num_devices()? {
            return Err(Error::type_error(format!("mesh {mesh} has no position {position}")));
        }
        let mut offset = Vec::with_capacity(shape.len());
        for (dim, size) in self.dims.iter().zip(shard) {
            let number = dim
                .axes
                .iter()
                .try_fold(0, |n, axis| mesh.extent(axis).map(|(size, stride)| n * size + position / stride % size))?;
            offset.push(number * size);
        }
        Ok(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: &str = r#"<["d"=4, "m"=2]>"#;

    fn offsets(sharding: &str, shape: &[usize]) -> Vec<Vec<usize>> {
        let (mesh, sharding): (Mesh, TensorSharding) = (MESH.parse().unwrap(), sharding.parse().unwrap());
        (0..8).map(|p| sharding.shard_offset(&mesh, shape, p).unwrap()).collect()
    }

    #[test]
    fn texts_are_read_and_printed() {
        for text in [
            "<@mesh, []>",
            r#"<@mesh, [{"x"}, {?}]>"#,
            r#"<@mesh, [{"i", ?}, {?}p2], replicated={"z"}, unreduced={"x":(1)2}>"#,
            r#"<@"a mesh", [{"q\"\\\0A", "x"}p0]>"#,
            r#"<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>"#,
        ] {
            assert_eq!(text.parse::<TensorSharding>().unwrap().to_string(), text);
            assert_eq!(format!("#sdy.sharding{text}").parse::<TensorSharding>().unwrap().to_string(), text);
        }
        for text in ["<[]>", r#"<["x"=2, "y"=2]>"#, "<[], device_ids=[3]>", r#"<["x"=2], device_ids=[1, 0]>"#] {
            assert_eq!(text.parse::<Mesh>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn each_prefix_of_a_text_is_refused() {
        let sharding = r#"<@mesh, [{"i\0A", ?}p1], replicated={"x":(1)2}>"#;
        let mesh = r#"<["x"=2], device_ids=[1, 0]>"#;
        (0..sharding.len()).for_each(|n| assert!(sharding[..n].parse::<TensorSharding>().is_err(), "{n}"));
        (0..mesh.len()).for_each(|n| assert!(mesh[..n].parse::<Mesh>().is_err(), "{n}"));
        assert!(r#"<["x"=99999999999999999999]>"#.parse::<Mesh>().is_err());
        assert!(r#"<@m, [{"\é"}]>"#.parse::<TensorSharding>().is_err());
    }

    #[test]
    fn shards_follow_the_axes() {
        let rows_major = [[0, 0], [0, 3], [2, 0], [2, 3], [4, 0], [4, 3], [6, 0], [6, 3]];
        assert_eq!(offsets(r#"<@m, [{"d"}, {"m"}]>"#, &[8, 6]), rows_major);
        assert_eq!(offsets(r#"<@m, [{"m", "d"}]>"#, &[8]), [[0], [4], [1], [5], [2], [6], [3], [7]]);
        // The major and the minor half of an axis.
        assert_eq!(offsets(r#"<@m, [{"d":(1)2}]>"#, &[8]), [[0], [0], [0], [0], [4], [4], [4], [4]]);
        assert_eq!(offsets(r#"<@m, [{"d":(2)2}]>"#, &[8]), [[0], [0], [4], [4], [0], [0], [4], [4]]);
    }

    #[test]
    fn shardings_that_do_not_fit_are_refused() {
        let mesh: Mesh = MESH.parse().unwrap();
        for (text, shape) in [
            (r#"<@m, [{"d"}]>"#, &[6][..]),
            (r#"<@m, [{"d"}, {"d"}]>"#, &[8, 8]),
            (r#"<@m, [{"d"}], replicated={"d":(2)2}>"#, &[8]),
            (r#"<@m, [{"x"}]>"#, &[8]),
            (r#"<@m, [{"d":(1)3}]>"#, &[12]),
            (r#"<@m, [{"d":(1)0}]>"#, &[12]),
            (r#"<@m, [{}]>"#, &[8, 8]),
        ] {
            let sharding: TensorSharding = text.parse().unwrap();
            assert!(sharding.shard_shape(&mesh, shape).is_err(), "{text} of {shape:?}");
        }
        assert!(r#"<["x"=0]>"#.parse::<Mesh>().unwrap().num_devices().is_err());
        let huge = format!(r#"<["x"={0}, "y"={0}]>"#, usize::MAX);
        assert!(huge.parse::<Mesh>().unwrap().num_devices().is_err());
    }
}

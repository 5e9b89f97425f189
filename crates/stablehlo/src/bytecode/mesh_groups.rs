//! Groups of a collective by the axes of a mesh (`#stablehlo.replica_group_mesh_axes`, since StableHLO 1.16).

use crate::attributes::{Attr, Attrs};
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::sharding::{AxisRef, Mesh, SubAxis};
use crate::types::{ElementType, TensorType};

/// The table of groups: along the axes, the first of which is the major one, the members of a group differ;
/// the other axes number the groups.
pub(super) fn replica_groups(groups: &Attrs, meshes: &[(String, Mesh)]) -> Result<Attr> {
    let error = |kind, message: &str| Error::new(kind, format!("attribute 'replica_groups': {message}"));
    let (malformed, invalid) = (|m: &str| error(ErrorKind::Syntax, m), |m: &str| error(ErrorKind::Program, m));
    let (Some(Attr::Symbol(name) | Attr::Str(name)), Some(Attr::List(axes))) =
        (groups.get(&["mesh"]), groups.get(&["axes"]))
    else {
        // A mesh in place of its name.
        return Ok(Attr::Opaque);
    };
    let mesh = meshes.iter().find(|(candidate, _)| candidate == name).map(|(_, mesh)| mesh);
    let mesh = mesh.ok_or_else(|| invalid(&format!("there is no mesh @{name}")))?;
    let axes: Option<Vec<AxisRef>> = axes.iter().map(axis_ref).collect();
    let axes = axes.ok_or_else(|| malformed("an axis has a name and the size of its part"))?;
    let rows = rows(mesh, &axes).ok_or_else(|| invalid(&format!("the mesh @{name} does not have these axes")))?;
    let width = rows.first().map_or(0, Vec::len);
    let bytes = rows.iter().flatten().flat_map(|id| id.to_le_bytes()).collect();
    Literal::from_bytes(TensorType::new(ElementType::I64, [rows.len(), width]), bytes).map(Attr::Dense)
}

fn axis_ref(attr: &Attr) -> Option<AxisRef> {
    let Attr::Dict(axis) = attr else { return None };
    let Some(Attr::Str(name)) = axis.get(&["name"]) else { return None };
    let sub_axis = match axis.get(&["sub_axis"]) {
        None => None,
        Some(Attr::Dict(part)) => {
            let size = |name| part.size(&[name]).ok().flatten().filter(|size| *size > 0);
            Some(SubAxis { pre_size: size("pre_size")?, size: size("size")? })
        }
        Some(_) => return None,
    };
    Some(AxisRef { name: name.clone(), sub_axis })
}

/// The ids of the devices of each group; `None` if an axis is not one of the mesh, or is given twice.
fn rows(mesh: &Mesh, axes: &[AxisRef]) -> Option<Vec<Vec<i64>>> {
    let count = mesh.num_devices().ok()?;
    // For each axis the positions between neighbors along it, and its size.
    let digits = axes.iter().map(|axis| {
        let at = mesh.axes.iter().position(|(name, _)| *name == axis.name)?;
        let stride: usize = mesh.axes[at + 1..].iter().map(|(_, size)| size).product();
        let whole = mesh.axes[at].1;
        let SubAxis { pre_size, size } = axis.sub_axis.unwrap_or(SubAxis { pre_size: 1, size: whole });
        let rest = whole.checked_div(pre_size.checked_mul(size)?).filter(|rest| rest * pre_size * size == whole)?;
        Some((stride * rest, size))
    });
    let digits = digits.collect::<Option<Vec<(usize, usize)>>>()?;
    let width = digits.iter().try_fold(1usize, |width, (_, size)| width.checked_mul(*size))?;
    let mut rows = Vec::new();
    for first in 0..count {
        // The first member of a group has the coordinate 0 along each axis.
        if digits.iter().any(|(stride, size)| first / stride % size != 0) {
            continue;
        }
        let member = |rank: usize| {
            let mut rank = rank;
            let mut position = first;
            for (stride, size) in digits.iter().rev() {
                position += rank % size * stride;
                rank /= size;
            }
            let id = if mesh.device_ids.is_empty() { Some(position) } else { mesh.device_ids.get(position).copied() };
            id.filter(|_| position < count).map(|id| id as i64)
        };
        rows.push((0..width).map(member).collect::<Option<Vec<i64>>>()?);
    }
    (rows.len() * width == count).then_some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(mesh: &str, axes: &[(&str, Option<(usize, usize)>)]) -> Option<Vec<Vec<i64>>> {
        let axes: Vec<AxisRef> = axes
            .iter()
            .map(|(name, part)| AxisRef {
                name: (*name).into(),
                sub_axis: part.map(|(pre_size, size)| SubAxis { pre_size, size }),
            })
            .collect();
        rows(&mesh.parse().unwrap(), &axes)
    }

    #[test]
    fn members_differ_along_the_axes() {
        let mesh = r#"<["x"=4, "y"=2]>"#;
        assert_eq!(groups(mesh, &[("x", None)]).unwrap(), [[0, 2, 4, 6], [1, 3, 5, 7]]);
        assert_eq!(groups(mesh, &[("y", None)]).unwrap(), [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(groups(mesh, &[("y", None), ("x", None)]).unwrap(), [[0, 2, 4, 6, 1, 3, 5, 7]]);
        // Parts of x: its high and its low digit.
        assert_eq!(groups(mesh, &[("x", Some((1, 2)))]).unwrap(), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(groups(mesh, &[("x", Some((2, 2)))]).unwrap(), [[0, 2], [1, 3], [4, 6], [5, 7]]);
        assert_eq!(groups(r#"<["x"=2], device_ids=[1, 0]>"#, &[("x", None)]).unwrap(), [[1, 0]]);
        for wrong in [&[("z", None)][..], &[("x", None), ("x", None)], &[("x", Some((3, 2)))]] {
            assert_eq!(groups(mesh, wrong), None, "{wrong:?}");
        }
    }
}

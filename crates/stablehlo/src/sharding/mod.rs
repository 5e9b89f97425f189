//! Shardings of tensors over a mesh of devices, as the Shardy dialect states them (openxla/shardy,
//! `shardy/dialect/sdy/ir/attrs.td`).
//!
//! Values print in the dialect's text syntax, and [`TensorSharding`] and [`Mesh`] read it.

mod layout;
pub(crate) mod read;
pub mod shards;

use std::fmt::{self, Display, Formatter};

/// The maximum number of entries in a list of axes, dimensions or device ids in text.
pub const MAX_LENGTH: usize = 1 << 16;

/// A mesh of devices: `<["x"=4, "y"=2], device_ids=[...]>`. The last axis varies fastest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh {
    /// The axes, major to minor: name and size.
    pub axes: Vec<(String, usize)>,
    /// The device at each position of the mesh; empty if device `i` is at position `i`. A mesh without axes
    /// and with one device is a maximal mesh.
    pub device_ids: Vec<usize>,
}

/// An axis of a mesh, or a part of one: `"x"`, `"x":(1)2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisRef {
    /// The name of the axis.
    pub name: String,
    /// The part of the axis; the entire axis if `None`.
    pub sub_axis: Option<SubAxis>,
}

/// A part of an axis of size `pre_size * size * n`: the digit of the coordinate that is behind the first
/// `pre_size` and before the last `n` values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubAxis {
    /// The product of the parts before this one.
    pub pre_size: usize,
    /// The size of this part.
    pub size: usize,
}

/// The sharding of one dimension: `{"x", "y", ?}p1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DimSharding {
    /// The axes over which the dimension is divided, major to minor; none if it is not divided.
    pub axes: Vec<AxisRef>,
    /// False if propagation may add axes, printed as `?`.
    pub is_closed: bool,
    /// The priority in propagation, `p1`; absent is 0, the highest.
    pub priority: Option<u32>,
}

/// The sharding of a tensor: `<@mesh, [{"x"}, {?}], replicated={"y"}, unreduced={"z"}>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSharding {
    /// The name of the mesh, without the `@`; or the mesh itself, as `mesh<["x"=4]>`.
    pub mesh: String,
    /// The sharding of each dimension.
    pub dims: Vec<DimSharding>,
    /// The axes over which the tensor is explicitly replicated.
    pub replicated: Vec<AxisRef>,
    /// The axes whose devices hold terms of a sum.
    pub unreduced: Vec<AxisRef>,
}

impl TensorSharding {
    /// The mesh that stands in place of the name of one: `mesh<["x"=4]>`.
    pub fn inline_mesh(&self) -> Option<Mesh> {
        self.mesh.strip_prefix("mesh").filter(|rest| rest.starts_with('<'))?.parse().ok()
    }
}

/// Texts separated by commas.
fn joined<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

/// A string in quotes; quotes, backslashes and control characters are escaped as MLIR does.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_ascii_control() => quoted += &format!("\\{:02X}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

impl Display for Mesh {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let axes: Vec<String> = self.axes.iter().map(|(name, size)| format!("{}={size}", quoted(name))).collect();
        write!(f, "<[{}]", axes.join(", "))?;
        if !self.device_ids.is_empty() {
            write!(f, ", device_ids=[{}]", joined(&self.device_ids))?;
        }
        f.write_str(">")
    }
}

impl Display for AxisRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(&self.name))?;
        match self.sub_axis {
            Some(SubAxis { pre_size, size }) => write!(f, ":({pre_size}){size}"),
            None => Ok(()),
        }
    }
}

impl Display for DimSharding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let open = match (self.is_closed, self.axes.is_empty()) {
            (true, _) => "",
            (false, true) => "?",
            (false, false) => ", ?",
        };
        write!(f, "{{{}{open}}}", joined(&self.axes))?;
        self.priority.map_or(Ok(()), |priority| write!(f, "p{priority}"))
    }
}

impl Display for TensorSharding {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
        let plain = self.mesh.chars().all(is_word) && !self.mesh.starts_with(|c: char| c.is_ascii_digit());
        let mesh = match (self.inline_mesh(), plain && !self.mesh.is_empty()) {
            (Some(_), _) => self.mesh.clone(),
            (None, true) => format!("@{}", self.mesh),
            (None, false) => format!("@{}", quoted(&self.mesh)),
        };
        write!(f, "<{mesh}, [{}]", joined(&self.dims))?;
        for (word, axes) in [("replicated", &self.replicated), ("unreduced", &self.unreduced)] {
            if !axes.is_empty() {
                write!(f, ", {word}={{{}}}", joined(axes))?;
            }
        }
        f.write_str(">")
    }
}

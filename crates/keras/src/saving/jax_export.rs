//! `jax.export`'s files: a portable artifact with the types of its arguments and results, as a flatbuffer
//! (`jax/_src/export/serialization.fbs`). JAX 0.10 and later reads them by `jax.export.deserialize`.

use stablehlo::{ElementType, TensorType};

use super::flatbuffer::{Field, Table};

/// A serialization that JAX 0.10 and later reads: unique types, and no sharding protos.
const VERSION: u16 = 10;
/// The calling convention of programs for one platform.
const CALLING_CONVENTION: u16 = 9;

/// `PyTreeDefKind`
const LEAF: u8 = 0;
const TUPLE: u8 = 2;
const LIST: u8 = 3;
const DICT: u8 = 4;
/// `MemorySpace.Device`
const DEVICE: u8 = 1;

/// What a function takes or gives.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    /// An array.
    Leaf,
    /// A list of arrays.
    List(usize),
}

/// A function with the types of its arguments and results.
#[derive(Debug)]
pub(crate) struct Exported<'a> {
    pub name: &'a str,
    /// The portable artifact.
    pub artifact: &'a [u8],
    /// The positional arguments.
    pub arguments: &'a [Tree],
    pub argument_types: &'a [TensorType],
    pub result: Tree,
    pub result_types: &'a [TensorType],
}

impl Exported<'_> {
    /// The bytes of the file; the error is the reason.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let types: Vec<&TensorType> = self.argument_types.iter().chain(self.result_types).collect();
        let values = types.iter().map(|ty| abstract_value(ty)).collect::<Result<Vec<_>, _>>()?;
        let (inputs, all) = (self.argument_types.len() as u32, types.len() as u32);
        let arguments = node(TUPLE, self.arguments.iter().map(tree).collect());
        let kept =
            (0..inputs).map(|i| u16::try_from(i).map_err(|_| "JAX's format has up to 65536 arguments".to_owned()));
        let unspecified = |count: u32| Field::U32s(vec![0; count as usize]);
        let exported = Table::new(vec![
            (0, Field::U16(VERSION)),
            (1, Field::Text(self.name.into())),
            (2, Field::Table(node(TUPLE, vec![arguments, node(DICT, Vec::new())]))),
            (4, Field::Table(tree(&self.result))),
            (9, Field::Texts(vec!["cpu".into()])),
            // The program is the same on all platforms: a check of the platform, whose kind is 0, is
            // disabled.
            (12, Field::Tables(vec![Table::new(vec![(0, Field::U8(0))])])),
            (13, Field::Bytes(self.artifact)),
            (14, Field::U16(CALLING_CONVENTION)),
            (15, Field::U16s(kept.collect::<Result<_, _>>()?)),
            (18, Field::U32(1)),
            (19, Field::Tables(values)),
            (22, Field::U32s((0..inputs).collect())),
            (23, Field::U32s((inputs..all).collect())),
            (24, unspecified(inputs)),
            (25, unspecified(all - inputs)),
        ]);
        exported.to_bytes()
    }
}

fn node<'a>(kind: u8, children: Vec<Table<'a>>) -> Table<'a> {
    match children.is_empty() {
        true => Table::new(vec![(0, Field::U8(kind))]),
        false => Table::new(vec![(0, Field::U8(kind)), (1, Field::Tables(children))]),
    }
}

fn tree<'a>(tree: &Tree) -> Table<'a> {
    match tree {
        Tree::Leaf => node(LEAF, Vec::new()),
        Tree::List(count) => node(LIST, (0..*count).map(|_| node(LEAF, Vec::new())).collect()),
    }
}

fn abstract_value<'a>(ty: &TensorType) -> Result<Table<'a>, String> {
    let shape = ty.dims.iter().map(usize::to_string).collect();
    let dtype = match ty.element {
        ElementType::I1 => 0,
        ElementType::I8 => 1,
        ElementType::I16 => 2,
        ElementType::I32 => 3,
        ElementType::I64 => 4,
        ElementType::Ui8 => 5,
        ElementType::Ui16 => 6,
        ElementType::Ui32 => 7,
        ElementType::Ui64 => 8,
        ElementType::F16 => 9,
        ElementType::F32 => 10,
        ElementType::F64 => 11,
        ElementType::Bf16 => 14,
        other => return Err(format!("JAX's format has no arrays of {other} for models")),
    };
    Ok(Table::new(vec![(1, Field::Texts(shape)), (2, Field::U8(dtype)), (3, Field::U8(DEVICE))]))
}

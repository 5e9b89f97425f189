//! Conversion of messages to values. Every reference is checked to resolve.

use std::collections::HashMap;

use prost::Message;

use super::element_type::ElementType;
use super::error::{Error, Result, inconsistent};
use super::module::{Computation, Instruction, Module};
use super::proto;
use super::read_contraction::read_contraction;
use super::shape::{Array, Layout, Shape};

/// Numbers of `PrimitiveType` for shapes that are not arrays.
mod primitive_type {
    pub const TUPLE: i32 = 13;
    pub const OPAQUE: i32 = 14;
    pub const TOKEN: i32 = 17;
    pub const BUFFER: i32 = 34;
}

impl Module {
    /// Reads a module in a program format of the PJRT C API: `hlo` or `hlo_with_config`.
    ///
    /// # Errors
    /// The format is unknown, the bytes do not decode, or the message is inconsistent: an operand that does
    /// not precede its user, a computation that calls itself, or a layout of another rank than its shape.
    pub fn read(format: &str, bytes: &[u8]) -> Result<Module> {
        let encoding = |error: prost::DecodeError| Error::Encoding(error.to_string());
        let message = match format {
            "hlo" => proto::Module::decode(bytes).map_err(encoding)?,
            "hlo_with_config" => proto::ModuleWithConfig::decode(bytes)
                .map_err(encoding)?
                .module
                .ok_or_else(|| Error::Encoding("it contains no module".into()))?,
            other => return Err(Error::Format(other.into())),
        };
        let mut index_of = HashMap::new();
        let mut computations = Vec::with_capacity(message.computations.len());
        for computation in message.computations {
            let id = computation.id;
            computations.push(read_computation(computation, &index_of)?);
            index_of.insert(id, computations.len() - 1);
        }
        let entry = index_of.get(&message.entry_computation_id).copied();
        let entry = entry
            .ok_or_else(|| inconsistent(format!("there is no entry computation {}", message.entry_computation_id)))?;
        Ok(Module { name: message.name, computations, entry })
    }
}

/// Reads a computation. `computations` maps the ids of the earlier computations to their indices.
fn read_computation(message: proto::Computation, computations: &HashMap<i64, usize>) -> Result<Computation> {
    let mut index_of: HashMap<i64, usize> = HashMap::new();
    let mut instructions: Vec<Instruction> = Vec::with_capacity(message.instructions.len());
    for instruction in message.instructions {
        let id = instruction.id;
        let name = instruction.name.clone();
        let read = read_instruction(instruction, &instructions, &index_of, computations);
        instructions.push(read.map_err(|error| match error {
            Error::Structure(message) => inconsistent(format!("instruction {name:?}: {message}")),
            other => other,
        })?);
        index_of.insert(id, instructions.len() - 1);
    }
    let root = index_of.get(&message.root_id).copied();
    let root = root.ok_or_else(|| inconsistent(format!("computation {:?} has no root instruction", message.name)))?;
    Ok(Computation { name: message.name, instructions, root })
}

fn read_instruction(
    message: proto::Instruction,
    earlier: &[Instruction],
    index_of: &HashMap<i64, usize>,
    computations: &HashMap<i64, usize>,
) -> Result<Instruction> {
    let find = |ids: &[i64], among: &HashMap<i64, usize>, what: &str| -> Result<Vec<usize>> {
        let found = ids
            .iter()
            .map(|id| among.get(id).copied().ok_or_else(|| inconsistent(format!("no {what} {id} before it"))));
        found.collect()
    };
    let operands = find(&message.operand_ids, index_of, "operand")?;
    let called = find(&message.called_computation_ids, computations, "computation")?;
    let shape = read_shape(message.shape.as_ref().ok_or_else(|| inconsistent("it has no shape"))?)?;
    let contraction =
        read_contraction(&message, &shape, &operands.iter().map(|&at| &earlier[at].shape).collect::<Vec<_>>());
    let index = if message.opcode == "parameter" { message.parameter_number } else { message.tuple_index };
    let metadata = message.metadata.unwrap_or_default();
    let line = u32::try_from(metadata.source_line).unwrap_or(0);
    Ok(Instruction {
        name: message.name,
        opcode: message.opcode,
        shape,
        operands,
        called,
        op_name: metadata.op_name,
        source: (!metadata.source_file.is_empty()).then_some((metadata.source_file, line)),
        index: usize::try_from(index).map_err(|_| inconsistent(format!("it has the number {index}")))?,
        fusion_kind: message.fusion_kind,
        target: message.custom_call_target,
        contraction,
        backend_config: message.backend_config,
    })
}

fn read_shape(message: &proto::Shape) -> Result<Shape> {
    match message.element_type {
        primitive_type::TUPLE => Ok(Shape::Tuple(message.tuple_shapes.iter().map(read_shape).collect::<Result<_>>()?)),
        primitive_type::OPAQUE | primitive_type::TOKEN => Ok(Shape::Opaque),
        // A buffer has the shape of its contents.
        primitive_type::BUFFER => message.tuple_shapes.first().map_or(Ok(Shape::Opaque), read_shape),
        other => {
            let element = ElementType::from_code(other);
            let element =
                element.ok_or_else(|| inconsistent(format!("it has elements of the unknown type {other}")))?;
            let dims = sizes(&message.dimensions)?;
            let layout = message.layout.as_ref().map(|layout| read_layout(layout, dims.len())).transpose()?;
            Ok(Shape::Array(Array { element, dims, layout }))
        }
    }
}

fn read_layout(message: &proto::Layout, rank: usize) -> Result<Layout> {
    let minor_to_major: Vec<usize> =
        message.minor_to_major.iter().filter_map(|&dim| usize::try_from(dim).ok()).filter(|&dim| dim < rank).collect();
    let mut seen = vec![false; rank];
    minor_to_major.iter().for_each(|&dim| seen[dim] = true);
    if message.minor_to_major.len() != rank || minor_to_major.len() != rank || seen.contains(&false) {
        return Err(inconsistent(format!("a layout orders {:?} of {rank} dimensions", message.minor_to_major)));
    }
    let tiles: Vec<Vec<i64>> = message.tiles.iter().map(|tile| tile.dimensions.clone()).collect();
    if let Some(tile) = tiles.iter().find(|tile| tile.iter().any(|&edge| edge < 1 && edge != Layout::COMBINED)) {
        return Err(inconsistent(format!("a layout has tiles of {tile:?}")));
    }
    let bits = u64::try_from(message.element_size_in_bits).unwrap_or(0);
    let element_bits = (bits != 0).then_some(bits);
    Ok(Layout { minor_to_major, tiles, memory_space: message.memory_space, element_bits })
}

fn sizes(dims: &[i64]) -> Result<Vec<u64>> {
    let sizes =
        dims.iter().map(|&dim| u64::try_from(dim).map_err(|_| inconsistent(format!("it has the dimensions {dims:?}"))));
    sizes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hlo::Contraction;

    fn f32s(dims: &[i64]) -> Option<proto::Shape> {
        Some(proto::Shape { element_type: 11, dimensions: dims.to_vec(), ..Default::default() })
    }

    fn instruction(id: i64, opcode: &str, dims: &[i64], operand_ids: &[i64]) -> proto::Instruction {
        proto::Instruction {
            id,
            name: format!("{opcode}.{id}"),
            opcode: opcode.into(),
            shape: f32s(dims),
            operand_ids: operand_ids.to_vec(),
            ..Default::default()
        }
    }

    /// A `dot` with a backend config, in a computation that a fusion of the entry computation calls.
    fn module() -> proto::Module {
        let dot = proto::Instruction {
            dot: Some(proto::DotDimensionNumbers { lhs_contracting_dimensions: vec![1] }),
            backend_config: br#"{"estimated_cycles":"1234"}"#.to_vec(),
            metadata: Some(proto::OpMetadata { op_name: "dense".into(), ..Default::default() }),
            ..instruction(3, "dot", &[4, 6], &[1, 2])
        };
        let b = proto::Instruction { parameter_number: 1, ..instruction(2, "parameter", &[5, 6], &[]) };
        let instructions = vec![instruction(1, "parameter", &[4, 5], &[]), b, dot];
        let inner = proto::Computation { name: "inner".into(), id: 7, root_id: 3, instructions };
        let call = proto::Instruction { called_computation_ids: vec![7], ..instruction(9, "fusion", &[4, 6], &[]) };
        let outer = proto::Computation { name: "outer".into(), id: 8, root_id: 9, instructions: vec![call] };
        proto::Module { name: "m".into(), computations: vec![inner, outer], entry_computation_id: 8 }
    }

    #[test]
    fn ids_become_indices() {
        let module = Module::read("hlo", &module().encode_to_vec()).unwrap();
        let fusion = module.entry().root();
        assert_eq!((fusion.called.as_slice(), fusion.estimated_cycles()), (&[0][..], None));
        let dot = module.computations[0].root();
        assert_eq!((dot.operands.as_slice(), dot.op_name.as_str()), (&[0, 1][..], "dense"));
        assert_eq!(dot.estimated_cycles(), Some(1234));
        assert_eq!(dot.contraction.as_ref().map(Contraction::flops), Some(2 * 4 * 6 * 5));
        assert_eq!(module.computations[0].instructions[1].index, 1);
    }

    #[test]
    fn inconsistent_messages_are_refused() {
        let refused = |change: fn(&mut proto::Module)| {
            let mut message = module();
            change(&mut message);
            Module::read("hlo", &message.encode_to_vec()).unwrap_err().to_string()
        };
        assert!(refused(|m| m.entry_computation_id = 1).contains("no entry computation 1"));
        assert!(refused(|m| m.computations[0].root_id = 1000).contains("\"inner\" has no root instruction"));
        assert!(refused(|m| m.computations.reverse()).contains("no computation 7 before it"));
        assert!(refused(|m| m.computations[0].instructions.reverse()).contains("no operand 1 before it"));
        assert!(
            refused(|m| m.computations[0].instructions[0].shape = None).contains("\"parameter.1\": it has no shape")
        );
        assert!(refused(|m| m.computations[0].instructions[0].shape = f32s(&[-1])).contains("[-1]"));
        let layout = |minor_to_major: &[i64], tile: &[i64]| {
            let mut message = module();
            let shape = message.computations[0].instructions[0].shape.as_mut().unwrap();
            let tiles = vec![proto::Tile { dimensions: tile.to_vec() }];
            shape.layout = Some(proto::Layout { minor_to_major: minor_to_major.to_vec(), tiles, ..Default::default() });
            Module::read("hlo", &message.encode_to_vec()).map(drop).map_err(|e| e.to_string())
        };
        assert_eq!(layout(&[1, 0], &[8, 128]), Ok(()));
        for order in [&[0][..], &[0, 0], &[0, 2], &[-1, 0], &[0, 1, 2]] {
            assert!(layout(order, &[8]).unwrap_err().contains("2 dimensions"), "{order:?}");
        }
        assert!(layout(&[1, 0], &[0]).unwrap_err().contains("tiles of [0]"));
    }

    #[test]
    fn other_bytes_are_not_a_module() {
        assert!(matches!(Module::read("hlo", &[0xff; 9]), Err(Error::Encoding(_))));
        assert!(matches!(Module::read("hlo_with_config", &[]), Err(Error::Encoding(_))));
        assert!(matches!(Module::read("mlir", &[]), Err(Error::Format(_))));
        let wrapped = proto::ModuleWithConfig { module: Some(module()) };
        assert!(Module::read("hlo_with_config", &wrapped.encode_to_vec()).is_ok());
    }
}

//! The interface of a program: what each device passes to it and gets from it.

use std::sync::Arc;

use stablehlo::{Func, Module, TensorType};

use crate::boundary::{self, Crossing};
use crate::donation;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::layout_modes;
use crate::objects::memory::MemoryKind;
use crate::objects::shape::Shape;
use crate::sharding::{Partitioning, inspection};

/// JAX's attribute of a parameter or a result: the kind of the memory that it is in.
const MEMORY_KIND: &str = "mhlo.memory_kind";

/// What each device passes to a program, and gets from it.
pub struct Interface {
    /// How arguments and results are divided, if the program has several partitions.
    pub partitioning: Option<Partitioning>,
    pub params: Vec<Arc<Shape>>,
    pub results: Vec<Arc<Shape>>,
    pub param_memories: Vec<MemoryKind>,
    pub result_memories: Vec<MemoryKind>,
    layouts: (Vec<Layout>, Vec<Layout>),
}

impl Interface {
    /// The interface of a module that is verified.
    ///
    /// # Errors
    /// A layout, sharding or kind of memory is unknown, or does not fit.
    pub fn of(module: &Module, num_partitions: usize) -> Result<Self> {
        let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
        let layouts = layout_modes::of(module)?;
        let partitioning = match num_partitions {
            0 | 1 => None,
            n => Some(Partitioning::of(module, n, &layouts)?),
        };
        let of_arrays = |types: Vec<TensorType>| types.iter().map(TensorType::of_array).collect();
        let (params, results): (Vec<TensorType>, Vec<TensorType>) = match &partitioning {
            Some(p) => (
                p.params.iter().map(|p| p.shard().clone()).collect(),
                p.results.iter().map(|p| p.shard().clone()).collect(),
            ),
            None => (of_arrays(main.param_types()), of_arrays(main.result_types())),
        };
        let shapes = |types: Vec<TensorType>, layouts: &[Layout]| {
            types.into_iter().zip(layouts).map(|(ty, layout)| Shape::new(ty, layout.clone())).collect()
        };
        let (param_memories, result_memories) = memories(main)?;
        Ok(Self {
            params: shapes(params, &layouts.0),
            results: shapes(results, &layouts.1),
            param_memories,
            result_memories,
            partitioning,
            layouts,
        })
    }

    /// The program that computes on arrays as the devices hold them, of all partitions together.
    ///
    /// # Errors
    /// The devices hold terms of a sum of a type without a sum.
    pub fn program(&self, mut module: Module) -> Result<Module> {
        inspection::remove(&mut module);
        donation::alias_donors(&mut module, |i, j| self.partitioning.as_ref().is_none_or(|p| p.agree(i, j)));
        let (params, results) = match &self.partitioning {
            Some(partitioning) => partitioning.crossings(&self.layouts),
            None => (crossings(&self.params), crossings(&self.results)),
        };
        if let Some(converted) = boundary::converted(&module, &params, &results)? {
            module = converted;
        }
        if self.partitioning.is_some() {
            // The program runs once, over global arrays.
            module.num_partitions = 1;
        }
        Ok(module)
    }
}

/// The arrays of one device.
fn crossings(shapes: &[Arc<Shape>]) -> Vec<Crossing<'_>> {
    shapes.iter().map(|shape| Crossing::of_array(shape.ty(), shape.layout())).collect()
}

/// The kinds of memory of a function's parameters and results.
fn memories(main: &Func) -> Result<(Vec<MemoryKind>, Vec<MemoryKind>)> {
    let kind = |attributes: &[(String, String)]| {
        let stated = attributes.iter().find(|(name, _)| name == MEMORY_KIND).map(|(_, text)| text.trim_matches('"'));
        stated.map_or(Ok(MemoryKind::default()), MemoryKind::named)
    };
    let params = main.params.iter().map(|param| kind(&param.attributes)).collect::<Result<_>>()?;
    let of_result = |j: usize| main.result_attributes.get(j).map_or(Ok(MemoryKind::default()), |list| kind(list));
    Ok((params, (0..main.body.results.len()).map(of_result).collect::<Result<_>>()?))
}

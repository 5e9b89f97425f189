//! Modules, functions, blocks, operations and values (spec: "Programs").

use std::sync::Arc;

use crate::error::Result;
use crate::ops::OpKind;
use crate::sharding::{Mesh, TensorSharding};
use crate::types::TensorType;

/// A module (spec: "Programs").
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Its name, without the `@`.
    pub name: String,
    /// `mhlo.num_replicas`: the number of replicas that run the module; 1 if the text does not state it.
    pub num_replicas: usize,
    /// `mhlo.num_partitions`; 1 if the text does not state it.
    pub num_partitions: usize,
    /// The meshes of devices that shardings name (`sdy.mesh`), with their names.
    pub meshes: Vec<(String, Mesh)>,
    /// The functions. Execution starts at the one named `main`.
    pub funcs: Vec<Func>,
}

impl Module {
    /// A module of one function, for one replica and one partition.
    pub fn new(name: impl Into<String>, main: Func) -> Self {
        Self { name: name.into(), num_replicas: 1, num_partitions: 1, meshes: Vec::new(), funcs: vec![main] }
    }

    /// The same module for `num_replicas` replicas.
    pub fn with_replicas(mut self, num_replicas: usize) -> Self {
        self.num_replicas = num_replicas;
        self
    }

    /// The mesh of that name.
    pub fn mesh(&self, name: &str) -> Option<&Mesh> {
        self.meshes.iter().find(|(n, _)| n == name).map(|(_, mesh)| mesh)
    }

    /// The function of that name.
    pub fn func(&self, name: &str) -> Option<&Func> {
        self.funcs.iter().find(|f| f.name == name)
    }

    /// The function at which execution starts, `@main`.
    pub fn main(&self) -> Option<&Func> {
        self.func("main")
    }
}

/// The visibility of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Visible outside its module.
    #[default]
    Public,
    /// Visible in its module only.
    Private,
}

/// A value: the result of an operation, or a parameter. It belongs to one function; [`Func::ty`] is its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The number of the value in its function, from 0 without gaps: an index for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The value of the parameter in the body.
    pub value: Value,
    /// `tf.aliasing_output`: the result that may reuse the memory of the argument (a donated argument).
    pub aliasing_output: Option<usize>,
    /// The other attributes, as read: name and text.
    pub attributes: Vec<(String, String)>,
}

impl Param {
    /// The attribute behind [`Param::is_same_on_all_replicas`].
    pub(crate) const SAME_ON_ALL_REPLICAS: &str = "mhlo.is_same_data_across_replicas";

    /// Returns true if every replica receives the same argument (`mhlo.is_same_data_across_replicas = true`).
    pub fn is_same_on_all_replicas(&self) -> bool {
        self.attributes.iter().any(|(name, text)| name == Self::SAME_ON_ALL_REPLICAS && text != "false")
    }

    /// The sharding of the argument, `sdy.sharding`; `None` if it is not stated.
    ///
    /// # Errors
    /// If the text of the attribute is no sharding.
    pub fn sharding(&self) -> Result<Option<TensorSharding>> {
        sharding(&self.attributes)
    }
}

/// The sharding among the attributes of a parameter or a result.
fn sharding(attributes: &[(String, String)]) -> Result<Option<TensorSharding>> {
    attributes.iter().find(|(name, _)| name == "sdy.sharding").map(|(_, text)| text.parse()).transpose()
}

/// A function. A region of its operations may use (capture) the values of the enclosing blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Func {
    /// Its name, without the `@`.
    pub name: String,
    /// Its visibility.
    pub visibility: Visibility,
    /// Its parameters; their values are also the parameters of the body.
    pub params: Vec<Param>,
    /// The attributes of each result, as read: name and text. Empty if no result has attributes.
    pub result_attributes: Vec<Vec<(String, String)>>,
    /// Its operations, and the values it returns.
    pub body: Block,
    /// The type of each value, by its number.
    pub(crate) types: Vec<TensorType>,
}

impl Func {
    /// An empty function.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            visibility: Visibility::Public,
            params: Vec::new(),
            result_attributes: Vec::new(),
            body: Block::default(),
            types: Vec::new(),
        }
    }

    /// The type of a value of this function.
    pub fn ty(&self, value: Value) -> &TensorType {
        &self.types[value.index()]
    }

    /// The number of values of the function: the length of a side table.
    pub fn num_values(&self) -> usize {
        self.types.len()
    }

    /// A new value of that type. The caller makes it a result of one operation or a parameter of one block.
    pub fn new_value(&mut self, ty: TensorType) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }

    /// The types of the parameters.
    pub fn param_types(&self) -> Vec<TensorType> {
        self.params.iter().map(|p| self.ty(p.value).clone()).collect()
    }

    /// The sharding of a result, `sdy.sharding`; `None` if it is not stated.
    ///
    /// # Errors
    /// If the text of the attribute is no sharding.
    pub fn result_sharding(&self, result: usize) -> Result<Option<TensorSharding>> {
        self.result_attributes.get(result).map_or(Ok(None), |attributes| sharding(attributes))
    }

    /// The types of the results.
    pub fn result_types(&self) -> Vec<TensorType> {
        self.body.results.iter().map(|v| self.ty(*v).clone()).collect()
    }
}

/// A block: parameters, operations in order, and the values that its terminator returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The parameters.
    pub params: Vec<Value>,
    /// The operations; each uses only values that are defined before it, in this block or an enclosing one.
    pub ops: Vec<Op>,
    /// The operands of the terminator, `return`.
    pub results: Vec<Value>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    /// The kind of the operation, with its attributes.
    pub kind: OpKind,
    /// The operands.
    pub operands: Vec<Value>,
    /// The results.
    pub results: Vec<Value>,
    /// The regions, in the order that the kind of the operation defines.
    pub regions: Vec<Block>,
    /// The location: the name of the source of the operation, such as a layer's name.
    pub location: Option<Arc<str>>,
}

impl Op {
    /// The first result.
    ///
    /// # Panics
    /// If the operation has no results. Call it only for kinds that have one.
    pub fn result(&self) -> Value {
        self.results[0]
    }
}

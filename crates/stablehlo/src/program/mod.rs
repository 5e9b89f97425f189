//! A program: a module of functions, each a block of operations on values in single-assignment form.

mod regions;
mod renumber;

use std::sync::Arc;

use crate::ops::OpKind;
use crate::types::TensorType;

/// A module (spec: "Programs").
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// Its name, without the `@`.
    pub name: String,
    /// `mhlo.num_replicas`: how many replicas run it; 1 when not given.
    pub num_replicas: usize,
    /// `mhlo.num_partitions`; 1 when not given.
    pub num_partitions: usize,
    /// Its functions. The one run is called `main`.
    pub funcs: Vec<Func>,
}

impl Module {
    /// A module of one function for one replica.
    pub fn new(name: impl Into<String>, main: Func) -> Self {
        Self { name: name.into(), num_replicas: 1, num_partitions: 1, funcs: vec![main] }
    }

    /// The same module for `num_replicas` replicas.
    pub fn with_replicas(mut self, num_replicas: usize) -> Self {
        self.num_replicas = num_replicas;
        self
    }

    /// The function of that name.
    pub fn func(&self, name: &str) -> Option<&Func> {
        self.funcs.iter().find(|f| f.name == name)
    }

    /// The function that runs.
    pub fn main(&self) -> Option<&Func> {
        self.func("main")
    }
}

/// Whether a function is seen from outside its module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Seen.
    #[default]
    Public,
    /// Not seen.
    Private,
}

/// A value: the result of one operation, or a parameter. It belongs to one function, whose `ty` tells its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// Its number within its function, from 0 without gaps: an index for side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A function's parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The value it is inside.
    pub value: Value,
    /// `tf.aliasing_output`: the result whose memory it may give (a donated argument).
    pub aliasing_output: Option<usize>,
    /// Other attributes, as read: name and text.
    pub attributes: Vec<(String, String)>,
}

impl Param {
    /// The attribute of [`Param::is_same_on_all_replicas`]: XLA's own name for it.
    pub(crate) const SAME_ON_ALL_REPLICAS: &str = "mhlo.is_same_data_across_replicas";

    /// Whether every replica is given the same argument (`mhlo.is_same_data_across_replicas = true`).
    pub fn is_same_on_all_replicas(&self) -> bool {
        self.attributes.iter().any(|(name, text)| name == Self::SAME_ON_ALL_REPLICAS && text != "false")
    }
}

/// A function. Its regions may use values from around them.
#[derive(Clone, Debug, PartialEq)]
pub struct Func {
    /// Its name, without the `@`.
    pub name: String,
    /// Whether it is seen from outside.
    pub visibility: Visibility,
    /// Its parameters; their values are the body's parameters too.
    pub params: Vec<Param>,
    /// Its operations.
    pub body: Block,
    pub(crate) types: Vec<TensorType>,
}

impl Func {
    /// An empty function.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            visibility: Visibility::Public,
            params: Vec::new(),
            body: Block::default(),
            types: Vec::new(),
        }
    }

    /// The type of a value of this function.
    pub fn ty(&self, value: Value) -> &TensorType {
        &self.types[value.index()]
    }

    /// How many values it has: side tables are that long.
    pub fn num_values(&self) -> usize {
        self.types.len()
    }

    /// A new value of that type; whoever makes it gives it to one operation or block.
    pub fn new_value(&mut self, ty: TensorType) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }

    /// Types of the parameters.
    pub fn param_types(&self) -> Vec<TensorType> {
        self.params.iter().map(|p| self.ty(p.value).clone()).collect()
    }

    /// Types of the results.
    pub fn result_types(&self) -> Vec<TensorType> {
        self.body.results.iter().map(|v| self.ty(*v).clone()).collect()
    }
}

/// A block: parameters, operations in order, and what its terminator returns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The values it starts from.
    pub params: Vec<Value>,
    /// Its operations; each uses only values made before it, here or around.
    pub ops: Vec<Op>,
    /// The operands of its `return`.
    pub results: Vec<Value>,
}

/// One operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    /// Which, with its attributes.
    pub kind: OpKind,
    /// What it takes.
    pub operands: Vec<Value>,
    /// What it makes.
    pub results: Vec<Value>,
    /// Its regions, in the order that the operation's kind defines.
    pub regions: Vec<Block>,
    /// Where it comes from, such as a layer's name.
    pub location: Option<Arc<str>>,
}

impl Op {
    /// Its only result.
    ///
    /// # Panics
    /// Where the operation has none: ask only for kinds that have.
    pub fn result(&self) -> Value {
        self.results[0]
    }
}

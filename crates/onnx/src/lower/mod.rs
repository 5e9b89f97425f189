//! From operations to operators.
//!
//! | file | operations |
//! |---|---|
//! | `elementwise` | of one, two or three operands, element by element |
//! | `movement` | that move elements without arithmetic |
//! | `indexing` | that read or write at indices that are values |
//! | `contraction` | sums of products |
//! | `reduction` | over dimensions, windows, and sorting |
//! | `control` | loops, branches, calls |

mod contraction;
mod control;
mod elementwise;
mod indexing;
mod movement;
mod reduction;

use stablehlo::{Block, ElementType, Error, ErrorKind, Func, Module, Op, OpKind, Result, TensorType, Value};

use crate::dim::Dim;
use crate::graph::{Graph, Tensor};
use crate::parameter::Parameter;
use crate::proto::AttributeProto;

/// A model that is being built.
pub struct Lowering<'a> {
    pub modules: [&'a Module; 2],
    pub rows: [usize; 2],
    pub graph: Graph,
}

/// A function of both programs, and its values that have been computed.
struct Scope<'a> {
    funcs: [&'a Func; 2],
    values: Vec<Option<Tensor>>,
}

/// The type of a value, with dimensions that may depend on the number of rows.
#[derive(Clone, Debug)]
struct Type {
    element: ElementType,
    dims: Vec<Dim>,
}

/// An operation of both programs.
struct Site<'a> {
    op: &'a Op,
    other: &'a Op,
    /// Its operands in the graph.
    operands: Vec<Tensor>,
    /// The types of its operands in the program.
    types: Vec<Type>,
    /// The types of its results in the program.
    results: Vec<Type>,
}

impl Site<'_> {
    /// The type of the first result.
    fn result(&self) -> &Type {
        &self.results[0]
    }
}

fn unsupported(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}

impl<'a> Lowering<'a> {
    /// The inputs of the graph, and the results of the program.
    pub fn main(&mut self, parameters: &[Parameter]) -> Result<(Vec<Tensor>, Vec<Tensor>)> {
        let mut scope = self.scope("main")?;
        let [main, other] = scope.funcs;
        if main.params.len() != parameters.len() {
            let (count, given) = (main.params.len(), parameters.len());
            return Err(Error::type_error(format!("the program has {count} parameters, {given} were named")));
        }
        let mut inputs = Vec::new();
        for ((param, of_other), parameter) in main.params.iter().zip(&other.params).zip(parameters) {
            let ty = self.type_of(&scope, [param.value, of_other.value])?;
            let tensor = match *parameter {
                Parameter::Weight { name, bytes } => {
                    let sizes = ty.dims.iter().map(|dim| dim.size()).collect::<Option<Vec<i64>>>();
                    let sizes = sizes.ok_or_else(|| unsupported(format!("weight {name} depends on the rows")))?;
                    let name = self.graph.initializer(name, ty.element, sizes, bytes.to_vec())?;
                    Tensor { name, element: ty.element, dims: ty.dims }
                }
                Parameter::Input { name } => {
                    let input = Tensor { name: self.graph.name(name), element: ty.element, dims: ty.dims };
                    inputs.push(input.clone());
                    input
                }
            };
            scope.values[param.value.index()] = Some(tensor);
        }
        let results = self.block(&mut scope, [&main.body, &other.body])?;
        Ok((inputs, results))
    }

    fn scope(&self, name: &str) -> Result<Scope<'a>> {
        let func = |module: &'a Module| {
            let missing = || Error::new(ErrorKind::Program, format!("the program has no function @{name}"));
            module.func(name).ok_or_else(missing)
        };
        let funcs = [func(self.modules[0])?, func(self.modules[1])?];
        Ok(Scope { funcs, values: vec![None; funcs[0].num_values()] })
    }

    fn type_of(&self, scope: &Scope, values: [Value; 2]) -> Result<Type> {
        let [one, other]: [&TensorType; 2] = [scope.funcs[0].ty(values[0]), scope.funcs[1].ty(values[1])];
        let sizes = one.dims.iter().zip(&other.dims);
        let dims = sizes.map(|(a, b)| Dim::of([*a, *b], self.rows)).collect::<Option<Vec<Dim>>>();
        match dims.filter(|dims| one.element == other.element && dims.len() == other.dims.len()) {
            Some(dims) => Ok(Type { element: one.element, dims }),
            None => Err(unsupported(format!("for another number of rows a {one} becomes a {other}"))),
        }
    }

    fn types_of(&self, scope: &Scope, values: &[Value], others: &[Value]) -> Result<Vec<Type>> {
        values.iter().zip(others).map(|(one, other)| self.type_of(scope, [*one, *other])).collect()
    }

    /// Adds the operations of a block, and returns its results in their full shapes.
    fn block(&mut self, scope: &mut Scope<'a>, blocks: [&'a Block; 2]) -> Result<Vec<Tensor>> {
        let [one, other] = blocks;
        if one.ops.len() != other.ops.len() || (&one.params, &one.results) != (&other.params, &other.results) {
            return Err(unsupported("the program has other operations for another number of rows"));
        }
        for (op, of_other) in one.ops.iter().zip(&other.ops) {
            self.graph.location.clone_from(&op.location);
            let results = self.site(scope, op, of_other).and_then(|site| self.operation(scope, &site));
            let results = results.map_err(|e| match &op.location {
                Some(layer) => e.at(format_args!("layer '{layer}': {}", op.kind.name())),
                None => e.at(op.kind.name()),
            })?;
            for (value, tensor) in op.results.iter().zip(results) {
                scope.values[value.index()] = Some(tensor);
            }
        }
        let mut results = Vec::with_capacity(one.results.len());
        for (value, of_other) in one.results.iter().zip(&other.results) {
            let ty = self.type_of(scope, [*value, *of_other])?;
            let tensor = value_of(scope, *value)?;
            results.push(self.expand(tensor, &ty.dims)?);
        }
        Ok(results)
    }

    fn site(&self, scope: &Scope<'a>, op: &'a Op, other: &'a Op) -> Result<Site<'a>> {
        // What says sizes in its attributes may differ, and is compared where it is lowered.
        let says_sizes = matches!(
            op.kind,
            OpKind::Constant(_) | OpKind::Slice { .. } | OpKind::DynamicSlice { .. } | OpKind::Gather(_)
        );
        let same = if says_sizes { op.kind.name() == other.kind.name() } else { op.kind == other.kind };
        let wired = (&op.operands, &op.results) == (&other.operands, &other.results);
        if !same || !wired || op.regions.len() != other.regions.len() {
            return Err(unsupported("the operation differs for another number of rows"));
        }
        Ok(Site {
            op,
            other,
            operands: op.operands.iter().map(|value| value_of(scope, *value)).collect::<Result<_>>()?,
            types: self.types_of(scope, &op.operands, &other.operands)?,
            results: self.types_of(scope, &op.results, &other.results)?,
        })
    }

    /// Adds an operation, and returns its results.
    fn operation(&mut self, scope: &mut Scope<'a>, site: &Site<'a>) -> Result<Vec<Tensor>> {
        let one = match &site.op.kind {
            OpKind::While => return self.while_loop(scope, site),
            OpKind::If => return self.if_else(scope, site),
            OpKind::Case => return self.case(scope, site),
            OpKind::Call { callee } | OpKind::Composite { decomposition: callee, .. } => {
                return self.call(callee, site);
            }
            OpKind::OptimizationBarrier => return Ok(site.operands.clone()),
            OpKind::Sort { dimension, .. } => return self.sort(site, *dimension),
            OpKind::Unary(op) => self.unary(*op, site)?,
            OpKind::Binary(op) => self.binary(*op, site.operands.clone())?,
            OpKind::Compare { direction, .. } => self.compare(*direction, &site.operands)?,
            OpKind::Select => self.select(site)?,
            OpKind::Clamp => self.clamp(site)?,
            OpKind::Convert => self.convert(site.operands[0].clone(), site.result().element)?,
            OpKind::Constant(literal) => self.literal(literal, site)?,
            OpKind::Iota { dimension } => self.iota_of(site, *dimension)?,
            OpKind::BroadcastInDim { dims } => self.broadcast_in_dim(site, dims)?,
            OpKind::Reshape => self.reshape_of(site)?,
            OpKind::Transpose { permutation } => self.transpose(site.operands[0].clone(), permutation),
            OpKind::Reverse { dims } => {
                let x = self.full(site, 0)?;
                self.reverse(x, dims)?
            }
            OpKind::Slice { .. } => self.slice_of(site)?,
            OpKind::Pad { low, high, interior } => {
                let (x, value) = (self.full(site, 0)?, site.operands[1].clone());
                self.pad(x, &value, low, high, interior)?
            }
            OpKind::Concatenate { dimension } => self.concatenate(site, *dimension)?,
            OpKind::DynamicSlice { .. } => self.dynamic_slice(site)?,
            OpKind::DynamicUpdateSlice => self.dynamic_update_slice(site)?,
            OpKind::Gather(gather) => self.gather(site, gather)?,
            OpKind::DotGeneral(dot) => self.dot_general(site, dot)?,
            OpKind::Convolution(convolution) => self.convolution(site, convolution)?,
            OpKind::Reduce { dims } => self.reduce(site, dims)?,
            OpKind::ReduceWindow { window } => self.reduce_window(site, window)?,
            _ => return Err(unsupported("ONNX has no counterpart of this operation")),
        };
        Ok(vec![one])
    }

    /// An operand in its full shape.
    fn full(&mut self, site: &Site, operand: usize) -> Result<Tensor> {
        self.expand(site.operands[operand].clone(), &site.types[operand].dims)
    }

    /// A node with one result of this type.
    fn tensor(
        &mut self,
        op_type: &str,
        inputs: &[&str],
        attributes: Vec<AttributeProto>,
        element: ElementType,
        dims: Vec<Dim>,
    ) -> Tensor {
        Tensor { name: self.graph.node(op_type, inputs, attributes), element, dims }
    }
}

fn value_of(scope: &Scope, value: Value) -> Result<Tensor> {
    let undefined = || Error::new(ErrorKind::Program, format!("value {} is not defined", value.index()));
    scope.values.get(value.index()).cloned().flatten().ok_or_else(undefined)
}

//! A tensor of the program that is being traced.
//!
//! Formulas are written without `?`: a trace keeps its first error, every tensor that depends on the failed
//! operation is invalid, and [`traced`] returns the error at the end.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use stablehlo::{ElementType, FuncBuilder, Module, TensorType, Value};

use crate::error::{Error, ErrorKind, Result};

/// A tensor of the program that is being traced; clones are the same tensor.
///
/// Operators and the functions of [`ops`](crate::ops) add operations to the program. Shapes are broadcast and
/// element types are promoted as in Keras. A function whose operands do not fit returns an invalid tensor;
/// the trace then fails with the first such error.
#[derive(Clone)]
pub struct Tensor {
    trace: Rc<Trace>,
    /// `None` after an error.
    value: Option<Value>,
    ty: TensorType,
}

/// The function being built, and the first error.
struct Trace {
    /// `None` after the end of the trace.
    builder: RefCell<Option<FuncBuilder>>,
    error: RefCell<Option<Error>>,
}

impl Trace {
    fn record(&self, error: Error) {
        self.error.borrow_mut().get_or_insert(error);
    }

    /// An invalid tensor of this trace.
    fn invalid(self: &Rc<Self>, ty: TensorType) -> Tensor {
        Tensor { trace: self.clone(), value: None, ty }
    }
}

thread_local! {
    /// The traces that run on this thread, innermost last. Tensors without operands join the innermost.
    static RUNNING: RefCell<Vec<Rc<Trace>>> = const { RefCell::new(Vec::new()) };
}

/// A trace that runs as long as this lives.
struct Running;

impl Running {
    fn new(trace: &Rc<Trace>) -> Self {
        RUNNING.with_borrow_mut(|running| running.push(trace.clone()));
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.with_borrow_mut(Vec::pop);
    }
}

/// A formula of tensors. Functions that take any closure box it at once: a copy of what follows for each of
/// hundreds of formulas was a third of the crate's code.
type Formula<'a> = Box<dyn FnOnce(&[Tensor]) -> Result<Vec<Tensor>> + 'a>;

/// What adds operations to a program, boxed as a [`Formula`] is.
type Emit<'a> = Box<dyn FnOnce(&mut FuncBuilder, &[Value]) -> stablehlo::Result<Vec<Value>> + 'a>;

/// Traces a formula on values of the function being built and returns the values of its results.
///
/// # Errors
/// The first error of an operation of the formula, or the error of the formula itself.
pub(crate) fn traced<'a>(
    b: &mut FuncBuilder,
    inputs: &[Value],
    formula: impl FnOnce(&[Tensor]) -> Result<Vec<Tensor>> + 'a,
) -> Result<Vec<Value>> {
    traced_formula(b, inputs, Box::new(formula))
}

fn traced_formula(b: &mut FuncBuilder, inputs: &[Value], formula: Formula<'_>) -> Result<Vec<Value>> {
    let types: Vec<TensorType> = inputs.iter().map(|v| b.ty(*v).clone()).collect();
    let builder = std::mem::replace(b, FuncBuilder::new("empty"));
    let trace = Rc::new(Trace { builder: RefCell::new(Some(builder)), error: RefCell::new(None) });
    let tensor = |(value, ty): (&Value, TensorType)| Tensor { trace: trace.clone(), value: Some(*value), ty };
    let tensors: Vec<Tensor> = inputs.iter().zip(types).map(tensor).collect();
    let running = Running::new(&trace);
    let results = formula(&tensors);
    drop(running);
    if let Some(builder) = trace.builder.borrow_mut().take() {
        *b = builder;
    }
    if let Some(error) = trace.error.borrow_mut().take() {
        return Err(error);
    }
    let foreign = || Error::new(ErrorKind::Program, "a formula returned a tensor of another program");
    let value = |t: &Tensor| t.value.filter(|_| Rc::ptr_eq(&t.trace, &trace)).ok_or_else(foreign);
    results?.iter().map(value).collect()
}

/// The StableHLO program of a formula: its parameters are tensors of these types, its results the formula's.
///
/// ```
/// use keras::ops;
/// use stablehlo::{ElementType::F32, TensorType};
/// let row = TensorType::new(F32, [3]);
/// let module = ops::program(&[row.clone(), row], |x| Ok(vec![ops::relu(&(&x[0] - &x[1]))]))?;
/// assert_eq!(module.main().unwrap().result_types()[0].to_string(), "tensor<3xf32>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error of an operation of the formula, or the error of the formula itself.
pub fn program(types: &[TensorType], formula: impl FnOnce(&[Tensor]) -> Result<Vec<Tensor>>) -> Result<Module> {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = types.iter().map(|ty| b.param(ty.clone())).collect();
    let results = traced(&mut b, &params, formula)?;
    Ok(Module::new("formula", b.finish(results)))
}

/// [`traced`] for a formula with one result.
pub(crate) fn traced1(b: &mut FuncBuilder, x: Value, formula: impl FnOnce(&Tensor) -> Tensor) -> Result<Value> {
    let one = |x: &[Tensor]| x.first().map(|x| vec![formula(x)]).ok_or_else(|| Error::argument("no input"));
    let results = traced(b, &[x], one)?;
    results.first().copied().ok_or_else(|| Error::new(ErrorKind::Program, "a formula has no result"))
}

impl Tensor {
    /// The shape, including the batch.
    pub fn shape(&self) -> &[usize] {
        &self.ty.dims
    }

    /// The number of dimensions.
    pub fn ndim(&self) -> usize {
        self.ty.dims.len()
    }

    /// The number of elements.
    pub fn size(&self) -> usize {
        self.ty.dims.iter().product()
    }

    /// The size of a dimension, counted from the end if negative; 1 and an error of the trace if there is no
    /// such dimension.
    pub fn dim(&self, axis: i64) -> usize {
        self.axis(axis).map_or(1, |axis| self.ty.dims[axis])
    }

    /// The element type by Keras's name, such as `float32`.
    pub fn dtype(&self) -> &'static str {
        super::dtype::name(self.ty.element)
    }

    pub(crate) fn element(&self) -> ElementType {
        self.ty.element
    }

    /// The dimension with this axis; `None`, and an error of the trace, if there is none.
    pub(super) fn axis(&self, axis: i64) -> Option<usize> {
        let rank = self.ndim() as i64;
        let from_start = if axis < 0 { axis + rank } else { axis };
        if (0..rank).contains(&from_start) {
            return Some(from_start as usize);
        }
        self.fail(Error::shape(format!("axis {axis} is out of bounds for a tensor of shape {:?}", self.shape())));
        None
    }

    /// Records an error and returns an invalid tensor.
    pub(crate) fn fail(&self, error: Error) -> Tensor {
        self.trace.record(error);
        Tensor { trace: self.trace.clone(), value: None, ty: self.ty.clone() }
    }

    /// Adds operations to the program, with this tensor as the only operand.
    pub(super) fn map(
        &self,
        name: &str,
        f: impl FnOnce(&mut FuncBuilder, Value) -> stablehlo::Result<Value>,
    ) -> Tensor {
        emit(name, &[self], |b, v| f(b, v[0]))
    }
}

/// Adds operations to the program of the operands, of which there is at least one.
pub(crate) fn emit(
    name: &str,
    operands: &[&Tensor],
    f: impl FnOnce(&mut FuncBuilder, &[Value]) -> stablehlo::Result<Value>,
) -> Tensor {
    emit_all(name, operands, |b, v| Ok(vec![f(b, v)?])).swap_remove(0)
}

/// [`emit`] with several results; after an error there is one, an invalid tensor.
pub(crate) fn emit_all<'a>(
    name: &str,
    operands: &[&Tensor],
    f: impl FnOnce(&mut FuncBuilder, &[Value]) -> stablehlo::Result<Vec<Value>> + 'a,
) -> Vec<Tensor> {
    emit_boxed(name, operands, Box::new(f))
}

fn emit_boxed(name: &str, operands: &[&Tensor], f: Emit<'_>) -> Vec<Tensor> {
    let first = operands[0];
    let trace = &first.trace;
    if operands.iter().any(|t| !Rc::ptr_eq(&t.trace, trace)) {
        let message = format!("ops.{name}: the operands are tensors of different programs");
        return vec![first.fail(Error::new(ErrorKind::Program, message))];
    }
    let Some(values) = operands.iter().map(|t| t.value).collect::<Option<Vec<Value>>>() else {
        return vec![trace.invalid(first.ty.clone())];
    };
    add(trace, name, &values, &first.ty, f)
}

/// A tensor that has no operands, in the program of the formula that runs; outside of a formula it is
/// invalid.
pub(super) fn create(name: &str, f: impl FnOnce(&mut FuncBuilder) -> stablehlo::Result<Value>) -> Tensor {
    let complete = || Rc::new(Trace { builder: RefCell::new(None), error: RefCell::new(None) });
    let trace = RUNNING.with_borrow(|running| running.last().cloned()).unwrap_or_else(complete);
    let scalar = TensorType::scalar(ElementType::F32);
    add(&trace, name, &[], &scalar, Box::new(|b, _| Ok(vec![f(b)?]))).swap_remove(0)
}

/// Adds operations to the program of a trace. After an error there is one result, an invalid tensor of the
/// type `substitute`.
fn add(trace: &Rc<Trace>, name: &str, values: &[Value], substitute: &TensorType, f: Emit<'_>) -> Vec<Tensor> {
    let failed = |error: Error| {
        trace.record(error);
        vec![trace.invalid(substitute.clone())]
    };
    // The builder is taken, not borrowed: regions give it back to the trace while they are traced.
    let taken = trace.builder.borrow_mut().take();
    let Some(mut b) = taken else {
        let message = format!("ops.{name}: the program of this tensor is complete");
        return failed(Error::new(ErrorKind::Program, message));
    };
    let result = f(&mut b, values);
    let tensor = |v: Value| Tensor { trace: trace.clone(), value: Some(v), ty: b.ty(v).clone() };
    let results = result.map(|values| values.into_iter().map(tensor).collect::<Vec<Tensor>>());
    *trace.builder.borrow_mut() = Some(b);
    match results {
        Ok(tensors) if !tensors.is_empty() => tensors,
        Ok(_) => failed(Error::new(ErrorKind::Program, format!("ops.{name} has no result"))),
        Err(error) => failed(Error::from(error).at(format_args!("ops.{name}"))),
    }
}

impl Tensor {
    /// Traces a region of an operation in the program of this tensor: a formula of the region's parameters,
    /// which may use all tensors of the program.
    pub(super) fn in_region(
        &self,
        b: &mut FuncBuilder,
        params: &[Value],
        formula: impl FnOnce(&[Tensor]) -> Vec<Tensor>,
    ) -> stablehlo::Result<Vec<Value>> {
        let trace = &self.trace;
        let tensor = |v: &Value| Tensor { trace: trace.clone(), value: Some(*v), ty: b.ty(*v).clone() };
        let tensors: Vec<Tensor> = params.iter().map(tensor).collect();
        *trace.builder.borrow_mut() = Some(std::mem::replace(b, FuncBuilder::new("empty")));
        let running = Running::new(trace);
        let results = formula(&tensors);
        drop(running);
        if let Some(inner) = trace.builder.borrow_mut().take() {
            *b = inner;
        }
        let invalid = || stablehlo::Error::new(stablehlo::ErrorKind::Program, "a result of the region is invalid");
        let value = |t: &Tensor| t.value.filter(|_| Rc::ptr_eq(&t.trace, trace)).ok_or_else(invalid);
        results.iter().map(value).collect()
    }
}

/// The next random state, and numbers that are uniform in `[0, 1)`, `float32`.
pub(crate) fn random_uniform(state: &Tensor, shape: &[usize]) -> (Tensor, Tensor) {
    let mut both = emit_all("random.uniform", &[state], |b, v| {
        let ty = TensorType::new(ElementType::Ui32, shape);
        let (state, bits) = b.rng_bits(stablehlo::ops::RngAlgorithm::Default, v[0], ty)?;
        // 24 bits, as many as a float32 represents exactly.
        let eight = b.full_like(bits, 8.0)?;
        let bits = b.shift_right_logical(bits, eight)?;
        let numbers = b.convert(bits, ElementType::F32)?;
        let scale = b.full_like(numbers, 1.0 / 16_777_216.0)?;
        Ok(vec![state, b.multiply(numbers, scale)?])
    });
    let numbers = both.pop().unwrap_or_else(|| state.clone());
    (both.pop().unwrap_or_else(|| state.clone()), numbers)
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<Tensor shape={:?} dtype={}>", self.shape(), self.dtype())
    }
}

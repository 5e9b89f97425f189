//! Formulas that are compiled for a device.

use std::fmt;

use stablehlo::ElementType;

use crate::array::{Array, Values};
use crate::arrays::Arrays;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{self, Tensor};

use super::cores::{Cores, read};
use super::device::Device;
use super::lru_cache::CACHED_SIZES;

type Formula<'a> = dyn Fn(&[Tensor]) -> Result<Vec<Tensor>> + 'a;

/// A formula of [`ops`](crate::ops) that runs on the first core of a device, as a function under `jax.jit`.
/// It is compiled for each list of shapes and types that its arguments have.
///
/// ```no_run
/// use keras::{Array, Function, ops};
/// # fn example(device: keras::Device) -> keras::Result<()> {
/// let softmax = Function::new(&device, |x| Ok(vec![ops::softmax(&x[0], -1)]))?;
/// let rows = Array::new([1, 2], vec![0.0f32, 0.0])?;
/// assert_eq!(softmax.call(&rows)?[0].as_f32(), Some(&[0.5, 0.5][..]));
/// # Ok(())
/// # }
/// ```
pub struct Function<'a> {
    cores: Cores,
    formula: Box<Formula<'a>>,
}

impl fmt::Debug for Function<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("device", self.cores.device()).finish_non_exhaustive()
    }
}

impl<'a> Function<'a> {
    /// A function of this formula, which is traced when it is called.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] for a device of several processes.
    pub fn new(device: &Device, formula: impl Fn(&[Tensor]) -> Result<Vec<Tensor>> + 'a) -> Result<Self> {
        if device.has_several_processes() {
            return Err(Error::argument("a function runs on a core of this process: open the device for one process"));
        }
        Ok(Self { cores: Cores::new(device.clone(), CACHED_SIZES), formula: Box::new(formula) })
    }

    /// The formula's results for these arguments. A result is `int32` or `uint8` if the formula's is,
    /// otherwise `float32`; a scalar is an array of one value.
    ///
    /// # Errors
    /// Those of the formula, and [`ErrorKind::Device`] if the device fails.
    pub fn call(&self, arguments: impl Into<Arrays>) -> Result<Vec<Array>> {
        let arguments = arguments.into();
        let types: Vec<_> = arguments.iter().map(Array::ty).collect();
        let name = types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let program = self.cores.compile_once(name, || {
            ops::program(&types, |x| Ok((self.formula)(x)?.iter().map(as_array_has_it).collect()))
        })?;
        let arguments = arguments.iter().map(|array| self.cores.upload(array)).collect::<Result<Vec<_>>>()?;
        let results = program.run(vec![Vec::new()], |_| arguments.iter().collect())?;
        results.first().into_iter().flatten().map(array_of).collect()
    }
}

/// The tensor in one of the types of arrays.
fn as_array_has_it(x: &Tensor) -> Tensor {
    match x.element() {
        ElementType::I32 | ElementType::Ui8 => x.clone(),
        _ => x.to(ElementType::F32),
    }
}

fn array_of(buffer: &pjrt::Buffer) -> Result<Array> {
    let values: Values = match buffer.element_type() {
        pjrt::ElementType::F32 => read::<f32>(buffer)?.into(),
        pjrt::ElementType::S32 => read::<i32>(buffer)?.into(),
        pjrt::ElementType::U8 => read::<u8>(buffer)?.into(),
        other => return Err(Error::new(ErrorKind::Device, format!("a result of the type {other:?} is no array"))),
    };
    let dims = if buffer.dims().is_empty() { vec![1] } else { buffer.dims().to_vec() };
    Array::new(dims, values)
}

//! Operations with regions (reductions, loops, branches, collectives), calls, and random bits.

use super::FuncBuilder;
use crate::error::{Error, Result};
use crate::literal::Literal;
use crate::ops::{Binary, Collective, Direction, OpKind, RngAlgorithm, WindowDim};
use crate::program::{Block, Value};
use crate::types::{ElementType, TensorType};

impl FuncBuilder {
    /// A region that applies an element-wise operation to two scalars: the reducer of a reduction.
    ///
    /// # Errors
    /// A type error if the operation is not defined for the element type.
    pub fn scalar_region(&mut self, op: Binary, element: ElementType) -> Result<Block> {
        let scalar = TensorType::scalar(element);
        self.region(&[scalar.clone(), scalar], |b, p| Ok(vec![b.binary(op, p[0], p[1])?]))
    }

    /// The identity element of an operation as a scalar constant: 0 for `add`, the least value for `maximum`,
    /// ...
    ///
    /// # Errors
    /// A type error if the operation has no identity element, or
    /// [`Unsupported`](crate::ErrorKind::Unsupported) if the element type is not computable.
    pub fn identity_element(&mut self, op: Binary, element: ElementType) -> Result<Value> {
        let value = match op {
            Binary::Add | Binary::Or | Binary::Xor => 0.0,
            Binary::Multiply => 1.0,
            Binary::Maximum if element.is_float() => f64::NEG_INFINITY,
            Binary::Minimum if element.is_float() => f64::INFINITY,
            // Casts to integers saturate: an infinity becomes the least or the greatest value.
            Binary::Maximum => f64::NEG_INFINITY,
            Binary::Minimum => f64::INFINITY,
            _ => return Err(Error::type_error(format!("{} has no identity element to reduce from", op.name()))),
        };
        self.constant(Literal::full(TensorType::scalar(element), value)?)
    }

    /// `reduce` over `dims` by an element-wise operation, from its identity element.
    ///
    /// # Errors
    /// A type error if `x` does not have the dimensions, or the operation has no identity element.
    pub fn reduce(&mut self, op: Binary, x: Value, dims: &[usize]) -> Result<Value> {
        let element = self.ty(x).element;
        let init = self.identity_element(op, element)?;
        let region = self.scalar_region(op, element)?;
        Ok(self.push(OpKind::Reduce { dims: dims.to_vec() }, &[x, init], vec![region])?[0])
    }

    /// The sum over `dims`.
    ///
    /// # Errors
    /// As [`reduce`](Self::reduce).
    pub fn sum(&mut self, x: Value, dims: &[usize]) -> Result<Value> {
        self.reduce(Binary::Add, x, dims)
    }

    /// `reduce_window` by an element-wise operation, from its identity element, with one window dimension per
    /// dimension of `x`.
    ///
    /// # Errors
    /// A type error if there is not one positive window dimension per dimension, or the operation has no
    /// identity element.
    pub fn reduce_window(&mut self, op: Binary, x: Value, window: &[WindowDim]) -> Result<Value> {
        let element = self.ty(x).element;
        let init = self.identity_element(op, element)?;
        let region = self.scalar_region(op, element)?;
        Ok(self.push(OpKind::ReduceWindow { window: window.to_vec() }, &[x, init], vec![region])?[0])
    }

    /// `select_and_scatter` that adds each source element to the greatest operand element of its window
    /// (compared by `GE`): the gradient of a maximum over windows.
    ///
    /// # Errors
    /// A type error if `source` does not have the shape of the windows.
    pub fn select_and_scatter_max(&mut self, x: Value, source: Value, window: &[WindowDim]) -> Result<Value> {
        let scalar = TensorType::scalar(self.ty(x).element);
        let select =
            self.region(&[scalar.clone(), scalar.clone()], |b, p| Ok(vec![b.compare(Direction::Ge, p[0], p[1])?]))?;
        let scatter = self.scalar_region(Binary::Add, scalar.element)?;
        let init = self.identity_element(Binary::Add, scalar.element)?;
        let kind = OpKind::SelectAndScatter { window: window.to_vec() };
        Ok(self.push(kind, &[x, source, init], vec![select, scatter])?[0])
    }

    /// `while`: starting from `init`, `body` computes the next values as long as `condition` is true.
    ///
    /// # Errors
    /// A type error if the types that the body returns are not those of `init`; the errors of the closures.
    pub fn while_loop(
        &mut self,
        init: &[Value],
        condition: impl FnOnce(&mut Self, &[Value]) -> Result<Value>,
        body: impl FnOnce(&mut Self, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<Vec<Value>> {
        let types: Vec<TensorType> = init.iter().map(|v| self.ty(*v).clone()).collect();
        let condition = self.region(&types, |b, p| Ok(vec![condition(b, p)?]))?;
        let body = self.region(&types, body)?;
        self.push(OpKind::While, init, vec![condition, body])
    }

    /// A [`while_loop`](Self::while_loop) of `count` iterations, which has a gradient. `body` gets the number
    /// of the iteration, `i32` from 0, and the values, and returns the next ones. JAX's `fori_loop`.
    ///
    /// ```
    /// use stablehlo::{FuncBuilder, Literal, Module, interpret::evaluate};
    /// let mut b = FuncBuilder::new("main");
    /// let one = b.scalar(1.0f32)?;
    /// let power = b.fori_loop(5, &[one], |b, _, x| Ok(vec![b.add(x[0], x[0])?]))?;
    /// let result = evaluate(&Module::new("example", b.finish(power)), &[])?;
    /// assert_eq!(result[0].to_vec::<f32>()?, [32.0]);
    /// # Ok::<(), stablehlo::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`while_loop`](Self::while_loop), and a type error if `count` is no `i32`.
    pub fn fori_loop(
        &mut self,
        count: usize,
        init: &[Value],
        body: impl FnOnce(&mut Self, Value, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<Vec<Value>> {
        let too_many = |_| Error::type_error(format!("a loop has {count} iterations, more than an i32 counts"));
        let count = i32::try_from(count).map_err(too_many)?;
        let start = [&[self.scalar(0i32)?], init].concat();
        let results = self.while_loop(
            &start,
            |b, values| {
                let end = b.scalar(count)?;
                b.compare(Direction::Lt, values[0], end)
            },
            |b, values| {
                let one = b.scalar(1i32)?;
                let mut next = vec![b.add(values[0], one)?];
                next.extend(body(b, values[0], &values[1..])?);
                Ok(next)
            },
        )?;
        Ok(results[1..].to_vec())
    }

    /// `if`. Both branches return values of the same types.
    ///
    /// # Errors
    /// A type error if the branches' types differ; the errors of the closures.
    pub fn if_else(
        &mut self,
        predicate: Value,
        on_true: impl FnOnce(&mut Self) -> Result<Vec<Value>>,
        on_false: impl FnOnce(&mut Self) -> Result<Vec<Value>>,
    ) -> Result<Vec<Value>> {
        let on_true = self.region(&[], |b, _| on_true(b))?;
        let on_false = self.region(&[], |b, _| on_false(b))?;
        self.push(OpKind::If, &[predicate], vec![on_true, on_false])
    }

    /// `sort` of all values along a dimension, by the first one: stable, ascending (`Lt`) or descending
    /// (`Gt`).
    ///
    /// # Errors
    /// A type error if the shapes differ, or do not have the dimension.
    pub fn sort(&mut self, direction: Direction, values: &[Value], dimension: usize) -> Result<Vec<Value>> {
        let scalars = values.iter().map(|v| TensorType::scalar(self.ty(*v).element));
        let pairs: Vec<TensorType> = scalars.flat_map(|s| [s.clone(), s]).collect();
        let region = self.region(&pairs, |b, p| match p {
            [left, right, ..] => Ok(vec![b.compare(direction, *left, *right)?]),
            _ => Err(Error::type_error("stablehlo.sort: at least one operand is needed")),
        })?;
        self.push(OpKind::Sort { dimension, is_stable: true }, values, vec![region])
    }

    /// `func.call` of another function of the module, whose results have the types `results`.
    /// [`verify`](crate::verify()) checks the types against the callee.
    ///
    /// # Errors
    /// A type error if a type is larger than the address space.
    pub fn call(&mut self, callee: &str, operands: &[Value], results: Vec<TensorType>) -> Result<Vec<Value>> {
        self.push_typed(OpKind::Call { callee: callee.into() }, operands, Vec::new(), results)
    }

    /// `replica_id`: the number of the running replica, a scalar `ui32`.
    ///
    /// # Errors
    /// None; the method returns a `Result` as those of all operations.
    pub fn replica_id(&mut self) -> Result<Value> {
        Ok(self.push(OpKind::ReplicaId, &[], Vec::new())?[0])
    }

    /// `all_reduce`: the sum of each value over all replicas.
    ///
    /// # Errors
    /// A type error if the values differ in element type.
    pub fn all_reduce_sum(&mut self, values: &[Value]) -> Result<Vec<Value>> {
        let Some(first) = values.first() else { return Ok(Vec::new()) };
        let region = self.scalar_region(Binary::Add, self.ty(*first).element)?;
        self.push(OpKind::AllReduce(Collective::default()), values, vec![region])
    }

    /// `rng_bit_generator`: the new state, and random bits of type `ty`.
    ///
    /// # Errors
    /// A type error if the state does not have the type that the algorithm needs.
    pub fn rng_bits(&mut self, algorithm: RngAlgorithm, state: Value, ty: TensorType) -> Result<(Value, Value)> {
        let state_ty = self.ty(state).clone();
        let r = self.push_typed(OpKind::RngBitGenerator { algorithm }, &[state], Vec::new(), vec![state_ty, ty])?;
        Ok((r[0], r[1]))
    }
}

//! A computation: instructions in order, one of which is the root.

use std::collections::HashMap;
use std::sync::Arc;

use super::attributes::quoted;
use super::shape::{shape, shapes, tuple};
use super::{Writer, conversion};
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Func, Op, Value};
use crate::types::TensorType;

/// An instruction: its name, and the text that follows the name.
struct Instruction {
    name: String,
    text: String,
}

/// A computation that is being written.
pub struct Computation<'m> {
    func: &'m Func,
    parameters: Vec<String>,
    result: String,
    root: String,
    instructions: Vec<Instruction>,
    /// The names of the values, in the computation.
    names: HashMap<Value, String>,
    /// The constants of the enclosing blocks, which a region may repeat.
    constants: HashMap<Value, &'m Op>,
    location: Option<Arc<str>>,
}

impl<'m> Computation<'m> {
    fn new(func: &'m Func) -> Self {
        Self {
            func,
            parameters: Vec::new(),
            result: String::new(),
            root: String::new(),
            instructions: Vec::new(),
            names: HashMap::new(),
            constants: HashMap::new(),
            location: None,
        }
    }

    /// The computation of a function.
    pub fn of_function(writer: &mut Writer<'m>, func: &'m Func) -> Result<Self> {
        let mut computation = Self::new(func);
        computation.parameters(writer, &func.body.params)?;
        computation.body(writer, &func.body, false, &[])?;
        Ok(computation)
    }

    /// The computation of a region with the region's own parameters, such as that of a reduction. It may
    /// capture constants.
    pub fn of_region(&self, writer: &mut Writer<'m>, region: &'m Block) -> Result<Self> {
        let mut computation = self.inner();
        computation.parameters(writer, &region.params)?;
        computation.body(writer, region, false, &[])?;
        Ok(computation)
    }

    /// The computation of a region that takes a tuple of its parameters and of captured values. `returned`
    /// are the values that its tuple has behind the results; without any, one result is no tuple.
    pub fn of_region_of_tuple(
        &self,
        writer: &mut Writer<'m>,
        region: &'m Block,
        captured: &[Value],
        returned: Option<&[Value]>,
    ) -> Result<Self> {
        let mut computation = self.inner();
        let values: Vec<Value> = region.params.iter().chain(captured).copied().collect();
        let shape = tuple(&self.types(&values))?;
        let parameter = computation.add(writer, "parameter", format!("{shape} parameter(0)"));
        computation.parameters.push(format!("{}: {shape}", parameter.trim_start_matches('%')));
        computation.elements(writer, &parameter, &values)?;
        computation.body(writer, region, returned.is_some(), returned.unwrap_or_default())?;
        Ok(computation)
    }

    fn inner(&self) -> Self {
        Self { constants: self.constants.clone(), ..Self::new(self.func) }
    }

    fn parameters(&mut self, writer: &mut Writer<'m>, params: &[Value]) -> Result<()> {
        for (number, value) in params.iter().enumerate() {
            let shape = shape(self.func.ty(*value))?;
            let name = self.add(writer, "parameter", format!("{shape} parameter({number})"));
            self.parameters.push(format!("{}: {shape}", name.trim_start_matches('%')));
            self.names.insert(*value, name);
        }
        Ok(())
    }

    fn body(&mut self, writer: &mut Writer<'m>, block: &'m Block, is_tuple: bool, more: &[Value]) -> Result<()> {
        for op in &block.ops {
            self.location.clone_from(&op.location);
            if let (OpKind::Constant(_), [value]) = (&op.kind, &op.results[..]) {
                self.constants.insert(*value, op);
            }
            conversion::instruction(self, writer, op)?;
        }
        self.location = None;
        let results: Vec<Value> = block.results.iter().chain(more).copied().collect();
        let types = self.types(&results);
        self.root = match &results[..] {
            [one] if !is_tuple => self.name(writer, *one)?,
            several => self.tuple(writer, several)?,
        };
        self.result = if is_tuple { tuple(&types)? } else { shapes(&types)? };
        Ok(())
    }

    /// The types of values.
    pub fn types(&self, values: &[Value]) -> Vec<TensorType> {
        values.iter().map(|value| self.ty(*value).clone()).collect()
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &'m TensorType {
        self.func.ty(value)
    }

    /// The name of a value. A captured constant is repeated.
    pub fn name(&mut self, writer: &mut Writer<'m>, value: Value) -> Result<String> {
        if let Some(name) = self.names.get(&value) {
            return Ok(name.clone());
        }
        let Some(op) = self.constants.get(&value).copied() else {
            let what = "a region uses a value of the enclosing computation, which HLO allows in loops and conditionals";
            return Err(Error::new(ErrorKind::Unsupported, what));
        };
        conversion::instruction(self, writer, op)?;
        Ok(self.names[&value].clone())
    }

    /// The names of values.
    pub fn names(&mut self, writer: &mut Writer<'m>, values: &[Value]) -> Result<Vec<String>> {
        values.iter().map(|value| self.name(writer, *value)).collect()
    }

    /// Adds an instruction, whose text is shape, opcode, operands and attributes; returns its name.
    pub fn add(&mut self, writer: &mut Writer<'m>, opcode: &str, mut text: String) -> String {
        let name = writer.name(opcode);
        if let Some(location) = &self.location {
            text.push_str(&format!(", metadata={{op_name={}}}", quoted(location)));
        }
        self.instructions.push(Instruction { name: name.clone(), text });
        name
    }

    /// Adds an instruction with a result of that type; returns its name.
    pub fn op(
        &mut self,
        writer: &mut Writer<'m>,
        opcode: &str,
        ty: &TensorType,
        operands: &[String],
        attributes: &str,
    ) -> Result<String> {
        let text = format!("{} {opcode}({}){attributes}", shape(ty)?, operands.join(", "));
        Ok(self.add(writer, opcode, text))
    }

    /// The name of a tuple of these values.
    pub fn tuple(&mut self, writer: &mut Writer<'m>, values: &[Value]) -> Result<String> {
        let shape = tuple(&self.types(values))?;
        let names = self.names(writer, values)?;
        Ok(self.add(writer, "tuple", format!("{shape} tuple({})", names.join(", "))))
    }

    /// Gives the values the names of a tuple's elements.
    pub fn elements(&mut self, writer: &mut Writer<'m>, tuple: &str, values: &[Value]) -> Result<()> {
        for (index, value) in values.iter().enumerate() {
            let text = format!("{} get-tuple-element({tuple}), index={index}", shape(self.ty(*value))?);
            let name = self.add(writer, "get-tuple-element", text);
            self.names.insert(*value, name);
        }
        Ok(())
    }

    /// The value has this name from here on.
    pub fn set(&mut self, value: Value, name: String) {
        self.names.insert(value, name);
    }

    /// The text of the computation.
    pub fn print(&self, prefix: &str, name: &str) -> String {
        let mut out = format!("{prefix}{name} ({}) -> {} {{\n", self.parameters.join(", "), self.result);
        for Instruction { name, text } in &self.instructions {
            let root = if *name == self.root { "ROOT " } else { "" };
            out.push_str(&format!("  {root}{name} = {text}\n"));
        }
        out.push_str("}\n");
        out
    }
}

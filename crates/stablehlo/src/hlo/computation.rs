//! A computation: instructions in order, one of which is the root.

use std::collections::HashMap;
use std::sync::Arc;

use super::attributes::quoted;
use super::shape::shape;
use super::writer::Writer;
use crate::error::Result;
use crate::program::{Func, Op, Value};
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
    /// The shape of the result.
    pub result: String,
    /// The name of the instruction that computes the result.
    pub root: String,
    instructions: Vec<Instruction>,
    /// The names of the values, in the computation.
    names: HashMap<Value, String>,
    /// The constants of the enclosing blocks, which a region may repeat.
    pub constants: HashMap<Value, &'m Op>,
    /// The location of the instructions that are added.
    pub location: Option<Arc<str>>,
}

impl<'m> Computation<'m> {
    pub fn new(func: &'m Func) -> Self {
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

    /// The computation of a region in this one, still empty. It may repeat the constants of this one.
    pub fn inner(&self) -> Self {
        Self { constants: self.constants.clone(), ..Self::new(self.func) }
    }

    /// Adds a parameter of that shape; returns its name.
    pub fn parameter(&mut self, writer: &mut Writer<'m>, shape: &str) -> String {
        let name = self.add(writer, "parameter", format!("{shape} parameter({})", self.parameters.len()));
        self.parameters.push(format!("{}: {shape}", name.trim_start_matches('%')));
        name
    }

    /// The types of values.
    pub fn types(&self, values: &[Value]) -> Vec<TensorType> {
        values.iter().map(|value| self.ty(*value).clone()).collect()
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &'m TensorType {
        self.func.ty(value)
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

    /// Gives the values the names of a tuple's elements.
    pub fn elements(&mut self, writer: &mut Writer<'m>, tuple: &str, values: &[Value]) -> Result<()> {
        for (index, value) in values.iter().enumerate() {
            let text = format!("{} get-tuple-element({tuple}), index={index}", shape(self.ty(*value))?);
            let name = self.add(writer, "get-tuple-element", text);
            self.names.insert(*value, name);
        }
        Ok(())
    }

    /// The name of a value; `None` for one of an enclosing computation.
    pub fn get(&self, value: Value) -> Option<&String> {
        self.names.get(&value)
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

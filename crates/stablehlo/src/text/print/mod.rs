//! The printer: pretty form, one operation per line.

mod attrs;
pub(super) mod dense;
mod op;

use std::fmt::{self, Display, Formatter};

use super::lexer::{escape, symbol};
use crate::program::{Block, Func, Module, Value, ValueNames, Visibility};
use crate::types::TensorType;

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = if self.name.is_empty() { String::new() } else { format!("{} ", symbol(&self.name)) };
        let (partitions, replicas) = (self.num_partitions, self.num_replicas);
        writeln!(
            f,
            "module {name}attributes {{mhlo.num_partitions = {partitions} : i32, mhlo.num_replicas = {replicas} : i32}} {{"
        )?;
        for (name, mesh) in &self.meshes {
            writeln!(f, "  sdy.mesh {} = {mesh}", symbol(name))?;
        }
        for func in &self.funcs {
            Printer { func, names: ValueNames::new(func), indent: 1 }.func(f)?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Printer { func: self, names: ValueNames::new(self), indent: 0 }.func(f)
    }
}

/// The printer of a function.
struct Printer<'m> {
    func: &'m Func,
    names: ValueNames,
    /// The level of indentation of the current line.
    indent: usize,
}

impl Printer<'_> {
    /// The indentation of a line.
    fn line(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:1$}", "", 2 * self.indent)
    }

    fn func(&mut self, f: &mut Formatter<'_>) -> fmt::Result {
        let func = self.func;
        let visibility = match func.visibility {
            Visibility::Public => "public",
            Visibility::Private => "private",
        };
        self.line(f)?;
        write!(f, "func.func {visibility} {}(", symbol(&func.name))?;
        for (i, param) in func.params.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}: {}", self.name(param.value), func.ty(param.value))?;
            let aliasing = param.aliasing_output.map(|o| format!("tf.aliasing_output = {o} : i32"));
            let attributes: Vec<String> = aliasing.into_iter().chain(attribute_texts(&param.attributes)).collect();
            if !attributes.is_empty() {
                write!(f, " {{{}}}", attributes.join(", "))?;
            }
        }
        f.write_str(")")?;
        let results = func.result_types();
        if func.result_attributes.iter().any(|list| !list.is_empty()) {
            let result = |(i, ty): (usize, &TensorType)| match func.result_attributes.get(i) {
                Some(list) if !list.is_empty() => {
                    format!("{ty} {{{}}}", attribute_texts(list).collect::<Vec<_>>().join(", "))
                }
                _ => ty.to_string(),
            };
            let results: Vec<String> = results.iter().enumerate().map(result).collect();
            write!(f, " -> ({})", results.join(", "))?;
        } else if !results.is_empty() {
            write!(f, " -> {}", Types(&results))?;
        }
        f.write_str(" {\n")?;
        self.block(f, &func.body, "return")?;
        self.line(f)?;
        f.write_str("}\n")
    }

    /// The operations of a block and its terminator, indented by one level.
    fn block(&mut self, f: &mut Formatter<'_>, block: &Block, terminator: &str) -> fmt::Result {
        self.indent += 1;
        for op in &block.ops {
            self.line(f)?;
            self.op(f, op)?;
            if let Some(location) = &op.location {
                write!(f, " loc({})", escape(location))?;
            }
            f.write_str("\n")?;
        }
        self.line(f)?;
        f.write_str(terminator)?;
        if !block.results.is_empty() {
            let types: Vec<String> = block.results.iter().map(|v| self.func.ty(*v).to_string()).collect();
            write!(f, " {} : {}", self.values(&block.results), types.join(", "))?;
        }
        f.write_str("\n")?;
        self.indent -= 1;
        Ok(())
    }

    fn name(&self, value: Value) -> &str {
        self.names.get(value)
    }

    fn values(&self, values: &[Value]) -> String {
        values.iter().map(|v| self.name(*v)).collect::<Vec<_>>().join(", ")
    }

    fn types(&self, values: &[Value]) -> Vec<TensorType> {
        values.iter().map(|v| self.func.ty(*v).clone()).collect()
    }
}

/// Attributes as `name = text`, or `name` alone for those without a value.
fn attribute_texts(attributes: &[(String, String)]) -> impl Iterator<Item = String> {
    attributes.iter().map(|(name, text)| {
        let name = if is_word(name) { name.clone() } else { escape(name) };
        if text.is_empty() { name } else { format!("{name} = {text}") }
    })
}

/// Returns true if the name of an attribute needs no quotes.
fn is_word(name: &str) -> bool {
    name.bytes()
        .enumerate()
        .all(|(i, c)| c.is_ascii_alphabetic() || c == b'_' || i > 0 && (c.is_ascii_digit() || matches!(c, b'$' | b'.')))
        && !name.is_empty()
}

/// The types of results, in parentheses unless there is exactly one.
struct Types<'a>(&'a [TensorType]);

impl Display for Types<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            [one] => write!(f, "{one}"),
            more => write!(f, "({})", more.iter().map(TensorType::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

//! Operations: results, the operation in generic or pretty form, its types, its location.

use super::chlo;
use super::parser::Parser;
use super::statement::{SHARDING, Statement, TERMINATORS};
use super::types::Signature;
use crate::attributes;
use crate::attributes::Attrs;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::expansions::{self, Expansion};
use crate::manual;
use crate::ops::{self, OpDef, OpKind};
use crate::program::Value;
use crate::text::lexer::Tok;
use crate::types::TensorType;

impl<'t> Parser<'t> {
    /// Operations up to the `}` of their block. Returns the operands of the terminator.
    pub(super) fn block_body(&mut self, builder: &mut FuncBuilder) -> Result<Vec<Value>> {
        loop {
            match self.tok.tok {
                Tok::Punct('}') => return Err(self.expected("a 'return' at the end of the block")),
                Tok::Block(_) => {
                    let message = "a region of several blocks is not supported: use while, if or case";
                    return Err(self.located(self.tok.start, Error::new(ErrorKind::Unsupported, message)));
                }
                _ => {}
            }
            if let Some(returned) = self.statement(builder)? {
                self.expect('}')?;
                return Ok(returned);
            }
        }
    }

    /// One operation. Returns the operands of a terminator, and `None` for any other operation.
    fn statement(&mut self, builder: &mut FuncBuilder) -> Result<Option<Vec<Value>>> {
        let names = self.result_names()?;
        let statement = match self.tok.tok {
            Tok::Str(_) => self.generic(builder)?,
            Tok::Word(_) => self.pretty(builder)?,
            _ => return Err(self.expected("an operation")),
        };
        let at = statement.at;
        let location = self.optional_location()?;
        if TERMINATORS.contains(&statement.name) {
            self.check_operands(builder, &statement, stated_operands(&statement.signature))?;
            return match names.first() {
                Some((_, _, at)) => Err(self.syntax_error(*at, "a 'return' has no results")),
                None => Ok(Some(statement.operands)),
            };
        }
        builder.set_location(location);
        let results = self.build(builder, statement)?;
        self.name_results(at, names, results)?;
        Ok(None)
    }

    /// `%0, %1:2 =`: names, each with its number of results and its position in the text.
    fn result_names(&mut self) -> Result<Vec<(&'t str, usize, usize)>> {
        let mut names = Vec::new();
        if !matches!(self.tok.tok, Tok::Value(_)) {
            return Ok(names);
        }
        loop {
            let (name, at) = self.value_name()?;
            let mut count = 1;
            if self.eat(':')? {
                let Tok::Int(digits) = self.tok.tok else { return Err(self.expected("the number of results")) };
                count = digits.parse().map_err(|_| self.expected("the number of results"))?;
                self.advance()?;
            }
            names.push((name, count, at));
            if !self.eat(',')? {
                break;
            }
        }
        self.expect('=')?;
        Ok(names)
    }

    fn name_results(&mut self, at: usize, names: Vec<(&'t str, usize, usize)>, results: Vec<Value>) -> Result<()> {
        let named = names.iter().fold(0usize, |n, (_, count, _)| n.saturating_add(*count));
        if named != results.len() && !names.is_empty() {
            return Err(
                self.syntax_error(at, format!("the operation has {} results, but {named} are named", results.len()))
            );
        }
        let mut results = results.into_iter();
        for (name, count, at) in names {
            let values = results.by_ref().take(count).collect();
            self.define(name, at, values)?;
        }
        Ok(())
    }

    /// A value: `%0`, `%1#2`
    pub(super) fn operand(&mut self) -> Result<Value> {
        let (name, at) = self.value_name()?;
        let mut index = 0;
        let numbered = if let Tok::Hash(digits) = self.tok.tok {
            index = digits.parse().map_err(|_| self.expected("the index of a result"))?;
            self.advance()?;
            true
        } else {
            false
        };
        let Some(values) = self.lookup(name) else {
            return Err(self.syntax_error(at, format!("%{name} is not defined")));
        };
        match values.get(index) {
            Some(_) if values.len() > 1 && !numbered => {
                Err(self
                    .syntax_error(at, format!("%{name} has {} results: select one, such as %{name}#0", values.len())))
            }
            Some(value) => Ok(*value),
            None => {
                Err(self.syntax_error(at, format!("%{name} has {} results, so there is no #{index}", values.len())))
            }
        }
    }

    /// `"name"(operands) <{properties}> ({regions}) {attributes} : (types) -> types`
    fn generic(&mut self, builder: &mut FuncBuilder) -> Result<Statement<'t>> {
        let token = self.advance()?;
        let name = self.text[token.start..token.end].trim_matches('"');
        self.check_known(name, token.start)?;
        let operands = self.list('(', ')', Self::operand)?;
        let mut attrs = Attrs::default();
        let keeps_sources = name == "stablehlo.custom_call";
        if self.eat('<')? {
            self.keeps_sources = keeps_sources;
            attrs = self.dict('{', '}')?;
            self.expect('>')?;
        }
        let regions = if self.at('(') { self.regions(builder)? } else { Vec::new() };
        self.keeps_sources = keeps_sources;
        attrs.extend(self.optional_dict()?);
        self.keeps_sources = false;
        if !self.at(':') {
            return Err(self.expected("':' and the operation's types"));
        }
        let signature = self.signature()?;
        Ok(Statement { name, at: token.start, operands, attrs, regions, signature })
    }

    /// Builds the operation of a statement, and returns its results.
    fn build(&mut self, builder: &mut FuncBuilder, statement: Statement<'t>) -> Result<Vec<Value>> {
        let at = statement.at;
        if let Some(name) = statement.name.strip_prefix("chlo.") {
            let results = chlo::expand(builder, name, &statement.operands, &statement.attrs);
            let results = results.map_err(|e| self.located(at, e))?;
            self.check_operands(builder, &statement, stated_operands(&statement.signature))?;
            return Ok(results);
        }
        if expansions::is_expanded(statement.name) {
            let results = match &statement.signature {
                Signature::Function(_, results) | Signature::Plain(results) => results.clone(),
            };
            let Statement { name, operands, attrs, regions, .. } = &statement;
            let op = Expansion { operands, attrs, regions, results: &results };
            return expansions::expand(builder, name, &op).map_err(|e| self.located(at, e));
        }
        if SHARDING.contains(&statement.name) {
            self.check_operands(builder, &statement, stated_operands(&statement.signature))?;
            return manual::constraint(builder, &statement.attrs, &statement.operands).map_err(|e| self.located(at, e));
        }
        let Some(def) = definition(statement.name) else { return Err(self.unknown(statement.name, at)) };
        let operands: Vec<&TensorType> = statement.operands.iter().map(|v| builder.ty(*v)).collect();
        let (stated, results) = match (&statement.signature, def.mnemonic()) {
            (Signature::Function(operands, results), _) => (Some(operands.as_slice()), results.clone()),
            (Signature::Plain(types), "while" | "optimization_barrier") => (Some(types.as_slice()), types.clone()),
            (Signature::Plain(types), "select") => {
                (types.get(..types.len().min(2)), types.last().cloned().into_iter().collect())
            }
            (Signature::Plain(types), _) => (None, types.clone()),
        };
        let kind = attributes::kind(def, &statement.attrs, &operands).map_err(|e| self.located(at, e))?;
        if !matches!(kind, OpKind::Select) || matches!(statement.signature, Signature::Function(..)) {
            self.check_operands(builder, &statement, stated)?;
        } else if let Some(predicate) = stated {
            self.check_select(builder, &statement, predicate)?;
        }
        let results = builder.push_typed(kind, &statement.operands, statement.regions, results);
        results.map_err(|e| self.located(at, e))
    }

    /// Checks that an operation is known. To be called before its syntax is parsed, which is unknown too
    /// otherwise.
    pub(super) fn check_known(&self, name: &str, at: usize) -> Result<()> {
        let known = expansions::is_expanded(name)
            || definition(name).is_some()
            || name.starts_with("chlo.")
            || SHARDING.contains(&name)
            || TERMINATORS.contains(&name);
        if known { Ok(()) } else { Err(self.unknown(name, at)) }
    }

    fn unknown(&self, name: &str, at: usize) -> Error {
        let message = format!("the operation {name} is not supported");
        self.located(at, Error::new(ErrorKind::Unsupported, message))
    }

    /// Checks the types of the pretty form `select %p, %a, %b : type of p, type of a`.
    fn check_select(&self, builder: &FuncBuilder, statement: &Statement, types: &[TensorType]) -> Result<()> {
        let actual = statement.operands.iter().map(|v| builder.ty(*v));
        match types {
            [predicate, _] if statement.operands.first().is_some_and(|v| builder.ty(*v) != predicate) => {
                let actual: Vec<String> = actual.map(ToString::to_string).collect();
                let message = format!("operands have types {}, but the text states {predicate}", actual.join(", "));
                Err(self.located(statement.at, Error::type_error(message)))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the operands have the types that the text states.
    fn check_operands(&self, builder: &FuncBuilder, s: &Statement, stated: Option<&[TensorType]>) -> Result<()> {
        let Some(stated) = stated else { return Ok(()) };
        let list = |types: &[&TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let actual: Vec<&TensorType> = s.operands.iter().map(|v| builder.ty(*v)).collect();
        let stated: Vec<&TensorType> = stated.iter().collect();
        if actual == stated {
            return Ok(());
        }
        let message =
            format!("{}: operands have types ({}), but the text states ({})", s.name, list(&actual), list(&stated));
        Err(self.located(s.at, Error::type_error(message)))
    }
}

/// The row of an operation's full name. Only `call` may omit its dialect, `func`.
fn definition(name: &str) -> Option<&'static OpDef> {
    let name = if name == "call" { "func.call" } else { name };
    ops::find(name).filter(|d| d.name == name)
}

/// The types of operands that a signature states.
fn stated_operands(signature: &Signature) -> Option<&[TensorType]> {
    match signature {
        Signature::Plain(types) | Signature::Function(types, _) => Some(types),
    }
}

//! Modules and functions.

use super::attr::Alias;
use super::parser::Parser;
use crate::attributes::{Attr, Attrs};
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::program::{Block, Func, Module, Visibility};
use crate::sdy_round_trip;
use crate::text::lexer::{Tok, Token, unescape};
use crate::types::TensorType;

/// Attributes as they are written: name and text.
type Attributes = Vec<(String, String)>;

/// A parameter as it is written: name, position in the text, type and attributes.
pub(super) struct Argument<'t> {
    pub name: &'t str,
    pub at: usize,
    pub ty: TensorType,
    aliasing_output: Option<usize>,
    attributes: Vec<(String, String)>,
}

impl<'t> Parser<'t> {
    /// The entire text: `module @name attributes {...} {...}`, or functions without an enclosing module.
    pub(super) fn module(mut self) -> Result<Module> {
        let mut module = Module { num_replicas: 1, num_partitions: 1, ..Module::default() };
        self.aliases()?;
        if self.eat_word("module")? {
            if let Tok::Symbol(name) = self.tok.tok {
                module.name = unescape(name);
                self.advance()?;
            }
            let at = self.tok.start;
            let attrs = if self.eat_word("attributes")? { self.optional_dict()? } else { Attrs::default() };
            let count = |name: &str| attrs.size(&[name]).map_err(|e| self.located(at, e));
            module.num_replicas = count("mhlo.num_replicas")?.unwrap_or(1);
            module.num_partitions = count("mhlo.num_partitions")?.unwrap_or(1);
            module.meshes = sdy_round_trip::meshes(&attrs).map_err(|e| self.located(at, e))?;
            self.expect('{')?;
            while !self.eat('}')? {
                self.module_item(&mut module)?;
            }
            self.optional_location()?;
            self.aliases()?;
        } else {
            while self.tok.tok != Tok::End {
                self.module_item(&mut module)?;
                self.aliases()?;
            }
        }
        if self.at('{') && self.peek() == Tok::Punct('-') {
            let message = "resources after the module are not supported: print constants in full";
            return Err(self.located(self.tok.start, Error::new(ErrorKind::Unsupported, message)));
        }
        if self.tok.tok != Tok::End {
            return Err(self.expected("the end of the text"));
        }
        self.resolve_locations(&mut module);
        Ok(module)
    }

    /// `#name = ...` lines: locations, attributes.
    fn aliases(&mut self) -> Result<()> {
        while let Tok::Hash(name) = self.tok.tok {
            self.advance()?;
            self.expect('=')?;
            if self.at_word("loc") {
                let location = self.location()?;
                self.locations.insert(name, location);
            } else {
                let attr = self.typed_attr()?;
                self.attr_aliases.insert(name, Alias::new(attr));
            }
        }
        Ok(())
    }

    fn module_item(&mut self, module: &mut Module) -> Result<()> {
        match self.tok.tok {
            Tok::Word("func.func") => {
                let func = self.func()?;
                module.funcs.push(func);
                Ok(())
            }
            Tok::Word("sdy.mesh") => {
                self.advance()?;
                let Tok::Symbol(name) = self.tok.tok else {
                    return Err(self.expected("the mesh's name, such as @mesh"));
                };
                let name = unescape(name);
                self.advance()?;
                self.expect('=')?;
                let start = self.tok.start;
                self.expect('<')?;
                self.skip_until('>')?;
                let mesh = self.text[start..self.tok.start].trim_end().parse().map_err(|e| self.located(start, e))?;
                module.meshes.push((name, mesh));
                self.optional_dict()?;
                self.optional_location().map(drop)
            }
            _ => Err(self.expected("'func.func'")),
        }
    }

    fn func(&mut self) -> Result<Func> {
        self.advance()?;
        let visibility = match self.tok.tok {
            Tok::Word("private" | "nested") => self.advance().map(|_| Visibility::Private)?,
            Tok::Word("public") => self.advance().map(|_| Visibility::Public)?,
            _ => Visibility::Public,
        };
        let Tok::Symbol(name) = self.tok.tok else { return Err(self.expected("the function's name, such as @main")) };
        self.advance()?;

        let mut builder = FuncBuilder::new(unescape(name));
        self.scopes = vec![Default::default()];
        for argument in self.list('(', ')', Self::argument)? {
            let value = builder.param(argument.ty);
            self.define(argument.name, argument.at, vec![value])?;
            builder.set_param_attributes(value, argument.aliasing_output, argument.attributes);
        }
        let (results, result_attributes): (Vec<TensorType>, Vec<_>) = self.func_results()?.into_iter().unzip();
        if self.eat_word("attributes")? {
            self.optional_dict()?;
        }
        if !self.at('{') {
            return Err(self.expected("the function's body, '{'"));
        }
        self.advance()?;
        let at = self.tok.start;
        let returned = self.block_body(&mut builder)?;
        let types: Vec<TensorType> = returned.iter().map(|v| builder.ty(*v).clone()).collect();
        if types != results {
            let list = |types: &[TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let name = unescape(name);
            let message = format!("@{name} returns ({}), but its type states ({})", list(&types), list(&results));
            return Err(self.located(at, Error::type_error(message)));
        }
        self.optional_location()?;
        let mut func = builder.finish(returned);
        func.visibility = visibility;
        if result_attributes.iter().any(|list: &Vec<_>| !list.is_empty()) {
            func.result_attributes = result_attributes;
        }
        // Regions that were expanded leave values that nothing defines.
        func.renumber();
        Ok(func)
    }

    /// `%arg0: tensor<2xf32> {tf.aliasing_output = 0 : i32} loc("x")`
    pub(super) fn argument(&mut self) -> Result<Argument<'t>> {
        let (name, at) = self.value_name()?;
        self.expect(':')?;
        let ty = self.tensor_type()?;
        let mut argument = Argument { name, at, ty, aliasing_output: None, attributes: Vec::new() };
        if self.at('{') {
            self.list('{', '}', |p| {
                let at = p.tok.start;
                let (name, attr) = p.named_attr()?;
                if let ("tf.aliasing_output", Attr::Int(output)) = (name.as_str(), &attr) {
                    let output = usize::try_from(*output).ok();
                    argument.aliasing_output = Some(
                        output
                            .ok_or_else(|| p.syntax_error(at, "tf.aliasing_output has to be the index of a result"))?,
                    );
                } else {
                    argument.attributes.push((name, p.attribute_text(at)));
                }
                Ok(())
            })?;
        }
        self.optional_location()?;
        Ok(argument)
    }

    /// The text of the value of a named attribute that starts at `at` and was just read.
    fn attribute_text(&self, at: usize) -> String {
        let text = self.text[at..self.tok.start].trim_end();
        text.split_once('=').map_or("", |(_, value)| value.trim_start()).into()
    }

    /// The name of a value, and its position in the text.
    pub(super) fn value_name(&mut self) -> Result<(&'t str, usize)> {
        match self.tok {
            Token { tok: Tok::Value(name), start, .. } => self.advance().map(|_| (name, start)),
            _ => Err(self.expected("a value's name, such as %arg0")),
        }
    }

    /// The types of a function's results, each with its attributes as text.
    fn func_results(&mut self) -> Result<Vec<(TensorType, Attributes)>> {
        if !self.eat_arrow()? {
            return Ok(Vec::new());
        }
        if !self.at('(') {
            return Ok(vec![(self.tensor_type()?, Vec::new())]);
        }
        self.list('(', ')', |p| {
            let ty = p.tensor_type()?;
            let mut attributes = Vec::new();
            if p.at('{') {
                p.list('{', '}', |p| {
                    let at = p.tok.start;
                    let (name, _) = p.named_attr()?;
                    attributes.push((name, p.attribute_text(at)));
                    Ok(())
                })?;
            }
            Ok((ty, attributes))
        })
    }

    /// `({ ^bb0(%a: type): ... }, {...})`
    pub(super) fn regions(&mut self, builder: &mut FuncBuilder) -> Result<Vec<Block>> {
        self.list('(', ')', |p| p.region(builder))
    }

    /// `{ ^bb0(%a: type): ... }`
    fn region(&mut self, builder: &mut FuncBuilder) -> Result<Block> {
        self.expect('{')?;
        let mut arguments = Vec::new();
        if let Tok::Block(_) = self.tok.tok {
            self.advance()?;
            if self.at('(') {
                arguments = self.list('(', ')', Self::argument)?;
            }
            self.expect(':')?;
        }
        let names: Vec<_> = arguments.iter().map(|a| (a.name, a.at)).collect();
        let types: Vec<TensorType> = arguments.into_iter().map(|a| a.ty).collect();
        self.region_body(builder, &names, &types)
    }

    /// The operations of a region up to its `}`, with parameters of these names and types.
    pub(super) fn region_body(
        &mut self,
        builder: &mut FuncBuilder,
        names: &[(&'t str, usize)],
        types: &[TensorType],
    ) -> Result<Block> {
        self.nested(|p| {
            p.scopes.push(Default::default());
            let block = builder.region(types, |builder, values| {
                for ((name, at), value) in names.iter().zip(values) {
                    p.define(name, *at, vec![*value])?;
                }
                p.block_body(builder)
            });
            p.scopes.pop();
            block
        })
    }
}

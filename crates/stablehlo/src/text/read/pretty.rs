//! Pretty forms. Most have the pattern `name %a, %b, key = value, WORD : types`; the others have a function
//! each.

use super::parser::Parser;
use super::statement::{MANUAL_COMPUTATION, SHARDING, Statement, TERMINATORS};
use super::types::Signature;
use crate::attributes;
use crate::attributes::{Attr, Attrs};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::program::{Block, Value};
use crate::text::lexer::{Tok, unescape};
use crate::types::TensorType;

impl<'t> Parser<'t> {
    /// An operation in pretty form.
    pub(super) fn pretty(&mut self, builder: &mut FuncBuilder) -> Result<Statement<'t>> {
        let Tok::Word(name) = self.tok.tok else { return Err(self.expected("an operation")) };
        let at = self.tok.start;
        self.check_known(name, at)?;
        self.advance()?;
        let mut s = Statement {
            name,
            at,
            operands: Vec::new(),
            attrs: Attrs::default(),
            regions: Vec::new(),
            signature: Signature::Plain(Vec::new()),
        };
        match name {
            "stablehlo.constant" => self.constant(&mut s)?,
            "stablehlo.reduce" => self.reduce(builder, &mut s)?,
            "stablehlo.while" => self.while_loop(builder, &mut s)?,
            "call" | "func.call" | "stablehlo.custom_call" => {
                let Tok::Symbol(callee) = self.tok.tok else { return Err(self.expected("a name, such as @f")) };
                self.advance()?;
                let key = if name == "stablehlo.custom_call" { "call_target_name" } else { "callee" };
                s.attrs.push(key, Attr::Symbol(unescape(callee)));
                self.operands_and_attrs(&mut s)?;
            }
            "stablehlo.composite" => {
                let Tok::Str(composite) = self.tok.tok else { return Err(self.expected("a name, such as \"a.b\"")) };
                self.advance()?;
                s.attrs.push("name", Attr::Str(unescape(composite)));
                self.operands_and_attrs(&mut s)?;
            }
            name if SHARDING.contains(&name) => {
                let operand = self.operand()?;
                s.operands.push(operand);
                let start = self.tok.start;
                self.expect('<')?;
                self.skip_until('>')?;
                s.attrs.push("sharding", Attr::Source(self.text[start..self.tok.start].trim_end().to_string()));
                s.signature = self.signature()?;
            }
            MANUAL_COMPUTATION => self.manual_computation(builder, &mut s)?,
            _ => self.operands_and_attrs(&mut s)?,
        }
        Ok(s)
    }

    /// Operands, keys and words, then a dictionary, then types.
    fn operands_and_attrs(&mut self, s: &mut Statement<'t>) -> Result<()> {
        let mut words = Vec::new();
        if !self.at(':') && !self.at('{') && !self.at('}') && !self.at_word("loc") {
            // An operation without operands and types ends before the next operation.
            let begins_next = |p: &Self| matches!(p.tok.tok, Tok::Str(_) | Tok::End);
            if !begins_next(self) {
                self.items(s, &mut words)?;
            }
        }
        if !words.is_empty() {
            s.attrs.push("words", Attr::List(words));
        }
        self.keeps_sources = s.name == "stablehlo.custom_call";
        let dict = self.optional_dict()?;
        self.keeps_sources = false;
        s.attrs.extend(dict);
        let ends =
            s.operands.is_empty() && (TERMINATORS.contains(&s.name) || s.name == "stablehlo.optimization_barrier");
        if !self.at(':') && !ends {
            return Err(self.expected("',' or ':' and the operation's types"));
        }
        s.signature = self.signature()?;
        Ok(())
    }

    /// Operands, keys with values, and words, separated by commas.
    fn items(&mut self, s: &mut Statement<'t>, words: &mut Vec<Attr>) -> Result<()> {
        loop {
            match self.tok.tok {
                Tok::Value(_) => {
                    let operand = self.operand()?;
                    s.operands.push(operand);
                    // The ranges of a slice follow its operand.
                    if self.at('[') {
                        self.ranges(s)?;
                    }
                }
                Tok::Punct('(') => {
                    self.advance()?;
                    if !self.at(')') {
                        self.nested(|p| p.items(s, words))?;
                    }
                    self.expect(')')?;
                }
                Tok::Word(word) if self.peek() == Tok::Punct('=') => {
                    self.advance()?;
                    self.advance()?;
                    let attr = self.attr()?;
                    s.attrs.push(word, attr);
                }
                Tok::Word(word) => {
                    self.advance()?;
                    words.push(Attr::Word(word.into()));
                }
                _ => return Err(self.expected("an operand or an attribute")),
            }
            // In a convolution, keys follow the operands without a comma.
            let key = matches!(self.tok.tok, Tok::Word(_)) && self.peek() == Tok::Punct('=');
            if !self.eat(',')? && !key {
                return Ok(());
            }
        }
    }

    /// `[0:2, 1:3:2]`
    fn ranges(&mut self, s: &mut Statement<'t>) -> Result<()> {
        let mut lists = [Vec::new(), Vec::new(), Vec::new()];
        self.list('[', ']', |p| {
            let start = p.attr()?;
            p.expect(':')?;
            let limit = p.attr()?;
            let stride = if p.eat(':')? { p.attr()? } else { Attr::Int(1) };
            for (list, attr) in lists.iter_mut().zip([start, limit, stride]) {
                list.push(attr);
            }
            Ok(())
        })?;
        for (name, list) in ["start_indices", "limit_indices", "strides"].into_iter().zip(lists) {
            s.attrs.push(name, Attr::List(list));
        }
        Ok(())
    }

    /// `constant {attributes} dense<...> : type`, or `constant() <{value = dense<...> : type}> : () -> type`
    fn constant(&mut self, s: &mut Statement<'t>) -> Result<()> {
        if self.eat('(')? {
            self.expect(')')?;
            if self.eat('<')? {
                s.attrs = self.dict('{', '}')?;
                self.expect('>')?;
            }
            let more = self.optional_dict()?;
            s.attrs.extend(more);
            s.signature = self.signature()?;
            return Ok(());
        }
        s.attrs = self.optional_dict()?;
        let literal = self.attr()?;
        let Attr::Dense(literal) = literal else { return Err(self.expected("dense<...>")) };
        s.signature = Signature::Plain(vec![literal.ty().clone()]);
        s.attrs.push("value", Attr::Dense(literal));
        Ok(())
    }

    /// `reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : types`, or with a `reducer` at
    /// the end.
    fn reduce(&mut self, builder: &mut FuncBuilder, s: &mut Statement<'t>) -> Result<()> {
        let mut inits = Vec::new();
        loop {
            self.expect('(')?;
            let input = self.operand()?;
            self.expect_word("init")?;
            self.expect(':')?;
            let init = self.operand()?;
            self.expect(')')?;
            s.operands.push(input);
            inits.push(init);
            if !self.eat(',')? {
                break;
            }
        }
        s.operands.extend(inits);
        let mut applied = None;
        if self.eat_word("applies")? {
            let Tok::Word(name) = self.tok.tok else { return Err(self.expected("an operation's name")) };
            applied = Some((name, self.advance()?.start));
        }
        self.expect_word("across")?;
        self.expect_word("dimensions")?;
        self.expect('=')?;
        let dimensions = self.attr()?;
        s.attrs.push("dimensions", dimensions);
        let more = self.optional_dict()?;
        s.attrs.extend(more);
        s.signature = self.signature()?;
        let region = match applied {
            Some((name, at)) => self.applied(builder, &s.operands, name, at)?,
            None => self.reducer(builder)?,
        };
        s.regions.push(region);
        Ok(())
    }

    /// The region of `applies`: one operation on two scalars.
    fn applied(&self, builder: &mut FuncBuilder, operands: &[Value], name: &str, at: usize) -> Result<Block> {
        let scalar = TensorType::scalar(builder.ty(operands[0]).element);
        let op = name.strip_prefix("stablehlo.").and_then(attributes::binary);
        let Some(op) = op else {
            return Err(self.syntax_error(at, format!("{name} cannot be applied to two scalars")));
        };
        builder.set_location(None);
        builder.scalar_region(op, scalar.element).map_err(|e| self.located(at, e))
    }

    /// `reducer(%a: type, %b: type) (%c: type, %d: type) {...}`: one pair per input. The region has the left
    /// parameters of all pairs first.
    fn reducer(&mut self, builder: &mut FuncBuilder) -> Result<Block> {
        self.expect_word("reducer")?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        while self.at('(') {
            let at = self.tok.start;
            let pair = self.list('(', ')', |p| {
                let name = p.value_name()?;
                p.expect(':')?;
                let ty = p.tensor_type()?;
                p.optional_location()?;
                Ok((name, ty))
            })?;
            let Ok([l, r]) = <[_; 2]>::try_from(pair) else {
                return Err(self.syntax_error(at, "a reducer has pairs of parameters"));
            };
            left.push(l);
            right.push(r);
        }
        self.optional_location()?;
        self.expect('{')?;
        let (names, types): (Vec<_>, Vec<_>) = left.into_iter().chain(right).unzip();
        self.region_body(builder, &names, &types)
    }

    /// `manual_computation(%a) in_shardings=[] out_shardings=[] manual_axes={} (%b: type) {...} : types`
    fn manual_computation(&mut self, builder: &mut FuncBuilder, s: &mut Statement<'t>) -> Result<()> {
        s.operands = self.list('(', ')', Self::operand)?;
        for (word, open, close) in [("in_shardings", '[', ']'), ("out_shardings", '[', ']'), ("manual_axes", '{', '}')]
        {
            self.expect_word(word)?;
            self.expect('=')?;
            let start = self.tok.start;
            self.expect(open)?;
            self.skip_until(close)?;
            let text = self.text[start..self.tok.start].trim_end().to_string();
            s.attrs.push(word, Attr::Source(text));
        }
        let arguments = self.list('(', ')', Self::argument)?;
        let (names, types): (Vec<_>, Vec<_>) = arguments.into_iter().map(|a| ((a.name, a.at), a.ty)).unzip();
        self.expect('{')?;
        // The region sees no names of its surroundings, and may use them again.
        let outside = std::mem::take(&mut self.scopes);
        let region = self.region_body(builder, &names, &types)?;
        self.scopes = outside;
        s.regions.push(region);
        let more = self.optional_dict()?;
        s.attrs.extend(more);
        s.signature = self.signature()?;
        Ok(())
    }

    /// `while(%iterArg = %init, ...) : types attributes {...} cond {...} do {...}`
    fn while_loop(&mut self, builder: &mut FuncBuilder, s: &mut Statement<'t>) -> Result<()> {
        let names = self.list('(', ')', |p| {
            let name = p.value_name()?;
            p.expect('=')?;
            let init = p.operand()?;
            s.operands.push(init);
            Ok(name)
        })?;
        s.signature = self.signature()?;
        if self.eat_word("attributes")? {
            s.attrs = self.optional_dict()?;
        }
        let types: Vec<TensorType> = s.operands.iter().map(|v| builder.ty(*v).clone()).collect();
        for word in ["cond", "do"] {
            self.expect_word(word)?;
            self.expect('{')?;
            let region = self.region_body(builder, &names, &types)?;
            s.regions.push(region);
        }
        Ok(())
    }
}

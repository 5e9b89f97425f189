//! From the operations of an artifact to a module.

use std::sync::Arc;

use super::container::Container;
use super::cursor::{Cursor, malformed};
use super::decoder::Decoder;
use super::ir::{self, RawBlock, RawOp};
use super::mesh_groups;
use super::properties;
use super::types::{Type, tensor};
use super::vhlo;
use crate::attributes::{self, Attr, Attrs};
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::expansions::{self, Expansion};
use crate::manual;
use crate::ops;
use crate::program::{Block, Func, Module, Value, Visibility};
use crate::sdy_round_trip;
use crate::sharding::Mesh;
use crate::types::TensorType;

/// The names of terminators.
const TERMINATORS: [&str; 3] = ["vhlo.return_v1", "sdy.return", "func.return"];
/// Conversions between VHLO's types and MLIR's, which return their operands.
const CAST: &str = "builtin.unrealized_conversion_cast";
/// Constraints on shardings.
const SHARDING: [&str; 2] = ["sdy.sharding_constraint", "sdy.reshard"];
/// Attributes of a custom call that it has both or neither of.
const LAYOUTS: [&str; 2] = ["operand_layouts", "result_layouts"];

/// Shardy's computation on the shards of devices.
const MANUAL_COMPUTATION: &str = "sdy.manual_computation";

/// The module of an artifact.
pub(super) fn read(bytes: &[u8]) -> Result<Module> {
    with_module(bytes, |reader, op| {
        let mut module = reader.module(op)?;
        module.funcs = reader.functions(op)?.into_iter().collect::<Result<_>>()?;
        sdy_round_trip::import(&mut module, crate::text::dictionary)?;
        Ok(module)
    })
}

/// The functions of an artifact, each with the error that it may have.
pub(super) fn read_functions(bytes: &[u8]) -> Result<Vec<Result<Func>>> {
    with_module(bytes, |reader, op| reader.functions(op))
}

fn with_module<T>(bytes: &[u8], read: impl FnOnce(&mut Reader<'_>, &RawOp) -> Result<T>) -> Result<T> {
    let container = Container::read(bytes)?;
    let result = ir::read(&container).and_then(|(top, values)| {
        let decoder = Decoder::new(&container, bytes.len());
        let mut reader = Reader { decoder: &decoder, values: vec![None; values], meshes: Vec::new() };
        match &top.ops[..] {
            [module] if reader.full_name(module)? == "builtin.module" => {
                reader.meshes = reader.read_meshes(module)?;
                read(&mut reader, module)
            }
            _ => Err(malformed(container.ir.position(), "the artifact has to contain one module")),
        }
    });
    result.map_err(|e| match e.kind() {
        ErrorKind::Unsupported => Error::new(e.kind(), format!("{} (written by {})", e.message(), container.producer)),
        _ => e,
    })
}

struct Reader<'d> {
    decoder: &'d Decoder<'d>,
    /// For each value of the artifact the function's value, once it is defined.
    values: Vec<Option<Value>>,
    /// The meshes of the module.
    meshes: Vec<(String, Mesh)>,
}

impl<'d> Reader<'d> {
    /// A cursor at an operation, for messages.
    fn at(&self, op: &RawOp) -> Cursor<'static> {
        Cursor::new(&[], op.position)
    }

    fn full_name(&self, op: &RawOp) -> Result<String> {
        let name = self.decoder.container.op_names.get(op.name);
        let name = name.ok_or_else(|| self.at(op).error(format!("there is no operation name {}", op.name)))?;
        Ok(format!("{}.{}", name.dialect, name.name))
    }

    /// The numbers of an operation's attributes, by name: its properties, then its dictionary.
    fn attribute_ids(&self, op: &RawOp, name: &str) -> Result<Vec<(String, usize)>> {
        let at = self.at(op);
        let mut ids = Vec::new();
        if let Some(number) = op.properties {
            let properties = self.decoder.container.properties.get(number);
            let mut c =
                properties.cloned().ok_or_else(|| at.error(format!("there are no properties {number} for {name}")))?;
            match name.split_once('.') {
                Some(("vhlo", vhlo)) => {
                    for property in properties::of(vhlo) {
                        ids.push(((*property).to_string(), c.index()?));
                    }
                }
                Some(("builtin", "module")) => {
                    for property in ["sym_name", "sym_visibility"] {
                        if let (id, true) = c.flagged()? {
                            ids.push((property.to_string(), id));
                        }
                    }
                }
                Some(("sdy", "manual_computation")) => {
                    for property in ["in_shardings", "manual_axes", "out_shardings"] {
                        ids.push((property.to_string(), c.index()?));
                    }
                }
                Some(("sdy", "mesh")) => {
                    for property in ["mesh", "sym_name"] {
                        ids.push((property.to_string(), c.index()?));
                    }
                }
                Some(("sdy", "sharding_constraint" | "reshard")) => ids.push(("sharding".into(), c.index()?)),
                _ => {}
            }
            if name.starts_with("vhlo.") && !c.is_empty() {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    c.error(format!("{name} has properties that this reader does not know")).message(),
                ));
            }
        }
        if let Some(id) = op.dictionary {
            ids.extend(self.dictionary_ids(&at, id)?);
        }
        Ok(ids)
    }

    /// The names and numbers of the attributes of a dictionary.
    fn dictionary_ids(&self, at: &Cursor<'_>, id: usize) -> Result<Vec<(String, usize)>> {
        let (dialect, code, mut c) = self.decoder.open(at, id)?;
        if !matches!((dialect, code), ("builtin", 1) | ("vhlo", 6)) {
            return Err(at.error("the attributes of an operation have to be a dictionary"));
        }
        c.list(|c| {
            let (name, value) = (c.index()?, c.index()?);
            match self.decoder.attr(c, name)? {
                Attr::Str(name) => Ok((name, value)),
                _ => Err(c.error("the names of a dictionary are strings")),
            }
        })
    }

    fn attributes(&self, op: &RawOp, name: &str) -> Result<Attrs> {
        let mut attrs = Attrs::default();
        let mut layouts = Vec::new();
        for (attribute, id) in self.attribute_ids(op, name)? {
            let attr = self.decoder.attr(&self.at(op), id).map_err(|e| e.at(format!("{name}, {attribute}")))?;
            let attr = match (attribute.as_str(), attr) {
                _ if name == MANUAL_COMPUTATION || SHARDING.contains(&name) => {
                    Attr::Source(self.decoder.text(&self.at(op), id)?)
                }
                ("replica_groups", Attr::Dict(groups)) => {
                    mesh_groups::replica_groups(&groups, &self.meshes).map_err(|e| self.located(&self.at(op), e))?
                }
                ("composite_attributes", Attr::Dict(attrs)) if attrs.iter().next().is_none() => continue,
                // Dictionaries that others read keep their text.
                ("backend_config" | "composite_attributes", Attr::Dict(_)) => {
                    Attr::Source(self.decoder.text(&self.at(op), id)?)
                }
                (_, attr) => attr,
            };
            // What only a device reads of a custom call is kept as text, if it states anything.
            if name.starts_with("vhlo.custom_call")
                && let Ok(text) = self.decoder.text(&self.at(op), id)
                && attribute != "api_version"
            {
                match text.as_str() {
                    _ if LAYOUTS.contains(&attribute.as_str()) => layouts.push((attribute.clone(), text)),
                    "" | "[]" => {}
                    _ => attrs.push_source(attribute.clone(), text),
                }
            }
            attrs.push(attribute, attr);
        }
        // Operands and results have layouts, or neither.
        if layouts.iter().any(|(_, text)| text != "[]") {
            layouts.into_iter().for_each(|(attribute, text)| attrs.push_source(attribute, text));
        }
        Ok(attrs)
    }

    /// The module without its functions.
    fn module(&self, op: &RawOp) -> Result<Module> {
        let attrs = self.attributes(op, "builtin.module")?;
        let count = |name: &str| Ok::<_, Error>(attrs.size(&[name])?.unwrap_or(1));
        Ok(Module {
            name: attrs.text("sym_name").unwrap_or_default(),
            num_replicas: count("mhlo.num_replicas")?,
            num_partitions: count("mhlo.num_partitions")?,
            meshes: self.meshes.iter().cloned().chain(sdy_round_trip::meshes(&attrs)?).collect(),
            funcs: Vec::new(),
        })
    }

    fn functions(&mut self, op: &RawOp) -> Result<Vec<Result<Func>>> {
        let mut functions = Vec::new();
        for item in op.regions.iter().flatten().flat_map(|body| &body.ops) {
            match self.full_name(item)?.as_str() {
                "vhlo.func_v1" => functions.push(self.func(item)),
                // Read by `read_meshes`.
                "sdy.mesh" => {}
                name => return Err(self.unknown(item, name)),
            }
        }
        Ok(functions)
    }

    fn read_meshes(&self, op: &RawOp) -> Result<Vec<(String, Mesh)>> {
        let mut meshes = Vec::new();
        for item in op.regions.iter().flatten().flat_map(|body| &body.ops) {
            if self.full_name(item)? != "sdy.mesh" {
                continue;
            }
            let at = self.at(item);
            let ids = self.attribute_ids(item, "sdy.mesh")?;
            let id = |name: &str| {
                let id = ids.iter().find(|(n, _)| n == name).map(|(_, id)| *id);
                id.ok_or_else(|| at.error(format!("a mesh has no {name}")))
            };
            let Attr::Str(name) = self.decoder.attr(&at, id("sym_name")?)? else {
                return Err(at.error("the name of a mesh has to be a string"));
            };
            let mesh = self.decoder.text(&at, id("mesh")?)?.parse().map_err(|e| self.located(&at, e))?;
            meshes.push((name, mesh));
        }
        Ok(meshes)
    }

    fn func(&mut self, op: &RawOp) -> Result<Func> {
        let at = self.at(op);
        let ids = self.attribute_ids(op, "vhlo.func_v1")?;
        let id = |name: &str| ids.iter().find(|(n, _)| n == name).map(|(_, id)| *id);
        let string = |name: &str| match id(name).map(|id| self.decoder.attr(&at, id)).transpose()? {
            Some(Attr::Str(text)) => Ok(text),
            _ => Err(at.error(format!("a function has no {name}"))),
        };
        let name = string("sym_name")?;
        let visibility = match string("sym_visibility")?.as_str() {
            "private" | "nested" => Visibility::Private,
            _ => Visibility::Public,
        };
        let Some([Some(body)]) = op.regions.get(..1) else {
            let message = at.error(format!("the function @{name} is declared without a body"));
            return Err(Error::new(ErrorKind::Unsupported, message.message()));
        };
        let mut builder = FuncBuilder::new(name.clone());
        let attributes = id("arg_attrs").map(|id| self.list_of_dictionaries(&at, id)).transpose()?.unwrap_or_default();
        for (i, ty) in body.params.iter().enumerate() {
            let value = builder.param(self.decoder.tensor_type(&at, *ty)?);
            self.values[body.first_param + i] = Some(value);
            if let Some(dictionary) = attributes.get(i) {
                self.param_attributes(&at, &mut builder, value, dictionary)?;
            }
        }
        let results = id("function_type").map(|id| self.results(&at, id)).transpose()?;
        let returned = self.block(&mut builder, body).map_err(|e| e.at(format!("function @{name}")))?;
        let types: Vec<TensorType> = returned.iter().map(|v| builder.ty(*v).clone()).collect();
        if results.is_some_and(|results| results != types) {
            return Err(at.error(format!("@{name} returns values of other types than its own type states")));
        }
        let mut func = builder.finish(returned);
        func.visibility = visibility;
        if let Some(id) = id("res_attrs") {
            func.result_attributes = self.result_attributes(&at, id)?;
        }
        // Regions that were expanded leave values that nothing defines.
        func.renumber();
        Ok(func)
    }

    /// The result types in a function's type.
    fn results(&self, at: &Cursor<'_>, id: usize) -> Result<Vec<TensorType>> {
        let (_, _, mut c) = self.decoder.open(at, id)?;
        let ty = c.index()?;
        match self.decoder.ty(&c, ty)? {
            Type::Function(_, results) => results.into_iter().map(|ty| tensor(at, ty)).collect(),
            _ => Err(at.error("the type of a function has to be a function type")),
        }
    }

    /// The attributes of results as text; an empty list if no result has any.
    fn result_attributes(&self, at: &Cursor<'_>, id: usize) -> Result<Vec<Vec<(String, String)>>> {
        let text = |(name, id): (String, usize)| Ok((name, self.decoder.text(at, id)?));
        let lists = self.list_of_dictionaries(at, id)?.into_iter();
        let lists: Vec<Vec<_>> = lists.map(|list| list.into_iter().map(text).collect()).collect::<Result<_>>()?;
        Ok(if lists.iter().all(Vec::is_empty) { Vec::new() } else { lists })
    }

    /// A list of dictionaries, each as names and numbers of attributes.
    fn list_of_dictionaries(&self, at: &Cursor<'_>, id: usize) -> Result<Vec<Vec<(String, usize)>>> {
        let (dialect, code, mut c) = self.decoder.open(at, id)?;
        if !matches!((dialect, code), ("builtin", 0) | ("vhlo", 1)) {
            return Err(at.error("the attributes of parameters have to be a list"));
        }
        c.list(|c| {
            let id = c.index()?;
            self.dictionary_ids(c, id)
        })
    }

    fn param_attributes(
        &self,
        at: &Cursor<'_>,
        builder: &mut FuncBuilder,
        value: Value,
        dictionary: &[(String, usize)],
    ) -> Result<()> {
        let (mut aliasing, mut others) = (None, Vec::new());
        for (name, id) in dictionary {
            match (name.as_str(), self.decoder.attr(at, *id)?) {
                ("tf.aliasing_output", Attr::Int(output)) => aliasing = usize::try_from(output).ok(),
                _ => others.push((name.clone(), self.decoder.text(at, *id)?)),
            }
        }
        builder.set_param_attributes(value, aliasing, others);
        Ok(())
    }

    /// The operations of a block; returns the operands of its terminator.
    fn block(&mut self, builder: &mut FuncBuilder, block: &RawBlock) -> Result<Vec<Value>> {
        for op in &block.ops {
            let name = self.full_name(op)?;
            let operands = self.operands(op)?;
            if TERMINATORS.contains(&name.as_str()) {
                return Ok(operands);
            }
            let results = match name.as_str() {
                CAST => operands,
                name => self.op(builder, op, name, &operands).map_err(|e| e.at(name))?,
            };
            if results.len() != op.results.len() {
                let (has, states) = (results.len(), op.results.len());
                return Err(self.at(op).error(format!("{name} has {has} results, but the artifact states {states}")));
            }
            for (i, value) in results.into_iter().enumerate() {
                self.values[op.first_result + i] = Some(value);
            }
        }
        Err(malformed(block.ops.last().map_or(0, |op| op.position), "a block ends without a terminator"))
    }

    fn operands(&self, op: &RawOp) -> Result<Vec<Value>> {
        let undefined = || self.at(op).error("an operand belongs to another function");
        op.operands.iter().map(|number| self.values[*number].ok_or_else(undefined)).collect()
    }

    fn op(&mut self, builder: &mut FuncBuilder, op: &RawOp, name: &str, operands: &[Value]) -> Result<Vec<Value>> {
        let at = self.at(op);
        if SHARDING.contains(&name) {
            let attrs = self.attributes(op, name)?;
            builder.set_location(None);
            return manual::constraint(builder, &attrs, operands).map_err(|e| self.located(&at, e));
        }
        let (mnemonic, row) = match name.strip_prefix("vhlo.").map(vhlo::mnemonic) {
            Some("call") => ("call", "func.call".into()),
            Some(mnemonic) => (mnemonic, format!("stablehlo.{mnemonic}")),
            None if name == MANUAL_COMPUTATION => (name, name.to_string()),
            None => return Err(self.unknown(op, name)),
        };
        let def = ops::find(&row).filter(|def| def.name == row);
        if def.is_none() && !expansions::is_expanded(&row) {
            return Err(self.unknown(op, name));
        }
        let attrs = vhlo::stablehlo_attributes(mnemonic, self.attributes(op, name)?);
        let location = self.decoder.location(&at, op.location)?.map(Arc::from);
        builder.set_location(location.clone());
        let regions: Vec<Block> =
            op.regions.iter().flatten().map(|r| self.region(builder, r)).collect::<Result<_>>()?;
        let results: Vec<TensorType> =
            op.results.iter().map(|ty| self.decoder.tensor_type(&at, *ty)).collect::<Result<_>>()?;
        let Some(def) = def else {
            builder.set_location(location);
            let op = Expansion { operands, attrs: &attrs, regions: &regions, results: &results };
            return expansions::expand(builder, &row, &op).map_err(|e| self.located(&at, e));
        };
        let types: Vec<TensorType> = operands.iter().map(|v| builder.ty(*v).clone()).collect();
        let kind =
            attributes::kind(def, &attrs, &types.iter().collect::<Vec<_>>()).map_err(|e| self.located(&at, e))?;
        builder.set_location(location);
        builder.push_typed(kind, operands, regions, results).map_err(|e| self.located(&at, e))
    }

    fn region(&mut self, builder: &mut FuncBuilder, block: &RawBlock) -> Result<Block> {
        let at = Cursor::new(&[], block.ops.first().map_or(0, |op| op.position));
        let types = block.params.iter().map(|ty| self.decoder.tensor_type(&at, *ty)).collect::<Result<Vec<_>>>()?;
        builder.region(&types, |builder, params| {
            for (i, value) in params.iter().enumerate() {
                self.values[block.first_param + i] = Some(*value);
            }
            self.block(builder, block)
        })
    }

    fn unknown(&self, op: &RawOp, name: &str) -> Error {
        let message = self.at(op).error(format!("the operation {name} is not supported"));
        Error::new(ErrorKind::Unsupported, message.message())
    }

    /// The error with the position of the operation.
    fn located(&self, at: &Cursor<'_>, error: Error) -> Error {
        error.at(format!("portable artifact, byte {}", at.position()))
    }
}

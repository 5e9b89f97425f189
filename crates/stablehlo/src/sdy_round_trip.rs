//! Shardings as programs have them that went through HLO: the proxy's client in JAX before 0.10 sends
//! Shardy's attributes as frontend attributes and custom calls. They become operations of the dialect again.
//! (`xla/service/spmd/shardy/sdy_round_trip`)
//!
//! | as it is sent | becomes |
//! |---|---|
//! | `xla.sdy.meshes` of the module | the meshes |
//! | `xla.sdy.sharding` of a parameter | `sdy.sharding` |
//! | `@xla.sdy.FuncResultSharding` of a returned value | `sdy.sharding` of the result |
//! | `@Sharding` with `xla.sdy.sharding` | `sdy.sharding_constraint` |
//! | `@xla.sdy.GlobalToLocalShape`, a call of a body, `@xla.sdy.LocalToGlobalShape` | `sdy.manual_computation` |
//!
//! Sharding attributes of GSPMD (`mhlo.sharding`), which say the same, are dropped with them.

use std::collections::HashMap;

use crate::attributes::{Attr, Attrs};
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{ManualComputation, OpKind};
use crate::program::{Block, Func, Module, Op, Value};
use crate::sharding::read::{read_axes, read_list};
use crate::sharding::{Mesh, TensorSharding};

const FRONTEND_ATTRIBUTES: &str = "mhlo.frontend_attributes";
const GSPMD_SHARDING: &str = "mhlo.sharding";
const SHARDING: &str = "xla.sdy.sharding";
const TO_LOCAL: &str = "xla.sdy.GlobalToLocalShape";
const TO_GLOBAL: &str = "xla.sdy.LocalToGlobalShape";
const RESULT_SHARDING: &str = "xla.sdy.FuncResultSharding";
/// The beginning of the names of functions that are the regions of manual computations.
const BODY: &str = "xla.sdy.manual_computation_body";

/// The maximum nesting of regions, bodies in the place of their calls included: as deep as texts nest.
const MAX_DEPTH: usize = 96;
/// The maximum number of operations, bodies in the place of their calls included. A chain of bodies that each
/// call the next one twice doubles the number at each level.
const MAX_OPERATIONS: usize = 1 << 20;

/// The meshes among the attributes of a module.
///
/// # Errors
/// The text of a mesh is malformed.
pub(crate) fn meshes(module: &Attrs) -> Result<Vec<(String, Mesh)>> {
    let Some(Attr::Dict(frontend)) = module.get(&[FRONTEND_ATTRIBUTES]) else { return Ok(Vec::new()) };
    let Some(text) = frontend.text("xla.sdy.meshes") else { return Ok(Vec::new()) };
    let mut rest = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or_else(|| {
        Error::new(ErrorKind::Syntax, format!("xla.sdy.meshes is {text:?}: meshes by name in braces are expected"))
    })?;
    let mut meshes = Vec::new();
    // `name = #sdy.mesh<["x"=4]>, name = ...`
    while let Some((name, after)) = rest.split_once('=') {
        let end = after.find('>').map_or(after.len(), |end| end + 1);
        let (mesh, next) = after.split_at(end);
        let mesh = mesh.trim().strip_prefix("#sdy.mesh").unwrap_or(mesh.trim());
        meshes.push((name.trim().trim_matches('"').to_owned(), mesh.parse()?));
        rest = next.trim_start().strip_prefix(',').unwrap_or(next).trim_start();
    }
    Ok(meshes)
}

/// Reads the text of a dictionary, as `text::dictionary` does. The reader of texts is above this file.
type ReadDictionary = fn(&str) -> Result<Attrs>;

/// Rewrites a module as the table says. Modules without such attributes stay as they are.
///
/// # Errors
/// The text of a sharding is malformed, or the body of a manual computation is not there.
pub(crate) fn import(module: &mut Module, read: ReadDictionary) -> Result<()> {
    let mentions = |attributes: &[(String, String)]| attributes.iter().any(|(_, text)| text.contains("xla.sdy."));
    let is_sent_so =
        |func: &Func| func.params.iter().any(|param| mentions(&param.attributes)) || has_frontend(&func.body);
    if !module.funcs.iter().any(is_sent_so) {
        return Ok(());
    }
    let before = std::mem::take(&mut module.funcs);
    let mut round_trip = RoundTrip { funcs: &before, read, callers: Vec::new(), depth: 0, operations: 0 };
    let imported = before.iter().filter(|func| !func.name.starts_with(BODY));
    module.funcs = imported.map(|func| round_trip.func(func)).collect::<Result<_>>()?;
    Ok(())
}

/// True if an operation of the block, or of the blocks in it, has frontend attributes of Shardy.
fn has_frontend(block: &Block) -> bool {
    block.ops.iter().any(|op| frontend(op).is_some() || op.regions.iter().any(has_frontend))
}

/// The frontend attributes of a custom call that has Shardy's; none for other operations.
fn frontend(op: &Op) -> Option<(&str, &str)> {
    let OpKind::CustomCall { target, attributes, .. } = &op.kind else { return None };
    let (_, text) = attributes.iter().find(|(name, _)| name == FRONTEND_ATTRIBUTES)?;
    text.contains("xla.sdy.").then_some((target, text))
}

struct RoundTrip<'m> {
    funcs: &'m [Func],
    read: ReadDictionary,
    /// The bodies that contain the function.
    callers: Vec<String>,
    /// The nesting of the block.
    depth: usize,
    /// The number of operations so far.
    operations: usize,
}

impl RoundTrip<'_> {
    /// The function with operations of the dialect.
    fn func(&mut self, func: &Func) -> Result<Func> {
        let mut func = func.clone();
        for param in &mut func.params {
            self.import_attributes(&mut param.attributes)?;
        }
        self.import_results(&mut func)?;
        let mut body = std::mem::take(&mut func.body);
        self.block(&mut body, &mut func)?;
        func.body = body;
        for attributes in &mut func.result_attributes {
            self.import_attributes(attributes)?;
        }
        if func.result_attributes.iter().all(Vec::is_empty) {
            func.result_attributes.clear();
        }
        func.renumber();
        Ok(func)
    }

    /// Rewrites a block of `func`, and the blocks in it.
    ///
    /// # Errors
    /// As [`import`]; `Unsupported` for bodies that nest or multiply without bound.
    fn block(&mut self, block: &mut Block, func: &mut Func) -> Result<()> {
        self.depth += 1;
        self.operations += block.ops.len();
        if self.depth > MAX_DEPTH || self.operations > MAX_OPERATIONS {
            let message = format!(
                "with the bodies of its manual computations the program nests deeper than {MAX_DEPTH} levels, or has more \
                 than {MAX_OPERATIONS} operations"
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let mut imported: Vec<Op> = Vec::with_capacity(block.ops.len());
        // Operands of a call of a body, by what defines them: the global arrays, with the attributes.
        let mut to_local: HashMap<Value, Op> = HashMap::new();
        let mut bodies: HashMap<Value, Op> = HashMap::new();
        for mut op in std::mem::take(&mut block.ops) {
            for region in &mut op.regions {
                self.block(region, func)?;
            }
            if let OpKind::Call { callee } = &op.kind
                && callee.starts_with(BODY)
            {
                let (region, name) = (self.body(callee, func)?, callee.clone());
                let first = op.operands.first().and_then(|value| to_local.remove(value));
                let op = self.manual_computation(op, region, first).map_err(|e| e.at(format!("@{name}")))?;
                match op.results.first() {
                    Some(result) => drop(bodies.insert(*result, op)),
                    None => imported.push(op),
                }
                continue;
            }
            match frontend(&op) {
                Some((TO_LOCAL, _)) => {
                    if let Some(first) = op.results.first() {
                        to_local.insert(*first, op);
                    }
                }
                Some((TO_GLOBAL, attributes)) => {
                    let (shardings, axes) = (
                        self.text_of(attributes, "xla.sdy.out_shardings")?,
                        self.text_of(attributes, "xla.sdy.manual_axes")?,
                    );
                    let body = op.operands.first().and_then(|value| bodies.remove(value));
                    let mut body = body.filter(|body| body.results == op.operands).ok_or_else(|| {
                        Error::new(ErrorKind::Program, format!("@{TO_GLOBAL} is not of the results of one body"))
                    })?;
                    if let OpKind::ManualComputation(manual) = &mut body.kind {
                        (manual.out_shardings, manual.manual_axes) = (read_list(&shardings)?, read_axes(&axes)?);
                    }
                    body.results = op.results;
                    imported.push(body);
                }
                Some(("Sharding", attributes)) => {
                    op.kind = OpKind::ShardingConstraint(self.only_sharding(attributes)?);
                    imported.push(op);
                }
                _ => imported.push(op),
            }
        }
        if let Some(op) = bodies.into_values().chain(to_local.into_values()).next() {
            let what = "a manual computation whose arrays do not become global again";
            return Err(Error::new(ErrorKind::Program, format!("{what}: {:?}", op.results)));
        }
        block.ops = imported;
        self.depth -= 1;
        Ok(())
    }

    /// The region of a body, whose values become values of `func`.
    fn body(&mut self, name: &str, func: &mut Func) -> Result<Block> {
        let wrong = |what: &str| Error::new(ErrorKind::Program, format!("@{name} {what}"));
        if self.callers.iter().any(|caller| caller == name) {
            return Err(wrong("calls itself"));
        }
        let body = self.funcs.iter().find(|func| func.name == name).ok_or_else(|| wrong("is not in the module"))?;
        self.callers.push(name.to_owned());
        let body = self.func(body)?;
        self.callers.pop();
        let offset = func.types.len() as u32;
        func.types.extend(body.types);
        let mut region = body.body;
        map_values(&mut region, &|value| Value(value.0 + offset));
        Ok(region)
    }

    /// A text among the frontend attributes.
    fn text_of(&self, dictionary: &str, name: &str) -> Result<String> {
        let missing = || Error::new(ErrorKind::Syntax, format!("the frontend attributes {dictionary} have no {name}"));
        (self.read)(dictionary)?.text(name).ok_or_else(missing)
    }

    /// The only sharding of a list.
    fn only_sharding(&self, dictionary: &str) -> Result<TensorSharding> {
        let text = self.text_of(dictionary, SHARDING)?;
        let wrong = || Error::new(ErrorKind::Syntax, format!("{text:?} has to be one sharding"));
        let mut list = read_list(&text)?;
        if list.len() == 1 { list.pop().ok_or_else(wrong) } else { Err(wrong()) }
    }

    /// The manual computation of a call of a body. Its results are still those of one instance.
    fn manual_computation(&self, call: Op, region: Block, to_local: Option<Op>) -> Result<Op> {
        let mut manual = ManualComputation::default();
        let mut operands = Vec::new();
        if let Some(to_local) = to_local {
            if to_local.results != call.operands {
                let message = format!("its operands are not the results of one @{TO_LOCAL}");
                return Err(Error::new(ErrorKind::Program, message));
            }
            let (_, attributes) = frontend(&to_local).unwrap_or_default();
            manual.in_shardings = read_list(&self.text_of(attributes, "xla.sdy.in_shardings")?)?;
            manual.manual_axes = read_axes(&self.text_of(attributes, "xla.sdy.manual_axes")?)?;
            operands = to_local.operands;
        } else if !call.operands.is_empty() {
            return Err(Error::new(ErrorKind::Program, format!("its operands are not those of a @{TO_LOCAL}")));
        }
        Ok(Op { kind: OpKind::ManualComputation(manual), operands, regions: vec![region], ..call })
    }

    /// Gives each result its sharding, and drops the custom calls that state it.
    fn import_results(&self, func: &mut Func) -> Result<()> {
        let mut stated: HashMap<Value, (Value, String)> = HashMap::new();
        for op in &func.body.ops {
            if let (Some((RESULT_SHARDING, attributes)), [operand], [result]) =
                (frontend(op), &op.operands[..], &op.results[..])
            {
                let sharding = self.only_sharding(attributes)?;
                // A custom call may be of the result of another one, which comes before it.
                let operand = stated.get(operand).map_or(*operand, |(operand, _)| *operand);
                stated.insert(*result, (operand, format!("#sdy.sharding{sharding}")));
            }
        }
        if stated.is_empty() {
            return Ok(());
        }
        func.result_attributes.resize(func.body.results.len(), Vec::new());
        for (value, attributes) in func.body.results.iter().zip(&mut func.result_attributes) {
            if let Some((_, sharding)) = stated.get(value) {
                attributes.push(("sdy.sharding".to_owned(), sharding.clone()));
            }
        }
        func.body.ops.retain(|op| !op.results.first().is_some_and(|result| stated.contains_key(result)));
        map_values(&mut func.body, &|value| stated.get(&value).map_or(value, |(operand, _)| *operand));
        Ok(())
    }

    /// The attributes of a parameter or a result with `sdy.sharding`, and without what stated it.
    fn import_attributes(&self, attributes: &mut Vec<(String, String)>) -> Result<()> {
        let frontend =
            attributes.iter().position(|(name, text)| name == FRONTEND_ATTRIBUTES && text.contains(SHARDING));
        if let Some(at) = frontend {
            let sharding = self.text_of(&attributes[at].1, SHARDING)?;
            attributes[at] = ("sdy.sharding".to_owned(), sharding);
        }
        if attributes.iter().any(|(name, _)| name == "sdy.sharding") {
            attributes.retain(|(name, _)| name != GSPMD_SHARDING);
        }
        Ok(())
    }
}

/// Replaces the values of a block and of the blocks in it.
fn map_values(block: &mut Block, map: &impl Fn(Value) -> Value) {
    block.params.iter_mut().chain(&mut block.results).for_each(|value| *value = map(*value));
    for op in &mut block.ops {
        op.operands.iter_mut().chain(&mut op.results).for_each(|value| *value = map(*value));
        op.regions.iter_mut().for_each(|region| map_values(region, map));
    }
}

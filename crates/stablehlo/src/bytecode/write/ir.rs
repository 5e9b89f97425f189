//! Operations, as the artifact encodes them.

use super::super::ir::{IR, part};
use super::super::properties;
use super::attrs::{self, CUSTOM_CALL_LISTS};
use super::bytes::Bytes;
use super::pool::Pool;
use super::values::Value as Property;
use super::version::Version;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Func, Module, Op, Param, Value, Visibility};
use crate::text::{TypedAttr, typed_attr};
use crate::types::ElementType;

/// The module as an artifact of that version.
pub(super) fn write(module: &Module, version: Version) -> Result<Vec<u8>> {
    let mut pool = Pool::default();
    let unknown_location = pool.attribute("builtin", 15, &Bytes::default());
    let mut writer = Writer { pool, version, unknown_location, numbers: Vec::new(), next: 0 };
    let mut ir = Bytes::default();
    ir.flagged(1, false);
    writer.module(&mut ir, module)?;
    Ok(writer.pool.finish(&format!("StableHLO_v{version}"), &ir))
}

struct Writer {
    pool: Pool,
    version: Version,
    unknown_location: usize,
    /// The number of each value of the function at hand, once it is defined.
    numbers: Vec<usize>,
    /// The first number behind all open regions.
    next: usize,
}

/// An operation in the making.
#[derive(Default)]
struct Encoded {
    name: usize,
    location: usize,
    dictionary: Option<usize>,
    properties: Option<usize>,
    results: Vec<usize>,
    operands: Vec<usize>,
    /// The number of regions, true if they are isolated, and their bytes.
    regions: Option<(usize, bool, Bytes)>,
}

impl Encoded {
    fn write(self, out: &mut Bytes) {
        let parts = [
            (part::ATTRIBUTES, self.dictionary.is_some()),
            (part::PROPERTIES, self.properties.is_some()),
            (part::RESULTS, !self.results.is_empty()),
            (part::OPERANDS, !self.operands.is_empty()),
            (part::REGIONS, self.regions.is_some()),
        ];
        let mask = parts.iter().filter(|(_, has)| *has).fold(0, |mask, (part, _)| mask | part);
        out.index(self.name).0.push(mask);
        out.index(self.location);
        for id in self.dictionary.into_iter().chain(self.properties) {
            out.index(id);
        }
        for list in [&self.results, &self.operands] {
            if !list.is_empty() {
                out.list(list);
            }
        }
        match self.regions {
            Some((count, true, regions)) => {
                out.flagged(count, true).section(IR, &regions);
            }
            Some((count, false, regions)) => out.flagged(count, false).0.extend(&regions.0),
            None => {}
        }
    }
}

impl Writer {
    fn module(&mut self, out: &mut Bytes, module: &Module) -> Result<()> {
        let pool = &mut self.pool;
        let mut dictionary = Bytes::default();
        let i32_type = pool.builtin_i32();
        dictionary.index(2);
        for (name, count) in
            [("mhlo.num_partitions", module.num_partitions), ("mhlo.num_replicas", module.num_replicas)]
        {
            let count = pool.attribute("builtin", 8, Bytes::default().index(i32_type).ap_int(count as u64, 32));
            dictionary.index(pool.builtin_string(name)).index(count);
        }
        let mut names = Bytes::default();
        let name = (!module.name.is_empty()).then(|| pool.builtin_string(&module.name));
        names.flagged(name.unwrap_or(0), name.is_some()).flagged(0, false);
        let mut regions = Bytes::default();
        // One block without values and parameters.
        regions.index(1).index(0).flagged(module.meshes.len() + module.funcs.len(), false);
        let encoded = Encoded {
            name: pool.op_name("builtin", "module"),
            location: self.unknown_location,
            dictionary: Some(pool.attribute("builtin", 1, &dictionary)),
            properties: Some(pool.properties(names)),
            ..Encoded::default()
        };
        for (name, mesh) in &module.meshes {
            let (mesh, name) = (self.pool.mesh(mesh), self.pool.builtin_string(name));
            let mut properties = Bytes::default();
            properties.index(mesh).index(name);
            let op = Encoded {
                name: self.pool.op_name("sdy", "mesh"),
                location: self.unknown_location,
                properties: Some(self.pool.properties(properties)),
                ..Encoded::default()
            };
            op.write(&mut regions);
        }
        for func in &module.funcs {
            self.func(&mut regions, func).map_err(|e| e.at(format!("function @{}", func.name)))?;
        }
        Encoded { regions: Some((1, true, regions)), ..encoded }.write(out);
        Ok(())
    }

    fn func(&mut self, out: &mut Bytes, func: &Func) -> Result<()> {
        (self.numbers, self.next) = (vec![0; func.num_values()], 0);
        for ty in &func.types {
            self.check_type(ty.element)?;
        }
        let params = func.params.iter().map(|param| self.param_attributes(param)).collect::<Result<Vec<_>>>()?;
        // No list of dictionaries stands for empty ones.
        let params = if func.params.iter().all(has_no_attributes) { Vec::new() } else { params };
        let results = func.result_attributes.iter();
        let results = results.map(|list| self.pool.attribute_dictionary(list)).collect::<Result<Vec<_>>>()?;
        let ty = self.pool.function(&func.param_types(), &func.result_types());
        let visibility = match func.visibility {
            Visibility::Public => "public",
            Visibility::Private => "private",
        };
        // In the order of the table of properties.
        let ids = [
            self.pool.attribute("vhlo", 1, Bytes::default().list(&params)),
            self.pool.attribute("vhlo", 17, Bytes::default().index(ty)),
            self.pool.attribute("vhlo", 1, Bytes::default().list(&results)),
            self.pool.vhlo_string(&func.name),
            self.pool.vhlo_string(visibility),
        ];
        let mut properties = Bytes::default();
        for id in ids {
            properties.index(id);
        }
        let mut regions = Bytes::default();
        self.region(&mut regions, func, &func.body)?;
        let op = Encoded {
            name: self.pool.op_name("vhlo", "func_v1"),
            location: self.unknown_location,
            properties: Some(self.pool.properties(properties)),
            regions: Some((1, true, regions)),
            ..Encoded::default()
        };
        op.write(out);
        Ok(())
    }

    fn param_attributes(&mut self, param: &Param) -> Result<usize> {
        let aliasing = param.aliasing_output.map(|n| ("tf.aliasing_output".to_string(), format!("{n} : i32")));
        let attributes: Vec<(String, String)> = aliasing.into_iter().chain(param.attributes.clone()).collect();
        self.pool.attribute_dictionary(&attributes)
    }

    /// A region of one block. Its values have the numbers from the first behind all open regions; regions
    /// inside of it use the numbers behind its own.
    fn region(&mut self, out: &mut Bytes, func: &Func, block: &Block) -> Result<()> {
        let start = self.next;
        let values = block.params.iter().chain(block.ops.iter().flat_map(|op| &op.results));
        for value in values {
            self.numbers[value.index()] = self.next;
            self.next += 1;
        }
        out.index(1).index(self.next - start);
        out.flagged(block.ops.len() + 1, !block.params.is_empty());
        if !block.params.is_empty() {
            out.index(block.params.len());
            for param in &block.params {
                out.flagged(self.pool.tensor(func.ty(*param)), false);
            }
            // No orders of uses.
            out.0.push(0);
        }
        for op in &block.ops {
            self.op(out, func, op).map_err(|e| e.at(op.kind.name()))?;
        }
        let terminator = Encoded {
            name: self.pool.op_name("vhlo", "return_v1"),
            location: self.unknown_location,
            operands: self.operands(&block.results),
            ..Encoded::default()
        };
        terminator.write(out);
        self.next = start;
        Ok(())
    }

    fn operands(&self, values: &[Value]) -> Vec<usize> {
        values.iter().map(|v| self.numbers[v.index()]).collect()
    }

    fn op(&mut self, out: &mut Bytes, func: &Func, op: &Op) -> Result<()> {
        let name = op.kind.name();
        if name.starts_with("sdy.") {
            return Err(Error::new(ErrorKind::Unsupported, format!("{name} cannot be written to an artifact")));
        }
        let mnemonic = name.split_once('.').map_or(name, |(_, mnemonic)| mnemonic);
        let versioned = properties::versioned(mnemonic, self.version.minor)
            .map_err(|introduced| self.unavailable(format!("the operation {name}"), introduced))?;
        self.check_version(op, &versioned)?;
        let named = attrs::named(&op.kind)?;
        let mut bytes = Bytes::default();
        for property in properties::of(&versioned) {
            let value = named.iter().find(|(name, _)| name == property).map(|(_, value)| value);
            let missing = || Error::new(ErrorKind::Unsupported, format!("there is no value of {property} to write"));
            bytes.index(self.pool.value(value.ok_or_else(missing)?)?);
        }
        let mut regions = Bytes::default();
        for region in &op.regions {
            self.region(&mut regions, func, region)?;
        }
        let encoded = Encoded {
            name: self.pool.op_name("vhlo", &versioned),
            location: self.location(op),
            dictionary: self.discardable(op)?,
            properties: (!bytes.0.is_empty()).then(|| self.pool.properties(bytes)),
            results: op.results.iter().map(|v| self.pool.tensor(func.ty(*v))).collect(),
            operands: self.operands(&op.operands),
            regions: (!op.regions.is_empty()).then_some((op.regions.len(), false, regions)),
        };
        encoded.write(out);
        Ok(())
    }

    /// The name of an operation's source, in a location.
    fn location(&mut self, op: &Op) -> usize {
        let Some(name) = &op.location else { return self.unknown_location };
        let name = self.pool.builtin_string(name);
        self.pool.attribute("builtin", 14, Bytes::default().index(name).index(self.unknown_location))
    }

    /// The attributes of a custom call that VHLO has no properties for.
    fn discardable(&mut self, op: &Op) -> Result<Option<usize>> {
        let OpKind::CustomCall { attributes, .. } = &op.kind else { return Ok(None) };
        let mut others: Vec<&(String, String)> =
            attributes.iter().filter(|(name, _)| !CUSTOM_CALL_LISTS.contains(&name.as_str())).collect();
        if others.is_empty() {
            return Ok(None);
        }
        others.sort();
        let mut content = Bytes::default();
        content.index(others.len());
        for (name, text) in others {
            let attr: TypedAttr = typed_attr(text).map_err(|e| e.at(format!("attribute '{name}'")))?;
            content.index(self.pool.builtin_string(name)).index(self.pool.value(&Property::Typed(attr))?);
        }
        Ok(Some(self.pool.attribute("builtin", 1, &content)))
    }

    fn unavailable(&self, what: String, introduced: u16) -> Error {
        let message = format!("{what} is not part of StableHLO {}: choose 1.{introduced}.0 or newer", self.version);
        Error::new(ErrorKind::Unsupported, message)
    }

    fn check_type(&self, element: ElementType) -> Result<()> {
        use ElementType as E;
        let introduced = match element {
            E::I2 | E::Ui2 => 2,
            E::F8E4M3 | E::F8E3M4 => 7,
            E::F4E2M1FN | E::F6E2M3FN | E::F6E3M2FN | E::F8E8M0FNU => 8,
            _ => 0,
        };
        if introduced <= self.version.minor {
            return Ok(());
        }
        Err(self.unavailable(format!("the type {element}"), introduced))
    }

    /// Checks that the older version of an operation has what this one needs.
    fn check_version(&self, op: &Op, name: &str) -> Result<()> {
        let (what, introduced, is_needed) = match &op.kind {
            OpKind::Gather(a) => ("batching dimensions of gather", 1, !a.operand_batching_dims.is_empty()),
            OpKind::Scatter(a) => ("batching dimensions of scatter", 1, !a.input_batching_dims.is_empty()),
            OpKind::CustomCall { backend_config, .. } => {
                ("a dictionary as configuration", 3, backend_config.starts_with('{'))
            }
            OpKind::AllReduce(_) | OpKind::AllGather { .. } | OpKind::AllToAll { .. } => {
                ("a collective of several operands", 5, op.operands.len() != 1)
            }
            _ => return Ok(()),
        };
        if !is_needed || introduced <= self.version.minor {
            return Ok(());
        }
        Err(self.unavailable(format!("{what} ({name})"), introduced))
    }
}

fn has_no_attributes(param: &Param) -> bool {
    param.aliasing_output.is_none() && param.attributes.is_empty()
}

//! Operations as the artifact encodes them: names, types and attributes are still numbers, values are
//! numbered through the whole artifact.

use super::container::{Container, section_at, since};
use super::cursor::Cursor;
use crate::error::Result;

/// The maximum nesting of regions.
const MAX_DEPTH: usize = 64;
/// The id of a section of operations.
pub(super) const IR: usize = 4;

/// The parts that an operation has.
pub(super) mod part {
    pub const ATTRIBUTES: u8 = 0x01;
    pub const RESULTS: u8 = 0x02;
    pub const OPERANDS: u8 = 0x04;
    pub const SUCCESSORS: u8 = 0x08;
    pub const REGIONS: u8 = 0x10;
    pub const USE_LIST_ORDERS: u8 = 0x20;
    pub const PROPERTIES: u8 = 0x40;
}

/// An operation.
pub(super) struct RawOp {
    /// The index of its name.
    pub name: usize,
    /// The position in the artifact.
    pub position: usize,
    /// The attribute that is its location.
    pub location: usize,
    /// The attribute that is the dictionary of its discardable attributes.
    pub dictionary: Option<usize>,
    pub properties: Option<usize>,
    pub operands: Vec<usize>,
    /// The types of the results.
    pub results: Vec<usize>,
    /// The number of the first result; the others follow.
    pub first_result: usize,
    /// A block per region; none for an empty region.
    pub regions: Vec<Option<RawBlock>>,
}

/// A block.
#[derive(Default)]
pub(super) struct RawBlock {
    /// The types of the parameters.
    pub params: Vec<usize>,
    /// The number of the first parameter; the others follow.
    pub first_param: usize,
    pub ops: Vec<RawOp>,
}

/// Reads the operations of an artifact; returns the top block, and the number of values.
pub(super) fn read(container: &Container<'_>) -> Result<(RawBlock, usize)> {
    let mut reader = Reader { version: container.version, scopes: vec![Scope::default()], values: 0, depth: 0 };
    let mut cursor = container.ir.clone();
    let block = reader.block(&mut cursor)?;
    Ok((block, reader.values))
}

/// The values that an isolated operation and the regions inside of it define.
#[derive(Default)]
struct Scope {
    /// For each local number the number in the artifact, once it is defined.
    values: Vec<Option<usize>>,
    /// For each open region the next local number to define, and the end of its range.
    regions: Vec<(usize, usize)>,
}

struct Reader {
    version: u64,
    scopes: Vec<Scope>,
    /// The number of values defined so far.
    values: usize,
    depth: usize,
}

impl Reader {
    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost scope stays")
    }

    /// Defines `count` values in the innermost region; returns the number of the first.
    fn define(&mut self, cursor: &Cursor<'_>, count: usize) -> Result<usize> {
        let first = self.values;
        let scope = self.scope();
        if count > 0 {
            let Some((next, end)) = scope.regions.last_mut() else {
                return Err(cursor.error("a value outside of all regions"));
            };
            if count > *end - *next {
                return Err(cursor.error("a region defines more values than it announces"));
            }
            let at = *next;
            *next += count;
            scope.values[at..at + count].iter_mut().zip(first..).for_each(|(place, number)| *place = Some(number));
        }
        self.values += count;
        Ok(first)
    }

    fn block(&mut self, cursor: &mut Cursor<'_>) -> Result<RawBlock> {
        let (count, has_params) = cursor.flagged()?;
        cursor.check_count(count)?;
        let mut block = RawBlock::default();
        if has_params {
            block.params = cursor.list(|c| {
                if self.version < since::ELIDED_LOCATIONS {
                    let ty = c.index()?;
                    c.index()?;
                    return Ok(ty);
                }
                let (ty, has_location) = c.flagged()?;
                if has_location {
                    c.index()?;
                }
                Ok(ty)
            })?;
            block.first_param = self.define(cursor, block.params.len())?;
            if self.version >= since::USE_LIST_ORDERS && cursor.byte()? & part::USE_LIST_ORDERS != 0 {
                skip_use_list_orders(cursor, block.params.len())?;
            }
        }
        for _ in 0..count {
            block.ops.push(self.op(cursor)?);
        }
        Ok(block)
    }

    fn op(&mut self, cursor: &mut Cursor<'_>) -> Result<RawOp> {
        let position = cursor.position();
        let name = cursor.index()?;
        let parts = cursor.byte()?;
        let location = cursor.index()?;
        let has = |part: u8| parts & part != 0;
        let dictionary = has(part::ATTRIBUTES).then(|| cursor.index()).transpose()?;
        let properties = has(part::PROPERTIES).then(|| cursor.index()).transpose()?;
        let results = if has(part::RESULTS) { cursor.list(Cursor::index)? } else { Vec::new() };
        let first_result = self.define(cursor, results.len())?;
        let mut operands = Vec::new();
        if has(part::OPERANDS) {
            operands = cursor.list(|c| {
                let local = c.index()?;
                let value = self.scope().values.get(local).copied().flatten();
                value.ok_or_else(|| c.error(format!("operand {local} is not defined before its use")))
            })?;
        }
        if has(part::SUCCESSORS) {
            return Err(cursor.error("branches between blocks are not part of StableHLO"));
        }
        if has(part::USE_LIST_ORDERS) {
            skip_use_list_orders(cursor, results.len())?;
        }
        let regions = if has(part::REGIONS) { self.regions(cursor)? } else { Vec::new() };
        Ok(RawOp { name, position, location, dictionary, properties, operands, results, first_result, regions })
    }

    fn regions(&mut self, cursor: &mut Cursor<'_>) -> Result<Vec<Option<RawBlock>>> {
        if self.depth == MAX_DEPTH {
            return Err(cursor.error(format!("regions nest deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let (count, is_isolated) = cursor.flagged()?;
        cursor.check_count(count)?;
        let mut regions = Vec::new();
        if is_isolated {
            self.scopes.push(Scope::default());
        }
        if is_isolated && self.version >= since::LAZY_REGIONS {
            let (id, mut content) = section_at(cursor)?;
            if id != IR {
                return Err(cursor.error(format!("section {id} in place of regions")));
            }
            for _ in 0..count {
                regions.push(self.region(&mut content)?);
            }
        } else {
            for _ in 0..count {
                regions.push(self.region(cursor)?);
            }
        }
        if is_isolated {
            self.scopes.pop();
        }
        self.depth -= 1;
        Ok(regions)
    }

    fn region(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<RawBlock>> {
        match cursor.index()? {
            0 => return Ok(None),
            1 => {}
            n => return Err(cursor.error(format!("a region of {n} blocks: StableHLO has one block per region"))),
        }
        let count = cursor.count()?;
        let scope = self.scope();
        let start = scope.values.len();
        scope.values.resize(start + count, None);
        scope.regions.push((start, start + count));
        let block = self.block(cursor)?;
        let scope = self.scope();
        scope.regions.pop();
        scope.values.truncate(start);
        Ok(Some(block))
    }
}

/// Skips the orders of uses of `count` values, which have no meaning here.
fn skip_use_list_orders(cursor: &mut Cursor<'_>, count: usize) -> Result<()> {
    let orders = if count == 1 { 1 } else { cursor.count()? };
    for _ in 0..orders {
        if count != 1 {
            cursor.index()?;
        }
        let (length, _) = cursor.flagged()?;
        for _ in 0..cursor.check_count(length)? {
            cursor.index()?;
        }
    }
    Ok(())
}

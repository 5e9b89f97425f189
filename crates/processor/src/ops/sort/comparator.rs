//! Comparators that are an order of keys: then the sort needs no calls of the region.
//!
//! | comparator | keys |
//! |---|---|
//! | `compare LT` or `GT` of the two elements of one operand | the elements |
//! | `compare` of the same function of each, such as JAX's, which maps -0 to 0 and every NaN to one | its values |
//! | `compare(a) or (a equal and ...)` | lexicographic: that key, then those of the rest |

use std::collections::{HashMap, HashSet};

use kernels::Isa;
use stablehlo::ops::{Binary, CompareType, Direction};
use stablehlo::{ElementType, OpKind};

use crate::elementwise::ScalarFn;
use crate::ir::{Block, Constants, Node, ValueId, ValueTypes};

/// Pairs of values that the recognition looks at, at most: a comparator is small.
const MAX_VISITS: usize = 1000;

/// A key of a lexicographic order.
#[derive(Debug)]
pub(crate) struct SortKey {
    /// The operand whose elements the key is a function of.
    pub(super) operand: usize,
    /// The function; none if the key is the element itself.
    pub(super) function: Option<ScalarFn>,
    /// The type of the key.
    pub(super) element: ElementType,
    pub(super) order: KeyOrder,
    pub(super) descending: bool,
}

/// The order of floating-point keys. Other keys have one order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum KeyOrder {
    /// By bits: -NaN, negative numbers, -0, 0, positive numbers, NaN.
    Total,
    /// By value: -0 equals 0, and NaN has no order.
    Value,
}

impl std::fmt::Display for SortKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { operand, function, element, order, descending } = self;
        let function = if function.is_some() { "a function of " } else { "" };
        let direction = if *descending { "descending" } else { "ascending" };
        let by = if *order == KeyOrder::Total { "" } else { " by value" };
        write!(f, "{function}operand {operand} ({element}) {direction}{by}")
    }
}

/// The keys that a comparator orders by.
///
/// # Errors
/// The reason why the sort has to call the comparator.
pub(crate) fn recognize(
    block: &Block,
    types: &ValueTypes,
    constants: &Constants,
    isa: Isa,
) -> Result<Vec<SortKey>, String> {
    let defined = block.nodes.iter().filter_map(|node| Some((*node.results.first()?, node))).collect();
    let params = block.params.iter().copied().enumerate().map(|(i, id)| (id, i)).collect();
    let mut recognizer = Recognizer { block, types, constants, isa, defined, params, visits: 0 };
    let [result] = block.results[..] else { return Err("it has more than one result".into()) };
    let mut keys = Vec::new();
    recognizer.keys(result, &mut keys)?;
    Ok(keys)
}

struct Recognizer<'b> {
    block: &'b Block,
    types: &'b ValueTypes,
    constants: &'b Constants,
    isa: Isa,
    /// The node of each value that the region computes.
    defined: HashMap<ValueId, &'b Node>,
    /// The number of each parameter: left and right element of the first operand, of the second, ...
    params: HashMap<ValueId, usize>,
    visits: usize,
}

/// A comparison of the same function of a left and a right element.
struct Comparison {
    direction: Direction,
    compare_type: Option<CompareType>,
    /// The compared function of the left element.
    left: ValueId,
    operand: usize,
}

impl<'b> Recognizer<'b> {
    fn keys(&mut self, result: ValueId, keys: &mut Vec<SortKey>) -> Result<(), String> {
        let mut value = result;
        loop {
            if let Some(comparison) = self.comparison(value) {
                return self.push_key(&comparison, keys);
            }
            let Some(node) = self.defined.get(&value).copied() else {
                return Err("its result is not computed from the elements".into());
            };
            let (OpKind::Binary(Binary::Or), [a, b]) = (node.op().unwrap_or(&OpKind::Select), &node.operands[..])
            else {
                return Err(format!(
                    "{} is no order of one function of the left and the right element",
                    node.kind.name()
                ));
            };
            let (comparison, rest) = match (self.comparison(*a), self.comparison(*b)) {
                (Some(first), _) => (first, *b),
                (None, Some(first)) => (first, *a),
                (None, None) => return Err("neither operand of an 'or' is a comparison".into()),
            };
            value = self.after_equal(&comparison, rest).ok_or("an 'or' is no lexicographic order")?;
            self.push_key(&comparison, keys)?;
        }
    }

    /// The comparison that a value is; none for any other value.
    fn comparison(&mut self, value: ValueId) -> Option<Comparison> {
        let node = self.defined.get(&value).copied()?;
        let (OpKind::Compare { direction, compare_type }, [a, b]) = (node.op()?, &node.operands[..]) else {
            return None;
        };
        let mut pair = None;
        if !self.is_pair(*a, *b, &mut pair) {
            return None;
        }
        let (operand, swapped) = pair?;
        let direction = match (direction, swapped) {
            (Direction::Lt, true) => Direction::Gt,
            (Direction::Gt, true) => Direction::Lt,
            (direction, _) => *direction,
        };
        let left = if swapped { *b } else { *a };
        Some(Comparison { direction, compare_type: *compare_type, left, operand })
    }

    /// Returns true if `a` is the function of the left element of an operand that `b` is of the right one, or
    /// the reverse. `pair` is the operand, and true if reversed.
    fn is_pair(&mut self, a: ValueId, b: ValueId, pair: &mut Option<(usize, bool)>) -> bool {
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return false;
        }
        match (self.params.get(&a), self.params.get(&b)) {
            (Some(i), Some(j)) => {
                let found = (i / 2, i > j);
                i / 2 == j / 2 && i != j && *pair.get_or_insert(found) == found
            }
            (None, None) => match (self.defined.get(&a).copied(), self.defined.get(&b).copied()) {
                (None, None) => a == b,
                (Some(x), Some(y)) => {
                    x.kind == y.kind
                        && x.regions.is_empty()
                        && x.operands.len() == y.operands.len()
                        && x.operands.iter().zip(&y.operands).all(|(a, b)| self.is_pair(*a, *b, pair))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The other operand of an `and` with the equality of the values that `first` compares.
    fn after_equal(&mut self, first: &Comparison, value: ValueId) -> Option<ValueId> {
        let node = self.defined.get(&value).copied()?;
        let (OpKind::Binary(Binary::And), [a, b]) = (node.op()?, &node.operands[..]) else { return None };
        for (equality, rest) in [(*a, *b), (*b, *a)] {
            let Some(c) = self.comparison(equality) else { continue };
            let same = c.operand == first.operand && c.compare_type == first.compare_type;
            if c.direction == Direction::Eq && same && self.is_equal(c.left, first.left) {
                return Some(rest);
            }
        }
        None
    }

    /// Returns true if two values are computed alike from the same parameters.
    fn is_equal(&mut self, a: ValueId, b: ValueId) -> bool {
        self.visits += 1;
        if a == b || self.visits > MAX_VISITS {
            return a == b;
        }
        match (self.defined.get(&a).copied(), self.defined.get(&b).copied()) {
            (Some(x), Some(y)) => {
                x.kind == y.kind
                    && x.operands.len() == y.operands.len()
                    && x.operands.iter().zip(&y.operands).all(|(a, b)| self.is_equal(*a, *b))
            }
            _ => false,
        }
    }

    fn push_key(&self, comparison: &Comparison, keys: &mut Vec<SortKey>) -> Result<(), String> {
        let Comparison { direction, compare_type, left, operand, .. } = comparison;
        let descending = match direction {
            Direction::Lt => false,
            Direction::Gt => true,
            _ => return Err("it compares by other than LT and GT".into()),
        };
        let element = self.types.of(*left).element;
        if !element.is_computable() {
            return Err(format!("its keys are of {element}"));
        }
        let is_by_value = element.is_float() && *compare_type != Some(CompareType::TotalOrder);
        let order = if is_by_value { KeyOrder::Value } else { KeyOrder::Total };
        let function = if self.params.contains_key(left) { None } else { Some(self.function(*left)?) };
        keys.push(SortKey { operand: *operand, function, element, order, descending });
        Ok(())
    }

    /// The function of one element that computes a value of the region.
    fn function(&self, value: ValueId) -> Result<ScalarFn, String> {
        let (mut needed, mut param) = (HashSet::from([value]), None);
        for node in self.block.nodes.iter().rev() {
            if node.results.iter().any(|id| needed.contains(id)) {
                needed.extend(&node.operands);
            }
        }
        for id in self.block.params.iter().filter(|id| needed.contains(id)) {
            param = Some(*id);
        }
        let is_needed = |node: &&Node| node.results.iter().any(|id| needed.contains(id));
        let nodes = self.block.nodes.iter().filter(is_needed).cloned().collect();
        let block = Block { params: param.into_iter().collect(), nodes, results: vec![value] };
        ScalarFn::new(&block, self.types, self.constants, self.isa).map_err(|e| e.to_string())
    }
}

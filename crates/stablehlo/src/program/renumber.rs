//! Numbers values anew, so that programs can be compared whatever the order their values were made in.

use super::{Block, Func, Module, Value};

impl Module {
    /// Numbers each function's values in the order that its text makes them: two modules that print the same text are
    /// then equal.
    pub fn renumber(&mut self) {
        self.funcs.iter_mut().for_each(Func::renumber);
    }
}

impl Func {
    /// Numbers values in the order that the text makes them: parameters, then, operation by operation, what its
    /// regions make and its results. Values that nothing makes go.
    pub fn renumber(&mut self) {
        let mut order = Vec::with_capacity(self.types.len());
        definition_order(&self.body, &mut order);
        let mut new = vec![None; self.types.len()];
        for (n, old) in order.iter().enumerate() {
            if let Some(slot) = new.get_mut(old.index()) {
                *slot = Some(Value(n as u32));
            }
        }
        // A program that uses what nothing makes stays as wrong as it was: the number is past the end.
        let lost = Value(order.len() as u32);
        let map = |v: &mut Value| *v = new.get(v.index()).copied().flatten().unwrap_or(lost);
        self.types = order.iter().filter_map(|v| self.types.get(v.index()).cloned()).collect();
        self.params.iter_mut().for_each(|p| map(&mut p.value));
        rename_values(&mut self.body, &map);
    }
}

fn definition_order(block: &Block, order: &mut Vec<Value>) {
    order.extend(&block.params);
    for op in &block.ops {
        op.regions.iter().for_each(|r| definition_order(r, order));
        order.extend(&op.results);
    }
}

fn rename_values(block: &mut Block, map: &impl Fn(&mut Value)) {
    block.params.iter_mut().chain(&mut block.results).for_each(map);
    for op in &mut block.ops {
        op.operands.iter_mut().chain(&mut op.results).for_each(map);
        op.regions.iter_mut().for_each(|r| rename_values(r, map));
    }
}

//! Renumbering of values, so that programs compare equal in whatever order their values were created.

use super::module::{Block, Func, Module, Value};

impl Module {
    /// Renumbers the values of each function in the order that its text defines them. Two modules that print
    /// the same text are equal afterwards.
    pub fn renumber(&mut self) {
        self.funcs.iter_mut().for_each(Func::renumber);
    }
}

impl Func {
    /// Renumbers the values in the order that the text defines them: parameters, then for each operation the
    /// values of its regions and its results. Values that nothing defines are removed.
    pub fn renumber(&mut self) {
        let mut order = Vec::with_capacity(self.types.len());
        definition_order(&self.body, &mut order);
        let mut new = vec![None; self.types.len()];
        for (n, old) in order.iter().enumerate() {
            if let Some(slot) = new.get_mut(old.index()) {
                *slot = Some(Value(n as u32));
            }
        }
        // A use of an undefined value stays invalid: it gets a number past the end.
        let undefined = Value(order.len() as u32);
        let map = |v: &mut Value| *v = new.get(v.index()).copied().flatten().unwrap_or(undefined);
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

//! Names of values, for the printer and for messages.

use super::module::{Block, Func, Op, Value};
use crate::ops::OpKind;
use crate::types::ElementType;

/// A name for each value of a function. Names are unique in the function, regions included, except for the
/// parameters of a `while`: condition and body name the same loop variable alike.
#[derive(Debug)]
pub(crate) struct ValueNames {
    names: Vec<String>,
}

impl ValueNames {
    /// Names the values in order of appearance: `%arg0`, `%0`, `%1#0`, constants `%cst` and `%c`, loop
    /// variables `%iterArg`.
    pub(crate) fn new(func: &Func) -> Self {
        let mut namer = Namer { names: vec![String::new(); func.num_values()], func, counts: Counts::default() };
        namer.arguments(&func.body.params);
        namer.ops(&func.body);
        Self { names: namer.names }
    }

    /// The name with its `%`; `%undefined` for a value that no operation or block defines.
    pub(crate) fn get(&self, value: Value) -> &str {
        self.names.get(value.index()).filter(|n| !n.is_empty()).map_or("%undefined", String::as_str)
    }
}

/// The number of names given so far, by their prefix.
#[derive(Default)]
struct Counts {
    arguments: usize,
    results: usize,
    floats: usize,
    integers: usize,
    loops: usize,
}

struct Namer<'f> {
    names: Vec<String>,
    func: &'f Func,
    counts: Counts,
}

/// The next of `%cst`, `%cst_0`, `%cst_1`, ...: MLIR's way to make names unique.
fn numbered(base: &str, count: &mut usize) -> String {
    *count += 1;
    match *count - 1 {
        0 => base.into(),
        n => format!("{base}_{}", n - 1),
    }
}

impl Namer<'_> {
    fn set(&mut self, value: Value, name: String) {
        if let Some(slot) = self.names.get_mut(value.index()) {
            *slot = name;
        }
    }

    fn arguments(&mut self, params: &[Value]) {
        for param in params {
            let name = format!("%arg{}", self.counts.arguments);
            self.counts.arguments += 1;
            self.set(*param, name);
        }
    }

    fn ops(&mut self, block: &Block) {
        for op in &block.ops {
            self.results(op);
            if op.kind == OpKind::While {
                let longest = op.regions.iter().map(|r| r.params.len()).max().unwrap_or(0);
                let names: Vec<String> = (0..longest).map(|_| numbered("%iterArg", &mut self.counts.loops)).collect();
                for region in &op.regions {
                    region.params.iter().zip(&names).for_each(|(v, n)| self.set(*v, n.clone()));
                }
            } else {
                op.regions.iter().for_each(|r| self.arguments(&r.params));
            }
            op.regions.iter().for_each(|r| self.ops(r));
        }
    }

    fn results(&mut self, op: &Op) {
        match (&op.kind, &op.results[..]) {
            (OpKind::Constant(_), [one]) => {
                let float = self.names.len() > one.index() && is_float(self.func.ty(*one).element);
                let name = if float {
                    numbered("%cst", &mut self.counts.floats)
                } else {
                    numbered("%c", &mut self.counts.integers)
                };
                self.set(*one, name);
            }
            (_, results) => {
                let number = self.counts.results;
                self.counts.results += usize::from(!results.is_empty());
                for (i, value) in results.iter().enumerate() {
                    let name = if results.len() == 1 { format!("%{number}") } else { format!("%{number}#{i}") };
                    self.set(*value, name);
                }
            }
        }
    }
}

fn is_float(element: ElementType) -> bool {
    element.is_float() || element.is_complex()
}

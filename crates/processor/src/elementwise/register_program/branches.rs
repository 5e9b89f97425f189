//! Conditionals of register programs: each branch is a section of instructions.

use std::collections::HashMap;

use super::super::bytecode::Reg;
use super::builder::{RegisterProgramBuilder, Role, Section, Value, Work, single, whole};

/// A conditional whose branches are being built.
#[derive(Debug)]
pub(crate) struct Branches {
    /// The section around it.
    around: Section,
    /// The copies that were made before it.
    copies: HashMap<Value, Reg>,
    sections: Vec<Section>,
    /// The registers of the results.
    results: Vec<Reg>,
}

impl RegisterProgramBuilder {
    /// Begins a conditional.
    pub(crate) fn begin_branches(&mut self) -> Branches {
        Branches { around: self.section, copies: self.copies.clone(), sections: Vec::new(), results: Vec::new() }
    }

    /// Begins the next branch of a conditional, whose operations follow.
    pub(crate) fn begin_branch(&mut self, branches: &mut Branches) {
        self.section = Section::Branch(self.branches);
        self.branches += 1;
        branches.sections.push(self.section);
        // What another branch has copied is not there.
        self.copies.clone_from(&branches.copies);
    }

    /// Ends a branch with its results, which have the same types in each branch.
    pub(crate) fn end_branch(&mut self, branches: &mut Branches, results: &[Value]) {
        if branches.results.is_empty() {
            let registers = results.iter().map(|value| {
                let reg_type = self.regs[value[0].0.0].reg_type;
                self.register_of(reg_type, value.len() as u32)
            });
            branches.results = registers.collect();
        }
        for (target, value) in branches.results.iter().zip(results) {
            self.fill(*target, value, self.section);
        }
    }

    /// Ends a conditional. Returns its results.
    pub(crate) fn end_branches(&mut self, branches: Branches, selector: &Value) -> Vec<Value> {
        let Branches { around, copies, sections, results } = branches;
        (self.section, self.copies) = (around, copies);
        self.push(Work::Branch(sections), around, vec![single(selector)], None, 0);
        let result = |reg: Reg| {
            self.regs[reg.0].role = Role::Result(around);
            whole(reg, self.regs[reg.0].elements as usize)
        };
        results.into_iter().map(result).collect()
    }
}

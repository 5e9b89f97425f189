//! Loops, branches and calls.

use stablehlo::{Block, ElementType, Result};

use super::{Lowering, Scope, Site, unsupported};
use crate::graph::Tensor;
use crate::proto::{AttributeProto, GraphProto};

impl<'a> Lowering<'a> {
    /// The operator asks for the condition before the first iteration as an operand, and after each as a
    /// result of the body.
    pub(super) fn while_loop(&mut self, scope: &mut Scope<'a>, site: &Site<'a>) -> Result<Vec<Tensor>> {
        let ([condition, body], [other_condition, other_body]) = (&site.op.regions[..], &site.other.regions[..]) else {
            return Err(unsupported("a condition and a body are expected"));
        };
        let initial = (0..site.operands.len()).map(|i| self.full(site, i)).collect::<Result<Vec<_>>>()?;
        bind(scope, condition, &initial);
        let first = self.block(scope, [condition, other_condition])?;
        self.graph.open();
        let bool = |name| Tensor { name, element: ElementType::I1, dims: Vec::new() };
        let iteration = Tensor { name: self.graph.name("iteration"), element: ElementType::I64, dims: Vec::new() };
        let mut inputs = vec![iteration, bool(self.graph.name("goes_on"))];
        for value in &initial {
            let name = self.graph.name("carried");
            inputs.push(Tensor { name, ..value.clone() });
        }
        bind(scope, body, &inputs[2..]);
        let carried = self.block(scope, [body, other_body])?;
        bind(scope, condition, &carried);
        let next = self.block(scope, [condition, other_condition])?;
        let outputs = self.renamed(&[&next[..1], &carried].concat());
        let graph = self.graph.close(&inputs, &outputs)?;
        self.graph.location.clone_from(&site.op.location);
        let names: Vec<&str> = ["", &first[0].name].into_iter().chain(initial.iter().map(|v| &v.name[..])).collect();
        let results = self.graph.nodes("Loop", &names, vec![AttributeProto::graph("body", graph)], initial.len());
        Ok(results.into_iter().zip(initial).map(|(name, value)| Tensor { name, ..value }).collect())
    }

    pub(super) fn if_else(&mut self, scope: &mut Scope<'a>, site: &Site<'a>) -> Result<Vec<Tensor>> {
        let ([on_true, on_false], [other_true, other_false]) = (&site.op.regions[..], &site.other.regions[..]) else {
            return Err(unsupported("two branches are expected"));
        };
        let (then_branch, results) = self.branch(scope, [on_true, other_true])?;
        let (else_branch, _) = self.branch(scope, [on_false, other_false])?;
        Ok(self.branches(&site.operands[0], then_branch, else_branch, results))
    }

    /// A branch after another; an index that is none of theirs takes the last.
    pub(super) fn case(&mut self, scope: &mut Scope<'a>, site: &Site<'a>) -> Result<Vec<Tensor>> {
        self.case_from(scope, site, 0)
    }

    fn case_from(&mut self, scope: &mut Scope<'a>, site: &Site<'a>, first: usize) -> Result<Vec<Tensor>> {
        let blocks = [&site.op.regions[first], &site.other.regions[first]];
        if first + 1 == site.op.regions.len() {
            return self.block(scope, blocks);
        }
        let index = &site.operands[0];
        let number = self.scalar(index.element, first as f64)?;
        let is_it = self.elementwise("Equal", &[index, &number], ElementType::I1);
        let (then_branch, results) = self.branch(scope, blocks)?;
        self.graph.open();
        let others = self.case_from(scope, site, first + 1)?;
        let others = self.renamed(&others);
        let else_branch = self.graph.close(&[], &others)?;
        Ok(self.branches(&is_it, then_branch, else_branch, results))
    }

    /// A block as a graph without inputs, and its results.
    fn branch(&mut self, scope: &mut Scope<'a>, blocks: [&'a Block; 2]) -> Result<(GraphProto, Vec<Tensor>)> {
        self.graph.open();
        let results = self.block(scope, blocks)?;
        let results = self.renamed(&results);
        Ok((self.graph.close(&[], &results)?, results))
    }

    fn branches(
        &mut self,
        predicate: &Tensor,
        then_branch: GraphProto,
        else_branch: GraphProto,
        results: Vec<Tensor>,
    ) -> Vec<Tensor> {
        let attributes =
            vec![AttributeProto::graph("then_branch", then_branch), AttributeProto::graph("else_branch", else_branch)];
        let names = self.graph.nodes("If", &[&predicate.name], attributes, results.len());
        names.into_iter().zip(results).map(|(name, result)| Tensor { name, ..result }).collect()
    }

    /// The values under names of the body that is open: its results are made in it, each once.
    fn renamed(&mut self, values: &[Tensor]) -> Vec<Tensor> {
        let rename = |value: &Tensor| {
            let name = self.graph.name("result");
            self.graph.rename(&value.name, name.clone());
            Tensor { name, ..value.clone() }
        };
        values.iter().map(rename).collect()
    }

    /// The operations of a function, in the place of its call.
    pub(super) fn call(&mut self, callee: &str, site: &Site<'a>) -> Result<Vec<Tensor>> {
        let mut scope = self.scope(callee)?;
        let operands = (0..site.operands.len()).map(|i| self.full(site, i)).collect::<Result<Vec<_>>>()?;
        let [func, other] = scope.funcs;
        bind(&mut scope, &func.body, &operands);
        self.block(&mut scope, [&func.body, &other.body])
    }
}

/// Gives the parameters of a block their values.
fn bind(scope: &mut Scope, block: &Block, values: &[Tensor]) {
    for (param, value) in block.params.iter().zip(values) {
        scope.values[param.index()] = Some(value.clone());
    }
}

//! Regions: their bodies are lowered as any other block, over values that stand for a block's rows of others.

use stablehlo::OpKind;

use super::{Item, Lower, Way};
use crate::Result;
use crate::graph::{Id, Node};
use crate::memory::Home;
use crate::regions::{Piece, RowLoop};
use crate::step::{Step, Work};

/// The item of a region: a call of its body for each block. Its operands lie densely, its results are those made row by
/// row and then the gathered ones.
pub(super) fn prepare(lower: &mut Lower<'_>, region: &RowLoop, items: &mut Vec<Item>) -> Result<()> {
    let mut operands = Vec::new();
    for id in &region.inputs {
        operands.push(lower.dense(*id, items)?);
    }
    let results = region.outputs.iter().chain(&region.gathered).copied().collect();
    let kind = OpKind::Call { callee: "rows".into() };
    let node = Node { kind, operands, results, regions: vec![region.body.clone()], location: None };
    items.push(Item { node, way: Way::Rows(region.count) });
    Ok(())
}

/// The step of a region.
pub(super) fn row_loop(lower: &mut Lower<'_>, node: &Node, count: usize) -> Result<Step> {
    let body = &node.regions[0];
    let size = |lower: &Lower<'_>, id: Id| lower.types.of(id).size_in_bytes();
    for (whole, rows) in node.operands.iter().zip(&body.params) {
        let home = Home::RowsOf(lower.base(*whole), size(lower, *rows));
        lower.row_homes.insert(*rows, home);
    }
    let (outputs, gathered) = node.results.split_at(body.results.len());
    lower.gathered.extend(gathered);
    lower.changing = Some(body.params.iter().chain(body.nodes.iter().flat_map(|n| &n.results)).copied().collect());
    let pieces: Vec<Piece> = body.nodes.iter().cloned().map(Piece::Node).collect();
    let (mut steps, results) = lower.pieces(&pieces, &body.results)?;
    lower.changing = None;
    for ((made, whole), of) in results.into_iter().zip(outputs).zip(&body.results) {
        let rows = lower.types.add(lower.types.of(*of).clone());
        let home = Home::RowsInto(*whole, size(lower, rows));
        lower.row_homes.insert(rows, home);
        steps.push(Step::copy(made, rows));
    }
    Ok(Step {
        name: "rows".into(),
        from: Vec::new(),
        reads: node.operands.iter().map(|id| lower.base(*id)).collect(),
        writes: node.results.iter().copied().chain(lower.workspaces.drain(..)).collect(),
        in_place: Vec::new(),
        work: Work::Rows { count, body: steps },
        flops: 0,
    })
}

//! Exchanges: once the replicas of a group have met, one of them copies what each receives.

use crate::error::{Error, ErrorKind, Result};
use crate::memory::{Access, AddressTable};
use crate::plan::exchange::ExchangeSpec;
use crate::plan::step::Step;

/// Copies the blocks that the members of a group receive. `tables` are those of the members, in the order of
/// their numbers.
///
/// # Errors
/// An internal error if the memory of an operand or a result is not as large as the other's blocks.
pub(crate) fn run(spec: &ExchangeSpec, step: &Step, members: &[usize], tables: &mut [AddressTable<'_>]) -> Result<()> {
    let mut numbers = members.to_vec();
    numbers.sort_unstable();
    for (receiver, replica) in numbers.iter().enumerate() {
        let blocks = spec.blocks(*replica, members);
        for (read, write) in step.reads.iter().zip(&step.writes) {
            if blocks.is_empty() {
                tables[receiver].access(&[], &[*write], None)?.writes[0].fill(0);
            }
            for (i, (source, part)) in blocks.iter().enumerate() {
                let sender = numbers.binary_search(source).map_err(|_| not_a_member())?;
                let block = |operand: &[u8], result: &mut [u8]| -> Result<()> {
                    let bytes = result.len() / blocks.len();
                    let from = part.map_or(Some(operand), |part| operand.get(part * bytes..(part + 1) * bytes));
                    match (from, result.get_mut(i * bytes..(i + 1) * bytes)) {
                        (Some(from), Some(to)) if from.len() == to.len() => to.copy_from_slice(from),
                        _ => return Err(Error::new(ErrorKind::Internal, "an exchange of blocks of other sizes")),
                    }
                    Ok(())
                };
                match tables.get_disjoint_mut([receiver, sender]) {
                    Ok([to, from]) => {
                        let result = to.access(&[], &[*write], None)?;
                        let operand = from.access(&[*read], &[], None)?;
                        let mut results = result.writes;
                        block(operand.reads[0], results[0])?;
                    }
                    Err(_) => {
                        let Access { reads, mut writes } = tables[receiver].access(&[*read], &[*write], None)?;
                        block(reads[0], writes[0])?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn not_a_member() -> Error {
    Error::new(ErrorKind::Internal, "an exchange with a replica of another group")
}

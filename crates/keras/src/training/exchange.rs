//! What the processes of a device tell each other: rows of numbers, by a program with one all-reduce.
//!
//! The program runs on whatever the cores are, so nothing but the device has to know how processes reach each
//! other. Numbers are exact: each is added to zeros. With one process nothing runs.

use std::hash::{DefaultHasher, Hasher};
use std::sync::{Arc, PoisonError};

use stablehlo::{ElementType, FuncBuilder, Module, TensorType};

use crate::error::{Error, ErrorKind, Result};

use super::cores::{Cores, Program, by_core, read};

impl Cores {
    /// Each core's row of numbers, in the order of the cores; `own` are those of this process's cores. All
    /// rows have the same length.
    ///
    /// All processes have to call this at the same point.
    pub fn gather(&self, own: Vec<Vec<f32>>) -> Result<Vec<Vec<f32>>> {
        if !self.device().has_several_processes() {
            return Ok(own);
        }
        let len = own.first().map_or(0, Vec::len);
        let start = self.device().first_core() * len;
        let mut values = vec![0.0f32; len * self.count()];
        for (row, own) in values[start..].chunks_mut(len.max(1)).zip(&own) {
            row.copy_from_slice(own);
        }
        Ok(self.sum(values)?.chunks(len.max(1)).map(<[f32]>::to_vec).collect())
    }

    /// The numbers of core 0, which are those of the first of this process's cores in the process that has
    /// it.
    ///
    /// All processes have to call this at the same point.
    pub fn of_core_0(&self, own: Vec<f32>) -> Result<Vec<f32>> {
        if !self.device().has_several_processes() || own.is_empty() {
            return Ok(own);
        }
        self.sum(if self.device().first_core() == 0 { own } else { vec![0.0; own.len()] })
    }

    /// The sum over the processes.
    fn sum(&self, values: Vec<f32>) -> Result<Vec<f32>> {
        let len = values.len();
        if len == 0 {
            return Ok(values);
        }
        let program = self.sum_program(len)?;
        // The first core has the numbers of its process.
        let (first, zeros) = (self.device().first_core(), vec![0.0f32; len]);
        let state = self.place(&[len], |core| if core == first { values.as_slice() } else { zeros.as_slice() })?;
        let sums = program.run(by_core(vec![state], self.own_count()), |_| Vec::new())?;
        read(&sums[0][0])
    }

    fn sum_program(&self, len: usize) -> Result<Arc<Program>> {
        let mut programs = self.sum_programs().lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = programs.get(&len) {
            return Ok(program.clone());
        }
        let mut b = FuncBuilder::new("main");
        let x = b.param(TensorType::new(ElementType::F32, [len]));
        b.alias(0, 0)?;
        let sums = b.all_reduce_sum(&[x])?;
        let program = self.build(&Module::new("exchange", b.finish(sums)).with_replicas(self.count()))?;
        programs.insert(len, program.clone());
        Ok(program)
    }

    /// Checks that all processes have the same, by its digest. Each item has a name for the message.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`], which names the first process that differs from process 0, and in what.
    pub fn check_same(&self, items: &[(&str, u64)]) -> Result<()> {
        if !self.device().has_several_processes() {
            return Ok(());
        }
        // 16 bits are exact in f32.
        let parts = |digest: u64| (0..4).map(move |i| f32::from((digest >> (16 * i)) as u16));
        let row: Vec<f32> = items.iter().flat_map(|(_, digest)| parts(*digest)).collect();
        let rows = self.gather(vec![row; self.own_count()])?;
        for (core, row) in rows.iter().enumerate() {
            let differs = |i: &usize| row[4 * i..4 * i + 4] != rows[0][4 * i..4 * i + 4];
            if let Some(i) = (0..items.len()).find(differs) {
                let (what, process) = (items[i].0, self.device().process_of(core));
                return Err(Error::new(
                    ErrorKind::Argument,
                    format!(
                        "process {process} differs from process 0 in {what}: start all processes with the same \
                         arguments, the same data and the same weights"
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// A number that is equal for equal bytes, and almost surely for these alone.
pub(super) fn digest<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    hasher.finish()
}

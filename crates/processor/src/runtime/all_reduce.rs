//! All-reduces: when the replicas of a group have met, those who waited do the sums together.
//!
//! AllReduceTask go over the replicas in order of their numbers, in chunks of fixed size, so results do not depend on the number
//! of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use stablehlo::ElementType;

use crate::elementwise::{ReduceKind, RegType, combine, load_accumulator, store_accumulator};
use crate::memory::LentSlice;
use crate::plan::all_reduce::AllReduceSpec;
use kernels::Isa;

/// Elements that one thread reduces at a time.
const CHUNK: usize = 8 * 1024;

/// Operands and results that a replica brings to a meeting.
#[derive(Default)]
pub(crate) struct Participant {
    pub(crate) operands: Vec<LentSlice>,
    pub(crate) results: Vec<LentSlice>,
}

/// The reduction that a full meeting does.
pub(crate) struct AllReduceTask {
    kind: ReduceKind,
    elements: Vec<(RegType, ElementType)>,
    /// In order of replica numbers.
    parts: Vec<Participant>,
    /// For each operand where its sum goes: to each replica, or to the one place that they share.
    results: Vec<Vec<LentSlice>>,
    /// Operand, first and past-the-last element.
    chunks: Vec<(usize, usize, usize)>,
    next: AtomicUsize,
    left: Mutex<usize>,
    finished: Condvar,
}

impl std::fmt::Debug for AllReduceTask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AllReduceTask({} chunks)", self.chunks.len())
    }
}

impl AllReduceTask {
    pub(crate) fn new(reduction: &AllReduceSpec, parts: Vec<Participant>) -> Self {
        let mut chunks = Vec::new();
        for (i, (_, element)) in reduction.elements.iter().enumerate() {
            let n = parts[0].operands[i].len() / element.bytes();
            chunks.extend((0..n).step_by(CHUNK).map(|from| (i, from, (from + CHUNK).min(n))));
        }
        let places = |i: usize| {
            let all = parts.iter().map(|part| part.results[i]);
            let shared = parts.iter().all(|part| part.results[i].is_at(&parts[0].results[i]));
            all.take(if shared { 1 } else { parts.len() }).collect()
        };
        let results = (0..reduction.elements.len()).map(places).collect();
        Self {
            kind: reduction.kind,
            elements: reduction.elements.clone(),
            parts,
            results,
            next: AtomicUsize::new(0),
            left: Mutex::new(chunks.len()),
            chunks,
            finished: Condvar::new(),
        }
    }

    /// Takes chunks as long as there are any, then waits until all are done.
    pub(crate) fn work(&self, isa: Isa) {
        let [mut raw, mut next, mut acc, mut sum] = [(); 4].map(|()| vec![0u64; CHUNK]);
        let mut done = 0;
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((operand, from, to)) = self.chunks.get(number).copied() else { break };
            let (class, element) = self.elements[operand];
            let (n, b) = (to - from, element.bytes());
            let wide = n * class.bytes();
            for (i, part) in self.parts.iter().enumerate() {
                let raw = &mut bytes(&mut raw)[..n * b];
                part.operands[operand].read(from * b, raw);
                if i == 0 {
                    load_accumulator(isa, element, raw, &mut bytes(&mut acc)[..wide]);
                    continue;
                }
                load_accumulator(isa, element, raw, &mut bytes(&mut next)[..wide]);
                combine(
                    isa,
                    self.kind,
                    class,
                    &bytes(&mut acc)[..wide],
                    &bytes(&mut next)[..wide],
                    &mut bytes(&mut sum)[..wide],
                );
                std::mem::swap(&mut acc, &mut sum);
            }
            let raw = &mut bytes(&mut raw)[..n * b];
            store_accumulator(isa, element, &bytes(&mut acc)[..wide], raw);
            self.results[operand].iter().for_each(|place| place.write(from * b, raw));
            done += 1;
        }
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left -= done;
        if *left == 0 {
            self.finished.notify_all();
        }
        while *left > 0 {
            left = self.finished.wait(left).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn bytes(words: &mut [u64]) -> &mut [u8] {
    bytemuck::cast_slice_mut(words)
}

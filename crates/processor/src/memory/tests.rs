//! Tests of who may access what. Under Miri they also show that the slices do not alias.

use stablehlo::{ElementType, TensorType};

use super::*;
use crate::ir::ValueId;

/// Bytes of each value.
const LEN: usize = 8;
/// Rows that a batch loop writes at a time, of one byte each.
const ROWS: usize = 2;

const ARGUMENT: usize = 0;
const OUTPUT: usize = 1;
const REPLICA: usize = 2;
const SHARED: usize = 3;
const SCRATCH: usize = 4;
const PREPACKED: usize = 5;
/// A batch loop's rows of the argument and of the output, and a value in the arena of a partition.
const ARGUMENT_ROWS: usize = 6;
const OUTPUT_ROWS: usize = 7;
const PARTIAL: usize = 8;
const PARTITION_ROWS: usize = 9;

fn value(index: usize) -> ValueId {
    ValueId::from_index(index)
}

fn allocations() -> Allocations {
    let whole = [
        Allocation::Argument(0),
        Allocation::Output(0),
        Allocation::Replica(0),
        Allocation::Shared(0),
        Allocation::Scratch(0),
        Allocation::Prepacked(0),
    ];
    let rows = [Allocation::SliceOf(value(ARGUMENT), ROWS), Allocation::SliceInto(value(OUTPUT), ROWS)];
    let whole = whole.into_iter().map(|allocation| Some((allocation, LEN)));
    let rows = rows.into_iter().map(|allocation| Some((allocation, ROWS)));
    let partial = [(Allocation::Partition(0), LEN), (Allocation::Partition(ALIGNMENT), ROWS)];
    Allocations { of: whole.chain(rows).chain(partial.map(Some)).collect() }
}

fn argument(first: u8) -> Buffer {
    let bytes: Vec<u8> = (first..).take(LEN).collect();
    Buffer::from_bytes(TensorType::new(ElementType::Ui8, [LEN]), &bytes).unwrap()
}

fn run_memory<'r>(allocations: &'r Allocations, prepacked: &'r AlignedBytes, replicas: usize) -> RunMemory<'r> {
    let replica = |i: usize| ReplicaMemory {
        arguments: vec![Some(argument(10 * i as u8))],
        outputs: vec![AlignedBytes::zeroed(LEN)],
        arena: AlignedBytes::zeroed(LEN),
    };
    RunMemory {
        allocations,
        constants: &[],
        prepacked,
        shared: SharedMemory { outputs: Vec::new(), arena: AlignedBytes::zeroed(LEN) },
        replicas: (0..replicas).map(replica).collect(),
    }
}

/// Calls `f` with the tables of a run of so many replicas, with scratch arenas attached; returns their
/// outputs.
fn with_tables(replicas: usize, f: impl FnOnce(Vec<AddressTable<'_>>)) -> Vec<Vec<u8>> {
    let (allocations, prepacked) = (allocations(), AlignedBytes::zeroed(LEN));
    let mut memory = run_memory(&allocations, &prepacked, replicas);
    let mut tables = memory.address_tables();
    tables.iter_mut().for_each(|table| table.attach_scratch(AlignedBytes::zeroed(LEN)));
    f(tables);
    memory.replicas.iter().map(|replica| replica.outputs[0].as_slice().to_vec()).collect()
}

fn may_write(table: &mut AddressTable<'_>, index: usize) -> bool {
    table.access(&[], &[value(index)], None).is_ok()
}

#[test]
fn a_replica_writes_its_own_memory_only() {
    with_tables(2, |mut tables| {
        let writable = [ARGUMENT, OUTPUT, REPLICA, SHARED, SCRATCH, PREPACKED].map(|i| may_write(&mut tables[0], i));
        assert_eq!(writable, [false, true, true, false, true, false]);
        assert!(!may_write(&mut tables[0], OUTPUT_ROWS), "rows belong to partitions");
    });
}

#[test]
fn slices_of_one_access_do_not_overlap() {
    let outputs = with_tables(1, |mut tables| {
        let [argument, output] = [ARGUMENT, OUTPUT].map(value);
        tables[0].copy(argument, output).unwrap();
        assert!(tables[0].access(&[output], &[output], None).is_err());
        assert!(tables[0].access(&[], &[output, output], None).is_err());
        let lengths = |access: Access<'_>| (access.reads[0].len(), access.writes[0].len());
        assert_eq!(lengths(tables[0].access(&[output], &[output], Some((0, 0))).unwrap()), (0, LEN));
        tables[0].copy(argument, value(SCRATCH)).unwrap();
        assert_eq!(tables[0].access(&[value(SCRATCH)], &[], None).unwrap().reads[0], [0, 1, 2, 3, 4, 5, 6, 7]);
    });
    assert_eq!(outputs, [[0, 1, 2, 3, 4, 5, 6, 7]]);
}

#[test]
fn shared_memory_is_written_with_the_tables_of_all_replicas() {
    with_tables(3, |mut tables| {
        let last = tables.pop().unwrap();
        assert!(AddressTable::for_all_replicas(&mut tables).is_err(), "one replica may still read");
        assert!(AddressTable::for_all_replicas(&mut []).is_err());
        tables.push(last);
        let mut all = AddressTable::for_all_replicas(&mut tables).unwrap();
        all.copy(value(ARGUMENT), value(SHARED)).unwrap();
        let read = tables[2].access(&[value(SHARED)], &[], None).unwrap();
        assert_eq!(read.reads[0], [0, 1, 2, 3, 4, 5, 6, 7]);
    });
    // Three tables, but not of the replicas of one run.
    with_tables(3, |tables| {
        with_tables(3, |others| {
            let mut mixed: Vec<AddressTable<'_>> = tables.into_iter().take(2).collect();
            mixed.extend(others.into_iter().take(1));
            assert!(AddressTable::for_all_replicas(&mut mixed).is_err());
        });
    });
}

#[test]
fn packed_weights_are_written_before_any_run_reads_them() {
    let allocations = allocations();
    let mut cache = AlignedBytes::zeroed(LEN);
    let mut memory = PrepackMemory {
        allocations: &allocations,
        constants: &[],
        arguments: vec![argument(3)],
        prepacked: &mut cache,
    };
    let mut table = memory.address_table();
    table.copy(value(ARGUMENT), value(PREPACKED)).unwrap();
    assert!(!may_write(&mut table, ARGUMENT));
    assert_eq!(cache.as_slice(), [3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn partitions_write_the_rows_of_their_own_blocks() {
    const BLOCKS: usize = LEN / ROWS;
    let outputs = with_tables(1, |mut tables| {
        let mut arenas = [(); 2].map(|()| AlignedBytes::zeroed(ALIGNMENT + ROWS));
        let tiled = [value(OUTPUT)];
        let mut partitioned = tables[0].partition(&mut arenas, BLOCKS, tiled.into_iter()).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some((mut table, blocks)) = partitioned.claim() {
                        for block in blocks {
                            table.enter_block(block);
                            table.copy(value(ARGUMENT_ROWS), value(PARTITION_ROWS)).unwrap();
                            table.copy(value(PARTITION_ROWS), value(OUTPUT_ROWS)).unwrap();
                            table.access(&[], &[value(PARTIAL)], None).unwrap().writes[0][0] += 1;
                            // The whole output has rows of the other partition, and the replica's memory is
                            // not its own.
                            assert!(table.access(&[value(OUTPUT)], &[], None).is_err());
                            assert!(!may_write(&mut table, OUTPUT) && !may_write(&mut table, REPLICA));
                            assert!(table.access(&[value(OUTPUT_ROWS), value(SCRATCH)], &[], None).is_ok());
                        }
                    }
                });
            }
        });
        assert!(partitioned.claim().is_none());
        let (partials, total) = partitioned.partial_results(value(PARTIAL), value(REPLICA)).unwrap();
        assert_eq!(partials.iter().map(|partial| usize::from(partial[0])).collect::<Vec<_>>(), [BLOCKS / 2; 2]);
        total[0] = 1;
        assert!(partitioned.partial_results(value(REPLICA), value(OUTPUT)).is_err());
        assert!(partitioned.partial_results(value(PARTIAL), value(ARGUMENT)).is_err());
    });
    assert_eq!(outputs, [[0, 1, 2, 3, 4, 5, 6, 7]]);
}

#[test]
#[should_panic = "belongs to another partition"]
fn a_partition_cannot_enter_blocks_of_others() {
    with_tables(1, |mut tables| {
        let mut arenas = [(); 2].map(|()| AlignedBytes::zeroed(0));
        let partitioned = tables[0].partition(&mut arenas, 4, [value(OUTPUT)].into_iter()).unwrap();
        let (mut table, blocks) = partitioned.claim().unwrap();
        table.enter_block(blocks.end);
    });
}

#[test]
fn a_single_partition_writes_what_its_replica_may() {
    with_tables(1, |mut tables| {
        let mut arenas = [AlignedBytes::zeroed(0)];
        let partitioned = tables[0].partition(&mut arenas, 4, [value(OUTPUT)].into_iter()).unwrap();
        let (mut table, blocks) = partitioned.claim().unwrap();
        assert_eq!(blocks, 0..4);
        let writable = [ARGUMENT, OUTPUT, OUTPUT_ROWS, REPLICA, SHARED].map(|i| may_write(&mut table, i));
        assert_eq!(writable, [false, true, true, true, false]);
    });
}

#[test]
fn a_batch_loop_is_divided_into_partitions_that_have_blocks() {
    with_tables(1, |mut tables| {
        let arenas = |n: usize| (0..n).map(|_| AlignedBytes::zeroed(0)).collect::<Vec<_>>();
        let mut divides = |partitions: usize, blocks: usize, tiled: usize| {
            tables[0].partition(&mut arenas(partitions), blocks, [value(tiled)].into_iter()).is_ok()
        };
        assert!(divides(2, 4, OUTPUT));
        assert!(!divides(0, 4, OUTPUT) && !divides(5, 4, OUTPUT), "each partition has a block");
        assert!(!divides(2, 3, OUTPUT), "blocks have the same size");
        assert!(!divides(2, 4, ARGUMENT), "arguments are not written");
    });
}

#[test]
fn lent_chunks_are_reduced_once_and_tables_come_back_after_the_last() {
    let outputs = with_tables(2, |tables| {
        let (reads, writes) = ([value(ARGUMENT)], [value(OUTPUT)]);
        let lent = LentTables::new(tables, &reads, &writes, &[3]).unwrap();
        assert_eq!(lent.participants(), 2);
        std::thread::scope(|scope| {
            for replica in 0..2 {
                let lent = &lent;
                scope.spawn(move || {
                    while let Some(mut chunk) = lent.claim() {
                        let [mut a, mut b] = [(); 2].map(|()| vec![0; chunk.len()]);
                        chunk.read(0, &mut a);
                        chunk.read(1, &mut b);
                        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
                        chunk.write(&a);
                    }
                    let mut table = lent.reclaim(replica);
                    let read = table.access(&[value(OUTPUT)], &[], None).unwrap();
                    assert_eq!(read.reads[0][LEN - 1], 24);
                });
            }
        });
    });
    assert_eq!(outputs, [[10, 12, 14, 16, 18, 20, 22, 24]; 2]);
}

#[test]
fn results_of_an_all_reduce_overlap_nothing_that_others_read() {
    let is_right = |replicas: usize, reads: &[usize], writes: &[usize]| {
        let mut is_right = false;
        with_tables(replicas, |tables| {
            let ids = |indices: &[usize]| indices.iter().map(|i| value(*i)).collect::<Vec<_>>();
            is_right = LentTables::new(tables, &ids(reads), &ids(writes), &vec![LEN; reads.len()]).is_ok();
        });
        is_right
    };
    assert!(is_right(2, &[ARGUMENT], &[OUTPUT]));
    assert!(is_right(2, &[OUTPUT], &[OUTPUT]), "in place");
    assert!(is_right(2, &[ARGUMENT], &[SHARED]), "all replicas have met");
    assert!(is_right(2, &[SHARED, SHARED], &[OUTPUT, REPLICA]), "operands may be one");
    assert!(!is_right(2, &[ARGUMENT, OUTPUT], &[OUTPUT, REPLICA]), "another chunk reads the result");
    assert!(!is_right(2, &[ARGUMENT, ARGUMENT], &[OUTPUT, OUTPUT]), "two results at one address");
    assert!(!is_right(2, &[OUTPUT], &[ARGUMENT]), "arguments are not written");
    assert!(!is_right(2, &[ARGUMENT], &[OUTPUT_ROWS]), "not the same size");
    // One of two replicas may still read what they share.
    with_tables(2, |mut tables| {
        tables.pop();
        assert!(LentTables::new(tables, &[value(ARGUMENT)], &[value(SHARED)], &[LEN]).is_err());
    });
}

#[test]
#[should_panic = "outside its arena"]
fn a_value_outside_its_arena_is_found() {
    let (mut allocations, prepacked) = (allocations(), AlignedBytes::zeroed(LEN));
    allocations.of[REPLICA] = Some((Allocation::Replica(1), LEN));
    let mut memory = run_memory(&allocations, &prepacked, 1);
    let _ = memory.address_tables()[0].access(&[value(REPLICA)], &[], None);
}

#[test]
fn a_scratch_arena_is_given_back() {
    with_tables(1, |mut tables| {
        let arena = tables[0].detach_scratch().expect("an arena is attached");
        assert_eq!(arena.len(), LEN);
        assert!(tables[0].detach_scratch().is_none());
    });
}

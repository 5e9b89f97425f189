//! Operators of data sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use keras::data::{Dataset, Items};
use keras::{Array, Error, Result, Samples};

/// The numbers `0..count` as rows, with their squares as targets.
fn numbers(count: usize, batch_size: usize) -> Dataset {
    let x: Vec<i32> = (0..count as i32).collect();
    let y: Vec<f32> = x.iter().map(|x| (x * x) as f32).collect();
    Dataset::from_arrays((Array::new([count, 1], x).unwrap(), y), batch_size).unwrap()
}

/// The rows of each batch of a pass, whose targets are checked.
fn rows(dataset: &Dataset, pass: u64) -> Vec<Vec<usize>> {
    let of = |batch: Result<Samples>| {
        let batch = batch.unwrap();
        let row = |row| {
            let x = batch.x[0].row(row).unwrap()[0];
            assert_eq!(batch.y[0].row(row).unwrap(), [x * x]);
            x as usize
        };
        (0..batch.rows()).map(row).collect()
    };
    dataset.batches(pass).unwrap().map(of).collect()
}

#[test]
fn batches_are_taken_skipped_repeated_and_resized() {
    let data = numbers(7, 3);
    assert_eq!((rows(&data, 0), data.num_batches()), (vec![vec![0, 1, 2], vec![3, 4, 5], vec![6]], Some(3)));
    assert_eq!(rows(&data.take(1), 0), [[0, 1, 2]]);
    assert_eq!((rows(&data.skip(2), 0), data.skip(2).num_batches()), (vec![vec![6]], Some(1)));
    assert_eq!((rows(&data.repeat(2), 0).concat().len(), data.repeat(2).num_batches()), (14, Some(6)));
    assert_eq!(rows(&data.repeat(None).take(8), 0)[7], [3, 4, 5]);
    assert_eq!(data.skip(100).repeat(None).batches(0).unwrap().count(), 0, "a pass without batches is the last");
    for size in [1, 2, 3, 5, 7, 9] {
        let batches = rows(&data.batch(size).unwrap(), 0);
        assert!(batches[..batches.len() - 1].iter().all(|batch| batch.len() == size), "{batches:?}");
        assert_eq!(batches.concat(), [0, 1, 2, 3, 4, 5, 6]);
    }
    assert!(data.batch(0).is_err() && Dataset::from_arrays((vec![0], vec![0, 1]), 1).is_err());
}

#[test]
fn shuffles_depend_on_seed_window_and_pass() {
    let data = numbers(100, 8);
    let all: Vec<usize> = (0..100).collect();
    for window in [1, 10, 100, 1000] {
        let shuffled = rows(&data.shuffle(window, 7), 0);
        assert_eq!((shuffled.len(), shuffled[0].len(), shuffled[12].len()), (13, 8, 4));
        let order = shuffled.concat();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, all);
        assert_eq!(order == all, window == 1);
        // A row can come before its turn by the size of the window.
        assert!(order.iter().enumerate().all(|(at, row)| *row < at + window), "window {window}: {order:?}");
        assert_eq!(rows(&data.shuffle(window, 7).prefetch(3), 0).concat(), order);
        assert_eq!(rows(&data.shuffle(window, 7), 5).concat() == order, window == 1, "another pass");
        assert_eq!(rows(&data.shuffle(window, 8), 0).concat() == order, window == 1, "another seed");
    }
    let twice = rows(&data.shuffle(100, 7).repeat(2), 0).concat();
    assert_ne!(twice[..100], twice[100..]);
}

#[test]
fn threads_keep_the_order() {
    let slow = |batch: Samples| {
        // Earlier batches take longer.
        let first = batch.x[0].row(0).unwrap()[0] as u64;
        std::thread::sleep(std::time::Duration::from_millis(10u64.saturating_sub(first)));
        Ok(batch)
    };
    let data = numbers(20, 1);
    for threads in [0, 1, 4, 32] {
        assert_eq!(rows(&data.map(threads, slow), 0).concat(), (0..20).collect::<Vec<_>>());
    }
    let items = |threads| {
        let load = |items: &[usize]| {
            let x: Vec<i32> = items.iter().map(|item| *item as i32).collect();
            let y: Vec<f32> = x.iter().map(|x| (x * x) as f32).collect();
            Ok(Samples::from((Array::new([x.len(), 1], x)?, y)))
        };
        let settings = Items { batch_size: 3, shuffle: Some(4), threads };
        rows(&Dataset::from_items(20, settings, load).unwrap(), 1)
    };
    assert_eq!(items(1), items(5));
    assert_ne!(items(1).concat(), (0..20).collect::<Vec<_>>());
}

#[test]
fn errors_and_panics_arrive_in_order() {
    let third = |batch: Samples| match batch.x[0].row(0).unwrap()[0] as i32 {
        2 => Err(Error::argument("the third batch")),
        4 => panic!("the fifth batch"),
        _ => Ok(batch),
    };
    for data in [numbers(6, 1).map(1, third), numbers(6, 1).map(3, third).prefetch(2)] {
        let results: Vec<Result<Samples>> = data.batches(0).unwrap().collect();
        assert!(results[..2].iter().all(Result::is_ok) && results[3].is_ok());
        assert_eq!(results[2].as_ref().unwrap_err().message(), "the third batch");
        assert!(results[4].as_ref().unwrap_err().message().contains("panicked"));
    }
    assert!(numbers(6, 1).map(1, third).batch(2).unwrap().batches(0).unwrap().nth(1).unwrap().is_err());
    assert!(numbers(6, 1).map(1, third).skip(4).batches(0).unwrap().next().unwrap().is_err());
}

#[test]
fn a_cache_reads_once() {
    let (count, read) = (Arc::new(AtomicUsize::new(0)), numbers(6, 2));
    let counter = count.clone();
    let data = read.map(1, move |batch| {
        counter.fetch_add(1, Ordering::SeqCst);
        Ok(batch)
    });
    let cached = data.cache();
    // A pass that is not read to its end stores nothing.
    assert_eq!(cached.batches(0).unwrap().take(1).count(), 1);
    let before = count.load(Ordering::SeqCst);
    for pass in 0..3 {
        assert_eq!(rows(&cached, pass).concat(), [0, 1, 2, 3, 4, 5]);
    }
    assert_eq!(count.load(Ordering::SeqCst) - before, 3);
}

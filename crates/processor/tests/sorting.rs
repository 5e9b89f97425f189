//! Sorts and running reductions of many elements, where all threads take part.

mod common;

use common::{Random, run};
use processor::{CompileOptions, Numerics};
use stablehlo::{Literal, Module};

fn options() -> CompileOptions {
    CompileOptions { numerics: Numerics::Float32, ..CompileOptions::default() }
}

/// A program that sorts `shape` of f32 along a dimension, with the positions.
fn argsort(shape: [usize; 2], dimension: usize, direction: &str, keep: Option<usize>) -> Module {
    let [rows, columns] = shape;
    let (x, i) = (format!("tensor<{rows}x{columns}xf32>"), format!("tensor<{rows}x{columns}xi32>"));
    let tail = match keep {
        None => format!("return %r#0, %r#1 : {x}, {i}"),
        Some(k) => format!(
            "%v = stablehlo.slice %r#0 [0:{rows}, 0:{k}] : ({x}) -> tensor<{rows}x{k}xf32>
            %p = stablehlo.slice %r#1 [0:{rows}, 0:{k}] : ({i}) -> tensor<{rows}x{k}xi32>
            return %v, %p : tensor<{rows}x{k}xf32>, tensor<{rows}x{k}xi32>"
        ),
    };
    let (a, b) = match keep {
        None => (x.clone(), i.clone()),
        Some(k) => (format!("tensor<{rows}x{k}xf32>"), format!("tensor<{rows}x{k}xi32>")),
    };
    let text = format!(
        "func.func @main(%x: {x}) -> ({a}, {b}) {{
        %i = stablehlo.iota dim = {dimension} : {i}
        %r:2 = \"stablehlo.sort\"(%x, %i) <{{dimension = {dimension} : i64, is_stable = true}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
            %0 = stablehlo.compare {direction}, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %0 : tensor<i1>
        }}) : ({x}, {i}) -> ({x}, {i})
        {tail}
        }}"
    );
    Module::parse(&text).unwrap_or_else(|e| panic!("{e}"))
}

/// Numbers with many ties, infinities and NaN among them.
fn numbers(n: usize) -> Vec<f32> {
    let mut random = Random(7);
    let special = [f32::NAN, -f32::NAN, 0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY];
    (0..n)
        .map(|_| match random.below(50) {
            0 => random.choose(&special),
            1..20 => random.below(100) as f32,
            _ => random.unit() as f32,
        })
        .collect()
}

/// The stable order of a line, by the standard library.
fn expected(line: &[f32], descending: bool) -> Vec<i32> {
    let mut order: Vec<i32> = (0..line.len() as i32).collect();
    let at = |i: &i32| line[*i as usize];
    order.sort_by(|a, b| if descending { at(b).total_cmp(&at(a)) } else { at(a).total_cmp(&at(b)) });
    order
}

#[test]
fn lines_of_any_length_are_sorted_alike_on_any_number_of_threads() {
    for [rows, columns] in [[1, 300_001], [1, 70_000], [3, 100_000], [40, 5000], [300, 100], [5, 1], [1, 1]] {
        let x = numbers(rows * columns);
        let input = Literal::from_vec([rows, columns], x.clone()).unwrap();
        for (direction, descending) in [("LT", false), ("GT", true)] {
            let module = argsort([rows, columns], 1, direction, None);
            let wanted: Vec<i32> = x.chunks(columns).flat_map(|line| expected(line, descending)).collect();
            for threads in [1, 2, 4] {
                let results = run(&module, &options(), threads, &[vec![input.clone()]]).remove(0);
                assert!(results[1].to_vec::<i32>().unwrap() == wanted, "{rows}x{columns} {direction} on {threads}");
                let values = results[0].to_vec::<f32>().unwrap();
                let sources = wanted.iter().enumerate().map(|(i, p)| x[i / columns * columns + *p as usize]);
                assert!(values.iter().zip(sources).all(|(a, b)| a.to_bits() == b.to_bits()), "{rows}x{columns}");
            }
        }
    }
}

#[test]
fn columns_are_sorted() {
    let (rows, columns) = (2000, 30);
    let x = numbers(rows * columns);
    let input = Literal::from_vec([rows, columns], x.clone()).unwrap();
    let results = run(&argsort([rows, columns], 0, "LT", None), &options(), 2, &[vec![input]]).remove(0);
    let positions = results[1].to_vec::<i32>().unwrap();
    for column in 0..columns {
        let line: Vec<f32> = (0..rows).map(|r| x[r * columns + column]).collect();
        let found: Vec<i32> = (0..rows).map(|r| positions[r * columns + column]).collect();
        assert!(found == expected(&line, false), "column {column}");
    }
}

#[test]
fn the_first_elements_are_those_of_the_whole_sort() {
    for ([rows, columns], k) in [([1, 200_000], 10), ([1, 200_000], 90_000), ([7, 3000], 5), ([7, 3000], 2999)] {
        let x = numbers(rows * columns);
        let input = Literal::from_vec([rows, columns], x.clone()).unwrap();
        let module = argsort([rows, columns], 1, "GT", Some(k));
        let wanted: Vec<i32> = x.chunks(columns).flat_map(|line| expected(line, true)[..k].to_vec()).collect();
        for threads in [1, 2] {
            let results = run(&module, &options(), threads, &[vec![input.clone()]]).remove(0);
            assert!(results[1].to_vec::<i32>().unwrap() == wanted, "{k} of {rows}x{columns} on {threads}");
        }
    }
}

#[test]
fn running_sums_do_not_depend_on_threads() {
    let (rows, columns) = (300, 1000);
    let text = format!(
        "func.func @main(%x: tensor<{rows}x{columns}xf32>) -> tensor<{rows}x{columns}xf32> {{
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %r = \"stablehlo.reduce_window\"(%x, %zero) <{{window_dimensions = array<i64: 1, {columns}>,
            padding = dense<[[0, 0], [{}, 0]]> : tensor<2x2xi64>}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %0 = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %0 : tensor<f32>
        }}) : (tensor<{rows}x{columns}xf32>, tensor<f32>) -> tensor<{rows}x{columns}xf32>
        return %r : tensor<{rows}x{columns}xf32>
        }}",
        columns - 1
    );
    let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}"));
    let mut random = Random(3);
    let x: Vec<f32> = (0..rows * columns).map(|_| random.unit() as f32).collect();
    let wanted: Vec<f32> = x
        .chunks(columns)
        .flat_map(|row| {
            row.iter().scan(0f64, |sum, x| {
                *sum += f64::from(*x);
                Some(*sum as f32)
            })
        })
        .collect();
    let input = Literal::from_vec([rows, columns], x.clone()).unwrap();
    for threads in [1, 2, 4] {
        let results = run(&module, &options(), threads, &[vec![input.clone()]]).remove(0);
        assert!(results[0].to_vec::<f32>().unwrap() == wanted, "on {threads} threads");
    }
}

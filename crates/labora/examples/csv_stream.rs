//! Rows a second of a CSV file that does not fit into memory, alone and in a training, and the peak of the
//! memory.
//!
//! ```text
//! cargo run --release -p labora --example csv_stream -- [ROWS] [COLUMNS]
//! ```
//!
//! The file is written into the temporary folder, unless it is there: 5,000,000 rows of 10 numbers and a
//! target.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use keras::data::Dataset;
use labora::datasets::csv_file::Csv;
use labora::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: usize| arguments.next().map_or(Ok(default), |text| text.parse());
    let (rows, columns) = (number(5_000_000)?, number(10)?);
    let path = std::env::temp_dir().join(format!("labora-rows-{rows}-{columns}.csv"));
    if !path.exists() {
        write(&path, rows, columns)?;
    }
    println!("file        {rows} rows, {} MiB, peak RSS {}", path.metadata()?.len() >> 20, peak_rss());
    let batches = Csv::new(&path).target(["y"]).batch_size(1024).open()?;
    for (name, dataset) in [("source", batches.clone()), ("shuffled", batches.shuffle(10_000, 1))] {
        report(name, rows, || count(&dataset))?;
    }
    let input = Input::new([columns]);
    let hidden = Dense::new(64).activation(Activation::Relu).call(&input)?;
    let hidden = Dense::new(64).activation(Activation::Relu).call(&hidden)?;
    let mut model = Model::new(&input, &Dense::new(1).call(&hidden)?)?;
    model.compile(Compile::new(Adam::new(), "mean_squared_error"))?;
    let mut model = model.to_device(&labora::cpu()?)?;
    report("fit", rows, || {
        let history = model.fit_dataset(&batches, Fit::new().verbose(keras::Verbose::Silent))?;
        println!("loss        {:.5}", history.get("loss").map_or(f64::NAN, |loss| loss[0]));
        Ok(rows)
    })?;
    Ok(())
}

/// Writes rows whose target is a function of the numbers.
fn write(path: &Path, rows: usize, columns: usize) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(path)?);
    let names: Vec<String> = (0..columns).map(|column| format!("x{column}")).collect();
    writeln!(out, "{},y", names.join(","))?;
    let mut rng = keras::utils::Rng::seeded(1);
    for _ in 0..rows {
        let mut sum = 0.0;
        for column in 0..columns {
            let value = (rng.uniform() * 2000.0).round() / 1000.0 - 1.0;
            sum += value * (column as f64 + 1.0).sin();
            write!(out, "{value},")?;
        }
        writeln!(out, "{sum:.4}")?;
    }
    Ok(out.flush()?)
}

fn count(dataset: &Dataset) -> keras::Result<usize> {
    dataset.batches(0)?.map(|batch| batch.map(|batch| batch.rows())).sum()
}

/// Prints the rows a second of a run.
fn report(name: &str, rows: usize, run: impl FnOnce() -> keras::Result<usize>) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let found = run()?;
    assert_eq!(found, rows, "the file has other rows: delete it");
    let rate = rows as f64 / start.elapsed().as_secs_f64();
    println!("{name:12}{rate:.0} rows/s, peak RSS {}", peak_rss());
    Ok(())
}

/// The peak of the resident memory so far, as Linux tells it.
fn peak_rss() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".into(), |value| value.trim().to_string())
}

//! Parquet files that pandas and PyArrow have written.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use datasets::parquet_file::{ColumnType, Parquet};
use keras::Samples;
use serde_json::Value;

/// The folder with the files, and their values; `None`, after saying why, without a Python.
fn written() -> Option<&'static (PathBuf, Value)> {
    if !cfg!(feature = "parquet") {
        testkit::skip("built without the feature `parquet`");
        return None;
    }
    static WRITTEN: OnceLock<Option<(PathBuf, Value)>> = OnceLock::new();
    let write = || {
        let python = testkit::pandas()?;
        let folder = tempfile::tempdir().unwrap().keep();
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/parquet_files.py");
        testkit::run_python(&python, &script, &[&folder]);
        let expected = std::fs::read(folder.join("expected.json")).unwrap();
        Some((folder, serde_json::from_slice(&expected).unwrap()))
    };
    WRITTEN.get_or_init(write).as_ref()
}

fn numbers(values: &Value) -> Vec<f32> {
    values.as_array().unwrap().iter().map(|value| value.as_f64().unwrap_or(f64::INFINITY) as f32).collect()
}

fn batches(parquet: Parquet) -> Result<Vec<Samples>, String> {
    let dataset = parquet.open().map_err(|e| e.to_string())?;
    dataset.batches(0).unwrap().collect::<keras::Result<_>>().map_err(|e| e.to_string())
}

#[test]
fn columns_are_those_of_pandas() {
    let Some((folder, expected)) = written() else { return };
    let table = expected["table"].as_object().unwrap();
    for name in ["snappy", "gzip", "lz4", "plain"] {
        let path = folder.join(name).with_extension("parquet");
        let parquet = Parquet::new(&path);
        let arrays = parquet.read(&parquet.names().unwrap()).unwrap();
        assert_eq!(arrays.len(), table.len());
        for named in arrays {
            let found: Vec<f32> = (0..named.array.rows()).flat_map(|row| named.array.row(row).unwrap()).collect();
            assert_eq!(found, numbers(&table[&named.name]), "{name}: {}", named.name);
        }
        // Batches of another size than the row groups.
        let all = batches(Parquet::new(&path).label("kind").target(["double", "flag"]).batch_size(10)).unwrap();
        assert_eq!(all.iter().map(Samples::rows).collect::<Vec<_>>(), [10, 10, 10, 10, 10, 3]);
        let inputs = ["small", "long", "unsigned", "single", "town"].map(|name| numbers(&table[name]));
        let rows = all.iter().flat_map(|batch| (0..batch.rows()).map(|row| batch.x[0].row(row).unwrap()));
        for (at, row) in rows.enumerate() {
            assert_eq!(row, inputs.iter().map(|column| column[at]).collect::<Vec<_>>());
        }
        let kinds = numbers(&table["kind"]).into_iter().map(|kind| kind as i32).collect::<Vec<_>>();
        assert_eq!(all[5].y[0], kinds[50..].to_vec().into());
        assert_eq!(all[0].y[1].dims(), [10, 2]);
    }
    let towns = Parquet::new(folder.join("gzip.parquet")).categories("town").unwrap();
    assert_eq!(serde_json::json!(towns), expected["towns"]);
}

#[test]
fn nulls_are_refused_or_filled() {
    let Some((folder, expected)) = written() else { return };
    let path = folder.join("nulls.parquet");
    let error = batches(Parquet::new(&path).label("y")).unwrap_err();
    assert!(error.contains("nulls.parquet: row 2, column \"count\" is null: fill_nulls"), "{error}");
    let filled = Parquet::new(&path).input(["count"], ColumnType::Integer).input(["share"], ColumnType::Float);
    let all = batches(filled.label("y").fill_nulls(-1.0).batch_size(5)).unwrap();
    assert_eq!(all[0].x[0].row(3), Some(vec![(1 << 30) as f32]));
    for (array, name) in all[0].x.iter().chain(all[0].y.iter()).zip(["count", "share", "y"]) {
        let found: Vec<f32> = (0..5).flat_map(|row| array.row(row).unwrap()).collect();
        assert_eq!(found, numbers(&expected["filled"][name]), "{name}");
    }
    let error =
        batches(Parquet::new(&path).input(["count"], ColumnType::Integer).label("y").fill_nulls(0.5)).unwrap_err();
    assert!(error.contains("row 2, column \"count\": 0.5 is no integer"), "{error}");
}

#[test]
fn what_is_not_read_is_refused_by_name() {
    let Some((folder, _)) = written() else { return };
    let message = |name: &str| batches(Parquet::new(folder.join(name)).target(["y"])).unwrap_err();
    assert!(message("times.parquet").contains("column \"when\" has the type INT64"), "{}", message("times.parquet"));
    assert!(message("lists.parquet").contains("column \"list.list.element\""), "{}", message("lists.parquet"));
    let towns = Parquet::new(folder.join("zstd.parquet")).input(["small"], ColumnType::Integer).target(["double"]);
    let error = batches(towns).unwrap_err();
    assert!(error.contains("zstd"), "{error}");
    std::fs::write(folder.join("cut.parquet"), &std::fs::read(folder.join("snappy.parquet")).unwrap()[..900]).unwrap();
    assert!(message("cut.parquet").contains("cut.parquet"));
    let error = batches(Parquet::new(folder.join("snappy.parquet")).target(["price"])).unwrap_err();
    assert!(error.contains("there is no column \"price\"; the columns are [\"small\""), "{error}");
}

//! Verbs that take a model file of Keras: what they say and write is what real Keras says.

use std::fs;
use std::path::Path;

use datasets::array_file::{self, NamedArray};
use keras::layers::{Concatenate, Dense, Flatten, LookupMode, StringLookup};
use keras::models::load_model;
use keras::objects::Registry;
use keras::optimizers::Adam;
use keras::{Activation, Array, Compile, Feature, Infer, Input, Model, Strings};
use serde_json::Value;

use crate::fixtures::*;

/// All numbers of a JSON value, in order.
fn numbers(value: &Value) -> Vec<f32> {
    match value {
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(values) => values.values().flat_map(numbers).collect(),
        other => vec![other.as_f64().unwrap() as f32],
    }
}

#[track_caller]
fn same(found: &Value, expected: &Value) {
    let (found, expected) = (numbers(found), numbers(expected));
    assert_eq!(found.len(), expected.len());
    let worst = testkit::worst_difference(&found, &expected);
    assert!(worst < 1e-5, "{worst}");
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn models_of_keras_predict_evaluate_train_and_become_other_files() {
    let Some(python) = testkit::python() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/model_files.py");
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    testkit::run_python(&python, &script, &["write".as_ref(), folder.path().as_os_str()]);
    let keras = json(&fs::read_to_string(path("keras.json")).unwrap());

    let predict =
        |model: &str, more: &[&str]| labora(["predict", "--model", &path(model)].iter().chain(more)).succeeds();
    for (model, rows) in [("model.keras", "x.npy"), ("model.h5", "x.npy")] {
        let lines = predict(model, &["--input", &path(rows), "--json"]);
        let outputs: Vec<Value> = lines.lines().map(|line| json(line)["output"].clone()).collect();
        same(&outputs.into(), &keras["output"]);
    }
    for name in ["out.npy", "out.npz", "out.csv"] {
        predict("model.keras", &["--input", &path("x.npy"), "--output", &path(name)]);
    }
    assert_eq!(fs::read_to_string(path("out.csv")).unwrap().lines().count(), 1 + 48);
    fs::write(path("names.txt"), "small\nlarge\n").unwrap();
    let said = predict("model.keras", &["--input", &path("x.npy"), "--classes", &path("names.txt")]);
    let first = numbers(&keras["output"][0]);
    let (name, part) = if first[0] > first[1] { ("small", first[0]) } else { ("large", first[1]) };
    assert_eq!(said.lines().next().unwrap(), format!("0: {name}, {:.1}%", part * 100.0));

    for data in [
        &["--input", &path("x.npy"), "--target", &path("y.npy")][..],
        &["--input", &path("both.npz")],
        &["--input", &path("table.csv"), "--target", "kind"],
    ] {
        let args = ["evaluate", "--device", "cpu", "--json", "--model", &path("model.keras")];
        let said = json(&labora(args.iter().chain(data)).succeeds());
        for name in ["loss", "accuracy"] {
            same(&said[name], &keras["evaluation"][name]);
        }
        assert_eq!(said["rows"], 48);
    }

    let fit = ["fit", &path("model.keras"), "--device", "cpu", "--no-shuffle", "--epochs", "3", "--batch-size", "16"];
    let more = ["--input", &path("both.npz"), "--validation-split", "0.25", "--save", &path("trained.keras")];
    let said = labora(fit.iter().chain(&more)).succeeds();
    assert!(said.contains("Epoch 3/3") && said.contains("val_loss"), "{said}");
    labora(["convert", &path("model.h5"), &path("converted.keras")]).succeeds();
    labora(["convert", &path("model.keras"), &path("converted.weights.h5")]).succeeds();
    let read = json(&testkit::run_python(&python, &script, &["read".as_ref(), folder.path().as_os_str()]));
    same(&read["trained"], &keras["trained"]);
    // Two epochs of two batches in Keras, three of three here.
    assert_eq!(read["iterations"], 4 + 9);
    for name in ["converted", "weights_alone", "outputs", "named"] {
        same(&read[name], &keras["output"]);
    }

    // Keras does not count the variables of the optimizer as the file's, so only the layers are compared.
    let table = |text: &str| -> String {
        let lines = text.lines().map(str::trim_end).take_while(|line| !line.starts_with('└'));
        lines.collect::<Vec<_>>().join("\n")
    };
    let said = labora(["summary", &path("model.keras")]).succeeds();
    let in_keras = keras["summary"].as_str().unwrap();
    assert_eq!(table(&said), table(&in_keras[in_keras.find("Model:").unwrap()..]));
}

/// A model that is not compiled.
fn small(folder: &Path) -> String {
    let input = Input::new([4]).name("rows");
    let model = Model::new(&input, &Dense::new(2).activation(Activation::Relu).call(&input).unwrap()).unwrap();
    let path = folder.join("small.keras");
    model.save(&path).unwrap();
    path.display().to_string()
}

#[test]
fn what_is_wrong_is_said_with_its_option() {
    let folder = folder();
    let model = small(folder.path());
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("table.csv"), "a,b,c,d\n1,2,3,4\n5,6,7,8\n").unwrap();
    fs::write(path("narrow.csv"), "a,b\n1,2\n").unwrap();
    fs::write(path("text.csv"), "a,b,c,d\n1,red,3,4\n").unwrap();
    fs::write(path("names.txt"), "one\ntwo\nthree\n").unwrap();
    let (table, names) = (path("table.csv"), path("names.txt"));
    let says = |args: &[&str], code: i32, words: &[&str]| {
        let said = labora(args).fails(code);
        for word in words {
            assert!(said.contains(word), "{args:?}: {word:?} is not in {said}");
        }
    };
    says(&["summary", &path("none.keras")], 1, &["none.keras"]);
    says(&["summary", &path("a.weights.h5")], 2, &["has weights and no model", "model.save"]);
    says(&["predict", "--model", &model], 2, &["--input"]);
    says(&["predict", "--model", &model, "--input", &path("text.csv")], 1, &["line 2", "\"red\" is not a number"]);
    says(
        &["predict", "--model", &model, "--input", &path("narrow.csv")],
        1,
        &["an input of shape (None, 4)", "[\"a\", \"b\"]"],
    );
    says(&["predict", "--model", &model, "--input", &path("a.png")], 1, &["does not take one image"]);
    says(&["predict", "--model", &model, "--input", &table, "--classes", &names], 2, &["--classes", "3 names"]);
    says(&["predict", "--model", &model, "--input", &table, "--output", &path("o.txt")], 1, &["--output", "o.txt"]);
    says(&["predict", "--model", &model, "--weights", "w.h5", "--input", &table], 2, &["cannot be used with"]);
    says(&["evaluate", "--model", &model, "--input", &table], 1, &["no loss and no optimizer", "--loss"]);
    says(&["fit", &model, "--input", &table, "--save", &path("o.txt")], 2, &["o.txt", "name the file .keras"]);
    says(&["fit", &model, "--input", &table, "--save", &path("o.keras")], 1, &["no loss and no optimizer", "--loss"]);
    says(&["convert", &model, &path("o.txt")], 2, &["name the file .keras"]);
    assert_eq!(labora(["predict", "--model", &model, "--input", &table]).succeeds().lines().count(), 2);
}

keras::loss! {
    /// A loss that the command does not know.
    Own "own" {}
    call |_loss, y_true, y_pred| { keras::ops::mean(&keras::ops::abs(&(y_true - y_pred)), -1, false) }
}

#[test]
fn a_training_configuration_that_is_unknown_matters_to_training_alone() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let input = Input::new([4]).name("rows");
    let mut model = Model::new(&input, &Dense::new(2).call(&input).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), Own::new())).unwrap();
    fs::write(path("t.csv"), "a,b,c,d\n1,2,3,4\n5,6,7,8\n").unwrap();
    for name in ["m.keras", "m.h5"] {
        model.save(path(name)).unwrap();
        for args in [
            &["summary", &path(name)][..],
            &["predict", "--model", &path(name), "--input", &path("t.csv")],
            &["convert", &path(name), &path("o.keras")],
            &["convert", &path(name), &path("o.onnx")],
            &["plot", &path(name), "--output", &path("o.svg")],
        ] {
            let ended = labora(args);
            let said = ended.err.clone();
            assert!(said.contains("note: the model is loaded without its") && said.contains("Own"), "{said}");
            ended.succeeds();
        }
        for args in [
            &["evaluate", "--model", &path(name), "--input", &path("t.csv")][..],
            &["fit", &path(name), "--input", &path("t.csv"), "--save", &path("o.keras")],
        ] {
            let said = labora(args).fails(1);
            let expected = ["has no loss and no optimizer", "--loss", "Own"];
            assert!(expected.iter().all(|text| said.contains(text)), "{said}");
        }
    }
}

#[test]
fn a_last_dimension_of_one_may_be_missing_or_there() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (image, row) = (Input::new([2, 2, 1]).name("image"), Input::new([3]).name("row"));
    let x = Concatenate::new().call([&Flatten::new().call(&image).unwrap(), &row.tensor()]).unwrap();
    let mut model = Model::new([&image.tensor(), &row.tensor()], &Dense::new(2).name("y").call(&x).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "categorical_crossentropy")).unwrap();
    model.save(path("m.keras")).unwrap();
    let write = |file: &str, dims: [&[usize]; 3]| {
        let arrays = ["image", "row", "y"].into_iter().zip(dims).map(|(name, dims)| {
            let count = dims.iter().product::<usize>();
            let values: Vec<f32> = (0..count).map(|i| (i % 5) as f32 / 8.0).collect();
            NamedArray { name: name.into(), array: Array::new(dims, values).unwrap() }
        });
        array_file::write(Path::new(&path(file)), &arrays.collect::<Vec<_>>()).unwrap();
    };
    write("whole.npz", [&[5, 2, 2, 1], &[5, 3], &[5, 2]]);
    write("other.npz", [&[5, 2, 2], &[5, 3, 1], &[5, 2, 1]]);
    let said = |file: &str| {
        let predict = ["predict", "--model", &path("m.keras"), "--input", &path(file), "--json"];
        let evaluate = ["evaluate", "--device", "cpu", "--json", "--model", &path("m.keras"), "--input", &path(file)];
        let fit =
            ["fit", &path("m.keras"), "--device", "cpu", "--input", &path(file), "--save", &path("trained.keras")];
        labora(fit).succeeds();
        let trained = load_model(path("trained.keras"), &Registry::new()).unwrap().variables().to_vec();
        (labora(predict).succeeds(), labora(evaluate).succeeds(), trained)
    };
    assert_eq!(said("other.npz"), said("whole.npz"));
}

#[test]
fn evaluate_takes_batches_as_keras_does() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let words = Input::new([3]);
    let x = keras::layers::Embedding::new(5, 2).mask_zero(true).call(&words).unwrap();
    let mut model = Model::new(&words, &Dense::new(1).call(&x).unwrap()).unwrap();
    model.compile(Compile::new(Adam::new(), "mse")).unwrap();
    model.save(path("m.keras")).unwrap();
    // Batches with other numbers of words.
    let x: Vec<f32> = (0..120).map(|i| if i < 90 { (i % 5) as f32 } else { (i % 3 / 2) as f32 }).collect();
    let y: Vec<f32> = (0..120).map(|i| i as f32 / 40.0).collect();
    let arrays = [("x", Array::new([40, 3], x).unwrap()), ("y", Array::new([40, 3, 1], y).unwrap())];
    let arrays = arrays.map(|(name, array)| NamedArray { name: name.into(), array });
    array_file::write(Path::new(&path("both.npz")), &arrays).unwrap();
    let evaluate = ["evaluate", "--device", "cpu", "--json", "--model", &path("m.keras"), "--input", &path("both.npz")];
    let said = |more: &[&str]| labora(evaluate.iter().chain(more)).succeeds();
    assert_eq!(said(&[]), said(&["--batch-size", "32"]));
    assert_ne!(said(&[]), said(&["--batch-size", "1024"]));
}

/// The weights of a model that was compiled and saved, after `labora fit` with these arguments.
fn fitted(folder: &Path, model: &mut Model, loss: &str, args: &[&str]) -> Vec<Vec<f32>> {
    let path = |name: &str| folder.join(name).display().to_string();
    model.compile(Compile::new(Adam::new(), loss)).unwrap();
    model.save(path("m.keras")).unwrap();
    let fixed = ["fit", &path("m.keras"), "--device", "cpu", "--verbose", "0", "--batch-size", "4", "--epochs", "2"];
    labora(fixed.iter().chain(args).chain(&["--save", &path("trained.keras")])).succeeds();
    let trained = load_model(path("trained.keras"), &Registry::new()).unwrap();
    trained.variables().iter().map(|v| v.values.clone()).collect()
}

/// A model of numbers and texts with two outputs takes columns by its names: what it gives is what the library
/// gives for the same rows.
#[test]
fn columns_are_inputs_and_targets_by_their_names() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (ages, cities) = ([20.0f32, 31.5, 44.0, 58.5], ["Rome", "Oslo", "Rome, South", "Bern"]);
    let (prices, sold) = ([0.5f32, 2.0, -1.0, 0.25], [1.0f32, 0.0, 0.0, 1.0]);
    let lines = (0..4).map(|i| format!("{},{},\"{}\",{}\n", sold[i], ages[i], cities[i], prices[i]));
    fs::write(path("t.csv"), "sold,age,city,price\n".to_string() + &lines.collect::<String>()).unwrap();

    let (age, city) = (Input::new([1]).name("age"), Input::new([1]).name("city").dtype("string"));
    let lookup = StringLookup::new().vocabulary(["Rome", "Oslo", "Rome, South"]).output_mode(LookupMode::OneHot);
    let x = Concatenate::new().call([&age.tensor(), &lookup.call(&city).unwrap()]).unwrap();
    let [price, is_sold] = ["price", "sold"].map(|name| Dense::new(1).name(name).call(&x).unwrap());
    let mut model = Model::new([&age.tensor(), &city.tensor()], [&price, &is_sold]).unwrap();
    model.compile(Compile::new(Adam::new(), ["mse", "mae"])).unwrap();
    model.save(path("m.keras")).unwrap();
    let x = model.prepare(&[Array::new([4, 1], ages.to_vec()).unwrap().into(), column(cities)]).unwrap();
    let y = vec![Array::from(prices.to_vec()), Array::from(sold.to_vec())];
    let mut on_device = model.to_device(&labora::cpu().unwrap().quiet()).unwrap();
    let expected = on_device.predict_all(x.clone(), Infer::silent(32)).unwrap();
    let loss = on_device.evaluate(x, y, Infer::silent(32)).unwrap().get("loss").unwrap();

    let said = labora(["predict", "--model", &path("m.keras"), "--input", &path("t.csv"), "--json"]).succeeds();
    for (row, line) in said.lines().enumerate() {
        let line = json(line);
        for (name, output) in ["price", "sold"].into_iter().zip(&expected) {
            assert_eq!(numbers(&line[name]), output.row(row).unwrap());
        }
    }
    let evaluate = ["evaluate", "--device", "cpu", "--json", "--model", &path("m.keras"), "--input", &path("t.csv")];
    for more in [&[][..], &["--target", "price", "--target", "sold"]] {
        let said = json(&labora(evaluate.iter().chain(more)).succeeds());
        same(&said["loss"], &loss.into());
    }
    let said = labora(evaluate.iter().chain(&["--target", "rent"])).fails(2);
    assert!(said.contains("--target rent") && said.contains(r#"outputs ["price", "sold"]"#), "{said}");
    let stream = ["fit", &path("m.keras"), "--input", &path("t.csv"), "--stream", "--save", &path("o.keras")];
    assert!(labora(stream).fails(2).contains("without --stream"));
}

/// A column of strings.
fn column<const N: usize>(strings: [&str; N]) -> Feature {
    Strings::new([N, 1], strings).unwrap().into()
}

/// Rows that are streamed, and images of a folder, give the weights of the same rows in memory.
#[test]
fn fit_streams_files_and_folders() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let lines = (0..30).map(|i| format!("{},{},{}\n", i % 7, i % 4, i % 5));
    fs::write(path("t.csv"), "a,b,y\n".to_string() + &lines.collect::<String>()).unwrap();
    let input = Input::new([2]);
    let mut model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
    let csv = ["--input", &path("t.csv"), "--no-shuffle"];
    let expected = fitted(folder.path(), &mut model, "mean_squared_error", &csv);
    let streamed = [&csv[..], &["--stream"]].concat();
    assert_eq!(fitted(folder.path(), &mut model, "mean_squared_error", &streamed), expected);
    if let Some(python) = testkit::pandas() {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/to_parquet.py");
        testkit::run_python(&python, &script, &[path("t.csv"), path("t.parquet")].map(std::path::PathBuf::from));
        let file = path("t.parquet");
        for more in [&[][..], &["--stream"]] {
            let parquet = [&["--input", &file, "--no-shuffle"], more].concat();
            assert_eq!(fitted(folder.path(), &mut model, "mean_squared_error", &parquet), expected, "{more:?}");
        }
    }

    let mut pixels = Vec::new();
    for class in ["cat", "dog"] {
        fs::create_dir_all(folder.path().join("images").join(class)).unwrap();
        for i in 0..6u8 {
            let image = image::GrayImage::from_fn(3, 2, |x, y| image::Luma([x as u8 * 20 + y as u8 * 50 + i * 10]));
            image.save(folder.path().join("images").join(class).join(format!("{i}.png"))).unwrap();
            pixels.extend(image.into_raw().into_iter().map(f32::from));
        }
    }
    let arrays =
        [("x", Array::new([12, 2, 3, 1], pixels).unwrap()), ("y", Array::from([[0.0f32; 6], [1.0; 6]].concat()))];
    let arrays = arrays.map(|(name, array)| NamedArray { name: name.into(), array });
    array_file::write(Path::new(&path("both.npz")), &arrays).unwrap();
    let input = Input::new([2, 3, 1]);
    let flat = Flatten::new().call(&input).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).call(&flat).unwrap()).unwrap();
    let loss = "sparse_categorical_crossentropy";
    let expected = fitted(folder.path(), &mut model, loss, &["--input", &path("both.npz"), "--no-shuffle"]);
    assert_eq!(fitted(folder.path(), &mut model, loss, &["--input", &path("images"), "--no-shuffle"]), expected);
    let split = ["--input", &path("images"), "--validation-split", "0.25", "--early-stopping", "3"];
    assert_ne!(fitted(folder.path(), &mut model, loss, &split), expected);
}

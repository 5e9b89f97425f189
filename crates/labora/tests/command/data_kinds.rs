//! The rows that each verb sees in files of each kind are those that Keras, pandas and NumPy read: a model
//! that gives its input back shows them.

use std::fs;
use std::path::{Path, PathBuf};

use datasets::array_file::{self, NamedArray};
use datasets::image_file::Images;
use keras::layers::{Conv2D, Dense, GlobalAveragePooling2D, Identity};
use keras::models::load_model;
use keras::objects::Registry;
use keras::optimizers::SGD;
use keras::{Array, Compile, Input, Model};
use serde_json::Value;

use crate::fixtures::*;

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name)
}

/// The file of a model that gives its input back.
fn identity(folder: &Path, shape: &[usize]) -> String {
    let input = Input::new(shape);
    let model = Model::new(&input, &Identity::new().call(&input).unwrap()).unwrap();
    let name = shape.iter().map(usize::to_string).collect::<Vec<_>>().join("x");
    let path = folder.join(format!("identity_{name}.keras"));
    model.save(&path).unwrap();
    path.display().to_string()
}

fn array(path: &Path) -> Array {
    array_file::read(path).unwrap().swap_remove(0).array
}

/// What `predict` gives for this input.
fn predicted(folder: &Path, model: &str, input: &str, flags: &[String]) -> Array {
    let output = folder.join("predicted.npy");
    let fixed = ["predict", "--model", model, "--input", input, "--output", output.to_str().unwrap()];
    labora(fixed.into_iter().map(str::to_owned).chain(flags.iter().cloned())).succeeds();
    array(&output)
}

#[track_caller]
fn same(found: &Array, expected: &Array, difference: f32, name: &str) {
    assert_eq!(found.dims(), expected.dims(), "{name}");
    let rows = |array: &Array| -> Vec<f32> { (0..array.rows()).flat_map(|row| array.row(row).unwrap()).collect() };
    let pairs = rows(found).into_iter().zip(rows(expected));
    let worst = pairs.map(|(a, b)| if a == b { 0.0 } else { (a - b).abs() }).fold(0.0f32, f32::max);
    assert!(worst <= difference, "{name}: values differ by {worst}");
}

#[test]
fn tables_and_arrays_are_those_of_pandas_and_numpy() {
    let Some(python) = testkit::pandas() else { return };
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    testkit::run_python(&python, &script("table_kinds.py"), &[folder.path()]);
    let [table, rows] = [&[2][..], &[3, 4]].map(|shape| identity(folder.path(), shape));
    // The columns on which it was trained, in this order.
    let mut named = load_model(&table, &Registry::new()).unwrap();
    named.notes_mut().insert("columns".into(), serde_json::json!({ "inputs": ["a", "b"], "targets": ["y"] }));
    named.save(&table).unwrap();
    let flags: Value = serde_json::from_str(&fs::read_to_string(path("flags.json")).unwrap()).unwrap();
    for (file, flags) in flags.as_object().unwrap() {
        let expected = array(&folder.path().join(format!("{file}.expected.npy")));
        if file.ends_with(".npy") {
            same(&array(&folder.path().join(file)), &expected, 0.0, file);
            continue;
        }
        let flags: Vec<String> = serde_json::from_value(flags.clone()).unwrap();
        if !file.ends_with(".parquet") || cfg!(feature = "parquet") {
            same(&predicted(folder.path(), &table, &path(file), &flags), &expected, 0.0, file);
        }
    }
    let all = array_file::read(&folder.path().join("all.npz")).unwrap();
    assert!(all.len() > 40, "{}", all.len());
    for NamedArray { name, array: found } in all {
        same(&found, &array(&folder.path().join(format!("{name}.npy.expected.npy"))), 0.0, &name);
    }
    let expected = array(&folder.path().join("big_f2_F.npy.expected.npy"));
    same(&predicted(folder.path(), &rows, &path("big_f2_F.npy"), &[]), &expected, 0.0, "predicted");
    for (file, words) in [
        ("records.npy", "records with fields"),
        ("objects.npy", "objects of Python"),
        ("complex.npy", "complex numbers"),
        ("dates.npy", "dates or times"),
    ] {
        let said = labora(["predict", "--model", &rows, "--input", &path(file)]).fails(1);
        assert!(said.contains(words) && said.contains(file), "{said}");
    }
}

/// `predict` gives an image as Keras reads it, in each number of channels in which TensorFlow reads it.
#[test]
fn images_are_those_of_keras() {
    let Some(python) = testkit::keras_tensorflow() else { return };
    let folder = folder();
    testkit::run_python(&python, &script("image_kinds.py"), &[folder.path()]);
    let models = [1, 3, 4].map(|channels| identity(folder.path(), &[9, 7, channels]));
    let mut compared = 0;
    for entry in fs::read_dir(folder.path()).unwrap() {
        let kind = entry.unwrap().file_name().into_string().unwrap();
        for (model, channels) in models.iter().zip([1, 3, 4]) {
            let expected = folder.path().join(format!("{kind}.{channels}.npy"));
            // TensorFlow gives pixels of one bit the opacity 1 of 255, and takes the fourth byte of a BMP's
            // pixel, which is reserved, for opacity.
            if !expected.exists() || channels == 4 && ["png_bits", "bmp_32"].contains(&kind.as_str()) {
                continue;
            }
            let input = folder.path().join(&kind).display().to_string();
            // Decoders of JPEG may round in other ways, and Adobe's inks are multiplied in others.
            let difference =
                if ["jpg", "exif", "misnamed"].iter().any(|jpeg| kind.starts_with(jpeg)) { 2.0 } else { 0.002 };
            same(
                &predicted(folder.path(), model, &input, &[]),
                &array(&expected),
                difference,
                &format!("{kind} {channels}"),
            );
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
    let pngs = folder.path().join("png_rgb").display().to_string();
    for name in ["crop", "pad"] {
        let flags = [format!("--{name}-to-aspect-ratio")];
        let expected = array(&folder.path().join(format!("png_rgb.{name}.npy")));
        same(&predicted(folder.path(), &models[1], &pngs, &flags), &expected, 0.002, name);
    }
    truncated_images_are_named(folder.path());
}

/// What TensorFlow does not read because its end is missing is refused with its name.
fn truncated_images_are_named(folder: &Path) {
    let text = fs::read_to_string(folder.join("truncated.json")).unwrap();
    let is_read: Value = serde_json::from_str(&text).unwrap();
    for (name, is_read) in is_read.as_object().unwrap() {
        if *is_read == Value::Bool(false) {
            let said = Images::default().load(&folder.join("cut").join(name)).unwrap_err().to_string();
            assert!(said.contains(name), "{said}");
        }
    }
}

/// A folder of colored images of other sizes, of two classes, and a compiled model for them.
fn classes(folder: &Path) -> (String, Model) {
    for (class, name) in ["cat", "dog"].into_iter().enumerate() {
        fs::create_dir_all(folder.join("pets").join(name)).unwrap();
        for i in 0..7u32 {
            let pixel = |x: u32, y: u32| image::Rgb([(x * 9 + i) as u8, (y * 7) as u8, class as u8 * 90 + 20]);
            let image = image::RgbImage::from_fn(20 + i, 17, pixel);
            image.save(folder.join("pets").join(name).join(format!("{i}.png"))).unwrap();
        }
    }
    let input = Input::new([8, 6, 3]);
    let x = GlobalAveragePooling2D::new().call(&Conv2D::new(4, 3).call(&input).unwrap()).unwrap();
    let mut model = Model::new(&input, &Dense::new(2).call(&x).unwrap()).unwrap();
    let logits = keras::losses::SparseCategoricalCrossentropy::new().from_logits(true);
    model.compile(Compile::new(SGD::new().learning_rate(1e-4), logits).metrics(["accuracy"])).unwrap();
    model.save(folder.join("pets.keras")).unwrap();
    (folder.join("pets").display().to_string(), model)
}

/// `fit`, `evaluate` and `predict` see the same images in a folder: what they give is what the arrays of
/// these images give, which `predict` of a model shows that gives its input back.
#[test]
fn all_verbs_read_a_folder_alike() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pets, _) = classes(folder.path());
    for flags in [&[][..], &["--pad-to-aspect-ratio"], &["--crop-to-aspect-ratio", "--interpolation", "nearest"]] {
        let all: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let x = predicted(folder.path(), &identity(folder.path(), &[8, 6, 3]), &pets, &all);
        let y = Array::from([[0; 7], [1; 7]].concat());
        array_file::write(
            Path::new(&path("both.npz")),
            &[("x", x), ("y", y)].map(|(name, array)| NamedArray { name: name.into(), array }),
        )
        .unwrap();
        let fitted = |input: &str, flags: &[&str]| {
            let fixed =
                ["fit", &path("pets.keras"), "--device", "cpu", "--verbose", "0", "--no-shuffle", "--epochs", "2"];
            labora(fixed.iter().chain(&["--input", input, "--save", &path("fitted.keras")]).chain(flags)).succeeds();
            let trained = load_model(path("fitted.keras"), &Registry::new()).unwrap();
            trained.variables().iter().map(|variable| variable.values.clone()).collect::<Vec<_>>()
        };
        assert_eq!(fitted(&path("both.npz"), &[]), fitted(&pets, flags));
        // The model has the flags of its training.
        let evaluated = |input: &str| {
            labora(["evaluate", "--device", "cpu", "--json", "--model", &path("fitted.keras"), "--input", input])
                .succeeds()
        };
        assert_eq!(evaluated(&path("both.npz")), evaluated(&pets));
        let rows = |input: &str| predicted(folder.path(), &path("fitted.keras"), input, &[]);
        assert_eq!(rows(&path("both.npz")), rows(&pets));
    }
    let said = labora(["predict", "--model", &path("fitted.keras"), "--input", &pets]).succeeds();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 14 && lines[0].starts_with("cat/0.png: ") && lines[13].starts_with("dog/6.png: "), "{said}");
    assert!(lines.iter().all(|line| line.contains(": cat, ") || line.contains(": dog, ")), "{said}");
    labora(["predict", "--model", &path("fitted.keras"), "--input", &pets, "--output", &path("out.csv")]).succeeds();
    let table = fs::read_to_string(path("out.csv")).unwrap();
    assert!(table.starts_with("file,0,1\ncat/0.png,"), "{table}");
    let confusion = ["--confusion", &path("confusion.txt")];
    labora(["evaluate", "--model", &path("fitted.keras"), "--input", &pets].iter().chain(&confusion)).succeeds();
    assert!(fs::read_to_string(path("confusion.txt")).unwrap().contains("dog"));

    fs::create_dir_all(folder.path().join("pets/eel")).unwrap();
    let said = labora(["fit", &path("pets.keras"), "--input", &pets, "--save", &path("o.keras")]).fails(1);
    assert!(
        said.contains(r#"3 folders, which are the classes ["cat", "dog", "eel"]"#) && said.contains("2 outputs"),
        "{said}"
    );
    fs::remove_dir(folder.path().join("pets/eel")).unwrap();
    fs::write(path("pets/dog/cut.jpg"), b"\xff\xd8\xff\xe0\0\x10JFIF").unwrap();
    for verb in
        [&["fit", &path("pets.keras"), "--save", &path("o.keras")][..], &["evaluate", "--model", &path("fitted.keras")]]
    {
        let said = labora(verb.iter().chain(&["--input", &pets])).fails(1);
        assert!(said.contains("cut.jpg"), "{said}");
    }
}

/// A table on which a model was trained is read by its names afterwards, whatever else is in it.
#[test]
fn columns_are_found_by_the_names_of_the_training() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| fs::write(path(name), text).unwrap();
    let lines = (0..40).map(|i| format!("{},{},{}\n", i % 7, i % 4 * 10, i % 7 * 3 - i % 4));
    write("homes.csv", &("rooms,area,price\n".to_owned() + &lines.collect::<String>()));
    write("turned.csv", "price,,area,rooms\n5,0,20,3\n7,1,10,6\n");
    write("straight.csv", "rooms,area\n3,20\n6,10\n");
    write("lacking.csv", "rooms,price\n3,20\n6,10\n");
    let input = Input::new([2]);
    let model = Model::new(&input, &Dense::new(1).call(&input).unwrap()).unwrap();
    model.save(path("new.keras")).unwrap();
    for ending in ["keras", "h5"] {
        let trained = path(&format!("trained.{ending}"));
        // The model is not compiled.
        let fit = ["fit", &path("new.keras"), "--device", "cpu", "--input", &path("homes.csv"), "--save", &trained];
        let said = labora(fit.iter().chain(&["--target", "price"])).fails(1);
        assert!(said.contains("no loss") && said.contains("--loss"), "{said}");
        let compile =
            ["--target", "price", "--loss", "mse", "--metrics", "mae", "--optimizer", "SGD(learning_rate=0.001)"];
        let said = labora(fit.iter().chain(&compile)).succeeds();
        assert!(said.contains("mae: "), "{said}");
        let predict = |file: &str| labora(["predict", "--model", &trained, "--input", &path(file)]);
        let expected = predict("straight.csv").succeeds();
        let turned = predict("turned.csv");
        assert!(turned.err.contains(r#"not used: ["price", "Unnamed: 1"]"#), "{}", turned.err);
        assert_eq!(turned.succeeds(), expected);
        assert_eq!(predict("homes.csv").succeeds().lines().count(), 40);
        let said = predict("lacking.csv").fails(1);
        assert!(said.contains("no column \"area\", on which the model was trained"), "{said}");
    }
    let predict = ["predict", "--model", &path("new.keras"), "--input", &path("homes.csv")];
    let said = labora(predict).fails(1);
    assert!(said.contains("an input of shape (None, 2)") && said.contains("--usecols"), "{said}");
    labora(predict.iter().chain(&["--usecols", "rooms,area"])).succeeds();
}

/// The parts of `mnist.npz` and its like: `fit` validates on the other part, `evaluate` measures it.
#[test]
fn parts_of_an_npz_are_those_of_keras_datasets() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let rows = |count: usize, step: usize| {
        Array::new([count, 2], (0..count * 2).map(|i| (i * step % 5) as f32).collect::<Vec<f32>>()).unwrap()
    };
    let labels = |count: usize| Array::from((0..count).map(|i| (i % 3) as f32).collect::<Vec<f32>>());
    let [x_train, y_train, x_test, y_test] = [rows(12, 3), labels(12), rows(7, 2), labels(7)];
    let write = |name: &str, arrays: &[(&str, &Array)]| {
        let arrays: Vec<NamedArray> =
            arrays.iter().map(|(name, array)| NamedArray { name: (*name).into(), array: (*array).clone() }).collect();
        array_file::write(Path::new(&path(name)), &arrays).unwrap();
    };
    write("parts.npz", &[("x_test", &x_test), ("x_train", &x_train), ("y_train", &y_train), ("y_test", &y_test)]);
    write("train.npz", &[("x", &x_train), ("y", &y_train)]);
    write("test.npz", &[("x", &x_test), ("y", &y_test)]);
    let input = Input::new([2]);
    let model = Model::new(&input, &Dense::new(3).call(&input).unwrap()).unwrap();
    model.save(path("new.keras")).unwrap();
    let loss = ["--loss", "SparseCategoricalCrossentropy(from_logits=True)"];
    let fit = |input: &str| {
        let fixed = [
            "fit",
            &path("new.keras"),
            "--device",
            "cpu",
            "--verbose",
            "2",
            "--input",
            &path(input),
            "--save",
            &path("m.keras"),
        ];
        let said = labora(fixed.iter().chain(&loss)).succeeds();
        let trained = load_model(path("m.keras"), &Registry::new()).unwrap();
        (trained.variables().iter().map(|v| v.values.clone()).collect::<Vec<_>>(), said)
    };
    let (expected, plain) = fit("train.npz");
    let (found, said) = fit("parts.npz");
    assert_eq!(found, expected);
    assert!(said.contains("val_loss") && !plain.contains("val_loss"), "{said}");
    let evaluate = |input: &str| {
        labora(["evaluate", "--device", "cpu", "--json", "--model", &path("m.keras"), "--input", &path(input)])
            .succeeds()
    };
    assert_eq!(evaluate("parts.npz"), evaluate("test.npz"));
    let predict = |input: &str| labora(["predict", "--model", &path("m.keras"), "--input", &path(input)]).succeeds();
    assert_eq!(predict("parts.npz"), predict("test.npz"));
}

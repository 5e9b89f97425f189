//! Pictures of trainings and models, and of what a classifier gets wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use image::{Rgb, RgbImage};
use keras::layers::{Conv2D, Dense, Flatten};
use keras::optimizers::Adam;
use keras::{Activation, Compile, Input, Model};
use serde_json::Value;

use crate::fixtures::*;

/// Saves a classifier of images of 12 x 12 pixels, with three classes.
fn classifier(folder: &Path) -> String {
    let input = Input::new([12, 12, 3]).name("image");
    let x = Conv2D::new(5, 3).activation(Activation::Relu).name("first").call(&input).unwrap();
    let x = Conv2D::new(4, 3).activation(Activation::Relu).name("last").call(&x).unwrap();
    let x = Flatten::new().name("flat").call(&x).unwrap();
    let scores = Dense::new(3).activation(Activation::Softmax).name("scores").call(&x).unwrap();
    let mut model = Model::new(&input, &scores).unwrap();
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"])).unwrap();
    let path = folder.join("model.keras");
    model.save(&path).unwrap();
    path.display().to_string()
}

fn size(path: &str) -> (u32, u32) {
    image::open(path).unwrap().to_rgb8().dimensions()
}

#[test]
fn curves_of_json_csv_and_logs_become_pictures_and_text() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let log = "Epoch 1/2\n4/4 - 1s - 2ms/step - accuracy: 0.5000 - loss: 2.0000 - val_loss: 2.5000\n\
               Epoch 2/2\n4/4 - 1s - 2ms/step - accuracy: 0.7500 - loss: 1.0000 - val_loss: 1.5000\n";
    fs::write(path("run.log"), log).unwrap();
    fs::write(path("run.csv"), "epoch,accuracy,loss,val_loss\r\n0,0.5,2.0,2.5\r\n1,0.75,1.0,1.5\r\n").unwrap();
    let json = r#"{"accuracy": [0.5, 0.75], "loss": [2.0, 1.0], "val_loss": [2.5, 1.5]}"#;
    fs::write(path("run.json"), json).unwrap();
    let terminal = |name: &str| labora(["plot", &path(name), "--terminal"]).succeeds();
    let text = terminal("run.json");
    assert!(
        text.contains("loss, training") && text.contains("loss, validation") && text.contains("accuracy, training")
    );
    assert!(text.contains("2.5000") && text.contains("0.7500"), "{text}");
    assert_eq!((terminal("run.csv"), terminal("run.log")), (text.clone(), text));
    assert!(!Path::new(&path("run.png")).exists(), "the terminal shows it");
    for name in ["run.json", "run.csv", "run.log"] {
        labora(["plot", &path(name), "--title", "a run", "--to", &path(&format!("{name}.svg"))]).succeeds();
    }
    let drawn = fs::read_to_string(path("run.json.svg")).unwrap();
    assert!(drawn.starts_with("<svg width=\"1200\" height=\"520\""), "{}", &drawn[..80]);
    assert!(drawn.contains("a run") && drawn.contains("epoch") && drawn.matches("<polyline").count() >= 3);
    for name in ["run.csv", "run.log"] {
        assert_eq!(fs::read_to_string(path(&format!("{name}.svg"))).unwrap(), drawn);
    }
    let found = labora(["plot", &path("run.csv"), "--output", &path("run.pdf")]).fails(2);
    assert!(found.contains("run.pdf: the ending does not tell the form"), "{found}");
}

#[test]
fn a_model_is_drawn_with_its_filters_activations_and_what_it_sees() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let model = classifier(folder.path());
    RgbImage::from_fn(24, 24, |x, y| Rgb([(x * 10) as u8, (y * 10) as u8, 77])).save(path("cat.png")).unwrap();
    fs::write(path("names.txt"), "cat\ndog\nhorse\n").unwrap();

    labora(["plot", &model]).succeeds();
    labora(["plot", &model, "--to", &path("model.dot"), "--show-shapes", "--rankdir", "LR"]).succeeds();
    let (svg, dot) = (fs::read_to_string(path("model.svg")).unwrap(), fs::read_to_string(path("model.dot")).unwrap());
    assert_eq!((svg.matches("class=\"layer\"").count(), svg.matches("class=\"edge\"").count()), (5, 4));
    assert!(dot.starts_with("digraph G {\nrankdir=LR;") && dot.contains("Output shape: <b>(None, 10, 10, 5)</b>"));

    let cat = path("cat.png");
    for (name, args, least) in [
        ("filters.png", &["--filters"][..], (420, 46 + 48)),
        ("activations.png", &["--activations", "last", "--input", &cat], (420, 46 + 64)),
        ("seen.png", &["--grad-cam", &cat, "--classes", &path("names.txt"), "--class", "1"], (2 * 256, 46 + 256)),
    ] {
        labora(["plot", &model, "--output", &path(name)].iter().chain(args)).succeeds();
        let (width, height) = size(&path(name));
        assert!(width >= least.0 && height >= least.1, "{name}: {width} x {height}");
    }
    let says = |args: &[&str], code: i32, words: &str| {
        let said = labora(["plot", &model].iter().chain(args)).fails(code);
        assert!(said.contains(words), "{said}");
    };
    says(&["--activations", "none", "--input", &cat], 1, "has no layer 'none': there are");
    says(&["--activations", "flat", "--input", &cat], 1, "no channels of rows and columns");
    says(&["--grad-cam", &cat, "--class", "7"], 1, "there is no class 7: there are 3");
    says(&["--grad-cam", &cat, "--layer", "scores"], 1, "without places");
    says(&["--filters", "--layer", "scores"], 1, "has no convolution 'scores'");
    says(&["--filters", "--show-shapes"], 2, "do not go with");
    says(&["--filters", "--to", &path("filters.svg")], 2, "are written as .png");
    says(&["--to", &path("model.pdf")], 2, "the ending does not tell the form of a graph");
    says(&["--terminal"], 2, "--terminal shows the history");
}

#[test]
fn a_summary_has_the_options_of_keras() {
    let folder = folder();
    let model = classifier(folder.path());
    let text = labora(["summary", &model, "--show-trainable", "--layer-range", "last", "flat"]).succeeds();
    assert!(text.contains("last (Conv2D)") && text.contains("flat (Flatten)") && !text.contains("scores"), "{text}");
    let said = labora(["summary", &model, "--layer-range", "last", "none"]).fails(1);
    assert!(said.contains("no layer has a name like \"none\""), "{said}");
}

#[test]
fn what_a_classifier_gets_wrong_is_counted_and_shown() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let data = small_cifar10(folder.path());
    let weights = path("w.weights.h5");
    train(&data, &["--save", &weights]).succeeds();
    // Two images have the label of another class, so that they are predicted wrong.
    let mut test = records(TEST, 7);
    for image in [3, 5] {
        let label = &mut test[image * 3073];
        *label = (*label + 1) % 10;
    }
    fs::write(data.join("test_batch.bin"), &test).unwrap();
    let data = data.to_str().unwrap();
    let common = ["--data", data, "--weights", &weights];
    let files = ["--confusion", &path("matrix.txt"), "--errors", &path("errors.png"), "--device", "cpu"];
    let said = labora(["evaluate"].iter().chain(&common).chain(&files)).succeeds();
    assert!(said.contains("Confusion matrix: ") && said.contains("Errors: "), "{said}");

    // The same counts from the command's predictions.
    let all = format!("0-{}", TEST - 1);
    let lines = labora(["predict", "--index", &all, "--json"].iter().chain(&common)).succeeds();
    let classes = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"];
    let mut counts: BTreeMap<(usize, usize), u64> = BTreeMap::new();
    for (i, line) in lines.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let predicted = classes.iter().position(|name| line["class"] == *name).unwrap();
        *counts.entry((test[i * 3073].into(), predicted)).or_default() += 1;
    }
    let text = fs::read_to_string(path("matrix.txt")).unwrap();
    for (class, row) in text.lines().skip(1).take(10).enumerate() {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let found: Vec<u64> = cells[1..11].iter().map(|cell| cell.parse().unwrap()).collect();
        let expected: Vec<u64> = (0..10).map(|p| counts.get(&(class, p)).copied().unwrap_or(0)).collect();
        assert_eq!((cells[0], found), (classes[class], expected), "{text}");
    }
    let wrong: u64 = counts.iter().filter(|((label, predicted), _)| label != predicted).map(|(_, n)| n).sum();
    assert!(wrong > 0, "{counts:?}");
    let (width, height) = size(&path("errors.png"));
    assert!(width >= 96 && height >= 96, "{width} x {height}");

    for form in ["png", "svg"] {
        let file = path(&format!("matrix.{form}"));
        labora(["evaluate", "--device", "cpu", "--json", "--confusion", &file].iter().chain(&common)).succeeds();
    }
    assert!(size(&path("matrix.png")).0 > 600);
    let svg = fs::read_to_string(path("matrix.svg")).unwrap();
    assert!(svg.contains("automobile") && svg.matches("<rect").count() >= 100);
    let said = labora(["evaluate", "--errors", &path("errors.svg")].iter().chain(&common)).fails(2);
    assert!(said.contains("images are written as .png"), "{said}");
}

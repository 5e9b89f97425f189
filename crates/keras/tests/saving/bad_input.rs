//! Bad weight files and paths: errors that name the layer or the reason, without data loss.

use std::path::Path;

use keras::saving::{Format, LayerWeights, ModelWeights, load_weights, parse, save_weights};
use keras::utils::check_writable;
use keras::{Error, ErrorKind};

use crate::fixtures::*;

fn refused(model: &ModelWeights, file: &ModelWeights, ending: &str) -> String {
    parse(bytes(file, ending), model).map(drop).unwrap_err()
}

#[test]
fn a_missing_file() {
    let error = load_weights(Path::new("/no/such/file.weights.h5"), &article()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::File);
    assert!(error.message().contains("cannot read /no/such/file.weights.h5"), "{error}");
}

#[test]
fn a_file_that_is_not_hdf5() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.weights.h5");
    let files =
        [("", "the file is empty"), ("a text", "not an HDF5 file"), ("PK\x03\x04 an archive", "damaged or truncated")];
    for (content, words) in files {
        std::fs::write(&path, content).unwrap();
        let error: Error = load_weights(&path, &article()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Weights);
        assert!(error.message().contains("a.weights.h5") && error.message().contains(words), "{error}");
    }
}

#[test]
fn a_truncated_file() {
    let model = article();
    for ending in ENDINGS {
        let whole = bytes(&model, ending);
        for parts in 0..40 {
            let length = whole.len() * parts / 40;
            let error = parse(whole[..length].to_vec(), &model).err();
            let error = error.unwrap_or_else(|| panic!("{length} of {} bytes were taken as whole", whole.len()));
            let known = ["empty", "not an HDF5", "truncated"];
            assert!(known.iter().any(|words| error.contains(words)), "{length} of {}: {error}", whole.len());
        }
        assert!(parse(whole[..whole.len() - 1].to_vec(), &model).is_err());
    }
}

#[test]
fn another_shape() {
    let mut other = article();
    other.layers[3].weights[0] = weight("second_convolution/kernel", &[3, 3, 4, 6], 0.0);
    for ending in ENDINGS {
        let error = refused(&article(), &other, ending);
        for words in ["layer second_convolution (Conv2D)", "kernel [3, 3, 4, 5]", "[3, 3, 4, 6]"] {
            assert!(error.contains(words), "{error}");
        }
    }
}

#[test]
fn a_missing_layer_and_one_too_many() {
    let mut fewer = article();
    fewer.layers.pop();
    let mut more = article();
    more.layers.push(LayerWeights::new("dense_1", "Dense", vec![weight("dense_1/bias", &[3], 0.0)]));
    for (file, ending, words) in [
        (&fewer, "weights.h5", "it has no layers/dense, which layer dense (Dense) expects"),
        (&fewer, "h5", "weights for 4 layers, the model has 5; the first without is dense (Dense)"),
        (&more, "weights.h5", "it has layers/dense_1, for which this model has no layer"),
        (&more, "h5", "the first left over is dense_1"),
    ] {
        let error = refused(&article(), file, ending);
        assert!(error.contains("weights of another model") && error.contains(words), "{error}");
    }
}

#[test]
fn another_number_of_weights() {
    let mut other = article();
    other.layers[2].weights.pop();
    for ending in ENDINGS {
        let error = refused(&article(), &other, ending);
        assert!(error.contains("expects kernel [3, 3, 3, 4], bias [4]"), "{error}");
    }
}

#[test]
fn an_unwritable_path_is_detected_early() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let folder_named_so = folder.path().join("folder.h5");
    std::fs::create_dir(&folder_named_so).unwrap();
    for (path, kind) in [
        (folder.path().join("none/a.weights.h5"), ErrorKind::File),
        (file.join("a.weights.h5"), ErrorKind::File),
        (folder_named_so, ErrorKind::File),
        (folder.path().join("a.txt"), ErrorKind::Argument),
    ] {
        let error = Format::of(&path).and_then(|_| check_writable(&path)).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert_eq!(save_weights(&path, &article()).unwrap_err().kind(), kind);
    }
    let good = folder.path().join("a.weights.h5");
    check_writable(&good).unwrap();
    assert!(!good.exists());
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::write(folder.path().join("probe"), "").is_ok() {
        return testkit::skip("this user may write anywhere");
    }
    let error = check_writable(&folder.path().join("a.weights.h5")).unwrap_err();
    assert!(error.kind() == ErrorKind::File && error.message().contains("cannot write"), "{error}");
}

#[test]
fn data_that_do_not_match_their_shape() {
    let mut model = article();
    model.layers[1].weights[0].data.pop();
    let folder = tempfile::tempdir().unwrap();
    let error = save_weights(&folder.path().join("a.h5"), &model).unwrap_err();
    assert!(error.message().contains("batch_normalization/gamma has shape [3] but 2 elements"), "{error}");
}

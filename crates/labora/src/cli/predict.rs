//! `labora predict`: an image, and what it shows.

use std::path::Path;
use std::sync::Arc;

use keras::datasets::{Dataset, Images, image_file};
use keras::{DTypePolicy, Infer};
use serde_json::json;

use super::args::Predict;
use super::failure::Failure;
use super::setup::Subject;
use super::{print, setup};
use crate::terminal::bars::bars;
use crate::terminal::image::{Image, show};

/// Images classified in one call.
const BATCH: usize = 256;

/// The images to classify, with their titles and, if known, their labels.
struct Asked {
    images: Images,
    titles: Vec<String>,
    labelled: bool,
}

pub fn run(args: &Predict) -> Result<(), Failure> {
    let device = setup::named_device(&args.device, None)?.quiet();
    let subject = Subject::named(&args.data.dataset)?;
    let mut model = setup::network(&subject, DTypePolicy::Float32)?;
    model.load_weights(&args.weights)?;
    let asked = match (&args.index, &args.image) {
        (Some(list), _) => by_index(list, &setup::data(&args.data)?)?,
        (None, Some(path)) => from_file(path, subject.image_shape)?,
        (None, None) => return Err(Failure::usage("give --index or --image")),
    };
    let mut on_device = model.to_device(&device)?;
    let outputs = on_device.predict(&asked.images, Infer::silent(BATCH))?;
    for i in 0..asked.images.len() {
        let probabilities = outputs.row(i).ok_or_else(|| Failure::new(format!("no output for image {i}")))?;
        let best = probabilities.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(i, _)| i);
        if !probabilities.iter().all(|p| p.is_finite()) {
            let (file, title) = (args.weights.display(), &asked.titles[i]);
            return Err(Failure::new(format!(
                "{title}: the probabilities are not finite; the weights in {file} are of no use"
            )));
        }
        let class = subject.classes.get(best).copied().unwrap_or("?");
        if args.json {
            print::line(json!({ "class": class, "probabilities": probabilities }))?;
            continue;
        }
        let [height, width, channels] = subject.image_shape;
        print::line(&asked.titles[i])?;
        show(Image { height, width, channels, pixels: asked.images.get(i).unwrap_or_default() })?;
        let truth = asked.images.labels.get(i).and_then(|l| subject.classes.get(usize::try_from(*l).ok()?));
        let truth = truth.filter(|_| asked.labelled).map_or(String::new(), |t| format!(" (it is: {t})"));
        let bars = bars(subject.classes, &probabilities);
        print::line(format!("{bars}This is: {class}, {:.1}%{truth}\n", probabilities[best] * 100.0))?;
    }
    Ok(())
}

/// Test images by their numbers.
fn by_index(list: &str, data: &Dataset) -> Result<Asked, Failure> {
    let numbers = indices(list, data.test.len())?;
    let [_, h, w, c] = data.test.shape();
    let mut pixels = Vec::with_capacity(numbers.len() * h * w * c);
    numbers.iter().for_each(|n| pixels.extend_from_slice(data.test.get(*n).unwrap_or_default()));
    let labels: Vec<i32> = numbers.iter().map(|n| data.test.labels[*n]).collect();
    let images = images(pixels, labels, [h, w, c])?;
    let titles = numbers.iter().map(|n| format!("{} test image {n}", data.name)).collect();
    Ok(Asked { images, titles, labelled: true })
}

/// An image of the user's own.
fn from_file(path: &Path, shape: [usize; 3]) -> Result<Asked, Failure> {
    let loaded = image_file::load(path, shape).map_err(Failure::new)?;
    let note = loaded.note.map_or(String::new(), |n| format!(" ({n})"));
    if !note.is_empty() {
        eprintln!("note: {}{note}", path.display());
    }
    let images = images(loaded.pixels, vec![0], shape)?;
    Ok(Asked { images, titles: vec![format!("{}{note}", path.display())], labelled: false })
}

fn images(pixels: Vec<u8>, labels: Vec<i32>, shape: [usize; 3]) -> Result<Images, Failure> {
    let made = Images::new(Arc::<[u8]>::from(pixels), Arc::<[i32]>::from(labels), shape);
    made.ok_or_else(|| Failure::new(format!("the images are not of shape {shape:?}")))
}

/// Numbers and ranges, as in `0-9,111`, all below `count`.
fn indices(list: &str, count: usize) -> Result<Vec<usize>, Failure> {
    let wrong = |part: &str| {
        Failure::usage(format!("--index {list}: {part:?} is no number or range of numbers"))
            .hint("as in --index 7, --index 0-9 or --index 0-9,111")
    };
    let mut numbers = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let first: usize = first.trim().parse().map_err(|_| wrong(part))?;
        let last: usize = last.trim().parse().map_err(|_| wrong(part))?;
        if last < first {
            return Err(wrong(part));
        }
        if last >= count {
            return Err(Failure::usage(format!(
                "--index {list}: there is no test image {last}; there are {count}, from 0 to {}",
                count.saturating_sub(1)
            )));
        }
        numbers.extend(first..=last);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read_in_their_order() {
        assert_eq!(indices("7", 10).unwrap(), [7]);
        assert_eq!(indices("3-5, 0,9", 10).unwrap(), [3, 4, 5, 0, 9]);
        for wrong in ["", "a", "5-3", "1-", "-1", "10", "0-10", "99999999999999999999"] {
            assert!(indices(wrong, 10).is_err(), "{wrong:?}");
        }
    }
}

//! The state is donated from call to call, so memory in use does not grow with the length of a training.

use std::cell::RefCell;

use keras::callbacks::LambdaCallback;
use keras::{Device, Fit};

use crate::{device, images, network, silent};

/// Returns the bytes in use on all cores at the end of each epoch, and after the training.
fn in_use(device: &Device, resident_steps: Option<usize>) -> (Vec<i64>, i64) {
    let sum = || device.devices().iter().map(|core| core.memory_stats().unwrap().unwrap().bytes_in_use).sum::<i64>();
    let (x, y) = images(3000);
    let epochs = RefCell::new(Vec::new());
    let mut model = network(0.5).to_device(device).unwrap();
    let clock = LambdaCallback::new().epoch_end(|_, _, _| {
        epochs.borrow_mut().push(sum());
        Ok(())
    });
    model.fit(&x, &y, Fit { resident_steps, ..silent(5) }.callback(clock)).unwrap();
    drop(model);
    (epochs.into_inner(), sum())
}

#[test]
fn memory_stays_flat_over_epochs() {
    let device = device(4);
    let (resident, after) = in_use(&device, None);
    assert!(resident[0] > 0 && resident.iter().all(|bytes| *bytes == resident[0]), "{resident:?}");
    assert_eq!(after, 0, "all memory is freed");
    let (streamed, after) = in_use(&device, Some(4));
    // A core stores its own rows of a few steps instead of all rows: 4 x 3000 images of 36 bytes are most of
    // the memory.
    assert!(streamed.iter().all(|bytes| *bytes < resident[0] / 2), "{streamed:?} {resident:?}");
    assert_eq!(after, 0, "all memory is freed");
}

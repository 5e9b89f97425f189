//! Trainings that go on when the connection to a worker is lost.
//!
//! The model keeps weights, optimizer and numbers of steps on the host after every epoch, and what is drawn
//! at random depends on the number of steps. A training that goes on from there computes what it would have
//! computed.

use std::error::Error as _;
use std::thread::sleep;
use std::time::{Duration, Instant};

use keras::callbacks::History;
use keras::training::DeviceModel;
use keras::{Device, Error, Result};

use crate::cli::device::TpuArgs;

/// How long a try to connect is behind the last one.
const PAUSE: Duration = Duration::from_secs(1);

/// A training whose device may be lost.
pub struct Reconnect<'a> {
    /// The device, which is opened again.
    pub device: &'a TpuArgs,
    /// The seconds to wait for it; none to fail at once.
    pub seconds: Option<u32>,
}

impl Reconnect<'_> {
    /// Trains; `fit` trains from an epoch on, and `history` has the epochs before. The training goes on
    /// whenever the device is there again.
    ///
    /// # Errors
    /// Those of `fit`, or the device did not come back in time. `history` has the epochs that were done.
    pub fn fit(
        &self,
        model: &mut DeviceModel,
        history: &mut History,
        fit: impl Fn(&mut DeviceModel, usize) -> Result<History>,
    ) -> Result<()> {
        let done = |history: &History| history.epochs().last().map_or(0, |epoch| epoch + 1);
        loop {
            let fitted = fit(model, done(history));
            if let Some(trained) = model.history() {
                history.append(trained);
            }
            let (error, seconds) = match (fitted, self.seconds) {
                (Ok(_), _) => return Ok(()),
                (Err(error), Some(seconds)) if is_lost(&error) => (error, seconds),
                (Err(error), _) => return Err(error),
            };
            let done = done(history);
            process::say(format_args!("{error}"));
            process::say(format_args!("Connecting again, for at most {seconds} s, to go on after epoch {done}."));
            let device = open_again(self.device, Duration::from_secs(seconds.into())).ok_or(error)?;
            *model = model.model().to_device(&device.quiet())?;
        }
    }
}

/// True if the device is gone, and a new connection may find it again.
fn is_lost(error: &Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<pjrt::Error>() {
            return error.kind() == pjrt::ErrorKind::Unavailable;
        }
        cause = error.source();
    }
    false
}

/// Opens the device, again and again until it is there; none if the time is over.
fn open_again(args: &TpuArgs, patience: Duration) -> Option<Device> {
    let start = Instant::now();
    loop {
        if let Ok(device) = args.open() {
            return Some(device);
        }
        if start.elapsed() > patience {
            return None;
        }
        sleep(PAUSE);
    }
}

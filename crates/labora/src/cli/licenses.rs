//! `labora licenses`: the licenses of this program and of the font that is linked into it.

use clap::Args;

use super::failure::Failure;
use super::print;

/// The license of the font of plots, which has to accompany every copy of the font.
const FONT: &str = include_str!("../../assets/DejaVuSans.LICENSE.txt");

/// Print the licenses of this program and of the font in it.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  labora licenses")]
pub struct LicensesArgs {}

pub fn run(_: &LicensesArgs) -> Result<(), Failure> {
    let license = env!("CARGO_PKG_LICENSE");
    print::line(format!(
        "labora {}: {license}\n\nThe font of plots is DejaVu Sans, a subset, under this license:\n\n{}",
        env!("CARGO_PKG_VERSION"),
        FONT.trim_end()
    ))
}

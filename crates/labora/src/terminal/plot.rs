//! Loss and accuracy over the epochs, as a PNG.

use std::error::Error;
use std::sync::Once;

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

/// Width and height of the image, in pixels.
const SIZE: (u32, u32) = (1200, 520);

/// One curve: its name and a value an epoch.
pub type Curve<'a> = (&'a str, &'a [f64]);

/// Draws panels side by side, each with its curves over the epochs, and gives them as a PNG file's bytes.
///
/// # Errors
/// What drawing or encoding gives.
pub fn history(title: &str, panels: &[(&str, Vec<Curve<'_>>)]) -> Result<Vec<u8>, Box<dyn Error>> {
    // The fonts come along as bytes: plots look the same everywhere and need no font library of the system.
    static FONT: Once = Once::new();
    FONT.call_once(|| {
        let _ = register_font("sans-serif", FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
    });

    let mut pixels = vec![0u8; (SIZE.0 * SIZE.1 * 3) as usize];
    {
        let root = BitMapBackend::with_buffer(&mut pixels, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let root = root.titled(title, ("sans-serif", 26))?;
        for (area, (name, curves)) in root.split_evenly((1, panels.len().max(1))).iter().zip(panels) {
            panel(area, name, curves)?;
        }
        root.present()?;
    }
    let mut png = Vec::new();
    let (width, height) = SIZE;
    PngEncoder::new(&mut png).write_image(&pixels, width, height, ExtendedColorType::Rgb8)?;
    Ok(png)
}

fn panel<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    name: &str,
    curves: &[Curve<'_>],
) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    let values = || curves.iter().flat_map(|(_, v)| v.iter().copied()).filter(|v| v.is_finite());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.05).max(1e-6);
    let epochs = curves.iter().map(|(_, v)| v.len()).max().unwrap_or(1).max(2);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .caption(name, ("sans-serif", 20))
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(1f64..epochs as f64, low - margin..high + margin)?;
    chart.configure_mesh().x_desc("epoch").x_labels(epochs.min(12)).x_label_formatter(&|x| format!("{x:.0}")).draw()?;
    for (i, (label, values)) in curves.iter().enumerate() {
        let style = Palette99::pick(i).stroke_width(3);
        let points = values.iter().enumerate().map(|(e, v)| (e as f64 + 1.0, *v));
        // One epoch is a point, not a line.
        let size = if values.len() == 1 { 4 } else { 0 };
        chart
            .draw_series(LineSeries::new(points, style).point_size(size))?
            .label(*label)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 24, y)], style));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_is_a_image_of_the_curves() {
        let panels = [("loss", vec![("train", &[2.0, 1.0, 0.5][..]), ("test", &[1.5, f64::NAN, 0.9][..])])];
        let image = image::load_from_memory(&history("a test", &panels).unwrap()).unwrap().to_rgb8();
        assert_eq!(image.dimensions(), SIZE);
        let coloured = image.pixels().filter(|p| p.0.iter().max().unwrap() - p.0.iter().min().unwrap() > 60).count();
        assert!(coloured > 500, "the curves are drawn in colour: {coloured} pixels");
    }
}

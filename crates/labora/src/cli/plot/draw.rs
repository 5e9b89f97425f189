//! Draws the curves of a training over the epochs, as a PNG.

use std::error::Error;
use std::sync::Once;

use image::codecs::png::PngEncoder;
use image::imageops::{FilterType, resize};
use image::{ExtendedColorType, ImageEncoder, RgbImage};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

/// Width and height of the image, in pixels.
const SIZE: (u32, u32) = (1200, 520);
/// The plot is drawn larger by this factor and scaled down, since the backend does not smooth lines.
const OVERSAMPLING: u32 = 2;

/// The font of plots, linked in so that plots look the same everywhere.
const FONT: &[u8] = include_bytes!("../../../assets/DejaVuSans-Latin.ttf");
pub const FONT_FAMILY: &str = "sans-serif";

/// Colors of the curves, which people with color blindness can tell apart (Okabe and Ito).
pub const COLORS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(230, 159, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
pub const GRID: RGBColor = RGBColor(225, 225, 225);

/// A curve: its label and a value per epoch.
#[derive(Clone, Debug)]
pub struct Curve<'a> {
    pub label: &'a str,
    pub values: &'a [f64],
}

/// A panel: its title and its curves.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    pub title: &'a str,
    pub curves: Vec<Curve<'a>>,
    /// The corner of the legend, away from the curves.
    pub legend: SeriesLabelPosition,
}

/// Draws panels side by side. Returns the bytes of a PNG file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn png(title: &str, panels: &[Panel<'_>]) -> Result<Vec<u8>, Box<dyn Error>> {
    canvas(title, |root| {
        for (area, panel) in root.split_evenly((1, panels.len().max(1))).iter().zip(panels) {
            draw(area, panel)?;
        }
        Ok(())
    })
}

/// The area that a plot is drawn on.
pub type Area<'a> = DrawingArea<BitMapBackend<'a>, Shift>;

/// Creates an image with a title, on which a function draws the rest. Returns the bytes of a PNG file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn canvas(
    title: &str,
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<Vec<u8>, Box<dyn Error>> {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let _ = register_font(FONT_FAMILY, FontStyle::Normal, FONT);
    });

    let (width, height) = (SIZE.0 * OVERSAMPLING, SIZE.1 * OVERSAMPLING);
    let mut pixels = vec![0u8; (width * height * 3) as usize];
    {
        let root = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let root = root.margin(pixels_of(14), 0, 0, 0).titled(title, (FONT_FAMILY, pixels_of(24)))?;
        draw(&root)?;
        root.present()?;
    }
    let image = RgbImage::from_raw(width, height, pixels).ok_or("the plot has another size than its image")?;
    let image = resize(&image, SIZE.0, SIZE.1, FilterType::Triangle);
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(&image, SIZE.0, SIZE.1, ExtendedColorType::Rgb8)?;
    Ok(png)
}

/// Converts pixels of the image to pixels of the oversampled drawing.
pub fn pixels_of(image_pixels: u32) -> u32 {
    image_pixels * OVERSAMPLING
}

fn draw<B: DrawingBackend>(area: &DrawingArea<B, Shift>, panel: &Panel<'_>) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    let values = || panel.curves.iter().flat_map(|curve| curve.values.iter().copied()).filter(|v| v.is_finite());
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let margin = ((high - low) * 0.05).max(1e-6);
    let epochs = panel.curves.iter().map(|curve| curve.values.len()).max().unwrap_or(1).max(2);
    let mut chart = ChartBuilder::on(area)
        .margin(pixels_of(14))
        .caption(panel.title, (FONT_FAMILY, pixels_of(18)))
        .x_label_area_size(pixels_of(40))
        .y_label_area_size(pixels_of(48))
        .build_cartesian_2d(1f64..epochs as f64, low - margin..high + margin)?;
    chart
        .configure_mesh()
        .max_light_lines(0)
        .bold_line_style(GRID.stroke_width(OVERSAMPLING))
        .axis_style(BLACK.stroke_width(OVERSAMPLING))
        .label_style((FONT_FAMILY, pixels_of(13)))
        .axis_desc_style((FONT_FAMILY, pixels_of(14)))
        .x_desc("epoch")
        .x_labels(epochs.min(11))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_labels(8)
        .draw()?;
    for (curve, color) in panel.curves.iter().zip(COLORS.iter().cycle()) {
        let style = color.stroke_width(pixels_of(2));
        let points = curve.values.iter().enumerate().map(|(epoch, value)| (epoch as f64 + 1.0, *value));
        // A single epoch is drawn as a point.
        let size = if curve.values.len() == 1 { pixels_of(4) } else { 0 };
        let length = pixels_of(22) as i32;
        chart
            .draw_series(LineSeries::new(points, style).point_size(size))?
            .label(curve.label)
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + length, y)], style));
    }
    chart
        .configure_series_labels()
        .position(panel.legend.clone())
        .margin(pixels_of(12))
        .legend_area_size(pixels_of(28))
        .label_font((FONT_FAMILY, pixels_of(14)))
        .background_style(WHITE.mix(0.9))
        .border_style(GRID.stroke_width(OVERSAMPLING))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(image: &RgbImage, color: RGBColor, rows: std::ops::Range<u32>) -> usize {
        let is_near = |pixel: &[u8; 3]| [color.0, color.1, color.2].iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) < 40);
        rows.flat_map(|y| (0..image.width()).map(move |x| (x, y)))
            .filter(|(x, y)| is_near(&image.get_pixel(*x, *y).0))
            .count()
    }

    #[test]
    fn a_plot_has_a_title_inside_the_image_and_a_curve_per_series() {
        let curves = vec![
            Curve { label: "training", values: &[2.0, 1.0, 0.5] },
            Curve { label: "validation", values: &[1.5, f64::NAN, 0.9] },
        ];
        let panel = Panel { title: "loss", curves, legend: SeriesLabelPosition::UpperRight };
        let image = image::load_from_memory(&png("|||||||||", &[panel]).unwrap()).unwrap().to_rgb8();
        assert_eq!(image.dimensions(), SIZE);
        // The first curve crosses the whole panel, so each of its columns has a pixel. The second has two
        // points apart.
        assert!(count(&image, COLORS[0], 60..SIZE.1) > 1000);
        assert!(count(&image, COLORS[1], 60..SIZE.1) > 20);
        assert_eq!(count(&image, COLORS[3], 0..SIZE.1), 0, "there is no third curve");
        assert_eq!(count(&image, BLACK, 0..8), 0, "the title is not cut off at the top");
        assert!(count(&image, BLACK, 8..40) > 50, "the title is drawn");
    }
}

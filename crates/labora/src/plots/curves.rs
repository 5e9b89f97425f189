//! Draws the curves of a training over the epochs.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::canvas::{COLORS, Drawing, FONT_FAMILY, Form, GRID, OVERSAMPLING, pixels_of, render};

/// Width and height of the plot, in pixels, and the width of a panel of three or more.
const SIZE: (u32, u32) = (1200, 520);
const PANEL_WIDTH: u32 = 480;
/// The greatest number of panels; further metrics are left out.
const MAX_PANELS: usize = 4;

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

/// The panels of metrics by name, the loss first, then accuracies. A metric and its `val_` share one.
pub fn panels<'a>(metrics: impl IntoIterator<Item = (&'a str, &'a [f64])>) -> Vec<Panel<'a>> {
    let mut panels: Vec<Panel<'_>> = Vec::new();
    for (name, values) in metrics {
        let (label, base) = name.strip_prefix("val_").map_or(("training", name), |base| ("validation", base));
        let title = if base.ends_with("accuracy") { "accuracy" } else { base };
        let at = panels.iter().position(|panel| panel.title == title).unwrap_or_else(|| {
            let falls = values.first() > values.last();
            let legend = if falls { SeriesLabelPosition::UpperRight } else { SeriesLabelPosition::LowerRight };
            panels.push(Panel { title, curves: Vec::new(), legend });
            panels.len() - 1
        });
        panels[at].curves.push(Curve { label, values });
    }
    panels.sort_by_key(|panel| match panel.title {
        "loss" => 0,
        "accuracy" => 1,
        _ => 2,
    });
    panels.truncate(MAX_PANELS);
    panels
}

/// Draws panels side by side. Returns the content of the file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn plot(form: Form, title: &str, panels: &[Panel<'_>]) -> Result<Vec<u8>, Box<dyn Error>> {
    let width = SIZE.0.max(PANEL_WIDTH * panels.len() as u32);
    render(form, title, (width, SIZE.1), &Panels(panels))
}

/// Panels side by side.
struct Panels<'a>(&'a [Panel<'a>]);

impl Drawing for Panels<'_> {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        for (area, panel) in area.split_evenly((1, self.0.len().max(1))).iter().zip(self.0) {
            draw(area, panel)?;
        }
        Ok(())
    }
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
    use image::RgbImage;

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
        let image = image::load_from_memory(&plot(Form::Png, "|||||||||", &[panel]).unwrap()).unwrap().to_rgb8();
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

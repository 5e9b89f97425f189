//! Draws the curves of a training over the epochs.

use std::collections::HashMap;
use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::canvas::{COLORS, Drawing, FONT_FAMILY, Form, GRID, OVERSAMPLING, pixels_of, render};

/// Width and height of the plot, in pixels, and the width of a panel of three or more.
const SIZE: (u32, u32) = (1200, 520);
const PANEL_WIDTH: u32 = 480;
/// The greatest number of panels, and of curves of one; further metrics are left out.
const MAX_PANELS: usize = 4;
const MAX_CURVES: usize = 12;
/// The parts of a curve of which the least and the greatest value are drawn, if it has more values.
const PARTS: usize = 4096;
/// Values beyond this one are drawn in units of a power of ten, since the axis counts in steps of whole
/// numbers.
const LARGE: f64 = 1e12;

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
    let (mut panels, mut places) = (Vec::<Panel<'_>>::new(), HashMap::new());
    for (name, values) in metrics {
        let (label, base) = name.strip_prefix("val_").map_or(("training", name), |base| ("validation", base));
        let title = if base.ends_with("accuracy") { "accuracy" } else { base };
        let at = *places.entry(title).or_insert_with(|| {
            let falls = values.first() > values.last();
            let legend = if falls { SeriesLabelPosition::UpperRight } else { SeriesLabelPosition::LowerRight };
            panels.push(Panel { title, curves: Vec::new(), legend });
            panels.len() - 1
        });
        if panels[at].curves.len() < MAX_CURVES {
            panels[at].curves.push(Curve { label, values });
        }
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
    let axis = Axis::of(panel.curves.iter().flat_map(|curve| curve.values));
    let epochs = panel.curves.iter().map(|curve| curve.values.len()).max().unwrap_or(1).max(2);
    let mut chart = ChartBuilder::on(area)
        .margin(pixels_of(14))
        .caption(panel.title, (FONT_FAMILY, pixels_of(18)))
        .x_label_area_size(pixels_of(40))
        .y_label_area_size(pixels_of(48))
        .build_cartesian_2d(1f64..epochs as f64, axis.range.clone())?;
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
        .y_label_formatter(&|y| axis.label(*y))
        .draw()?;
    for (curve, color) in panel.curves.iter().zip(COLORS.iter().cycle()) {
        let style = color.stroke_width(pixels_of(2));
        let length = pixels_of(22) as i32;
        let mut is_first = true;
        for run in runs(curve.values, axis.unit) {
            // A single epoch is drawn as a point.
            let size = if run.len() == 1 { pixels_of(4) } else { 0 };
            let series = chart.draw_series(LineSeries::new(run, style).point_size(size))?;
            if std::mem::take(&mut is_first) {
                series.label(curve.label).legend(move |(x, y)| PathElement::new(vec![(x, y), (x + length, y)], style));
            }
        }
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

/// The axis of the values.
struct Axis {
    range: Range<f64>,
    /// What a value is divided by.
    unit: f64,
    /// The exponent of the unit.
    power: i32,
}

impl Axis {
    /// The axis of values, of which those that are not finite do not count.
    fn of<'a>(values: impl Iterator<Item = &'a f64> + Clone) -> Self {
        let finite = values.copied().filter(|value| value.is_finite());
        let (low, high) =
            finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let largest = low.abs().max(high.abs());
        let power = if largest > LARGE { largest.log10().floor() as i32 } else { 0 };
        let unit = 10f64.powi(power);
        let (low, high, largest) = (low / unit, high / unit, largest / unit);
        // Less than the last digits of the values would be no range.
        let margin = ((high - low) * 0.05).max(1e-6).max(largest * 1e-9);
        Self { range: low - margin..high + margin, unit, power }
    }

    fn label(&self, value: f64) -> String {
        let digits = RangedCoordf64::format(&value);
        if self.power == 0 { digits } else { format!("{digits}e{}", self.power) }
    }
}

/// The points of a curve in units of its axis, without those that are not finite: where these are, the
/// curve has gaps. Of many values each part has its least and its greatest one.
fn runs(values: &[f64], unit: f64) -> Vec<Vec<(f64, f64)>> {
    let (mut runs, mut run) = (Vec::new(), Vec::new());
    let step = values.len().div_ceil(PARTS).max(1);
    for (part, values) in values.chunks(step).enumerate() {
        let first = (part * step + 1) as f64;
        let finite = values.iter().enumerate().filter(|(_, value)| value.is_finite());
        let points = finite.map(|(epoch, value)| (first + epoch as f64, value / unit));
        let points: Vec<(f64, f64)> = points.collect();
        let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        if step == 1 {
            run.extend(&points);
        } else if let (Some(least), Some(greatest)) = (points.iter().min_by(by_value), points.iter().max_by(by_value)) {
            let (left, right) = if least.0 <= greatest.0 { (least, greatest) } else { (greatest, least) };
            run.extend([*left, *right]);
        }
        if points.is_empty() && !run.is_empty() {
            runs.push(std::mem::take(&mut run));
        }
    }
    runs.extend(Some(run).filter(|run| !run.is_empty()));
    runs
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

    #[test]
    fn every_history_is_drawn() {
        let many: Vec<f64> = (0..200_000).map(|i| f64::from(i % 1000)).collect();
        for values in [
            &[1e308, -1e308, 1e-308][..],
            &[f64::MAX, f64::MIN],
            &[1e300, 1.0000000000000002e300],
            &[1e12, 1e12 + 1.0],
            &[1e16; 3],
            &[5e-324, 0.0, -0.0],
            &[f64::NAN, f64::INFINITY, 1.0, f64::NEG_INFINITY],
            &[f64::NAN; 4],
            &[],
            &many,
        ] {
            let panel = panels([("loss", values), ("val_loss", &[1.0])]);
            for form in [Form::Png, Form::Svg] {
                let file = plot(form, "title", &panel).unwrap();
                assert!(file.len() > 1000 && file.len() < 4 << 20, "{:?}: {}", values.first(), file.len());
            }
        }
        let names: Vec<String> = (0..20_000).map(|i| format!("{i}_accuracy")).collect();
        let panels = panels(names.iter().map(|name| (name.as_str(), &[0.5][..])));
        assert_eq!((panels.len(), panels[0].curves.len()), (1, MAX_CURVES));
    }

    #[test]
    fn values_that_are_not_finite_are_gaps() {
        assert_eq!(
            runs(&[f64::NAN, 1.0, 2.0, f64::INFINITY, 4.0], 1.0),
            [vec![(2.0, 1.0), (3.0, 2.0)], vec![(5.0, 4.0)]]
        );
        let points: usize = runs(&[3.0; 1_000_000], 1.0).iter().map(Vec::len).sum();
        assert!((PARTS..=2 * PARTS).contains(&points), "{points}");
        let axis = Axis::of([1e308, -1e308].iter());
        assert_eq!((axis.label(0.5), axis.power), ("0.5e308".to_owned(), 308));
    }
}

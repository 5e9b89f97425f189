//! Bars with points beside them, as a PNG.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::plots::Form;
use crate::plots::canvas::{COLORS, Drawing, FONT_FAMILY, GRID, pixels_of, render};

/// Width and height of the plot, in pixels.
const SIZE: (u32, u32) = (1200, 520);

/// A bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// Values that are drawn as points over the bar.
    pub points: Vec<f64>,
    /// Draws the bar in the first color instead of the second.
    pub is_dark: bool,
}

/// Draws bars on a logarithmic axis, with a legend of the points. Returns the bytes of a PNG file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn png(title: &str, points: &str, bars: &[Bar]) -> Result<Vec<u8>, Box<dyn Error>> {
    render(Form::Png, title, SIZE, &Bars { points, bars })
}

/// Bars, and the legend of their points.
struct Bars<'a> {
    points: &'a str,
    bars: &'a [Bar],
}

impl Drawing for Bars<'_> {
    fn draw<B: DrawingBackend>(&self, root: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static,
    {
        let Self { points, bars } = *self;
        let values = bars.iter().flat_map(|bar| bar.points.iter().chain([&bar.value])).copied().filter(|v| *v > 0.0);
        let (low, high) = values.fold((f64::INFINITY, 0.0f64), |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = if low <= high { (low / 2.0, high * 1.5) } else { (1.0, 10.0) };
        let mut chart = ChartBuilder::on(root)
            .margin(pixels_of(14))
            .x_label_area_size(pixels_of(40))
            .y_label_area_size(pixels_of(70))
            .build_cartesian_2d(0f64..bars.len().max(1) as f64, (low..high).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .max_light_lines(0)
            .bold_line_style(GRID.stroke_width(2))
            .label_style((FONT_FAMILY, pixels_of(13)))
            .y_label_formatter(&|value| format!("{value:.0}"))
            .draw()?;
        let centered = plotters::style::text_anchor::Pos::new(
            plotters::style::text_anchor::HPos::Center,
            plotters::style::text_anchor::VPos::Bottom,
        );
        let style = (FONT_FAMILY, pixels_of(13)).into_text_style(root).pos(centered);
        let is_drawn = |bar: &&Bar| bar.value > 0.0;
        chart.draw_series(bars.iter().enumerate().filter(|(_, bar)| is_drawn(bar)).map(|(at, bar)| {
            let color = if bar.is_dark { COLORS[0] } else { COLORS[1] };
            Rectangle::new([(at as f64 + 0.2, low), (at as f64 + 0.8, bar.value)], color.filled())
        }))?;
        chart.draw_series(bars.iter().enumerate().filter(|(_, bar)| is_drawn(bar)).map(|(at, bar)| {
            let text = format!("{}: {:.0}", bar.label, bar.value);
            Text::new(text, (at as f64 + 0.5, bar.value * 1.03), style.clone())
        }))?;
        let circles = bars.iter().enumerate().flat_map(|(at, bar)| {
            bar.points.iter().map(move |value| Circle::new((at as f64 + 0.5, *value), pixels_of(4), BLACK.filled()))
        });
        if bars.iter().any(|bar| !bar.points.is_empty()) {
            chart
                .draw_series(circles)?
                .label(points)
                .legend(|(x, y)| Circle::new((x + 10, y), pixels_of(4), BLACK.filled()));
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperLeft)
                .margin(pixels_of(12))
                .label_font((FONT_FAMILY, pixels_of(14)))
                .background_style(WHITE.mix(0.9))
                .border_style(GRID.stroke_width(2))
                .draw()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bar_has_its_color_and_points_are_black() {
        let bar = |value, is_dark, points: &[f64]| Bar { label: "x".into(), value, points: points.to_vec(), is_dark };
        let bars = [bar(100.0, true, &[]), bar(1000.0, false, &[500.0])];
        let image = image::load_from_memory(&png("title", "measured", &bars).unwrap()).unwrap().to_rgb8();
        let count = |color: RGBColor| {
            let is_near = |p: &[u8; 3]| [color.0, color.1, color.2].iter().zip(p).all(|(a, b)| a.abs_diff(*b) < 40);
            image.pixels().filter(|pixel| is_near(&pixel.0)).count()
        };
        // On the logarithmic axis, the second bar is several times as high.
        assert!(count(COLORS[0]) > 2000 && count(COLORS[1]) > 2 * count(COLORS[0]));
        assert!(!png("none", "", &[]).unwrap().is_empty());
    }
}

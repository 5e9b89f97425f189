//! A roofline plot as SVG: the rate of each instruction against the bounds of HBM bandwidth and matrix units.

use std::fmt::Write;

use compile_report::{Hotspot, Report};

use super::escape::escape;

/// Size of the plot and its margins, in pixels.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 16.0;

/// A logarithmic axis between two powers of ten.
#[derive(Clone, Copy)]
struct Axis {
    from: i32,
    to: i32,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Self {
        let logs: Vec<f64> = values.filter(|v| *v > 0.0).map(f64::log10).collect();
        let least = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least > most {
            return Self { from: 0, to: 1 };
        }
        let from = least.floor() as i32;
        Self { from, to: (most.ceil() as i32).max(from + 1) }
    }

    /// The position of a value on the axis, from 0 to 1.
    fn position(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }
}

/// An instruction in the plot.
struct Point {
    /// FLOP per byte of HBM traffic.
    intensity: f64,
    /// FLOP per second.
    rate: f64,
    /// Share of a step, from 0 to 1.
    share: f64,
    title: String,
}

/// Returns the instructions of a step that have contractions and HBM traffic.
fn points(report: &Report) -> Vec<Point> {
    let hotspots = report.hotspots.iter().filter(|hot| hot.cost.flops > 0 && hot.cost.bytes > 0);
    let point = |hot: &Hotspot| {
        let cost = &hot.cost;
        let share = report.share_of_step(hot.seconds());
        Point {
            intensity: cost.flops as f64 / cost.bytes as f64,
            rate: cost.flops as f64 / cost.seconds,
            share,
            title: format!(
                "{}: {:.1}% of a step, {:.1}% of the peak",
                hot.origins.first().unwrap_or(&hot.name),
                share * 100.0,
                report.peak_share(cost) * 100.0
            ),
        }
    };
    hotspots.map(point).collect()
}

/// Draws the instructions of a step that have contractions, with areas in proportion to their time.
pub fn svg(report: &Report) -> String {
    let accelerator = report.machine.accelerator;
    let points = points(report);
    let (peak, ridge) = (accelerator.peak_flops(), accelerator.ridge_point());
    let x = Axis::over(points.iter().map(|p| p.intensity).chain([ridge / 10.0, ridge * 10.0]));
    let y = Axis::over(points.iter().map(|p| p.rate).chain([peak / 100.0, peak]));
    let at_x = |value: f64| LEFT + x.position(value) * (WIDTH - LEFT - RIGHT);
    let at_y = |value: f64| HEIGHT - BOTTOM - y.position(value) * (HEIGHT - BOTTOM - TOP);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Roofline plot\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n"
    );
    for power in x.from..=x.to {
        let position = at_x(10f64.powi(power));
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{position:.1}\" y1=\"{TOP}\" x2=\"{position:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{position:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 16.0,
            power_of_ten(power, 0)
        );
    }
    for power in y.from..=y.to {
        let position = at_y(10f64.powi(power));
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{position:.1}\" x2=\"{:.1}\" y2=\"{position:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            position + 4.0,
            power_of_ten(power, 12)
        );
    }
    let least = 10f64.powi(x.from).max(10f64.powi(y.from) / accelerator.memory_bytes_per_s());
    let roof = [(least, least * accelerator.memory_bytes_per_s()), (ridge, peak), (10f64.powi(x.to), peak)];
    let roof: Vec<String> = roof.iter().map(|(i, f)| format!("{:.1},{:.1}", at_x(*i), at_y(*f))).collect();
    let _ = writeln!(out, "<polyline class=\"roof\" points=\"{}\"/>", roof.join(" "));
    for Point { intensity, rate, share, title } in &points {
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"><title>{}</title></circle>",
            at_x(*intensity),
            at_y(*rate),
            3.0 + 24.0 * share.sqrt(),
            escape(title)
        );
    }
    out + &axis_titles() + "</svg>\n"
}

fn axis_titles() -> String {
    let (x, y) = ((LEFT + WIDTH - RIGHT) / 2.0, (TOP + HEIGHT - BOTTOM) / 2.0);
    format!(
        "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">FLOP per byte of HBM traffic</text>\
         <text x=\"14\" y=\"{y:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {y:.1})\">TFLOP/s of contractions</text>\n",
        HEIGHT - 6.0,
    )
}

/// Formats a power of ten in units of another one.
fn power_of_ten(power: i32, unit: i32) -> String {
    format!("{}", 10f64.powi(power - unit))
}

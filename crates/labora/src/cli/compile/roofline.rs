//! A roofline plot as SVG: how near each instruction comes to what memory and matrix units allow.

use std::fmt::Write;

use crate::ahead::Report;

/// The plot's size, and the space of its axes.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const BOTTOM: f64 = 44.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 16.0;

/// Powers of ten along an axis.
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
    fn place(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.from)) / f64::from(self.to - self.from)
    }
}

/// The plot of a report's instructions that multiply; those of a step, the larger the longer they take.
pub fn svg(report: &Report) -> String {
    let generation = report.machine.generation;
    let points: Vec<(f64, f64, f64, String)> = report
        .hot
        .iter()
        .filter(|hot| hot.cost.flops > 0 && hot.cost.bytes > 0)
        .map(|hot| {
            let cost = &hot.cost;
            let share = (cost.cycles * hot.times) as f64 / report.step.cycles.max(1) as f64;
            let title = format!(
                "{}: {:.1}% of a step, {:.1}% of the peak",
                hot.from.first().unwrap_or(&hot.name),
                share * 100.0,
                report.peak_share(cost) * 100.0
            );
            (cost.flops as f64 / cost.bytes as f64, cost.flops as f64 / report.seconds(cost), share, title)
        })
        .collect();
    let (peak, ridge) = (generation.peak_flops(), generation.ridge());
    let x = Axis::over(points.iter().map(|p| p.0).chain([ridge / 10.0, ridge * 10.0]));
    let y = Axis::over(points.iter().map(|p| p.1).chain([peak / 100.0, peak]));
    let at_x = |value: f64| LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    let at_y = |value: f64| HEIGHT - BOTTOM - y.place(value) * (HEIGHT - BOTTOM - TOP);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Roofline plot\" xmlns=\"http://www.w3.org/2000/svg\">\n"
    );
    for power in x.from..=x.to {
        let place = at_x(10f64.powi(power));
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{place:.1}\" y1=\"{TOP}\" x2=\"{place:.1}\" y2=\"{:.1}\"/>\
             <text x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 16.0,
            power_of_ten(power, 0)
        );
    }
    for power in y.from..=y.to {
        let place = at_y(10f64.powi(power));
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{place:.1}\" x2=\"{:.1}\" y2=\"{place:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            place + 4.0,
            power_of_ten(power, 12)
        );
    }
    let least = 10f64.powi(x.from).max(10f64.powi(y.from) / generation.hbm_bytes_per_s);
    let roof = [(least, least * generation.hbm_bytes_per_s), (ridge, peak), (10f64.powi(x.to), peak)];
    let roof: Vec<String> = roof.iter().map(|(i, f)| format!("{:.1},{:.1}", at_x(*i), at_y(*f))).collect();
    let _ = writeln!(out, "<polyline class=\"roof\" points=\"{}\"/>", roof.join(" "));
    for (intensity, rate, share, title) in &points {
        let _ = writeln!(
            out,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\"><title>{}</title></circle>",
            at_x(*intensity),
            at_y(*rate),
            3.0 + 24.0 * share.sqrt(),
            super::html::escape(title)
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">operations a byte from and to HBM</text>\
         <text x=\"14\" y=\"{:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {:.1})\">TFLOP/s of products</text>\n</svg>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 6.0,
        (TOP + HEIGHT - BOTTOM) / 2.0,
        (TOP + HEIGHT - BOTTOM) / 2.0,
    );
    out
}

/// A power of ten as a number in units of another one.
fn power_of_ten(power: i32, unit: i32) -> String {
    format!("{}", 10f64.powi(power - unit))
}

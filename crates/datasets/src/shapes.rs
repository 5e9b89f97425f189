//! `shapes`: a synthetic data set of ten kinds of figures, for machines without a network.
//!
//! An image shows a figure of random position, size, rotation and color on a gradient of two other colors,
//! with a small distracting spot and noise. Drawing uses basic arithmetic and square roots only, so a seed
//! gives the same bytes on every machine and for any number of threads.
//!
//! ```
//! use datasets::shapes::{self, Config};
//! let data = shapes::load_data(&Config { train: 100, test: 20, ..Config::default() });
//! assert_eq!(data.train.shape(), [100, 32, 32, 3]);
//! println!("test image 0 shows a {}", data.class_names[data.test.labels[0] as usize]);
//! ```

use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::dataset::Dataset;
use crate::images::Images;

/// The name of this data set, for [`load`](crate::load()).
pub const NAME: &str = "shapes";

/// The class names, indexed by label.
pub const CLASS_NAMES: [&str; 10] =
    ["circle", "square", "triangle", "ring", "cross", "star", "moon", "heart", "stripes", "checkerboard"];

/// Height, width and channels of an image.
pub const IMAGE_SHAPE: [usize; 3] = [SIDE, SIDE, 3];

const SIDE: usize = 32;
const IMAGE_BYTES: usize = SIDE * SIDE * 3;

/// The settings of the generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The number of training images. Default: 20,000.
    pub train: usize,
    /// The number of test images. Default: 2,000.
    pub test: usize,
    /// The seed; the same seed gives the same images. Default: 0.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self { train: 20_000, test: 2_000, seed: 0 }
    }
}

/// Generates the data set on all cores of the machine.
pub fn load_data(config: &Config) -> Dataset {
    Dataset {
        name: NAME,
        class_names: &CLASS_NAMES,
        train: draw_all(config.train, config.seed, 1),
        test: draw_all(config.test, config.seed, 2),
        source: format!("drawn by the program from seed {}", config.seed),
        warnings: Vec::new(),
    }
}

fn draw_all(count: usize, seed: u64, part: u64) -> Images {
    let mut pixels = vec![0; count * IMAGE_BYTES];
    let mut labels = vec![0; count];
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = count.div_ceil(threads).max(1);
    let shares = Mutex::new(pixels.chunks_mut(share * IMAGE_BYTES).zip(labels.chunks_mut(share)).enumerate());
    let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).next();
    let draw_shares = || {
        while let Some((number, (pixels, labels))) = next() {
            let images = pixels.chunks_exact_mut(IMAGE_BYTES).zip(labels);
            for (index, (pixels, label)) in images.enumerate() {
                // Each image has its own random stream, so the division among threads does not matter.
                let mut random = Random::new(seed, part, (number * share + index) as u64);
                *label = random.below(10) as i32;
                draw(pixels, Figure::ALL[*label as usize], &mut random);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // This thread draws what others do not, also if the system refuses them.
            let _ = thread::Builder::new().spawn_scoped(scope, draw_shares);
        }
        draw_shares();
    });
    // Both vectors were allocated for `count` images.
    Images::new(pixels, labels, IMAGE_SHAPE).expect("one label for each image")
}

type Color = [f32; 3];

fn draw(pixels: &mut [u8], figure: Figure, random: &mut Random) {
    let (from, to) = (random.color(), random.color());
    let middle: Color = std::array::from_fn(|c| (from[c] + to[c]) / 2.0);
    let paint = random.color_unlike(middle, 110.0);
    let spot_paint = random.color();
    let slope = random.direction();
    let tilt = if figure == Figure::Stripes { random.direction() } else { random.slight_tilt() };
    let radius = random.between(7.5, 12.5);
    let margin = SIDE as f32 / 2.0 - radius + 1.0;
    let center = [0, 1].map(|_| SIDE as f32 / 2.0 + random.between(-margin, margin));
    let spot = [0, 1].map(|_| random.between(1.0, SIDE as f32 - 1.0));
    let spot_radius = random.between(1.0, 2.2);
    for (index, pixel) in pixels.chunks_exact_mut(3).enumerate() {
        let at = [(index % SIDE) as f32 + 0.5, (index / SIDE) as f32 + 0.5];
        let along = ((at[0] - 16.0) * slope[0] + (at[1] - 16.0) * slope[1]) / SIDE as f32 + 0.5;
        let offset = [(at[0] - center[0]) / radius, (at[1] - center[1]) / radius];
        let rotated = [offset[0] * tilt[0] + offset[1] * tilt[1], offset[1] * tilt[0] - offset[0] * tilt[1]];
        // Distances here are in pixels, so an edge is one pixel wide.
        let inside = (0.5 - figure.distance(rotated) * radius).clamp(0.0, 1.0);
        let spotted = (0.5 + spot_radius - length([at[0] - spot[0], at[1] - spot[1]])).clamp(0.0, 1.0);
        let noise = random.next();
        for (c, value) in pixel.iter_mut().enumerate() {
            let ground = mix(from[c], to[c], along.clamp(0.0, 1.0));
            let clean = mix(mix(ground, spot_paint[c], spotted), paint[c], inside);
            // Two bytes per channel: a triangular distribution from -24 to 24.
            let bytes = [(noise >> (16 * c)) as u8, (noise >> (16 * c + 8)) as u8];
            let shake = (f32::from(bytes[0]) - f32::from(bytes[1])) * (24.0 / 255.0);
            *value = (clean + shake + 0.5).clamp(0.0, 255.0) as u8;
        }
    }
}

fn mix(a: f32, b: f32, weight: f32) -> f32 {
    a + (b - a) * weight
}

fn length([x, y]: [f32; 2]) -> f32 {
    (x * x + y * y).sqrt()
}

/// The ten kinds, in the order of [`CLASS_NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Circle,
    Square,
    Triangle,
    Ring,
    Cross,
    Star,
    Moon,
    Heart,
    Stripes,
    Checkerboard,
}

impl Figure {
    const ALL: [Self; 10] = [
        Self::Circle,
        Self::Square,
        Self::Triangle,
        Self::Ring,
        Self::Cross,
        Self::Star,
        Self::Moon,
        Self::Heart,
        Self::Stripes,
        Self::Checkerboard,
    ];

    /// The signed distance of a point from the figure of radius 1 around the origin, negative inside. `y`
    /// points down.
    fn distance(self, [x, y]: [f32; 2]) -> f32 {
        let (across, down) = (x.abs(), y.abs());
        match self {
            Self::Circle => length([x, y]) - 0.95,
            Self::Square => across.max(down) - 0.8,
            // Three half-planes whose normals are 120 degrees apart.
            Self::Triangle => (across * 0.866_025_4 - y * 0.5).max(y) - 0.5,
            Self::Ring => (length([x, y]) - 0.75).abs() - 0.2,
            Self::Cross => (across - 0.95).max(down - 0.27).min((across - 0.27).max(down - 0.95)),
            Self::Star => star([across, -y]),
            Self::Moon => (length([x, y]) - 0.95).max(0.8 - length([x - 0.55, y])),
            Self::Heart => heart([across, y]),
            Self::Stripes => across.max(down).max(length([x, y]) - 0.05) - 0.95 + stripe_gap(x),
            Self::Checkerboard => {
                let odd = ((x * 2.2).floor() as i32 + (y * 2.2).floor() as i32) & 1;
                if odd == 1 { 1.0 } else { across.max(down) - 0.909 }
            }
        }
    }
}

/// A large distance between two stripes, zero on a stripe.
fn stripe_gap(x: f32) -> f32 {
    let phase = x * 2.0 - (x * 2.0).floor();
    if phase < 0.5 { 0.0 } else { 2.0 }
}

/// A star of five points, the first one at the top (`y` points up here); `x` is not negative.
fn star([x, y]: [f32; 2]) -> f32 {
    // Sine and cosine of 36 degrees: mirror the point into the sector of the upper point.
    let (sin, cos) = (0.587_785_25_f32, 0.809_017_f32);
    let reflect = |[x, y]: [f32; 2], [nx, ny]: [f32; 2]| {
        let over = 2.0 * (x * nx + y * ny).max(0.0);
        [x - over * nx, y - over * ny]
    };
    let point = reflect([x, y], [cos, -sin]);
    let [x, y] = reflect([point[0], point[1]], [-cos, -sin]);
    // The edge from the point (0, 1) to the notch at 36 degrees.
    let notch = [0.42 * sin, 0.42 * cos];
    let edge = [notch[0], notch[1] - 1.0];
    (-edge[1] * x.abs() + edge[0] * (y - 1.0)) / length(edge)
}

/// A heart: a square on its corner with a half circle on each upper side; `x` is not negative, `y` points
/// down.
fn heart([x, y]: [f32; 2]) -> f32 {
    let y = y + 0.1;
    let corner = (x + y.abs() - 0.8) * std::f32::consts::FRAC_1_SQRT_2;
    corner.min(length([x - 0.4, y + 0.4]) - 0.566)
}

/// A SplitMix64 generator (G. Steele et al., 2014) with one stream per image.
struct Random(u64);

impl Random {
    fn new(seed: u64, part: u64, index: u64) -> Self {
        let mut random = Self(seed);
        let mixed = random.next() ^ part.rotate_left(56);
        random.0 = mixed;
        let mixed = random.next() ^ index;
        Self(mixed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        mix(low, high, (self.next() >> 40) as f32 / (1u32 << 24) as f32)
    }

    fn color(&mut self) -> Color {
        [0, 1, 2].map(|_| self.between(20.0, 235.0))
    }

    /// A color at a distance of at least `distance` from `other` in RGB.
    fn color_unlike(&mut self, other: Color, distance: f32) -> Color {
        loop {
            let color = self.color();
            let square: f32 = color.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum();
            if square > distance * distance {
                return color;
            }
        }
    }

    /// Cosine and sine of an angle in [-0.35, 0.35] radians, from the tangent of half the angle.
    fn slight_tilt(&mut self) -> [f32; 2] {
        let t = self.between(-0.177, 0.177);
        let square = t * t;
        [(1.0 - square) / (1.0 + square), 2.0 * t / (1.0 + square)]
    }

    /// Cosine and sine of an arbitrary angle.
    fn direction(&mut self) -> [f32; 2] {
        let t = self.between(-1.0, 1.0);
        let square = t * t;
        let sign = if self.below(2) == 0 { 1.0 } else { -1.0 };
        [sign * (1.0 - square) / (1.0 + square), sign * 2.0 * t / (1.0 + square)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_images() {
        let config = Config { train: 64, test: 32, seed: 7 };
        let (a, b) = (load_data(&config), load_data(&config));
        assert_eq!(a.train, b.train);
        let other = load_data(&Config { seed: 8, ..config.clone() });
        assert_ne!(a.train.pixels(), other.train.pixels());
        // A longer set begins with the shorter one, however it is divided among threads.
        let longer = load_data(&Config { train: 300, ..config });
        assert_eq!(longer.train.first(64), a.train);
    }

    #[test]
    fn training_and_test_images_differ_and_all_classes_occur() {
        let data = load_data(&Config { train: 400, test: 400, seed: 0 });
        assert_ne!(data.train.pixels(), data.test.pixels());
        for part in [&data.train, &data.test] {
            let counts = (0..10).map(|class| part.labels.iter().filter(|l| **l == class).count());
            assert!(counts.into_iter().all(|count| (15..80).contains(&count)));
        }
    }

    #[test]
    fn every_figure_has_an_inside_and_fits() {
        for figure in Figure::ALL {
            let grid = (-16..=16).flat_map(|y| (-16..=16).map(move |x| [x as f32 / 16.0, y as f32 / 16.0]));
            let inside = grid.filter(|p| figure.distance(*p) < 0.0).count();
            assert!((200..900).contains(&inside), "{figure:?} covers {inside} of 1089 points");
            assert!(figure.distance([1.4, 1.4]) > 0.0 && figure.distance([-1.4, 1.4]) > 0.0, "{figure:?}");
        }
    }
}

//! What all plots have in common: the form of the file, font, colors, the title.

use std::error::Error;
use std::sync::Once;

use image::codecs::png::PngEncoder;
use image::imageops::{FilterType, resize};
use image::{ExtendedColorType, ImageEncoder, RgbImage};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

/// The plot is drawn larger by this factor and scaled down, since the backend does not smooth lines.
pub const OVERSAMPLING: u32 = 2;

/// The font of plots, linked in so that plots look the same everywhere.
const FONT: &[u8] = include_bytes!("../../assets/DejaVuSans-Latin.ttf");
pub const FONT_FAMILY: &str = "sans-serif";

/// Colors of the curves, which people with color blindness can tell apart (Okabe and Ito).
pub const COLORS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(230, 159, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
pub const GRID: RGBColor = RGBColor(225, 225, 225);

/// The form of a plot's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Pixels.
    Png,
    /// Lines and text.
    Svg,
}

/// What is drawn below a title.
pub trait Drawing {
    /// Draws on an area, in pixels that are smaller by [`OVERSAMPLING`] than those of the file.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Result<(), Box<dyn Error>>
    where
        B::ErrorType: 'static;
}

/// Draws a plot of this width and height, in pixels. Returns the content of its file.
///
/// # Errors
/// Drawing or encoding fails.
pub fn render(form: Form, title: &str, size: (u32, u32), drawing: &impl Drawing) -> Result<Vec<u8>, Box<dyn Error>> {
    if form == Form::Png {
        return encode(&rasterize(title, size, drawing)?);
    }
    let (width, height) = (size.0 * OVERSAMPLING, size.1 * OVERSAMPLING);
    let mut text = String::new();
    draw_on(SVGBackend::with_string(&mut text, (width, height)), title, drawing)?;
    // The size of the image is that of the PNG; its own coordinates are finer.
    let (drawn, shown) = (sizes(width, height), sizes(size.0, size.1));
    Ok(text.replacen(&drawn, &shown, 1).into_bytes())
}

/// The attributes of an SVG's size.
fn sizes(width: u32, height: u32) -> String {
    format!("width=\"{width}\" height=\"{height}\"")
}

/// Draws a plot of this width and height as an image.
///
/// # Errors
/// Drawing fails.
pub fn rasterize(title: &str, size: (u32, u32), drawing: &impl Drawing) -> Result<RgbImage, Box<dyn Error>> {
    let (width, height) = (size.0 * OVERSAMPLING, size.1 * OVERSAMPLING);
    let mut pixels = vec![0u8; width as usize * height as usize * 3];
    draw_on(BitMapBackend::with_buffer(&mut pixels, (width, height)), title, drawing)?;
    let image = RgbImage::from_raw(width, height, pixels).ok_or("the plot has another size than its image")?;
    Ok(resize(&image, size.0, size.1, FilterType::Triangle))
}

/// The bytes of a PNG file.
///
/// # Errors
/// Encoding fails.
pub fn encode(image: &RgbImage) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut png = Vec::new();
    PngEncoder::new(&mut png).write_image(image, image.width(), image.height(), ExtendedColorType::Rgb8)?;
    Ok(png)
}

fn draw_on<B: DrawingBackend>(backend: B, title: &str, drawing: &impl Drawing) -> Result<(), Box<dyn Error>>
where
    B::ErrorType: 'static,
{
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let _ = register_font(FONT_FAMILY, FontStyle::Normal, FONT);
    });
    let root = backend.into_drawing_area();
    root.fill(&WHITE)?;
    let below = root.margin(pixels_of(14), 0, 0, 0).titled(title, (FONT_FAMILY, pixels_of(24)))?;
    drawing.draw(&below)?;
    root.present()?;
    Ok(())
}

/// Converts pixels of the file to pixels of the drawing.
pub fn pixels_of(image_pixels: u32) -> u32 {
    image_pixels * OVERSAMPLING
}

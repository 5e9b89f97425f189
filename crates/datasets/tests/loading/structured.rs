//! Files of arrays, tables, images and sounds with their structure changed by rules. Each is an error or data,
//! within its budget.

use datasets::image_file::{ColorMode, Images};
use image::{DynamicImage, GrayAlphaImage, GrayImage, ImageFormat, RgbaImage};
use testkit::budgets::over_budget;
use testkit::hostile::{Seed, texts};

use crate::bounded::{READER, image, npy, npz, wav};
use crate::fixtures;

type Files = Vec<(String, Vec<u8>)>;

/// The checksums of a PNG's chunks.
fn checksums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some([a, b, c, d]) = bytes.get(at..at + 4) {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let Some(chunk) = bytes.get(at + 4..(at + 8).saturating_add(length)) else { return };
        let mut sum = flate2::Crc::new();
        sum.update(chunk);
        let end = at + 8 + length;
        let Some(place) = bytes.get_mut(end..end + 4) else { return };
        place.copy_from_slice(&sum.sum().to_be_bytes());
        at = end + 4;
    }
}

/// A chunk of a PNG.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    [&(data.len() as u32).to_be_bytes()[..], name, data, &[0; 4]].concat()
}

/// A PNG of zeros with this head: width, height, depth, color, and whether it is interlaced.
fn black_png(width: u32, height: u32, depth: u8, color: u8, interlaced: u8) -> Vec<u8> {
    let samples = [1, 0, 3, 1, 2, 0, 4][usize::from(color)];
    let row = 1 + (u64::from(width) * samples * u64::from(depth)).div_ceil(8);
    let mut data = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), row * u64::from(height)), &mut data).unwrap();
    let head = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, interlaced]].concat();
    let palette = if color == 3 { chunk(b"PLTE", &[0; 768]) } else { Vec::new() };
    let begin = [b"\x89PNG\r\n\x1a\n".to_vec(), chunk(b"IHDR", &head), palette].concat();
    let mut bytes = [begin, chunk(b"IDAT", &data.finish().unwrap()), chunk(b"IEND", &[])].concat();
    checksums(&mut bytes);
    bytes
}

/// A GIF with this screen, whose frame has one pixel or the size of the screen, and its codes.
fn two_colors(width: u16, height: u16, is_whole: bool, codes: &[u8], frames: usize) -> Vec<u8> {
    let size = |width: u16, height: u16| [width.to_le_bytes(), height.to_le_bytes()].concat();
    let frame_size = if is_whole { size(width, height) } else { size(1, 1) };
    let blocks: Vec<u8> = codes.chunks(255).flat_map(|part| [&[part.len() as u8], part].concat()).collect();
    let frame = [&[0x2c, 0, 0, 0, 0][..], &frame_size, &[0, 2], &blocks, &[0]].concat();
    let head = [b"GIF89a", &size(width, height)[..], &[0x80, 0, 0], &[0, 0, 0, 255, 255, 255]].concat();
    [head, frame.repeat(frames), vec![0x3b]].concat()
}

/// The codes of twelve pixels.
const CODES: &[u8] = &[0x84, 0x8f, 0xa9, 0xcb, 0xed, 0x05];

/// A GIF of one color.
fn plain_gif(side: u16) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = vec![0; usize::from(side) * usize::from(side)];
    let mut encoder = gif::Encoder::new(&mut bytes, side, side, &[7, 8, 9]).unwrap();
    encoder.write_frame(&gif::Frame::from_indexed_pixels(side, side, pixels, None)).unwrap();
    drop(encoder);
    bytes
}

/// Small files that unpack to much: images of `sizes` kinds are black.
fn bombs(sizes: usize) -> Files {
    let mut files = Files::new();
    for (name, side, depth, color, interlaced) in [
        ("gray", 10_000, 8, 0, 0),
        ("bits", 20_000, 1, 0, 0),
        ("deep", 7000, 16, 2, 0),
        ("deepest", 8000, 16, 6, 0),
        ("opacity", 11_000, 8, 6, 0),
        ("gray_opacity", 13_000, 8, 4, 1),
        ("palette", 12_000, 8, 3, 1),
        ("gray_400", 20_000, 8, 0, 0),
    ]
    .into_iter()
    .take(sizes)
    {
        files.push((format!("black_{name}.png"), black_png(side, side, depth, color, interlaced)));
    }
    // Codes that clear the dictionary and repeat one number in longer and longer texts.
    for (name, side, is_whole, codes, frames) in [
        ("claims", 10_000, true, vec![0x44, 0x01], 1),
        ("screen", 10_000, false, vec![0x44, 0x01], 1),
        ("zeros", 10_000, true, vec![0; 60_000], 1),
        ("frames", 100, true, vec![0x44, 0x01], 100_000),
        ("largest", u16::MAX, false, vec![0x44, 0x01], 1),
    ] {
        files.push((format!("{name}.gif"), two_colors(side, side, is_whole, &codes, frames)));
    }
    files.push(("plain.gif".into(), plain_gif(if sizes > 1 { 10_000 } else { 3000 })));
    let text = [chunk(b"tEXt", b"a\0b").repeat(100_000), chunk(b"zTXt", &[b'a', 0, 0, 0x78])].concat();
    let mut png = image(ImageFormat::Png);
    png.splice(33..33, text);
    checksums(&mut png);
    files.push(("chunks.png".into(), png));
    let mut jpeg = image(ImageFormat::Jpeg);
    jpeg.splice(2..2, [&[0xff, 0xe2, 0x00, 0x10][..], &[0; 14]].concat().repeat(60_000));
    files.push(("segments.jpg".into(), jpeg));
    files
}

/// An archive whose end says the places and the number of its members in 64 bits.
fn zip64(archive: &[u8]) -> Vec<u8> {
    let (members, end) = archive.split_at(archive.len() - 22);
    let short = |at: usize| u64::from(u16::from_le_bytes([end[at], end[at + 1]]));
    let long = |at: usize| short(at) | short(at + 2) << 16;
    let record = [
        &b"PK\x06\x06"[..],
        &44u64.to_le_bytes(),
        &[45, 0, 45, 0],
        &[0; 8],
        &[short(8), short(10), long(12), long(16)].map(u64::to_le_bytes).concat(),
    ];
    let locator = [b"PK\x06\x07\0\0\0\0", &(members.len() as u64).to_le_bytes()[..], &1u32.to_le_bytes()];
    let unknown = [&end[..8], &[0xff; 12], &[0; 2]].concat();
    [members, &record.concat(), &locator.concat(), &unknown].concat()
}

#[test]
fn places_of_64_bits_are_read() {
    let folder = fixtures::folder();
    let path = folder.path().join("a.npz");
    std::fs::write(&path, zip64(&npz(&[("x.npy", &npy("<f4", "(2, 3)", &[1; 24]))]))).unwrap();
    assert_eq!(datasets::array_file::read(&path).unwrap()[0].name, "x");
}

/// Files of `each` format.
fn files(each: usize) -> Files {
    let with_checksums = |name, bytes| Seed {
        is_big: true,
        finish: Box::new(|bytes| checksums(bytes)),
        ..Seed::new(name, "png", bytes)
    };
    let written = |image: DynamicImage| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    };
    let big = |seed: Seed| Seed { is_big: true, ..seed };
    let floats = npy("<f4", "(2, 3)", &[1; 24]);
    let parts = [("x.npy", &floats[..]), ("y.npy", &floats)];
    let animated = two_colors(4, 3, true, CODES, 3);
    let seeds = [
        with_checksums("color", image(ImageFormat::Png)),
        with_checksums("opacity", written(RgbaImage::new(9, 7).into())),
        with_checksums("gray", written(GrayImage::new(9, 7).into())),
        with_checksums("gray_opacity", written(GrayAlphaImage::new(9, 7).into())),
        with_checksums("palette", black_png(9, 7, 4, 3, 1)),
        big(Seed::new("photo", "jpg", image(ImageFormat::Jpeg))),
        Seed::new("map", "bmp", image(ImageFormat::Bmp)),
        Seed::new("one", "gif", image(ImageFormat::Gif)),
        Seed::new("animated", "gif", animated),
        Seed::new("sound", "wav", wav()),
        Seed::new("array", "npy", floats.clone()),
        Seed::new("archive", "npz", npz(&parts)),
        Seed::new("zip64", "npz", zip64(&npz(&parts))),
        big(Seed::new("digits", "idx", fixtures::idx_files()[0].1.clone())),
        Seed::new("digits", "array", fixtures::npz_files()[1].1.clone()),
        Seed::new("records", "bin", fixtures::cifar_binary(1, false)),
        Seed::new("batch", "pickle", fixtures::cifar_pickle(1, &["labels"])),
    ];
    let mut files: Files = seeds.iter().flat_map(|seed| seed.files(each)).collect();
    let table = "name,size,label\n\"a, b\",1.5,0\nc,-2e3,1\n\"d\"\"\",NA,0\n";
    let head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    files.extend(
        texts("table", table, each).into_iter().enumerate().map(|(i, text)| (format!("t{i}.csv"), text.into())),
    );
    files.extend(texts("head", head, each).into_iter().enumerate().map(|(i, text)| {
        let length = u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes();
        (format!("h{i}.npy"), [b"\x93NUMPY\x01\0", &length[..], text.as_bytes(), &[1; 24]].concat())
    }));
    files
}

#[test]
fn changed_structures_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &[files(24), bombs(1)].concat()), [""; 0]);
}

#[test]
#[ignore = "a minute: thousands of files"]
fn all_changed_structures_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &[files(1000), bombs(usize::MAX)].concat()), [""; 0]);
}

/// The first frame on its screen is what the crate `image` makes of it, which needs three times the memory.
#[test]
fn pixels_of_a_gif_are_those_of_another_reader() {
    let whole = two_colors(4, 3, true, CODES, 2);
    let at = |place: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[place] = value;
        bytes
    };
    // The frame's place and size, its interlacing, the screen, and a transparent color before the frame.
    let mut transparent = whole.clone();
    transparent.splice(19..19, [0x21, 0xf9, 4, 1, 0, 0, 1, 0]);
    let mut files = vec![whole.clone(), transparent, image(ImageFormat::Gif)];
    files.extend([at(20, 1), at(22, 2), at(24, 2), at(26, 1), at(28, 0x40), at(6, 9), at(8, 7), at(20, 9)]);
    let folder = fixtures::folder();
    let mut read = 0;
    for bytes in files {
        let path = folder.path().join("a.gif");
        std::fs::write(&path, &bytes).unwrap();
        for color_mode in [ColorMode::Rgba, ColorMode::Rgb] {
            let Ok(expected) = image::load_from_memory_with_format(&bytes, ImageFormat::Gif) else {
                Images::default().load(&path).unwrap_err();
                continue;
            };
            let size = [expected.height() as usize, expected.width() as usize];
            let found = Images { image_size: size, color_mode, ..Images::default() }.load(&path).unwrap();
            let pixels = expected.to_rgba8().into_raw();
            let pixels = pixels.chunks_exact(4).flat_map(|pixel| &pixel[..color_mode.channels()]);
            assert_eq!(found.values, pixels.map(|sample| f32::from(*sample)).collect::<Vec<_>>(), "{bytes:x?}");
            read += 1;
        }
    }
    assert!(read > 12, "only {read} were read");
}

//! Pictures of the size of the screen.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::ops::RangeInclusive;
use std::path::Path;

use super::glyphs::Glyph;

pub const WIDTH: usize = 640;
pub const HEIGHT: usize = 480;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// The pixels of a screen, row by row.
#[derive(PartialEq, Eq)]
pub struct Picture {
    pixels: Vec<Colour>,
}

impl Picture {
    /// Returns a picture of one colour.
    pub fn filled(colour: Colour) -> Picture {
        Picture { pixels: vec![colour; WIDTH * HEIGHT] }
    }

    /// Returns a picture of the red, green and blue of its pixels, row by row; `None` if it is not
    /// of this size.
    pub fn of_bytes(bytes: &[u8]) -> Option<Picture> {
        let pixels = bytes.as_chunks().0.to_vec();
        (bytes.len() == 3 * WIDTH * HEIGHT).then_some(Picture { pixels })
    }

    pub fn get(&self, x: usize, y: usize) -> Colour {
        self.pixels[WIDTH * y + x]
    }

    pub fn set(&mut self, x: usize, y: usize, colour: Colour) {
        self.pixels[WIDTH * y + x] = colour;
    }

    /// Fills a rectangle; the ranges include both ends.
    pub fn fill(
        &mut self,
        columns: RangeInclusive<usize>,
        rows: RangeInclusive<usize>,
        colour: Colour,
    ) {
        for y in rows {
            for x in columns.clone() {
                self.set(x, y, colour);
            }
        }
    }

    /// Draws a glyph whose upper left corner is at (x, y).
    pub fn draw(&mut self, x: usize, y: usize, glyph: &Glyph, ink: Colour) {
        self.draw_with(x, y, glyph, |_, _| ink);
    }

    /// Draws a glyph in inks that depend on the position in it.
    pub fn draw_with(
        &mut self,
        left: usize,
        top: usize,
        glyph: &Glyph,
        ink: impl Fn(usize, usize) -> Colour,
    ) {
        for (row, quarters) in glyph.rows().enumerate() {
            for (column, quarters) in quarters.iter().enumerate() {
                let (x, y) = (left + column, top + row);
                self.set(x, y, mix(self.get(x, y), ink(column, row), *quarters));
            }
        }
    }

    /// Returns the pixels that differ, with their colours here and there.
    pub fn differences(&self, other: &Picture) -> impl Iterator<Item = Difference> {
        let places = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        places
            .map(|(x, y)| Difference { x, y, colours: [self.get(x, y), other.get(x, y)] })
            .filter(|Difference { colours: [one, other], .. }| one != other)
    }

    /// Asserts that a monitor shows what it should. Writes its picture to a file if it does not.
    pub fn assert_is(&self, reference: &Picture, name: &str) {
        if let Some(Difference { x, y, colours }) = self.differences(reference).next() {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("png");
            self.write(&path);
            let [monitor, reference] = colours;
            let path = path.display();
            panic!(
                "{name}: ({x}, {y}) is {monitor:?} on the monitor and {reference:?} by the reference; see {path}"
            );
        }
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    ///
    /// A message if the file does not exist, or is not a colour picture of this size.
    pub fn read(path: &Path) -> Result<Picture, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let mut decoder = png::Decoder::new(BufReader::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let mut bytes = vec![0; 3 * WIDTH * HEIGHT];
        if reader.output_buffer_size() != Some(bytes.len()) {
            return Err(format!("not a colour picture of {WIDTH} × {HEIGHT} pixels"));
        }
        reader.next_frame(&mut bytes).map_err(|error| error.to_string())?;
        Ok(Picture::of_bytes(&bytes).expect("pixels"))
    }

    /// Writes a PNG file with a palette of its colours.
    ///
    /// # Panics
    ///
    /// If it cannot be written, or has more than 256 colours.
    pub fn write(&self, path: &Path) {
        let colours: BTreeSet<Colour> = self.pixels.iter().copied().collect();
        let colours: Vec<Colour> = colours.into_iter().collect();
        let index = |pixel| colours.binary_search(pixel).expect("a colour of the palette");
        let indices: Vec<u8> =
            self.pixels.iter().map(|pixel| index(pixel).try_into().expect("8 bits")).collect();
        let file = File::create(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut encoder = png::Encoder::new(BufWriter::new(file), WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(colours.as_flattened());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("a header");
        writer.write_image_data(&indices).expect("the pixels");
        writer.finish().expect("the end of the file");
    }
}

/// A pixel that differs in two pictures.
#[derive(Debug, PartialEq)]
pub struct Difference {
    pub x: usize,
    pub y: usize,
    pub colours: [Colour; 2],
}

/// Returns a background covered by some quarters of ink.
fn mix(background: Colour, ink: Colour, quarters: u16) -> Colour {
    std::array::from_fn(|index| {
        let (background, ink) = (u16::from(background[index]), u16::from(ink[index]));
        (((4 - quarters) * background + quarters * ink) / 4) as u8
    })
}

#[test]
fn ink_covers_a_background_in_quarters_rounded_down() {
    let (background, ink) = ([0, 10, 255], [255, 13, 2]);
    let expected = [[0, 10, 255], [63, 10, 191], [127, 11, 128], [191, 12, 65], [255, 13, 2]];
    for (quarters, expected) in (0..).zip(expected) {
        assert_eq!(mix(background, ink, quarters), expected, "{quarters} quarters");
    }
}

#[test]
fn pictures_survive_png_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("picture.png");
    let mut picture = Picture::filled([1, 2, 3]);
    for (x, y) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y))) {
        picture.set(x, y, [x as u8 ^ y as u8, 100, 200]);
    }
    picture.write(&path);
    let read = Picture::read(&path).expect("a picture");
    assert_eq!(picture.differences(&read).next(), None);
    picture.fill(630..=639, 470..=479, [0; 3]);
    let colours = [[630_u16 as u8 ^ 470_u16 as u8, 100, 200], [0; 3]];
    assert_eq!(read.differences(&picture).next(), Some(Difference { x: 630, y: 470, colours }));
}

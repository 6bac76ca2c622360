//! A frame of a monitor as a message.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

use crate::protocol::Reply;
use board_simulation::{CHANNELS, Frame};

/// Returns a frame as a message.
pub fn picture(frame: &Frame) -> Result<Reply, EncodingError> {
    Ok(Reply::Picture { png: Some(STANDARD.encode(png(frame)?)) })
}

/// Returns a frame as a PNG file: with a palette, unless it has more colours than that can hold.
fn png(frame: &Frame) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, frame.width as u32, frame.height as u32);
    // Rows repeat, which filters would hide.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_depth(BitDepth::Eight);
    match indexed(frame) {
        Some((palette, indices)) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_palette(palette);
            encoder.write_header()?.write_image_data(&indices)?;
        }
        None => {
            encoder.set_color(ColorType::Rgb);
            encoder.write_header()?.write_image_data(&frame.pixels)?;
        }
    }
    Ok(file)
}

/// Returns the colours of a frame and the index of each pixel among them, or `None` if there are
/// more than 256.
fn indexed(frame: &Frame) -> Option<(Vec<u8>, Vec<u8>)> {
    let (pixels, _) = frame.pixels.as_chunks::<CHANNELS>();
    let mut palette: Vec<[u8; CHANNELS]> = Vec::new();
    let mut indices = Vec::with_capacity(frame.width * frame.height);
    // Most pixels have the colour of the one before.
    for colours in pixels.chunk_by(|one, next| one == next) {
        let index = palette.iter().position(|known| *known == colours[0]).unwrap_or_else(|| {
            palette.push(colours[0]);
            palette.len() - 1
        });
        indices.resize(indices.len() + colours.len(), u8::try_from(index).ok()?);
    }
    Some((palette.concat(), indices))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    const WIDTH: usize = 640;
    const HEIGHT: usize = 480;

    /// Returns a frame with so many colours, each on the same number of pixels.
    fn frame(colours: usize) -> Frame {
        let pixel = |place: usize| [(place % colours) as u8, ((place % colours) >> 8) as u8, 7];
        let pixels = (0..WIDTH * HEIGHT).flat_map(pixel).collect();
        Frame { width: WIDTH, height: HEIGHT, pixels }
    }

    #[test]
    fn a_picture_keeps_its_colours_however_many_there_are() {
        for (colours, expected) in [
            (1, ColorType::Indexed),
            (256, ColorType::Indexed),
            (257, ColorType::Rgb),
            (5000, ColorType::Rgb),
        ] {
            let frame = frame(colours);
            let mut decoder = png::Decoder::new(Cursor::new(png(&frame).expect("a PNG file")));
            let header = decoder.read_header_info().expect("a header");
            assert_eq!(header.color_type, expected, "{colours} colours");
            decoder.set_transformations(png::Transformations::EXPAND);
            let mut reader = decoder.read_info().expect("a picture");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            reader.next_frame(&mut pixels).expect("pixels");
            assert_eq!(pixels, frame.pixels, "{colours} colours");
        }
    }
}

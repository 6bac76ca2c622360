//! The monitor on the page of `casino`.

use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::engine::{self, Top};
use crate::machine::frames::{CHANNELS, Frame, FrameState, Frames, HEIGHT, WIDTH};
use crate::machine::{Machine, MachineError};
use crate::server::protocol::Reply;

/// Draws the monitors of all sessions, one after the other: a frame takes some milliseconds.
#[derive(Default)]
pub struct Monitors {
    /// Made for the first frame.
    frames: Mutex<Option<Frames>>,
}

impl Monitors {
    /// Returns the picture of a machine if it is another than the last one, and remembers it.
    pub fn picture(
        &self,
        machine: &Machine,
        last: &mut Option<FrameState>,
    ) -> Result<Option<Reply>, MachineError> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = match &mut *frames {
            Some(frames) => frames,
            none => none.insert(Frames::of(&engine::design(Top::Casino)?, machine)?),
        };
        let state = frames.state(machine);
        if last.as_ref() == Some(&state) {
            return Ok(None);
        }
        let frame = frames.draw(machine)?;
        *last = Some(state);
        Ok(png(&frame).map(|png| Reply::Picture { png: STANDARD.encode(png) }))
    }
}

/// Returns a frame as a PNG file with a palette. The picture has far fewer than 256 colours.
fn png(frame: &Frame) -> Option<Vec<u8>> {
    let mut palette: Vec<[u8; CHANNELS]> = Vec::new();
    let mut last = ([0; CHANNELS], None);
    let mut indices = Vec::with_capacity(WIDTH * HEIGHT);
    for pixel in frame.pixels.chunks_exact(CHANNELS) {
        let colour = [pixel[0], pixel[1], pixel[2]];
        let index = match last {
            (same, Some(index)) if same == colour => index,
            _ => palette.iter().position(|known| *known == colour).unwrap_or_else(|| {
                palette.push(colour);
                palette.len() - 1
            }),
        };
        last = (colour, Some(index));
        indices.push(u8::try_from(index).ok()?);
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    // Rows repeat, which filters would hide.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header().ok()?.write_image_data(&indices).ok()?;
    Some(file)
}

//! A picture on a monitor.

/// The bytes of a pixel: red, green, blue.
pub const CHANNELS: usize = 3;

/// A picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The pixels of a row.
    pub width: usize,
    /// The rows.
    pub height: usize,
    /// The red, green and blue of each pixel, row by row.
    pub pixels: Vec<u8>,
}

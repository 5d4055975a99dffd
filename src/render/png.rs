//! A picture as PNG, drawn by `resvg` with letters that come with the program.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use super::{Picture, Theme, svg};

/// Most pixels of a side.
const MOST_PIXELS: u32 = 16_384;

/// A picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// It has too many pixels.
    #[error("{width}×{height} pixels are too many, at most {MOST_PIXELS} a side; take fewer pixels a cell")]
    TooLarge {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The drawing failed, which is a bug of this crate.
    #[error("the picture cannot be drawn: {0}")]
    Failed(String),
}

/// The picture as the bytes of a PNG file, with this many pixels a cell.
///
/// # Errors
/// A picture that is too large.
pub fn png(picture: &Picture, theme: Theme, cell: f32) -> Result<Vec<u8>, PngError> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    let failed = |message: String| PngError::Failed(message);
    let tree =
        Tree::from_str(&svg(picture, theme, cell), &options).map_err(|error| failed(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    if width.max(height) > MOST_PIXELS {
        return Err(PngError::TooLarge { width, height });
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(error.to_string()))
}

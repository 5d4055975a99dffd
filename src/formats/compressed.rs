//! Files compressed with gzip, xz or Zstandard, told apart by their first bytes and read as what they hold.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The first bytes of each form.
const GZIP: &[u8] = &[0x1f, 0x8b];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const BZIP2: &[u8] = b"BZh";

/// What a reader holds, unpacked where it is compressed; the name of the file does not matter.
///
/// # Errors
/// Whatever the reader fails with; data of bzip2, which is not read. A file that is cut off or damaged is an error of the
/// reader that is returned.
///
/// ```
/// use std::io::Read;
///
/// let mut text = String::new();
/// exactly::formats::decompressed(&b"plain text"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "plain text");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompressed<'r>(
    mut reader: impl Read + Send + Sync + 'r,
) -> io::Result<Box<dyn Read + Send + Sync + 'r>> {
    let mut start = Vec::new();
    reader.by_ref().take(XZ.len() as u64).read_to_end(&mut start)?;
    let is = |magic: &[u8]| start.starts_with(magic);
    let (gzip, xz, zstd) = (is(GZIP), is(XZ), is(ZSTD));
    if is(BZIP2) && start.get(3).is_some_and(u8::is_ascii_digit) {
        return Err(io::Error::other("this is bzip2 data, which is not read; unpack it with bunzip2"));
    }
    let whole = Cursor::new(start).chain(reader);
    Ok(if gzip {
        Box::new(Unpacked { reader: MultiGzDecoder::new(BufReader::new(whole)), form: "gzip" })
    } else if xz {
        Box::new(Unpacked { reader: XzReader::new(BufReader::new(whole), true), form: "xz" })
    } else if zstd {
        Box::new(Unpacked { reader: Frames::new(BufReader::new(whole)), form: "Zstandard" })
    } else {
        Box::new(whole)
    })
}

/// A file's name without the extension of a compressed form: `a.cnf` for `a.cnf.gz`.
///
/// ```
/// assert_eq!(exactly::formats::plain_name("a.cnf.gz"), "a.cnf");
/// assert_eq!(exactly::formats::plain_name("a.cnf"), "a.cnf");
/// ```
pub fn plain_name(name: &str) -> &str {
    let forms = [".gz", ".xz", ".zst", ".GZ", ".XZ", ".ZST"];
    forms.iter().find_map(|form| name.strip_suffix(form)).unwrap_or(name)
}

/// A reader whose errors name the form.
struct Unpacked<R> {
    reader: R,
    form: &'static str,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => io::Error::other(format!("the {} data is cut off or damaged: {error}", self.form)),
        })
    }
}

/// Zstandard data: frames one after another, each with its checksum.
struct Frames<R> {
    source: R,
    frame: FrameDecoder,
    is_open: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        Self { source, frame: FrameDecoder::new(), is_open: false }
    }

    /// Starts the next frame that holds data; whether there is one.
    fn start(&mut self) -> io::Result<bool> {
        loop {
            if self.source.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.frame.reset(&mut self.source) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped =
                        io::copy(&mut self.source.by_ref().take(u64::from(length)), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Holds the data of a frame against its checksum.
    fn finish(&mut self) -> io::Result<()> {
        self.is_open = false;
        match self.frame.get_checksum_from_data() {
            Some(stated) if self.frame.get_calculated_checksum() != Some(stated) => {
                Err(io::Error::other("wrong checksum"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_open {
                self.is_open = self.start()?;
                if !self.is_open {
                    return Ok(0);
                }
            }
            while self.frame.can_collect() == 0 && !self.frame.is_finished() {
                self.frame
                    .decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1))
                    .map_err(io::Error::other)?;
            }
            let count = self.frame.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            self.finish()?;
        }
    }
}

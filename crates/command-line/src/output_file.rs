//! `-o FILE`, as clap parses it: a path that is not empty, or `-` for stdout.

use clap::builder::{PathBufValueParser, TypedValueParser};

use output_files::OutputFile;

/// Parses such an option.
pub fn output_file() -> impl TypedValueParser<Value = OutputFile> {
    PathBufValueParser::new().map(OutputFile::from)
}

//! `-o FILE`, as clap parses it: a path that is not empty, or `-` for stdout.

use std::path::PathBuf;

use clap::builder::{MapValueParser, PathBufValueParser, TypedValueParser, ValueParserFactory};

use crate::output::OutputFile;

impl ValueParserFactory for OutputFile {
    type Parser = MapValueParser<PathBufValueParser, fn(PathBuf) -> OutputFile>;

    fn value_parser() -> Self::Parser {
        PathBufValueParser::new().map(OutputFile::from)
    }
}

//! The functions that read the sources of a design, which another worker of the page calls.
//!
//! The page puts the sources into the file system that it simulates. Yosys is a program of its own,
//! which the page runs.

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::browser::{set_buffer, take_buffer};
use de1_soc::is_high_at_power_up;
use foreign_designs::Elaborated;
use foreign_sources::{ForeignError, Reader, Sources};
use fpga_tools::synthesis::{Job, JobOutput, Yosys};
use virtual_board::Pins;

/// What to read.
#[derive(Deserialize)]
struct Request {
    /// The folder of the sources.
    folder: PathBuf,
    /// The top module, if it is named.
    top: Option<String>,
    /// The version of Yosys.
    yosys: String,
}

/// What was read.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Response {
    /// [`take_design`] returns the design. Its warnings are without repetitions.
    Read { top: String, reader: String, warnings: Vec<String> },
    /// Why there is none, and what to do.
    Refused(String),
}

thread_local! {
    /// What was read last, as data.
    static DESIGN: RefCell<Vec<u8>> = RefCell::default();
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Runs Yosys with the job in so many bytes at the address, as JSON. Its output is in the
    /// buffer: a line of JSON, and the files one after another. Returns its length.
    #[link_name = "yosys"]
    safe fn host_yosys(job: *const u8, length: usize) -> usize;
}

/// Reads the design that the buffer describes, as JSON. Returns the length of the response.
///
/// A function with the name of one of the C library, such as `read`, would replace it.
#[unsafe(no_mangle)]
extern "C" fn read_design() -> usize {
    let response = match read_request(&take_buffer()) {
        Ok((response, design)) => {
            DESIGN.replace(design);
            response
        }
        Err(problem) => Response::Refused(problem),
    };
    set_buffer(serde_json::to_vec(&response).unwrap_or_default())
}

/// Puts the design that was read into the buffer, as data. Returns its length.
#[unsafe(no_mangle)]
extern "C" fn take_design() -> usize {
    set_buffer(DESIGN.take())
}

fn read_request(request: &[u8]) -> Result<(Response, Vec<u8>), String> {
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let elaborated = elaborate(request).map_err(|error| with_sources(&error))?;
    let mut warnings = elaborated.warnings.clone();
    warnings.extend(elaborated.design.latch_warning());
    let unconnected = Pins::of(&elaborated.design).unconnected;
    warnings.extend(unconnected.iter().map(|port| format!("not connected: {port}")));
    let (top, reader) = (elaborated.design.top.clone(), elaborated.reader.clone());
    let design = postcard::to_stdvec(&Board::Foreign(elaborated));
    let design = design.map_err(|error| format!("the design cannot be written: {error}"))?;
    Ok((Response::Read { top, reader, warnings }, design))
}

fn elaborate(request: Request) -> Result<Elaborated, ForeignError> {
    let sources = Sources { files: vec![request.folder], top: request.top, ..Sources::default() };
    let mut set = sources.collect()?;
    if let (Some(top), false) = (&set.top, set.has_board_ports) {
        return Err(ForeignError::NoBoardPorts { top: top.clone() });
    }
    let yosys = Yosys::of_function(&request.yosys, run_yosys);
    // The page ends what takes too long.
    let reader = Reader::new(yosys, Duration::MAX);
    let mut elaborated = foreign_designs::read(&reader, &set, is_high_at_power_up)?;
    set.warnings.append(&mut elaborated.warnings);
    Ok(Elaborated { warnings: set.warnings, ..elaborated })
}

/// The message of an error, and those of its sources.
fn with_sources(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        message = format!("{message}: {source}");
        next = source.source();
    }
    message
}

/// What Yosys has printed, and the lengths of the files behind it.
#[derive(Deserialize)]
struct Output {
    code: i32,
    lines: Vec<String>,
    lengths: Vec<usize>,
}

fn run_yosys(job: &Job) -> JobOutput {
    let files: Vec<_> = job.files.iter().map(|file| (&file.name, &file.text)).collect();
    let job = serde_json::json!({ "files": files, "script": job.script, "written": job.written });
    let job = job.to_string();
    host_yosys(job.as_ptr(), job.len());
    let output = take_buffer();
    let end = output.iter().position(|byte| *byte == b'\n').unwrap_or(output.len());
    let (header, mut rest) = output.split_at(end);
    let Ok(Output { code, lines, lengths }) = serde_json::from_slice(header) else {
        let lines = vec!["the page returned no output of Yosys".into()];
        return JobOutput { code: -1, lines, files: vec![] };
    };
    rest = rest.get(1..).unwrap_or_default();
    let files = lengths.into_iter().map(|length| {
        let (file, others) = rest.split_at(length.min(rest.len()));
        rest = others;
        String::from_utf8_lossy(file).into_owned()
    });
    JobOutput { code, lines, files: files.collect() }
}

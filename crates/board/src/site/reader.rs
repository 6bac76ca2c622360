//! The functions that read the sources of a design, and judge a `task5`. A worker of the page calls
//! them.
//!
//! The page puts the sources into the file system that it simulates. Yosys is a program of its own,
//! which the page runs.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::browser::{set_buffer, take_buffer};
use super::page_remedies::on_page;
use baccarat_judge::report::{Remarks, diagram, rejected, verdict};
use baccarat_judge::{Step, judge, remedies};
use baccarat_sim::every_hand::HANDS;
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
    /// Whether to judge the design as a `task5` of the lab.
    is_judged: bool,
}

/// What was read.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Response {
    /// The only part is the design, as data. Its warnings are without repetitions.
    Read { top: String, reader: String, warnings: Vec<String> },
    /// The verdict, and the first wrong hand from power-up. The parts are its waveform and its
    /// timing diagram.
    Judged { passed: bool, text: String, hand: Vec<Step>, parts: usize },
    /// Why there is none, and what to do.
    Refused(String),
}

/// What belongs to a response.
type Parts = Vec<Vec<u8>>;

thread_local! {
    /// The parts of the last response.
    static PARTS: RefCell<Parts> = RefCell::default();
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Runs Yosys with the job in so many bytes at the address, as JSON. Its output is in the
    /// buffer: a line of JSON, and the files one after another. Returns its length.
    #[link_name = "yosys"]
    safe fn host_yosys(job: *const u8, length: usize) -> usize;
    /// Is called with the number of hands that were played since the last call, and of all hands.
    #[link_name = "played"]
    safe fn host_played(hands: usize, all: usize);
}

/// Reads the design that the buffer describes, as JSON. Returns the length of the response.
///
/// A function with the name of one of the C library, such as `read`, would replace it.
#[unsafe(no_mangle)]
extern "C" fn read_design() -> usize {
    let response = match read_request(&take_buffer()) {
        Ok((response, parts)) => {
            PARTS.replace(parts);
            response
        }
        Err(problem) => Response::Refused(problem),
    };
    set_buffer(serde_json::to_vec(&response).unwrap_or_default())
}

/// Puts a part of the last response into the buffer. Returns its length.
#[unsafe(no_mangle)]
extern "C" fn take_part(index: usize) -> usize {
    set_buffer(
        PARTS.with_borrow_mut(|parts| parts.get_mut(index).map(std::mem::take)).unwrap_or_default(),
    )
}

fn read_request(request: &[u8]) -> Result<(Response, Parts), String> {
    let request: Request = serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let is_judged = request.is_judged;
    let (elaborated, remarks) = elaborate(request).map_err(|error| with_sources(&error))?;
    if is_judged {
        return judged(&elaborated, &remarks)
            .map_err(|error| verdict_on_page(&format!("{error:#}")));
    }
    let mut warnings = elaborated.warnings.clone();
    warnings.extend(elaborated.design.latch_warning());
    let unconnected = Pins::of(&elaborated.design).unconnected;
    warnings.extend(unconnected.iter().map(|port| format!("not connected: {port}")));
    let (top, reader) = (elaborated.design.top.clone(), elaborated.reader.clone());
    let warnings = warnings.iter().map(|warning| on_page(warning)).collect();
    let design = postcard::to_stdvec(&Board::Foreign(elaborated));
    let design = design.map_err(|error| format!("the design cannot be written: {error}"))?;
    Ok((Response::Read { top, reader, warnings }, vec![design]))
}

/// Plays every hand.
///
/// # Errors
///
/// The design is no `task5`, or may be right although no convention fits.
fn judged(elaborated: &Elaborated, remarks: &Remarks) -> anyhow::Result<(Response, Parts)> {
    let (design, start) = (&elaborated.design, Instant::now());
    let result = judge(design, &|hands| host_played(hands, HANDS));
    let elapsed = start.elapsed();
    let mut hand = vec![];
    let (report, parts) = match result {
        Ok(judged) => {
            let mut parts = vec![];
            if let Some(group) = judged.groups.first() {
                let recording = group.first.record(design, &judged.conventions)?;
                hand = recording.steps;
                let mut waveform = vec![];
                design.waveform().write(&recording.trace, &mut waveform)?;
                parts.push(waveform);
            }
            parts.extend(diagram(&design.top, &judged).map(String::into_bytes));
            (verdict(elaborated, remarks, None, &judged, elapsed), parts)
        }
        Err(error) => {
            let missing = remarks.missing(elaborated);
            let mut report = rejected(elaborated, None, error, missing, elapsed)?;
            if let Some(failure) = &report.failure {
                report.text = format!("{failure:#}\n{}", report.text);
            }
            (report, vec![])
        }
    };
    let passed = report.failure.is_none();
    Ok((
        Response::Judged { passed, text: verdict_on_page(&report.text), hand, parts: parts.len() },
        parts,
    ))
}

fn elaborate(request: Request) -> Result<(Elaborated, Remarks), ForeignError> {
    let folder = format!("{}/", request.folder.display());
    let sources = Sources {
        files: vec![request.folder],
        top: request.top,
        preferred_top: Some("task5"),
        parts: &["datapath", "statemachine"],
        is_submission: request.is_judged,
        ..Sources::default()
    };
    let mut set = sources.collect()?;
    set.check_board_ports()?;
    let yosys = Yosys::of_function(&request.yosys, run_yosys);
    // The page ends what takes too long.
    let reader = Reader::new(yosys, Duration::MAX);
    let mut elaborated = foreign_designs::read(&reader, &set, is_high_at_power_up)?;
    // The page names its files without the folder.
    let design = Arc::make_mut(&mut elaborated.design);
    design.places.rename(|file| file.strip_prefix(&folder).unwrap_or(file).into());
    set.warnings.append(&mut elaborated.warnings);
    let remarks = Remarks::of(&set);
    Ok((Elaborated { warnings: set.warnings, ..elaborated }, remarks))
}

/// A verdict in the words of the page.
fn verdict_on_page(text: &str) -> String {
    on_page(text)
        .replace(remedies::IN_JSON, "")
        .replace(remedies::OR_BOARD, ", or run it on the board")
}

/// The message of an error, and those of its sources.
fn with_sources(error: &ForeignError) -> String {
    let mut message = error.to_string();
    let mut error: &dyn std::error::Error = error;
    while let Some(source) = error.source() {
        message = format!("{message}: {source}");
        error = source;
    }
    on_page(&message)
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

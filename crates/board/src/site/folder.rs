//! The files of the folder, and how they are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::board::Board;
use super::workbench::{EXAMPLES, YosysPackage, examples};
use crate::server::files::{self, ONLY_BOARD, ONLY_SERVED, ONLY_WORKBENCH, STYLE_SHEET};
use baccarat_hdl::top::Top;
use foreign_designs::Elaborated;
use output_files::write_file;
use rust_hdl_diagram::DiagramError;

/// By this line of its page, the folder of an earlier export is recognised.
const MARKER: &str = "<meta name=\"generator\" content=\"baccarat-board export\">";

/// The page loads its own files and has no inline scripts or styles. Its simulator is WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// The page: the last file that is written.
const PAGE: &str = "index.html";

/// The design, and its simulator.
const DESIGN: &str = "design.bin";
const SIMULATOR: &str = "simulator.wasm";

/// The folder of the folder of all other files, which has the name of their version.
const FILES: &str = "files";

/// The script of the connection to a server, and those in place of it.
const CONNECTION: &str = "connection.js";
const WORKER_CONNECTION: &str = "worker_connection.js";
const WORKBENCH_CONNECTION: &str = "workbench_connection.js";

/// The script that keeps the files in the browser. It is beside the page, which is what it serves.
const SERVICE_WORKER: &str = "service_worker.js";

/// The scripts of the page that reads designs. Other pages do not have them.
const WORKBENCH_SCRIPTS: [&str; 19] = [
    "board_design.js",
    "chosen_files.js",
    "editor.js",
    "file_system.js",
    "load_yosys.js",
    "messages.js",
    "reader.js",
    "reader_worker.js",
    SERVICE_WORKER,
    "shared_link.js",
    "source_colours.js",
    "stored_design.js",
    "text_file.js",
    "verdict.js",
    "workbench.js",
    WORKBENCH_CONNECTION,
    WORKER_CONNECTION,
    "yosys.js",
    "zip.js",
];

/// Why a site was not made.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    #[error(transparent)]
    Design(#[from] rust_hdl_rtl::Error),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("the design cannot be written as data: {0}")]
    Data(#[from] postcard::Error),
    /// The page of somebody else.
    #[error(
        "{} is not a page that `baccarat-board export` has written: choose another folder", .0.display()
    )]
    Foreign(PathBuf),
    #[error("cannot write {}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
}

/// The files of a folder, by their names in it. The page is the last one.
#[derive(Debug)]
pub struct Site {
    files: Vec<(String, Vec<u8>)>,
}

impl Site {
    /// The page of one of our machines. `simulator` is what [`compile`](super::compile) returns.
    ///
    /// # Errors
    ///
    /// [`SiteError`] if the design cannot be elaborated, or its state machine cannot be drawn.
    pub fn of_machine(top: Top, simulator: Vec<u8>) -> Result<Site, SiteError> {
        let design = baccarat_sim::design(top)?;
        let diagram = files::state_diagram(&design, top)?;
        let mut site = Site::of_board(top.module(), &Board::Machine { top, design }, simulator)?;
        // The page looks for it here.
        site.files.insert(0, (diagram_path(top), diagram.into_bytes()));
        Ok(site)
    }

    /// The page of a foreign design.
    ///
    /// # Errors
    ///
    /// [`SiteError::Data`]
    pub fn of_design(design: Elaborated, simulator: Vec<u8>) -> Result<Site, SiteError> {
        Site::of_board("design", &Board::Foreign(design), simulator)
    }

    fn of_board(page: &'static str, board: &Board, simulator: Vec<u8>) -> Result<Site, SiteError> {
        let data = vec![(DESIGN, postcard::to_stdvec(board)?), (SIMULATOR, simulator)];
        Ok(Site::new(&PageKind::Board(page), data))
    }

    /// The page that reads designs itself. `simulator` has the functions that do so.
    pub fn of_workbench(yosys: &YosysPackage, simulator: Vec<u8>) -> Site {
        let data = vec![(EXAMPLES, examples().into_bytes()), (SIMULATOR, simulator)];
        let files = yosys.files();
        // It stays the same if only the page changes: browsers do not load it again.
        let version = files::version(files.iter().map(|(name, file)| (*name, &file[..])));
        let folder = format!("{FILES}/yosys-{version}");
        let mut site = Site::new(&PageKind::Workbench { yosys: folder.clone() }, data);
        let files = files.into_iter().map(|(name, file)| (format!("{folder}/{name}"), file));
        site.files.splice(0..0, files);
        site
    }

    /// The page, its scripts, and data.
    fn new(page: &PageKind, data: Vec<(&str, Vec<u8>)>) -> Site {
        let scripts = files::with_extension("js").filter(|name| page.has_script(name));
        let texts = scripts.chain(["icon.svg"]).map(|name| (name, page.text(name)));
        let texts = texts.chain([("page.css", STYLE_SHEET.as_str())]);
        let texts = texts.map(|(name, text)| (name, text.as_bytes().to_vec()));
        let contents: Vec<(&str, Vec<u8>)> = texts.chain(data).collect();
        let version = files::version(contents.iter().map(|(name, file)| (*name, &file[..])));
        let mut files: Vec<(String, Vec<u8>)> = contents
            .into_iter()
            .map(|(name, file)| (format!("{FILES}/{version}/{name}"), file))
            .collect();
        if let PageKind::Workbench { yosys } = page {
            let names = files.iter().map(|(name, _)| name);
            let service_worker = service_worker(&version, yosys, names);
            files.push((SERVICE_WORKER.to_string(), service_worker.into_bytes()));
        }
        files.push((PAGE.to_string(), page.html(&version).into_bytes()));
        Site { files }
    }

    /// The number of files, and of their bytes.
    pub fn size(&self) -> (usize, usize) {
        (self.files.len(), self.files.iter().map(|(_, contents)| contents.len()).sum())
    }

    /// Writes the files into a folder, which is created if there is none. An earlier export is
    /// replaced: its page at the end, and its other files are then removed. Nothing else in the
    /// folder changes.
    ///
    /// # Errors
    ///
    /// [`SiteError`] if there is a page that is not an export, or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SiteError> {
        let was_export = check_folder(folder)?;
        for (name, contents) in &self.files {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            let written = fs::create_dir_all(parent)
                .and_then(|()| write_file(&path, |file| file.write_all(contents)));
            written.map_err(|error| SiteError::Write { path, error })?;
        }
        if was_export {
            self.remove_older(folder);
        }
        Ok(())
    }

    /// Removes the files of earlier exports. It is harmless if some stay.
    fn remove_older(&self, folder: &Path) {
        for other in Top::ALL.map(diagram_path).into_iter().chain([SERVICE_WORKER.to_string()]) {
            let path = folder.join(&other);
            if self.files.iter().all(|(name, _)| *name != other) && fs::remove_file(&path).is_ok() {
                // The folder stays if it has other files.
                let _ = path.parent().map(fs::remove_dir);
            }
        }
        for entry in fs::read_dir(folder.join(FILES)).into_iter().flatten().flatten() {
            let folder = format!("{FILES}/{}/", entry.file_name().to_string_lossy());
            let is_other = self.files.iter().all(|(name, _)| !name.starts_with(&folder));
            let is_export = |name| entry.path().join(name).is_file();
            if is_other && [SIMULATOR, YosysPackage::PROGRAM].into_iter().any(is_export) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// The script that keeps the files of the page that reads designs in the browser.
fn service_worker<'f>(
    version: &str,
    yosys: &str,
    files: impl Iterator<Item = &'f String>,
) -> String {
    let files: Vec<String> = files.map(|name| format!("\"{name}\"")).collect();
    let script = files::text(SERVICE_WORKER).replacen("{version}", version, 1);
    let script = script.replacen("{yosys}", yosys, 1);
    script.replacen("/* files */", &files.join(", "), 1)
}

/// The file of the state diagram of one of our machines.
fn diagram_path(top: Top) -> String {
    format!("{}/statemachine.svg", top.module())
}

/// Checks that a folder has no page but one that was exported. Returns whether it has one.
///
/// # Errors
///
/// [`SiteError::Foreign`]
pub fn check_folder(folder: &Path) -> Result<bool, SiteError> {
    let page = folder.join(PAGE);
    match fs::read_to_string(&page) {
        Ok(text) if text.contains(MARKER) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        _ => Err(SiteError::Foreign(page)),
    }
}

/// What a page shows.
enum PageKind {
    /// A board, with the name of its page.
    Board(&'static str),
    /// Designs that it reads itself, with a Yosys in this folder.
    Workbench { yosys: String },
}

impl PageKind {
    fn has_script(&self, name: &str) -> bool {
        match self {
            PageKind::Board(_) => !WORKBENCH_SCRIPTS.contains(&name),
            PageKind::Workbench { .. } => ![SERVICE_WORKER, WORKBENCH_CONNECTION].contains(&name),
        }
    }

    /// The text of a file. The simulator takes the place of the server.
    fn text(&self, name: &str) -> &'static str {
        files::text(match self {
            PageKind::Board(_) if name == CONNECTION => WORKER_CONNECTION,
            PageKind::Workbench { .. } if name == CONNECTION => WORKBENCH_CONNECTION,
            _ => name,
        })
    }

    /// The page, without what is only for pages of the server.
    fn html(&self, version: &str) -> String {
        let text = |name: &str| self.text(name);
        let page = match self {
            PageKind::Board(name) => files::html(name, &[ONLY_SERVED, ONLY_WORKBENCH], text),
            PageKind::Workbench { yosys } => {
                let attributes = format!("data-machine=\"workbench\" data-yosys=\"{yosys}/\"");
                let page = files::html("design", &[ONLY_SERVED, ONLY_BOARD], text);
                page.replacen("data-machine=\"design\"", &attributes, 1)
            }
        };
        let head = format!(
            "<meta charset=\"utf-8\">\n  {MARKER}\n  \
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
        );
        let folder = format!("\"{FILES}/{version}/");
        let hint = format!("<script defer src={folder}opened_as_file.js\"></script>\n</head>");
        page.replacen("<meta charset=\"utf-8\">", &head, 1)
            .replace("\"/files/", &folder)
            .replacen("</head>", &hint, 1)
            .replacen(">Connecting<", ">Loading<", 1)
    }
}

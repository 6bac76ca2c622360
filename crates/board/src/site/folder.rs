//! The files of the folder, and how they are written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::board::Board;
use crate::server::files::{self, STYLE_SHEET};
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

/// The folder of the folder of all other files, which has the name of their version.
const FILES: &str = "files";

/// The script in place of the connection to a server.
const WORKER_CONNECTION: &str = "worker_connection.js";

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
    version: String,
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
        let board = Board::Machine { top, design };
        let mut site = Site::new(top.module(), &board, simulator)?;
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
        Site::new("design", &Board::Foreign(design), simulator)
    }

    fn new(page: &str, board: &Board, simulator: Vec<u8>) -> Result<Site, SiteError> {
        let scripts = files::with_extension("js").filter(|name| *name != WORKER_CONNECTION);
        let texts = scripts.chain(["icon.svg"]).map(|name| (name, text(name)));
        let texts = texts.chain([("page.css", STYLE_SHEET.as_str())]);
        let texts = texts.map(|(name, text)| (name, text.as_bytes().to_vec()));
        let data = [("design.bin", postcard::to_stdvec(board)?), ("simulator.wasm", simulator)];
        let contents: Vec<(&str, Vec<u8>)> = texts.chain(data).collect();
        let version = files::version(contents.iter().map(|(name, file)| (*name, &file[..])));
        let mut files: Vec<(String, Vec<u8>)> = contents
            .into_iter()
            .map(|(name, file)| (format!("{FILES}/{version}/{name}"), file))
            .collect();
        files.push((PAGE.to_string(), html(page, &version).into_bytes()));
        Ok(Site { files, version })
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
        for diagram in Top::ALL.map(diagram_path) {
            let path = folder.join(&diagram);
            if self.files.iter().all(|(name, _)| *name != diagram) && fs::remove_file(&path).is_ok()
            {
                // The folder stays if it has other files.
                let _ = path.parent().map(fs::remove_dir);
            }
        }
        for entry in fs::read_dir(folder.join(FILES)).into_iter().flatten().flatten() {
            let is_other = entry.file_name() != self.version.as_str();
            if is_other && entry.path().join("simulator.wasm").is_file() {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
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

/// The text of a file of the page. The simulator takes the place of the server.
fn text(name: &str) -> &'static str {
    files::text(if name == "connection.js" { WORKER_CONNECTION } else { name })
}

/// Returns a page without what is only for pages of the server.
fn html(name: &str, version: &str) -> String {
    let mut page = files::html(name, text);
    while let Some((before, rest)) = page.split_once("<!-- served -->") {
        let after = rest.split_once("<!-- /served -->").map_or("", |(_, after)| after);
        page = format!("{before}{after}");
    }
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

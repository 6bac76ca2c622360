//! What a folder of the user holds: a Quartus project, or sources.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::modules::Scan;
use super::project::{has_top, is_for_board, names_sources};
use super::{ForeignError, kinds, read_text};
use crate::error::list;

/// The largest number of files and folders that are looked at.
const MAXIMUM_ENTRIES: usize = 20_000;

/// Folders that Quartus fills.
const OF_QUARTUS: [&str; 4] = ["atom_netlists", "db", "incremental_db", "output_files"];

/// What a folder holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// The `.qpf` or `.qsf` file of the only project.
    Project(PathBuf),
    /// The sources in the folder and in those below it.
    Sources(Vec<PathBuf>),
}

impl Contents {
    /// Looks for the only project in a folder, then below it, then for sources. Projects for other
    /// FPGAs than that of the DE1-SoC do not count beside one that may be for it, and projects
    /// without sources not beside one with them. If a top module is `wanted` that a file declares,
    /// only projects with that one count.
    ///
    /// # Errors
    ///
    /// [`ForeignError`] for a folder with several projects, without sources, or with too many
    /// files.
    pub fn of(folder: &Path, wanted: Option<&str>) -> Result<Contents, ForeignError> {
        let files = all(folder)?;
        let wanted = wanted.filter(|top| files.iter().any(|file| may_declare(file, top)));
        let is_here = |file: &&PathBuf| file.parent() == Some(folder);
        let here: Vec<&PathBuf> = files.iter().filter(is_here).collect();
        let everywhere: Vec<&PathBuf> = files.iter().collect();
        let is_wanted = |file: &&PathBuf| wanted.is_none_or(|top| has_top(file, top));
        let mut found: Vec<PathBuf> = vec![];
        for files in [&here, &everywhere] {
            if found.is_empty() {
                found = projects(files).into_iter().filter(is_wanted).cloned().collect();
            }
        }
        for counts in [is_for_board, names_sources] {
            if found.len() > 1 && found.iter().any(|file| counts(file)) {
                found.retain(|file| counts(file));
            }
        }
        match found.as_slice() {
            [] => {}
            [project] => return Ok(Contents::Project(project.to_path_buf())),
            _ => {
                let names = list(found.iter().map(|file| file.display()));
                return Err(ForeignError::SeveralProjects { names });
            }
        }
        sources_of(files, folder).map(Contents::Sources)
    }
}

/// The sources in a folder and in those below it.
///
/// # Errors
///
/// As [`Contents::of`].
pub(super) fn sources(folder: &Path) -> Result<Vec<PathBuf>, ForeignError> {
    sources_of(all(folder)?, folder)
}

/// The files in a folder and in those below it, in order.
///
/// # Errors
///
/// [`ForeignError`] for a folder that cannot be read or has too many files.
pub(super) fn all(folder: &Path) -> Result<Vec<PathBuf>, ForeignError> {
    let mut files = Vec::new();
    let mut rest = MAXIMUM_ENTRIES;
    walk(folder, folder, &mut files, &mut rest)?;
    Ok(files)
}

fn sources_of(files: Vec<PathBuf>, folder: &Path) -> Result<Vec<PathBuf>, ForeignError> {
    let is_source =
        |file: &PathBuf| is_verilog(file) && is_text(file) && !is_template(file, &files);
    let sources: Vec<PathBuf> = files.iter().filter(|file| is_source(file)).cloned().collect();
    if !sources.is_empty() {
        return Ok(sources);
    }
    let instead = kinds::instead(files.iter().map(PathBuf::as_path));
    Err(ForeignError::EmptyFolder { folder: folder.to_owned(), instead })
}

/// Whether a file is no binary, such as what macOS and synthesis tools leave.
fn is_text(file: &Path) -> bool {
    let mut begin = vec![];
    let read = fs::File::open(file).and_then(|file| file.take(4096).read_to_end(&mut begin));
    read.is_err() || !begin.contains(&0)
}

/// Whether a file is one of those that Quartus's IP wizard writes beside `ram.v`, and Platform
/// Designer into a folder `ram`: `ram_inst.v` is an instance without a module around it, `ram_bb.v`
/// the module `ram` without a body.
fn is_template(file: &Path, files: &[PathBuf]) -> bool {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let (instance, black_box) = (stem.strip_suffix("_inst"), stem.strip_suffix("_bb"));
    let Some(name) = instance.or(black_box).filter(|_| extension(file) == "v") else {
        return false;
    };
    let kinds = ["v", "sv", "vhd", "qip", "qsys"];
    let mut beside = files.iter().filter(|other| other.parent() == file.parent());
    let folder = file.parent().and_then(Path::file_name);
    let is_in_own = folder.is_some_and(|folder| folder.eq_ignore_ascii_case(name));
    let is_beside = is_in_own
        || beside.any(|other| {
            let is_same = other.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(name));
            is_same && kinds.contains(&extension(other).as_str())
        });
    // A file that cannot be read is an error later.
    let Some(text) = read_text(file).ok().filter(|_| is_beside) else { return false };
    let scan = Scan::of(&text);
    let mut declared = scan.items.iter().flat_map(|item| &item.names);
    match instance {
        Some(_) => declared.next().is_none() && scan.defines.is_empty(),
        None => !scan.items.is_empty() && declared.all(|other| other.eq_ignore_ascii_case(name)),
    }
}

/// Whether a file may have the declaration of a module.
fn may_declare(file: &Path, module: &str) -> bool {
    is_verilog(file) && read_text(file).is_ok_and(|text| may_contain(&text, module))
}

/// Whether a text may have the declaration of a module: a comment is enough.
pub(super) fn may_contain(text: &str, module: &str) -> bool {
    let words: Vec<&str> = text.split(|one: char| !(one.is_alphanumeric() || one == '_')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| pair == ["module", module])
}

/// Whether a file is Verilog or SystemVerilog by its name.
pub(super) fn is_verilog(file: &Path) -> bool {
    extension(file) == "v" || extension(file) == "sv"
}

/// Whether a file belongs to a Quartus project by its name.
pub(super) fn is_project(file: &Path) -> bool {
    extension(file) == "qpf" || extension(file) == "qsf"
}

pub(super) fn extension(file: &Path) -> String {
    file.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The projects of some files: a `.qpf`, or the `.qsf` files of a folder without one.
fn projects<'f>(files: &[&'f PathBuf]) -> Vec<&'f PathBuf> {
    let of = |kind: &'static str| files.iter().filter(move |file| extension(file) == kind).copied();
    let has_qpf = |file: &&PathBuf| of("qpf").any(|other| other.parent() == file.parent());
    of("qpf").chain(of("qsf").filter(|file| !has_qpf(file))).collect()
}

/// The files below a folder, in order. Links are not followed.
fn walk(
    folder: &Path,
    top: &Path,
    files: &mut Vec<PathBuf>,
    rest: &mut usize,
) -> Result<(), ForeignError> {
    let failed = |source| kinds::unreadable(folder, source);
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Some(left) = rest.checked_sub(1) else {
            return Err(ForeignError::LargeFolder {
                folder: top.to_owned(),
                limit: MAXIMUM_ENTRIES,
            });
        };
        *rest = left;
        let (name, kind) = (entry.file_name(), entry.file_type().map_err(failed)?);
        let is_skipped = name.to_string_lossy().starts_with('.')
            || OF_QUARTUS.iter().any(|skipped| name == OsStr::new(skipped));
        if kind.is_file() && !name.to_string_lossy().starts_with('.') {
            files.push(entry.path());
        } else if kind.is_dir() && !is_skipped {
            walk(&entry.path(), top, files, rest)?;
        }
    }
    Ok(())
}

//! Folders and projects, and the files that they name.

use std::path::PathBuf;

use super::folder::{self, Contents};
use super::machine::Machine;
use super::project::{self, Project};
use super::{ForeignError, Sources, canonical};
use crate::error::list;

impl Sources {
    /// Replaces folders and projects by their sources and settings. Returns the project.
    pub(super) fn expand(&mut self) -> Result<Project, ForeignError> {
        let mut projects: Vec<(PathBuf, PathBuf)> = Vec::new();
        let mut warnings = Vec::new();
        for file in std::mem::take(&mut self.files) {
            if folder::is_project(&file) {
                projects.push((project::folder_of(&file), file));
            } else if file.is_dir() {
                warnings.extend(self.expand_folder(file, &mut projects)?);
            } else {
                self.files.push(file);
            }
        }
        let mut project = match projects.as_slice() {
            [] => return Ok(Project { warnings, ..Project::default() }),
            [(folder, file)] => {
                let roots = [folder].into_iter().chain(&self.includes);
                let roots = roots.map(|root| canonical(root)).collect::<Result<Vec<_>, _>>()?;
                Project::of(file, folder, &roots, self.is_submission)?
            }
            _ => {
                let names = list(projects.iter().map(|(_, file)| file.display()));
                return Err(ForeignError::SeveralProjects { names });
            }
        };
        project.warnings.splice(0..0, warnings);
        self.files.extend(project.files.iter().cloned());
        self.includes.extend(project.folders.iter().cloned());
        self.defines.splice(0..0, project.defines.iter().cloned());
        let name = |parameter: &String| parameter.split('=').next().map(str::to_owned);
        let is_set = |one: &&String| self.parameters.iter().any(|other| name(other) == name(one));
        let parameters = project.parameters.iter().filter(|one| !is_set(one)).cloned();
        self.parameters = parameters.chain(self.parameters.iter().cloned()).collect();
        self.top = self.top.take().or(project.top.clone());
        Ok(project)
    }

    /// Replaces a folder by its project or its sources. Returns a warning if it has several labs.
    fn expand_folder(
        &mut self,
        folder: PathBuf,
        projects: &mut Vec<(PathBuf, PathBuf)>,
    ) -> Result<Option<String>, ForeignError> {
        let wanted = self.preferred_top.filter(|_| self.is_submission && self.top.is_none());
        let machine =
            wanted.map(|top| Machine::of(&folder, top, self.parts)).transpose()?.flatten();
        let contents = match &machine {
            // The only project counts, whatever its top module.
            Some(machine) if !machine.has_preferred => match Contents::of(&folder, None) {
                Err(ForeignError::SeveralProjects { .. }) => {
                    Contents::of(&folder, Some(&machine.top))
                }
                other => other,
            },
            _ => Contents::of(&folder, machine.as_ref().map(|one| one.top.as_str()).or(wanted)),
        };
        let mut files = match (contents?, &machine) {
            (Contents::Project(project), Some(machine)) if machine.is_of_other_lab(&project) => {
                folder::sources(&folder)?
            }
            (Contents::Project(project), _) => {
                projects.push((folder, project));
                return Ok(None);
            }
            (Contents::Sources(files), _) => files,
        };
        let mut warning = None;
        if let Some(machine) = machine {
            files.retain(|file| machine.may_need(file));
            self.top = Some(machine.top);
            warning = machine.warning;
        }
        self.files.extend(files);
        Ok(warning)
    }
}

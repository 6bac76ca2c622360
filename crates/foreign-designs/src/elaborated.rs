//! Foreign sources, elaborated by Yosys and ready to be simulated.

use std::sync::Arc;

use super::ForeignDesign;
use foreign_sources::{ForeignError, Reader, Reading, SourceSet};

/// A design as Yosys elaborated it.
#[derive(Clone, Debug, serde::Deserialize, serde::Serialize)]
pub struct Elaborated {
    pub design: Arc<ForeignDesign>,
    /// Yosys's warnings, without repetitions.
    pub warnings: Vec<String>,
    /// What has read the sources: `slang in Yosys 0.70`.
    pub reader: String,
}

/// Elaborates a design, of which the input ports that are `is_high` are 1 at power-up, and the
/// others 0.
///
/// # Errors
///
/// [`ForeignError::Rejected`] with Yosys's message and a remedy; those of Yosys and of the netlist.
pub fn read(
    reader: &Reader,
    sources: &SourceSet,
    is_high: impl Fn(&str) -> bool,
) -> Result<Elaborated, ForeignError> {
    let Reading { content, warnings, reader } = reader.netlists(sources)?;
    let mut design = ForeignDesign::new(&content, &sources.assignments, is_high)?;
    design.dotted_names = sources.dotted_names();
    design.places.rename(|file| sources.given_name(file));
    Ok(Elaborated { design: Arc::new(design), warnings, reader })
}

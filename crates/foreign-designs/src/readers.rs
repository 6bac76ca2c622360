//! The two readers of Yosys, slang and its own one, compared on one design.

use super::ForeignDesign;
use super::comparison::{self, Difference};
use foreign_sources::{ForeignError, Frontend, Reader, SourceSet};

/// The result of [`compare_readers`]. A reader is named as in `slang in Yosys 0.70`.
#[derive(Clone, Debug)]
pub enum ReaderComparison {
    /// No difference was found.
    Same,
    Different {
        difference: Difference,
        readers: [String; 2],
    },
    /// One reader rejects the sources.
    OneReader {
        accepting: String,
        rejecting: String,
        /// The message of that reader.
        reason: String,
    },
}

/// A step of [`compare_readers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReaderStep<'n> {
    /// This reader reads the sources.
    Reads(&'n str),
    /// This cycle is simulated.
    Simulates(usize),
}

/// Reads a design with slang and with Yosys's own reader, and compares both readings on random
/// inputs, as [`compare`](comparison::compare) does. The input ports that are `is_high` are 1 at
/// power-up. `progress` is called with each step.
///
/// # Errors
///
/// [`ForeignError::NoSlang`]; that of slang if both readers reject the sources; those of the
/// netlists and of the simulation.
pub fn compare_readers(
    reader: &Reader,
    sources: &SourceSet,
    is_high: impl Fn(&str) -> bool,
    mut progress: impl FnMut(ReaderStep),
) -> Result<ReaderComparison, ForeignError> {
    let frontends = [Frontend::Slang, Frontend::Yosys];
    let readers = frontends.map(|frontend| frontend.of_version(reader.version()));
    let read = [0, 1].map(|place| {
        progress(ReaderStep::Reads(&readers[place]));
        let netlists = reader.netlist_by(frontends[place], sources)?;
        ForeignDesign::new(&netlists.content, &sources.assignments, &is_high)
    });
    let [slang, own] = readers.clone();
    match read {
        [Ok(left), Ok(right)] => {
            let step = |cycle| progress(ReaderStep::Simulates(cycle));
            let difference = comparison::compare([&left, &right], is_high, step)?;
            Ok(difference.map_or(ReaderComparison::Same, |difference| {
                ReaderComparison::Different { difference, readers }
            }))
        }
        [Err(error), _] if !is_rejection(&error) => Err(error),
        [_, Err(error)] if !is_rejection(&error) => Err(error),
        [Err(error), Err(_)] => Err(error),
        [Ok(_), Err(error)] => Ok(one_reader(slang, own, &error)),
        [Err(error), Ok(_)] => Ok(one_reader(own, slang, &error)),
    }
}

fn one_reader(accepting: String, rejecting: String, error: &ForeignError) -> ReaderComparison {
    ReaderComparison::OneReader { accepting, rejecting, reason: error.to_string() }
}

/// Whether a reader rejects the text.
fn is_rejection(error: &ForeignError) -> bool {
    matches!(
        error,
        ForeignError::Rejected { .. }
            | ForeignError::Misread { .. }
            | ForeignError::SeveralDrivers { .. }
            | ForeignError::MacroWithArguments { .. }
    )
}

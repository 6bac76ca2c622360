//! What is on the boards that the server shows: our machines, or somebody's design.

use crate::server::{Page, files};
use baccarat_hdl::top::{Clocking, Top};
use baccarat_sim::SimulationError;
use board_session::{ForeignSession, Machine, SharedDesign};
use rust_hdl_diagram::DiagramError;
use virtual_board::board_bytes;

/// What is on the boards of the pages.
#[derive(Clone, Debug)]
pub enum Boards {
    /// Our machines, this one first. The other one has a link.
    Machines(Top),
    /// A foreign design, which may be replaced.
    Foreign(SharedDesign),
}

impl<T: Into<Top>> From<T> for Boards {
    fn from(first: T) -> Boards {
        Boards::Machines(first.into())
    }
}

/// Why a page could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum BoardsError {
    #[error(transparent)]
    Design(#[from] rust_hdl_rtl::Error),
    #[error(transparent)]
    Machine(#[from] SimulationError),
    #[error(transparent)]
    Diagram(#[from] DiagramError),
}

impl Boards {
    /// Prepares their pages, with what every session copies, so that faults in the design are
    /// reported at the start.
    ///
    /// # Errors
    ///
    /// [`BoardsError`] if a design cannot be elaborated, does not have the pins of the board, or
    /// its state machine cannot be drawn.
    pub fn pages(self) -> Result<Vec<Page>, BoardsError> {
        match self {
            Boards::Machines(first) => {
                let other = match first {
                    Top::Task5(_) => Top::Casino,
                    Top::Casino => Top::Task5(Clocking::Synchronised),
                };
                [first, other].into_iter().map(page_of_machine).collect()
            }
            Boards::Foreign(shown) => Ok(vec![page_of_design(shown)]),
        }
    }
}

fn page_of_machine(top: Top) -> Result<Page, BoardsError> {
    let design = baccarat_sim::design(top)?;
    let state_diagram = Some(files::state_diagram(&design, top)?);
    let machine = Machine::of(design, top)?;
    Ok(Page {
        name: top.module(),
        state_diagram,
        board_bytes: Box::new(|| 0),
        start: Box::new(move |saved, seed, now| machine.start(saved, seed, now)),
    })
}

fn page_of_design(shown: SharedDesign) -> Page {
    let present = shown.clone();
    Page {
        name: "design",
        state_diagram: None,
        board_bytes: Box::new(move || board_bytes(&present.get().elaborated.design)),
        start: Box::new(move |_, _, now| Ok(Box::new(ForeignSession::new(shown.clone(), now)))),
    }
}

use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Brings an asynchronous level into a clock domain.
///
/// If `level_in` changes at a clock edge, `stage1` can go metastable. It has a whole clock cycle to
/// settle before the second register samples it, and nothing else reads it. There is no reset,
/// which would have to be synchronised, too.
#[derive(Clone, Debug, Default, Module)]
pub struct Synchroniser {
    pub clock: Signal<In, Clock>,
    pub level_in: Signal<In, Bit>,
    /// `level_in`, delayed by two rising edges.
    pub level_out: Signal<Out, Bit>,
    /// Unless `level_in` has an input delay, the attribute makes Quartus preserve the chain, place
    /// it for the longest settling time, and report its MTBF.
    #[module(attribute(
        altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS"
    ))]
    stage1: DFF<Bit>,
    stage2: DFF<Bit>,
}

impl Logic for Synchroniser {
    #[kernel]
    #[assert(
        "a level arrives two edges later",
        self.level_out.val() == past(past(self.level_in.val()))
    )]
    fn update(&mut self) {
        clock!(self, clock, stage1, stage2);
        self.stage1.d.next = self.level_in.val();
        self.stage2.d.next = self.stage1.q.val();
        self.level_out.next = self.stage2.q.val();
    }
}

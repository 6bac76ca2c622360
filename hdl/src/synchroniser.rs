use rust_hdl::prelude::*;
use rust_hdl_describe::*;

/// Brings a level that changes at any moment into a clock domain.
///
/// When `level_in` changes as the clock rises, `stage1` may hover between 0 and 1. It has a whole clock cycle to settle
/// before `level_out` takes it, and nothing else reads it. There is no reset: a reset would be one more thing to
/// synchronise.
#[derive(Clone, Debug, Default, Module)]
pub struct Synchroniser {
    pub clock: Signal<In, Clock>,
    pub level_in: Signal<In, Bit>,
    /// `level_in` as it stood two rising edges ago.
    pub level_out: Signal<Out, Bit>,
    stage1: DFF<Bit>,
    stage2: DFF<Bit>,
}

impl Logic for Synchroniser {
    #[kernel]
    fn update(&mut self) {
        clock!(self, clock, stage1, stage2);
        self.stage1.d.next = self.level_in.val();
        self.stage2.d.next = self.stage1.q.val();
        self.level_out.next = self.stage2.q.val();
    }
}

//! Cranelift's instructions.

pub use cranelift::prelude::{
    Block, FunctionBuilder as Instructions, InstBuilder, IntCC, MemFlags, Type, Value, types,
};

/// What depends on a condition.
pub struct Branch {
    otherwise: Block,
    after: Block,
}

impl Branch {
    /// Begins what is done if a number is not 0.
    pub fn begin(builder: &mut Instructions, condition: Value) -> Branch {
        let [inside, otherwise, after] = [(); 3].map(|()| builder.create_block());
        builder.ins().brif(condition, inside, &[], otherwise, &[]);
        builder.switch_to_block(inside);
        Branch { otherwise, after }
    }

    /// Ends that, and begins what is done otherwise.
    pub fn otherwise(&mut self, builder: &mut Instructions, result: Value) {
        builder.append_block_param(self.after, types::I64);
        builder.ins().jump(self.after, &[result.into()]);
        builder.switch_to_block(self.otherwise);
    }

    /// Ends what is done otherwise. Returns the result of either.
    pub fn join(self, builder: &mut Instructions, result: Value) -> Value {
        builder.ins().jump(self.after, &[result.into()]);
        builder.switch_to_block(self.after);
        builder.block_params(self.after)[0]
    }

    /// Ends what is done under the condition. Otherwise, nothing is.
    pub fn end(self, builder: &mut Instructions) {
        builder.ins().jump(self.after, &[]);
        builder.switch_to_block(self.otherwise);
        builder.ins().jump(self.after, &[]);
        builder.switch_to_block(self.after);
    }
}

/// What is repeated.
pub struct Loop {
    inside: Block,
    rest: Value,
}

impl Loop {
    /// Begins what is done so often, at least once.
    pub fn begin(builder: &mut Instructions, count: Value) -> Loop {
        let inside = builder.create_block();
        let rest = builder.append_block_param(inside, types::I64);
        builder.ins().jump(inside, &[count.into()]);
        builder.switch_to_block(inside);
        Loop { inside, rest }
    }

    /// Ends that.
    pub fn end(self, builder: &mut Instructions) {
        let after = builder.create_block();
        let rest = builder.ins().iadd_imm(self.rest, -1);
        builder.ins().brif(rest, self.inside, &[rest.into()], after, &[]);
        builder.switch_to_block(after);
    }
}

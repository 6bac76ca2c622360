//! The machine code of the processor, by Cranelift.

use std::mem::ManuallyDrop;

use cranelift::codegen::Context;
use cranelift::codegen::ir::UserFuncName;
use cranelift::jit::{JITBuilder, JITModule};
pub use cranelift::module::FuncId;
use cranelift::module::{Module, ModuleError, default_libcall_names};
use cranelift::prelude::*;

use super::super::compile::Body;
use super::super::netlist::Netlist;
use super::{Code, CompileError};

impl From<ModuleError> for CompileError {
    fn from(error: ModuleError) -> CompileError {
        CompileError::new(error)
    }
}

/// Compiles functions of the nodes of a netlist.
pub struct Compiler<'n> {
    netlist: &'n Netlist,
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
}

impl<'n> Compiler<'n> {
    pub fn new(netlist: &'n Netlist) -> Result<Compiler<'n>, CompileError> {
        let mut flags = settings::builder();
        flags.set("opt_level", "speed").map_err(CompileError::new)?;
        let isa = cranelift::native::builder().map_err(CompileError::new)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(CompileError::new)?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let context = module.make_context();
        Ok(Compiler { netlist, module, context, builder: FunctionBuilderContext::new() })
    }

    /// Compiles a function that returns what `body` does.
    pub fn function(
        &mut self,
        body: impl FnOnce(&mut Body) -> Value,
    ) -> Result<FuncId, CompileError> {
        let mut signature = self.module.make_signature();
        let pointer = self.module.target_config().pointer_type();
        let parameters = [pointer, pointer, types::I64].map(AbiParam::new);
        signature.params.extend(parameters);
        signature.returns.push(AbiParam::new(types::I64));
        let function = self.module.declare_anonymous_function(&signature)?;
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, function.as_u32());
        let mut builder = FunctionBuilder::new(&mut self.context.func, &mut self.builder);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let parameters = [0, 1, 2].map(|index| builder.block_params(entry)[index]);
        let mut made = Body::new(self.netlist, builder, pointer, parameters);
        let result = body(&mut made);
        let mut builder = made.builder;
        builder.ins().return_(&[result]);
        builder.seal_all_blocks();
        builder.finalize();
        self.module.define_function(function, &mut self.context)?;
        self.module.clear_context(&mut self.context);
        Ok(function)
    }

    /// The code of all functions.
    pub fn finish(mut self) -> Result<Code, CompileError> {
        self.module.finalize_definitions()?;
        Ok(Code::new(Program(ManuallyDrop::new(self.module)), self.netlist))
    }
}

/// The functions of some code.
pub struct Program(ManuallyDrop<JITModule>);

impl Program {
    /// The address of a function.
    pub fn address(&self, function: FuncId) -> *const u8 {
        self.0.get_finalized_function(function)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // SAFETY: The module is not used any more, and functions are called only through `Code`.
        unsafe { ManuallyDrop::take(&mut self.0).free_memory() };
    }
}

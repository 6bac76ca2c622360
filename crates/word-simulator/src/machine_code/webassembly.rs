//! WebAssembly, which the host of this program compiles.

use rust_hdl_webassembly::{Compiled, ValType, compile, module};

use super::super::compile::Body;
use super::super::emit::{Builder, PARAMETERS, Value, types};
use super::super::netlist::Netlist;
use super::{Code, CompileError};

/// The index of a function in the table of this program.
#[derive(Clone, Copy)]
pub struct FuncId(usize);

/// Compiles functions of the nodes of a netlist.
pub struct Compiler<'n> {
    netlist: &'n Netlist,
    functions: Vec<Compiled>,
}

impl<'n> Compiler<'n> {
    pub fn new(netlist: &'n Netlist) -> Result<Compiler<'n>, CompileError> {
        Ok(Compiler { netlist, functions: vec![] })
    }

    /// Compiles a function that returns what `body` does.
    pub fn function(
        &mut self,
        body: impl FnOnce(&mut Body) -> Value,
    ) -> Result<FuncId, CompileError> {
        let builder = Builder::new();
        let parameters = builder.parameters();
        let mut made = Body::new(self.netlist, builder, types::I32, parameters);
        let result = body(&mut made);
        let function = made.builder.finish(result);
        let function = function.ok_or(CompileError::new("a function is too large"))?;
        let compiled = compile(&module(&PARAMETERS, &[ValType::I64], &function));
        let compiled = compiled.ok_or(CompileError::new("the host cannot compile a function"))?;
        let index = compiled.index();
        self.functions.push(compiled);
        Ok(FuncId(index))
    }

    /// The code of all functions.
    pub fn finish(self) -> Result<Code, CompileError> {
        Ok(Code::new(Program { _functions: self.functions }, self.netlist))
    }
}

/// The functions of some code, which stay in the table as long as this lives.
pub struct Program {
    _functions: Vec<Compiled>,
}

impl Program {
    /// What a pointer to a function is.
    pub fn address(&self, function: FuncId) -> *const u8 {
        std::ptr::without_provenance(function.0)
    }
}

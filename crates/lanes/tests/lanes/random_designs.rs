//! Random designs with memories, registers and derived clocks.

use fastrand::Rng;
use rust_hdl_rtl::{
    BinaryOperator, Design, Expression, ExpressionKind, Item, ItemKind, Memory, MemoryId,
    MemoryWrite, Module, ModuleId, Radix, Register, Signal, SignalId, SignalKind, Statement,
    StatementKind, Target, Type, UnaryOperator, Value,
};

/// Widths of words: below, at and above whole bytes and words of the machine.
const WIDTHS: [u32; 9] = [1, 3, 6, 8, 9, 16, 17, 33, 70];

/// Returns a design with one module. Its inputs are the clocks `clock_0` and `clock_1`, and `data`
/// and `more` of 12 bits. All registers but the divider of a clock are outputs.
pub fn random_design(random: &mut Rng) -> Design {
    let mut builder = Builder { random, module: empty(), clocks: vec![], values: vec![] };
    builder.inputs();
    builder.divider();
    builder.enabled_registers();
    for _ in 0..builder.random.usize(1..4) {
        builder.memory();
    }
    Design { modules: vec![builder.module], tops: vec![ModuleId(0)], ..Design::default() }
}

fn empty() -> Module {
    Module {
        name: "random".into(),
        documentation: String::new(),
        source: None,
        enums: vec![],
        structs: vec![],
        constants: vec![],
        signals: vec![],
        memories: vec![],
        items: vec![],
        black_box: None,
    }
}

struct Builder<'a> {
    random: &'a mut Rng,
    module: Module,
    clocks: Vec<Expression>,
    /// Signals that expressions read.
    values: Vec<Expression>,
}

impl Builder<'_> {
    fn signal(&mut self, name: String, kind: SignalKind, ty: Type) -> SignalId {
        let power_up = None;
        let (documentation, radix) = (String::new(), Radix::Decimal);
        self.module.signals.push(Signal {
            name,
            documentation,
            kind,
            ty,
            radix,
            power_up,
            attributes: vec![],
        });
        SignalId(self.module.signals.len() - 1)
    }

    fn inputs(&mut self) {
        for index in 0..2 {
            let clock = self.signal(format!("clock_{index}"), SignalKind::Input, Type::Clock);
            let clock = Expression::signal(clock, Type::Clock);
            self.clocks.extend([clock.clone(), not(clock)]);
        }
        for name in ["data", "more"] {
            let ty = Type::Bits(12);
            let value = self.signal(name.into(), SignalKind::Input, ty);
            self.values.push(Expression::signal(value, ty));
        }
    }

    /// Adds a clock that a register drives.
    fn divider(&mut self) {
        let divider = self.signal("divider".into(), SignalKind::Internal, Type::Bit);
        let held = Expression::signal(divider, Type::Bit);
        self.register(divider, self.clocks[0].clone(), not(held.clone()), None);
        self.clocks.push(held);
    }

    /// Adds a register that loads a value, if a condition holds.
    fn register(
        &mut self,
        target: SignalId,
        clock: Expression,
        value: Expression,
        condition: Option<Expression>,
    ) {
        let mut body = vec![Statement::from(StatementKind::Assign(Target::whole(target), value))];
        if let Some(condition) = condition {
            let condition = Expression { ty: Type::Bit, ..condition };
            let branches = StatementKind::If { condition, then: body, otherwise: vec![] };
            body = vec![Statement::from(branches)];
        }
        let power_up = (0..self.module.signal_width(target)).map(|_| self.random.bool()).collect();
        self.module.signals[target.0].power_up = Some(power_up);
        self.module.items.push(Item::from(ItemKind::Register(Register { target, clock, body })));
    }

    /// Adds registers with common enables, which are rarely 1, and a counter without one.
    fn enabled_registers(&mut self) {
        let ty = Type::Bits(12);
        for group in 0..self.random.usize(1..4) {
            let level = Expression::literal(self.random.u128(..4096), ty);
            let operands = [self.expression(12, 1), level].map(Box::new);
            let [left, right] = operands;
            let enable = ExpressionKind::Binary(BinaryOperator::Less, left, right);
            let enable = Expression { kind: enable, ty: Type::Bit };
            let rare = Expression {
                kind: ExpressionKind::Binary(
                    BinaryOperator::And,
                    Box::new(enable),
                    Box::new(self.expression(1, 2)),
                ),
                ty: Type::Bit,
            };
            let clock = self.clock();
            for index in 0..self.random.usize(1..6) {
                let name = format!("enabled_{group}_{index}");
                let target = self.signal(name, SignalKind::Output, ty);
                let value = self.expression(12, 2);
                self.register(target, clock.clone(), value, Some(rare.clone()));
                self.values.push(Expression::signal(target, ty));
            }
        }
        let counter = self.signal("counter".into(), SignalKind::Output, ty);
        let held = Expression::signal(counter, ty);
        let operands = [held.clone(), Expression::literal(1_u128, ty)].map(Box::new);
        let [left, right] = operands;
        let next = ExpressionKind::Binary(BinaryOperator::Add, left, right);
        let clock = self.clock();
        self.register(counter, clock, Expression { kind: next, ty }, None);
        self.values.push(held);
    }

    /// Adds a memory with one to three reads, of which some have an enable, and in most cases a
    /// write port.
    fn memory(&mut self) {
        let id = MemoryId(self.module.memories.len());
        let ty = Type::Bits(self.random.choice(WIDTHS).expect("a width"));
        let width = self.module.width(ty);
        let address_width = self.random.u32(1..8);
        let words = 1 << address_width;
        let contents = (0..self.random.usize(..words)).map(|_| {
            let word: Value = (0..width).map(|_| self.random.bool()).collect();
            (self.random.usize(..words), word)
        });
        let contents = contents.filter(|(_, word)| !word.is_zero()).collect();
        let name = format!("memory_{}", id.0);
        self.module.memories.push(Memory { name, ty, address_width, contents });
        let is_conditional = self.random.u8(..4) == 0;
        for port in 0..self.random.usize(1..4) {
            let name = format!("read_{}_{port}", id.0);
            let target = self.signal(name, SignalKind::Output, ty);
            let address = Box::new(self.expression(address_width, 2));
            let element = ExpressionKind::Element { memory: id, address };
            let condition = (is_conditional && self.random.bool()).then(|| self.expression(1, 1));
            let clock = self.clock();
            self.register(target, clock, Expression { kind: element, ty }, condition);
            self.values.push(Expression::signal(target, ty));
        }
        if self.random.u8(..4) != 0 {
            let write = MemoryWrite {
                memory: id,
                clock: self.clock(),
                enable: self.expression(1, 2),
                address: self.expression(address_width, 2),
                data: self.expression(width, 2),
            };
            self.module.items.push(Item::from(ItemKind::MemoryWrite(write)));
        }
    }

    fn clock(&mut self) -> Expression {
        self.random.choice(&self.clocks).expect("a clock").clone()
    }

    fn expression(&mut self, width: u32, depth: u32) -> Expression {
        let ty = Type::Bits(width);
        if depth == 0 || self.random.u8(..3) == 0 {
            let value = self.random.choice(&self.values).expect("an input").clone();
            return Expression { kind: ExpressionKind::Resize(Box::new(value)), ty };
        }
        if self.random.u8(..4) == 0 {
            return not(self.expression(width, depth - 1));
        }
        let operators = [BinaryOperator::Add, BinaryOperator::Xor, BinaryOperator::And];
        let operator = *self.random.choice(&operators).expect("an operator");
        let [left, right] = [0; 2].map(|_| Box::new(self.expression(width, depth - 1)));
        Expression { kind: ExpressionKind::Binary(operator, left, right), ty }
    }
}

fn not(operand: Expression) -> Expression {
    let ty = operand.ty;
    Expression { kind: ExpressionKind::Unary(UnaryOperator::Not, Box::new(operand)), ty }
}

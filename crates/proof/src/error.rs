//! What is wrong with a text.

use rust_hdl_rtl::MAXIMUM_WIDTH;

use crate::parser::MAXIMUM_DEPTH;

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
}

/// A text cannot be read, or is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{}: {problem}", position.line, position.column)]
pub struct ReadError {
    /// Where in the text.
    pub position: Position,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    // Tokens.
    /// A character that begins no token.
    #[error("unexpected character `{0}`")]
    UnexpectedCharacter(char),
    /// A comment without an end.
    #[error("the comment has no `*/`")]
    UnterminatedComment,
    /// A string without an end.
    #[error("the string has no closing quotation mark on its line")]
    UnterminatedString,
    /// A comment that synthesis tools or linters obey.
    #[error("a comment that begins with `{0}` is a directive, which some tools obey")]
    DirectiveComment(String),
    /// A literal without a size that does not fit in 32 bits.
    #[error("`{0}` does not fit in the 32 bits of a number without a size")]
    NumberTooLarge(String),
    /// The size of a literal is 0 or too large.
    #[error("`{0}` is not a width from 1 to {MAXIMUM_WIDTH}")]
    LiteralWidth(String),
    /// Not a number.
    #[error("`{0}` is not legal in this number")]
    MalformedNumber(String),
    /// Digits `x`, or `z` among others.
    #[error("`{0}` has unknown digits")]
    UnknownDigits(String),

    // Syntax.
    /// Another token than the syntax requires.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What the syntax requires.
        expected: String,
        /// What is there.
        found: String,
    },
    /// An operator that is not in the subset.
    #[error("the operator `{0}` is not supported")]
    UnsupportedOperator(String),
    /// Expressions or statements inside each other.
    #[error("the nesting is deeper than {MAXIMUM_DEPTH} levels")]
    TooDeep,
    /// An attribute, other than `src`, of anything but a register.
    #[error("the attribute `{0}` is not supported")]
    UnsupportedAttribute(String),
    /// Another directive than `` `ifndef SYNTHESIS``.
    #[error("the directive `{0}` is not supported")]
    UnsupportedDirective(String),
    /// `{0{a}}`.
    #[error("a replication count of 0 is not supported")]
    EmptyReplication,
    /// A range that does not end at 0.
    #[error("expected a range that ends in `:0`")]
    Range,
    /// Something else than an `initial` is hidden from synthesis.
    #[error("only an `initial` can be hidden from synthesis")]
    HiddenFromSynthesis,
    /// A case with two defaults.
    #[error("the case has two defaults")]
    SecondDefault,

    // Names and types.
    /// A name that the text does not declare above.
    #[error("`{0}` is not declared above")]
    Undeclared(String),
    /// A name that is declared twice.
    #[error("`{0}` is already declared")]
    AlreadyDeclared(String),
    /// Another name where a type has to be.
    #[error("`{0}` is not a type")]
    NotAType(String),
    /// A name that has no value, or not one with this select.
    #[error("`{0}` has no value like this")]
    NotAValue(String),
    /// A field that the type does not have.
    #[error("there is no field `{0}`")]
    NoField(String),
    /// A select of a single bit.
    #[error("`{0}` is a single bit, from which nothing can be selected")]
    SelectOfScalar(String),
    /// An encoding whose size is not that of the enum.
    #[error("the encoding is not a literal of {0} bits")]
    EnumWidth(usize),
    /// An encoding that another constant of the enum has.
    #[error("another constant of the enum has the encoding of `{0}`")]
    EnumValue(String),
    /// Something else than a value of an enum is assigned to it.
    #[error("only a value of the same enum can be assigned to an enum")]
    EnumAssignment,
    /// An initialiser of a net or an input.
    #[error("`{0}` cannot have an initialiser")]
    InitialisedNet(String),
    /// A `localparam` without a value.
    #[error("the constant `{0}` has no value")]
    ConstantWithoutValue(String),
    /// A port with words.
    #[error("the port `{0}` cannot be a memory")]
    MemoryPort(String),
    /// A memory that is a net, has an initialiser or no words.
    #[error("the memory `{0}` is not a variable with words and without an initialiser")]
    MemoryDeclaration(String),

    // Expressions.
    /// A value that has to be constant.
    #[error("the value is not constant")]
    NotConstant,
    /// An index that is never in range.
    #[error("the index is not in the range of {size} values")]
    OutOfRange {
        /// The number of bits or words.
        size: usize,
    },
    /// A literal without a size in a concatenation.
    #[error("a number in a concatenation needs a size")]
    UnsizedInConcatenation,
    /// A value of very many bits.
    #[error("the value is too wide")]
    TooWide,
    /// A `z` that is not part of a tristate driver.
    #[error("`z` is only supported in `assign net = enable ? value : z`, as wide as the net")]
    HighImpedance,
    /// A size cast that tools read in different ways.
    #[error("tools differ in whether this cast widens the operands inside it")]
    AmbiguousCast,

    // Processes.
    /// Not a variable that the module can assign.
    #[error("`{0}` cannot be assigned here")]
    NotAssignable(String),
    /// `=` in a clocked process, or `<=` in a combinational one.
    #[error("a combinational process needs `=`, a clocked one `<=`")]
    AssignmentOperator,
    /// A loop that is not in an `initial`.
    #[error("a loop is only supported in an `initial`")]
    LoopOutsideInitial,
    /// A `unique case` that may choose no arm or several.
    #[error("the arms of a `unique case` have to exclude each other, with a default")]
    NotUnique,
    /// A variable that keeps its value on some path.
    #[error("`{0}` is not assigned on every path, which is a latch")]
    Latch(String),
    /// A variable that its own process has not assigned.
    #[error("`{0}` is read before its process has assigned it on this path")]
    NotYetAssigned(String),
    /// A variable without a driver.
    #[error("`{0}` has no driver")]
    Undriven(String),
    /// A variable with two drivers.
    #[error("`{0}` has two drivers")]
    SecondDriver(String),
    /// A variable with an initial value and a driver that is not clocked.
    #[error("`{0}` has an initialiser, but is not a register")]
    InitialisedAndDriven(String),
    /// A variable that depends on itself.
    #[error("`{0}` is part of a combinational loop")]
    CombinationalLoop(String),
    /// A variable of which only some bits are clocked.
    #[error("only a part of `{0}` is a register")]
    PartlyRegister(String),
    /// A register with two clocks.
    #[error("`{0}` has two clocks")]
    SecondClock(String),
    /// A clock of several bits.
    #[error("a clock has to be a single bit")]
    ClockWidth,
    /// A clock that an `always_comb` makes high at power-up.
    #[error("the clock rises at power-up, when an `always_comb` first assigns it; use `assign`")]
    EdgeAtPowerUp,
    /// Text that is not read beside other items.
    #[error("a module that is supplied as text cannot have other items")]
    PartlyVerbatim,

    // Memories.
    /// A memory that is not initialised, or only in part.
    #[error("not every word of `{0}` has an initial value")]
    NoContents(String),
    /// A memory with two `initial`s.
    #[error("two `initial`s assign words of `{0}`")]
    SecondInitial(String),
    /// Contents other than 0 that synthesis does not see.
    #[error("the contents of `{0}` are hidden from synthesis")]
    ContentsHiddenFromSynthesis(String),
    /// Something else than a memory in an `initial`.
    #[error("an `initial` can only assign words of memories with `=`, in loops over constants")]
    InitialTarget,
    /// Something else than a memory in an `always`.
    #[error("an `always` can only assign words of memories with `<=`, on conditions")]
    AlwaysTarget,
    /// A loop with very many turns.
    #[error("the loop does not end")]
    EndlessLoop,

    // Nets and instances.
    /// A driver of a part of a net.
    #[error("`{0}` can only be driven or connected as a whole")]
    PartOfNet(String),
    /// A bidirectional port that is connected to a variable.
    #[error("`{0}` is not a net")]
    NotANet(String),
    /// An instance of a module that is not known.
    #[error("the module `{0}` is not declared in this file or an earlier one")]
    UnknownModule(String),
    /// A port that the module does not have.
    #[error("the module has no port `{0}`")]
    NoPort(String),
    /// A port that is connected twice.
    #[error("the port `{0}` is connected twice")]
    SecondConnection(String),
    /// A port that is not connected.
    #[error("the port `{0}` is not connected")]
    NotConnected(String),
    /// Something else than the name of a signal in a `bind`.
    #[error("a `bind` can only connect signals by their names")]
    BoundExpression,
    /// A port that is connected to a value of another width.
    #[error("the port `{port}` has {width} bits, the value {found}")]
    ConnectionWidth {
        /// The name of the port.
        port: String,
        /// The width of the port, in bits.
        width: usize,
        /// The width of the value, in bits.
        found: usize,
    },
}

impl Problem {
    pub(crate) fn at(self, position: Position) -> ReadError {
        ReadError { position, problem: self }
    }
}
